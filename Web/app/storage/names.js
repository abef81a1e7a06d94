// @ts-check
import { t } from '../core/i18n.js';

/** How the API calls the embedded pool and its partition. */
export const EMBEDDED = '_default_';

/**
 * The name of a pool or partition for people: the embedded one has none of its own.
 *
 * @param {string} name
 */
export function poolName(name) {
  return name === EMBEDDED ? t('pool.default') : name;
}

/**
 * Pool and partition for people, in a few words.
 *
 * @param {string} pool
 * @param {string} part
 */
export function placeName(pool, part) {
  return pool === EMBEDDED && part === EMBEDDED ? t('pool.default') : t('pool.place', { pool: poolName(pool), part: poolName(part) });
}

/**
 * Where a managed folder lies: the list says it as `/{pool}/{partition}/{directory}`.
 *
 * @param {{path: string}} folder
 * @returns {[pool: string, part: string]}
 */
export function placeOf(folder) {
  const [, pool = '', part = ''] = folder.path.split('/');
  return [pool, part];
}

/** @param {any} one a pool, a partition or a folder of a list: whether a task is at work on it */
export function isAtWork(one) {
  return String(one?.status ?? '').endsWith('_1');
}

/** @param {any} one whether its disk is not there */
export function isOffline(one) {
  return one?.status === 'offline';
}

/** @param {any[] | undefined} list pools or folders */
export function hasTask(list) {
  return (list ?? []).some((one) => isAtWork(one) || (one.lv ?? []).some(isAtWork));
}

/**
 * What disks hold, and what is in use or given away of it: pools on the same disk share its room.
 *
 * @param {any[]} pools
 * @returns {{used: number, total: number}}
 */
export function spaceOf(pools) {
  /** @type {Map<string, {used: number, total: number}>} */
  const disks = new Map();
  for (const pool of pools) {
    const disk = pool.pv[0]?.id ?? pool.name;
    const known = disks.get(disk);
    // What the embedded pool has in use is all that lies on its disk; others tell what they promised.
    if (!known || pool.use_capacity > known.used) disks.set(disk, { used: pool.use_capacity, total: pool.capacity });
  }
  const all = [...disks.values()];
  return { used: all.reduce((sum, one) => sum + one.used, 0), total: all.reduce((sum, one) => sum + one.total, 0) };
}
