// @ts-check
// Keeps what changed, and tells the other tabs: together a few times a second, at once where a lost row would cost bytes. What others
// are told is kept already: they go on from there when this tab dies.
import { advances, rows } from './queue.js';
import * as stored from './rows.js';
import { tellTabs } from './tabs.js';

/** @typedef {import('./rows.js').Upload} Upload */

/** @type {Set<number>} */
const dirty = new Set();
/** @type {Set<number>} */
const moved = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {number} id of a row that is to be written */
export function note(id) {
  dirty.add(id);
  plan();
}

/** @param {number} id of a row that only advanced */
export function noteAdvance(id) {
  moved.add(id);
  plan();
}

function plan() {
  timer ??= setTimeout(flush, 150);
}

/** Writes and tells now; resolves when both are done. */
export async function flush() {
  clearTimeout(timer);
  timer = undefined;
  const written = [...dirty].flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    row.revision += 1;
    return [{ ...row }];
  });
  const advanced = [...moved].flatMap((id) => (advances.has(id) ? [[id, advances.get(id)]] : []));
  dirty.clear();
  moved.clear();
  // Without a database the queue lives as long as the page.
  if (written.length) await stored.save(written).catch(() => {});
  if (written.length || advanced.length) tellTabs({ type: 'rows', rows: written, advances: advanced });
}

/** @param {number[]} ids */
export async function erase(ids) {
  for (const id of ids) dirty.delete(id);
  await stored.remove(ids).catch(() => {});
  tellTabs({ type: 'gone', ids });
}
