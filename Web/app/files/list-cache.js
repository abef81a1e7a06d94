// @ts-check
// Lists as they were seen last, for when the drive cannot be reached. Each belongs to one person; none is of an encrypted
// folder; they go with the session.
import * as db from '../core/db.js';
import { patiently } from '../core/patience.js';
import { nudge } from '../core/poll.js';
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
 * A list as it was seen last, in the order that is asked for.
 *
 * @param {string} path
 * @param {{sort: string, order: string, filter: string}} order
 * @returns {Promise<Kept | undefined>} nothing for a list that is filtered
 */
export async function cachedList(path, { sort, order, filter }) {
  if (filter) return undefined;
  const kept = await db.get('lists', keyOf(path)).catch(() => undefined);
  return kept && (kept.sort === sort && kept.order === order ? kept : { ...kept, items: sorted(kept.items, sort, order) });
}

const names = new Intl.Collator(undefined, { numeric: true });

/** @type {Record<string, (a: Entry, b: Entry) => number>} */
const ORDERS = {
  name: (a, b) => names.compare(a.name, b.name),
  mtime: (a, b) => a.mod_time - b.mod_time,
  size: (a, b) => a.size - b.size,
  type: (a, b) => names.compare(ending(a), ending(b)),
};

/** @param {Entry} entry */
const ending = (entry) => entry.name.slice(entry.name.lastIndexOf('.') + 1);

/**
 * @param {Entry[]} items
 * @param {string} sort
 * @param {string} order
 * @returns {Entry[]} folders first, as the drive does
 */
export function sorted(items, sort, order) {
  const direction = order === 'desc' ? -1 : 1;
  return [...items].sort((a, b) => a.type - b.type || direction * (ORDERS[sort] ?? ORDERS.name)(a, b) || ORDERS.name(a, b));
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
 * What `load` answers, or what it answered last when the drive cannot be reached or does not answer for long.
 *
 * @param {string} path a name for it
 * @param {() => Promise<any>} load
 * @returns {Promise<{data: any, cachedAt: number}>}
 */
export async function orCached(path, load) {
  const key = keyOf(path);
  const before = async () => {
    const kept = await db.get('lists', key).catch(() => undefined);
    return kept && { data: kept.data, cachedAt: kept.at };
  };
  const fresh = load().then((data) => {
    // Somebody else may be there by now.
    if (keyOf(path) === key) keepFor(path, { at: now(), data });
    return { data, cachedAt: 0 };
  });
  try {
    const answer = (await patiently(fresh)) ?? (await before());
    // Once it comes the next look begins at once, and finds it kept at least.
    if (answer?.cachedAt) fresh.then(nudge, () => {});
    return answer ?? (await fresh);
  } catch (error) {
    const kept = /** @type {any} */ (error)?.isOffline ? await before() : undefined;
    if (!kept) throw error;
    return kept;
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
