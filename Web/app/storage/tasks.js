// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { fullDate, when } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { taskShare } from '../core/task-share.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { Empty, Failure, Progress, Skeleton } from '../ui/feedback.js';
import { rootName } from '../files/root-name.js';
import { Icon } from '../ui/icon.js';
import { visible } from '../ui/name.js';
import { useSending } from '../ui/sending.js';
import { poolName } from './names.js';
import { Pace, taskName, taskProgress } from './work.js';

const [FAILED, RUNNING] = [0, 1];
const pace = new Pace();

/** @param {AbortSignal} signal */
async function load(signal) {
  const [tasks, folders, users] = await Promise.all([call('GET', '/tasks', { signal }), call('GET', '/folders', { signal, query: { page_size: 0 } }), call('GET', '/users', { signal })]);
  const folderNames = new Map(folders.list.map((/** @type {any} */ one) => [String(one.id), visible(rootName(one.name))]));
  const userNames = new Map(users.users.map((/** @type {any} */ one) => [String(one.user_id), one.nickname]));
  return tasks.list.map((/** @type {any} */ task) => ({
    ...task, going: pace.note(task, performance.now()), about: subject(task, folderNames, userNames), by: userNames.get(String(task.user_id)) ?? '',
  }));
}

/**
 * What a task is about, for people: ids mean nothing to them.
 *
 * @param {any} task @param {Map<string, string>} folders @param {Map<string, string>} users
 */
function subject(task, folders, users) {
  switch (task.topic) {
    case 'TaskMovingFolder':
    case 'TaskDelFolder': return folders.get(task.subject) ?? '';
    case 'TaskDelUser': return users.get(task.subject) ?? '';
    case 'TaskDelPool': return poolName(task.subject);
    case 'TaskAddPartition':
    case 'TaskUpdatePartition':
    case 'TaskDelPartition': return task.subject.split('/').map(poolName).join(' · ');
    default: return '';
  }
}

/** Long work of the server: what runs, what failed, what was done within the hour. It goes on without this page. */
export function Tasks() {
  const tasks = useLoaded(load, [], { isBusy: (value) => (value ?? []).some((/** @type {any} */ one) => one.state_code === RUNNING) });
  const list = tasks.value ?? [];
  const groups = [
    ['tasks.head.failed', list.filter((/** @type {any} */ one) => one.state_code === FAILED)],
    ['tasks.head.running', list.filter((/** @type {any} */ one) => one.state_code === RUNNING)],
    ['tasks.head.done', list.filter((/** @type {any} */ one) => one.state_code !== FAILED && one.state_code !== RUNNING).reverse()],
  ];
  return html`<${Screen} title=${t('nav.tasks')} under="/me" narrow>
    ${tasks.error && !tasks.value ? html`<${Failure} error=${tasks.error} retry=${tasks.reload} />` : !tasks.value ? html`<${Skeleton} />`
      : list.length === 0 ? html`<${Empty} icon="check-circle-outline" title=${t('tasks.empty')} text=${t('tasks.empty.text')} />`
        : html`<p class="soft">${t('tasks.text')}</p>${groups.filter(([, some]) => some.length > 0).map(([head, some]) => html`<section class="block" key=${head}><h2>${t(head)}</h2>
            <ul class="list-plain tasks">${some.map((/** @type {any} */ task) => html`<${Task} key=${task.task_id} task=${task} onChange=${tasks.reload} />`)}</ul></section>`)}`}
  <//>`;
}

/** @param {{task: any, onChange: () => void}} props */
function Task({ task, onChange }) {
  const { isBusy, problem, sending } = useSending();
  const name = taskName(task.topic, task.about);
  const act = async (/** @type {'PUT' | 'DELETE'} */ method) => {
    await sending(() => call(method, `/tasks/${encodeURIComponent(task.task_id)}`));
    onChange();
  };
  const button = (/** @type {string} */ label, /** @type {'PUT' | 'DELETE'} */ method, /** @type {string} */ icon = '') =>
    html`<${Button} icon=${icon} label=${label} aria-label=${t('task.action', { action: label, name })} busy=${isBusy} onClick=${() => act(method)} />`;
  const began = html`<span class="soft small" title=${fullDate(task.created)}>${[task.by, when(task.state_code === 3 ? task.updated : task.created)].filter(Boolean).join(' · ')}</span>`;
  return html`<li class="task">
    <div class="row wrap"><span class="grow" dir="auto">${task.state_code === 3 && html`<${Icon} name="check" class="small inline" />`}${name}</span>${began}</div>
    ${task.state_code === RUNNING && html`
      <${Progress} value=${task.state === 'queued' ? 0 : taskShare(task)} label=${name} />
      <div class="row wrap"><p class="grow soft small number">${taskProgress(task, task.going)}</p>${task.state === 'queued' && button(t('tasks.cancel'), 'DELETE')}</div>`}
    ${task.state_code === FAILED && html`<p class="error small">${t('tasks.failed', { reason: task.reason })}</p>
      <div class="row wrap">${button(t('retry'), 'PUT', 'reload')}${button(t('dismiss'), 'DELETE')}</div>`}
    ${problem && html`<p class="error small" role="alert">${problem}</p>`}
  </li>`;
}
