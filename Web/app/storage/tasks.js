// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { size, when } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { Empty, Failure, Progress, Skeleton } from '../ui/feedback.js';
import { toastError } from '../ui/toast.js';

/** Long work of the server: what runs, what failed, what was done within the hour. */
export function Tasks() {
  const tasks = useLoaded((signal) => call('GET', '/tasks', { signal }), [], { isBusy: (value) => (value?.list ?? []).some((/** @type {any} */ one) => one.state_code === 1) });
  const act = async (/** @type {'PUT' | 'DELETE'} */ method, /** @type {any} */ task) => {
    try {
      await call(method, `/tasks/${encodeURIComponent(task.task_id)}`);
      tasks.reload();
    } catch (error) {
      toastError(error);
    }
  };
  const list = tasks.value?.list ?? [];
  return html`<${Screen} title=${t('nav.tasks')} narrow>
    ${tasks.error && !tasks.value ? html`<${Failure} error=${tasks.error} retry=${tasks.reload} />` : !tasks.value ? html`<${Skeleton} />`
      : list.length === 0 ? html`<${Empty} icon="check-circle-outline" title=${t('tasks.empty')} text=${t('tasks.empty.text')} />`
        : html`<ul class="list-plain">${list.map((/** @type {any} */ task) => {
            const key = `task.${task.topic}`;
            const name = t(key) === key ? t('task.other') : t(key);
            const share = task.bytes_total > 0 ? task.bytes_done / task.bytes_total : task.items_total > 0 ? task.items_done / task.items_total : undefined;
            return html`<li key=${task.task_id} class="task">
              <div class="grow">
                <span>${name}</span> <span class="soft small">${when(task.created)}</span>
                ${task.state_code === 0 && html`<p class="error small" role="alert">${task.reason}</p>`}
                ${task.state_code === 1 && html`<${Progress} value=${share} label=${name} /><p class="soft small number">${task.bytes_total > 0 ? `${size(task.bytes_done)} / ${size(task.bytes_total)}` : task.items_total > 0 ? t('tasks.items', { n: task.items_total, done: task.items_done }) : t('tasks.running')}</p>`}
                ${task.state_code === 3 && html`<p class="soft small">${t('tasks.done')}</p>`}
              </div>
              ${task.state_code === 0 && html`<${Button} icon="reload" label=${t('retry')} onClick=${() => act('PUT', task)} /><${Button} label=${t('dismiss')} onClick=${() => act('DELETE', task)} />`}
            </li>`;
          })}</ul>`}
  <//>`;
}
