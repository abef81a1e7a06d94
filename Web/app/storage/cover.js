// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Progress } from '../ui/feedback.js';
import { toastError } from '../ui/toast.js';

/**
 * What a task is doing to something, over it: how far, or that it failed and what to do.
 *
 * @param {{status: string, taskID: string, onChange: () => void}} props `status`: `{topic}_1` at work, `{topic}_0` failed
 */
export function Cover({ status, taskID, onChange }) {
  const isAtWork = String(status ?? '').endsWith('_1');
  const hasFailed = String(status ?? '').endsWith('_0');
  const [task, setTask] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (!taskID) return;
    call('GET', `/tasks/${encodeURIComponent(taskID)}`).then(setTask, () => setTask(null));
  }, [taskID, status, isAtWork && Math.floor(Date.now() / 2000)]);
  if (!isAtWork && !hasFailed) return null;
  const topic = String(status).slice(0, -2);
  const key = `task.${topic}`;
  const name = t(key) === key ? t('task.other') : t(key);
  const act = async (/** @type {'PUT' | 'DELETE'} */ method) => {
    try {
      await call(method, `/tasks/${encodeURIComponent(taskID)}`);
      onChange();
    } catch (error) {
      toastError(error);
    }
  };
  if (isAtWork) {
    const share = task?.bytes_total > 0 ? task.bytes_done / task.bytes_total : task?.items_total > 0 ? task.items_done / task.items_total : undefined;
    return html`<div class="cover" role="status"><span class="small">${name}</span><${Progress} value=${share} label=${name} /></div>`;
  }
  return html`<div class="cover failed" role="alert">
    <span class="small">${t('task.failed', { name })}${task?.reason ? `: ${task.reason}` : ''}</span>
    <span class="row"><${Button} icon="reload" label=${t('retry')} onClick=${() => act('PUT')} /><${Button} label=${t('dismiss')} onClick=${() => act('DELETE')} /></span>
  </div>`;
}
