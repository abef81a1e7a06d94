// @ts-check
import { call } from '../core/api.js';
import { rootOf } from '../core/path.js';
import { onSession } from '../core/session.js';
import { orCached } from './list-cache.js';
import { named } from './root-name.js';

/**
 * What a folder lies in and what may be done there.
 *
 * @typedef {{root: number, rootName: string, isShared: boolean, isReceived: boolean, isFamily?: boolean, isEncrypted: boolean, read: boolean,
 *   write: boolean, deleted: boolean}} FolderPlace `isShared`: it stands under "shared with me"; `isReceived`: one person
 *   shared this directory, which ties what is in it to it; `isFamily`: everybody's folder
 */

/** What was answered last, by root: a folder below is not asked about before it is shown. @type {Map<number, FolderPlace>} */
const known = new Map();

// What one person may do is nothing to the next.
onSession(() => known.clear());

/** @param {number} root */
export function knownPlace(root) {
  return known.get(root);
}

/**
 * My folders and those that are shared with me.
 *
 * @param {AbortSignal} [signal]
 * @returns {Promise<{own: any[], shared: any[]}>}
 */
export async function places(signal) {
  const { data } = await orCached('places', async () => {
    const [own, shared] = await Promise.all([call('GET', '/resources/', { signal }), call('GET', '/shares', { signal })]);
    // What one may not read is not there.
    return { own: own.list.filter(isReadable), shared: shared.list.filter(isReadable) };
  });
  /** @type {{own: any[], shared: any[]}} */
  const roots = { own: named(data.own), shared: named(data.shared) };
  known.clear();
  for (const one of [...roots.own, ...roots.shared]) known.set(one.id, describe(one, !roots.own.includes(one)));
  return roots;
}

/** @param {{read: number}} one */
const isReadable = (one) => Boolean(one.read);

/**
 * @param {any} one
 * @param {boolean} isShared
 * @returns {FolderPlace}
 */
function describe(one, isShared) {
  return {
    root: one.id,
    rootName: one.name,
    isShared,
    isReceived: Boolean(one.from_user) && !one.is_family_path,
    isFamily: Boolean(one.is_family_path),
    isEncrypted: Boolean(one.is_encrypt),
    read: Boolean(one.read),
    write: Boolean(one.write),
    deleted: Boolean(one.deleted),
  };
}

/**
 * What a folder lies in, asked for only where it is not known yet.
 *
 * @param {string} path percent-encoded
 * @returns {Promise<FolderPlace | undefined>}
 */
export async function placeKnown(path) {
  const root = rootOf(path) ?? 0;
  if (!known.has(root)) await places();
  return known.get(root);
}

/**
 * @param {string} path percent-encoded
 * @param {AbortSignal} [signal]
 * @returns {Promise<FolderPlace>}
 */
export async function placeOf(path, signal) {
  const root = rootOf(path) ?? 0;
  await places(signal);
  return known.get(root) ?? unknownPlace(root);
}

/**
 * A folder of which nothing is known yet: nothing may be done there.
 *
 * @param {number} root
 * @returns {FolderPlace}
 */
export function unknownPlace(root) {
  return { root, rootName: '', isShared: false, isReceived: false, isFamily: false, isEncrypted: false, read: true, write: false, deleted: false };
}
