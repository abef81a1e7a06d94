// @ts-check
// Long work of the server: followed until it ends, shown meanwhile, going on when the page is closed.
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { nudge } from '../core/poll.js';
import { Progress } from '../ui/feedback.js';

/** @typedef {{id: string, text: string, share: number | undefined}} Work */

/** What this page waits for. */
export const works = new Atom(/** @type {Work[]} */ ([]));

/** Whether something of ours runs: lists look more often then. */
export function isWorking() {
  return works.value.length > 0;
}

/**
 * Waits for a task.
 *
 * @param {string} id
 * @param {string} text what it does, for people
 * @returns {Promise<any>} its result
 * @throws {Error} with the server's reason when it failed
 */
export async function follow(id, text) {
  works.update((all) => [...all, { id, text, share: undefined }]);
  try {
    let pause = 150;
    for (;;) {
      const task = await call('GET', `/tasks/${encodeURIComponent(id)}`);
      if (task.state_code === 3) return task.result;
      if (task.state_code === 0) throw new Error(task.reason || t('work.failed'));
      const share = task.bytes_total > 0 ? task.bytes_done / task.bytes_total : task.items_total > 0 ? task.items_done / task.items_total : undefined;
      works.update((all) => all.map((one) => (one.id === id ? { ...one, share } : one)));
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(1000, pause * 1.5);
    }
  } finally {
    works.update((all) => all.filter((one) => one.id !== id));
    nudge();
  }
}

/** What runs, in one line each, above the content. */
export function Works() {
  const all = useAtom(works);
  return html`<div class="works" role="status">${all.map((one) => html`<div class="work" key=${one.id}><span>${one.text}</span><${Progress} value=${one.share} label=${one.text} /></div>`)}</div>`;
}
