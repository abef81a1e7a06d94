// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { taskShare } from '../core/task-share.js';
import { Button } from '../ui/button.js';
import { Progress } from '../ui/feedback.js';
import { useSending } from '../ui/sending.js';
import { Pace, taskName, taskProgress } from './work.js';

const pace = new Pace();

/** @param {string} taskID @param {AbortSignal} [signal] */
async function look(taskID, signal) {
  const task = await call('GET', `/tasks/${encodeURIComponent(taskID)}`, { signal });
  return { task, going: pace.note(task, performance.now()) };
}

/**
 * What a task is doing to something, over it: how far, or that it failed and what to do.
 *
 * @param {{status: string, taskID: string, onChange: () => void}} props `status`: `{topic}_1` at work, `{topic}_0` failed
 */
export function Cover({ status, taskID, onChange }) {
  const isAtWork = String(status ?? '').endsWith('_1');
  const hasFailed = String(status ?? '').endsWith('_0');
  if (!isAtWork && !hasFailed) return null;
  return html`<${Shown} key=${status} topic=${status.slice(0, -2)} isAtWork=${isAtWork} taskID=${taskID} onChange=${onChange} />`;
}

/** @param {{topic: string, isAtWork: boolean, taskID: string, onChange: () => void}} props */
function Shown({ topic, isAtWork, taskID, onChange }) {
  const { isBusy, problem, sending } = useSending();
  // Whoever neither began it nor owns the drive is told nothing of a task but that there is one.
  const loaded = useLoaded((signal) => look(taskID, signal), [taskID], { isBusy: () => isAtWork, polls: isAtWork });
  const task = loaded.value?.task;
  const name = taskName(topic);
  const act = async (/** @type {'PUT' | 'DELETE'} */ method) => {
    await sending(() => call(method, `/tasks/${encodeURIComponent(taskID)}`));
    onChange();
  };
  const trouble = problem && html`<p class="error small" role="alert">${problem}</p>`;
  if (isAtWork) {
    return html`<div class="cover">
      <p>${name}</p>
      <${Progress} value=${taskShare(task)} label=${name} />
      <div class="row wrap"><p class="grow soft small number" role="status">${task ? taskProgress(task, loaded.value?.going) : t('tasks.running')}</p>
        ${task?.state === 'queued' && html`<${Button} label=${t('tasks.cancel')} busy=${isBusy} onClick=${() => act('DELETE')} />`}</div>
      ${trouble}
    </div>`;
  }
  return html`<div class="cover failed" role="alert">
    <p><strong>${t('task.failed', { name })}</strong>${task?.reason && html`<br />${task.reason}`}</p>
    ${task && html`<div class="row wrap">
      <${Button} icon="reload" label=${t('retry')} busy=${isBusy} onClick=${() => act('PUT')} />
      <${Button} label=${t('dismiss')} busy=${isBusy} onClick=${() => act('DELETE')} />
    </div>`}
    ${trouble}
  </div>`;
}
