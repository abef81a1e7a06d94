// @ts-check
// Long work of the server: followed until it ends, shown meanwhile, going on when the page is closed.
import { html } from '../lib.js';
import { ApiError, call } from '../core/api.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { nudge } from '../core/poll.js';
import { onSession } from '../core/session.js';
import { taskShare } from '../core/task-share.js';
import { Progress } from '../ui/feedback.js';

/** @typedef {{id: string, text: string, share: number | undefined, paths: string[]}} Work `paths` of what is worked upon */

/** What this page waits for. */
export const works = new Atom(/** @type {Work[]} */ ([]));

/** What tasks of a person do, by topic. @type {Record<string, string>} */
const OWN = { TaskCopyFiles: 'work.copy', TaskMoveFiles: 'work.move', TaskDelFiles: 'work.delete' };

/** Whether something of ours runs: lists look more often then. */
export function isWorking() {
  return works.value.length > 0;
}

/**
 * Waits for a task.
 *
 * @param {string} id
 * @param {string} text what it does, for people
 * @param {string[]} [paths] of entries that it works upon
 * @returns {Promise<any>} its result
 * @throws {Error} with the server's reason when it failed
 */
export async function follow(id, text, paths = []) {
  works.update((all) => [...all, { id, text, share: undefined, paths }]);
  try {
    let pause = 100;
    for (;;) {
      const task = await look(id);
      if (task?.state_code === 3) return task.result;
      if (task?.state_code === 0) throw new Error(task.reason || t('work.failed'));
      const share = taskShare(task);
      if (share !== undefined) works.update((all) => all.map((one) => (one.id === id ? { ...one, share } : one)));
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(1000, pause * 1.5);
    }
  } finally {
    works.update((all) => all.filter((one) => one.id !== id));
    nudge();
  }
}

/** How long an answer may take before the work is shown: most are there at once. */
const AT_ONCE = 500;

/**
 * Shows work for which the answer itself is waited for, as where a folder is encrypted: no task may know its names.
 *
 * @template T
 * @param {string} text what it does, for people
 * @param {string[]} paths of entries that it works upon
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
export async function during(text, paths, answer) {
  const id = `answer ${Math.random()}`;
  const timer = setTimeout(() => works.update((all) => [...all, { id, text, share: undefined, paths }]), AT_ONCE);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    works.update((all) => all.filter((one) => one.id !== id));
  }
}

/**
 * A task goes on while the drive cannot be reached or has too much to do; it is looked at when that is over.
 *
 * @param {string} id
 */
async function look(id) {
  try {
    return await call('GET', `/tasks/${encodeURIComponent(id)}`);
  } catch (error) {
    if (error instanceof ApiError && error.isPassing) return null;
    throw error;
  }
}

// What was begun before the page was closed is shown again.
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

onSession((session) => {
  clearTimeout(timer);
  works.set([]);
  // After the first list: nobody waits for this.
  if (session) timer = setTimeout(() => resume(session.user.user_id).catch(() => {}), 1000);
});

/** @param {number} user */
async function resume(user) {
  const { list } = await call('GET', '/tasks');
  for (const task of list) {
    const key = OWN[task.topic];
    if (!key || task.user_id !== user || task.state_code !== 1 || works.value.some((one) => one.id === task.task_id)) continue;
    follow(task.task_id, t(key)).catch(() => {});
  }
}

/** What runs, in one line each, above the content. */
export function Works() {
  const all = useAtom(works);
  return html`<div class="works" role="status">${all.map((one) => html`<div class="work" key=${one.id}><span>${one.text}</span><${Progress} value=${one.share} label=${one.text} /></div>`)}</div>`;
}
