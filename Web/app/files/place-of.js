// @ts-check
import { call } from '../core/api.js';
import { rootOf } from '../core/path.js';

/**
 * What a folder lies in and what may be done there.
 *
 * @typedef {{root: number, rootName: string, isShared: boolean, isEncrypted: boolean, read: boolean, write: boolean, deleted: boolean}} FolderPlace
 */

/** @type {Map<string, any>} */
const kept = new Map();

/**
 * @param {string} path percent-encoded
 * @param {AbortSignal} [signal]
 * @returns {Promise<FolderPlace>}
 */
export async function placeOf(path, signal) {
  const root = rootOf(path) ?? 0;
  const [own, shared] = await Promise.all([call('GET', '/resources/', { signal }), call('GET', '/shares', { signal })]);
  const mine = own.list.find((/** @type {any} */ one) => one.id === root);
  const theirs = shared.list.find((/** @type {any} */ one) => one.id === root);
  const found = mine ?? theirs ?? kept.get(path);
  const result = {
    root,
    rootName: found?.name ?? '',
    isShared: !mine && Boolean(theirs),
    isEncrypted: Boolean(mine?.is_encrypt ?? theirs?.is_encrypt),
    read: Boolean(found?.read),
    write: Boolean(found?.write),
    deleted: Boolean(found?.deleted),
  };
  kept.set(path, result);
  return result;
}
