// @ts-check
// Lists as they were seen last, for when the drive cannot be reached. Each belongs to one person; none is of an encrypted
// folder; they go with the session.
import * as db from '../core/db.js';
import { onSession, session } from '../core/session.js';
import { onLockChange } from '../core/unlock.js';

/** @typedef {import('./list-model.js').Entry} Entry */
/** @typedef {{at: number, items: Entry[], count: number, sort: string, order: string}} Kept */

/** @param {string} path */
const keyOf = (path) => `${session.value?.user.user_id ?? 0} ${path}`;

/**
 * @param {string} path percent-encoded folder
 * @param {{sort: string, order: string}} order
 * @param {Entry[]} items the first page
 * @param {number} count of all
 */
export function cacheList(path, { sort, order }, items, count) {
  if (!session.value || items.some((entry) => entry.is_encrypt)) return;
  keepFor(path, { at: now(), items, count, sort, order });
}

/**
 * @param {string} path
 * @returns {Promise<Kept | undefined>}
 */
export function cachedList(path) {
  return db.get('lists', keyOf(path)).catch(() => undefined);
}

/** What is gone is not shown offline either. @param {string} path */
export function forgetList(path) {
  db.remove('lists', keyOf(path)).catch(() => {});
}

/**
 * Keeps another kind of list: my folders, what is shared with me.
 *
 * @param {string} path
 * @param {any} value
 */
export function keepFor(path, value) {
  db.put('lists', value, keyOf(path)).catch(() => {
    // Without a database there is nothing to show offline, and nothing else changes.
  });
}

const now = () => Math.floor(Date.now() / 1000);

/**
 * What `load` answers, or what it answered last when the drive cannot be reached.
 *
 * @param {string} path a name for it
 * @param {() => Promise<any>} load
 * @returns {Promise<{data: any, cachedAt: number}>}
 */
export async function orCached(path, load) {
  try {
    const data = await load();
    keepFor(path, { at: now(), data });
    return { data, cachedAt: 0 };
  } catch (error) {
    const kept = /** @type {any} */ (error)?.isOffline ? await db.get('lists', keyOf(path)).catch(() => undefined) : undefined;
    if (!kept) throw error;
    return { data: kept.data, cachedAt: kept.at };
  }
}

/** Forgets everything: somebody signed out, or the session has ended. */
function forget() {
  return db.clear('lists').catch(() => {});
}

onSession(async (next) => {
  if (!next) await forget();
});

// A folder that is locked or opened takes what is known of it along, should anything be.
onLockChange((root) => {
  const start = keyOf(`/s/${root}`);
  db.remove('lists', IDBKeyRange.bound(start, `${start}/\uffff`)).catch(() => {});
});
