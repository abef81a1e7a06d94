// @ts-check
import { call, url } from '../core/api.js';
import { urlPath } from '../core/path.js';
import { forgive } from '../files/thumbnail.js';

/** @typedef {import('../files/list-model.js').Entry} Entry */

/**
 * Where a file's bytes are, for pictures and players; the media cookie opens it. It changes with the file, so that no
 * browser shows what it remembers of an older one.
 *
 * @param {Entry} entry
 */
export function contentAddress(entry) {
  return url(`/download${urlPath(entry)}`, { v: `${entry.mod_time}-${entry.size}` });
}

/**
 * The same, to be saved.
 *
 * @param {Entry} entry
 */
export function downloadAddress(entry) {
  return url(`/download${urlPath(entry)}`, { download: 1 });
}

/**
 * Gets the media cookie anew where it was lost: another browser may have ended it, or this one forgot it. A new one ends
 * the one before, so it is asked for only when it is at fault, not when a file is damaged.
 *
 * @param {Entry} entry that did not come
 * @returns {Promise<boolean>} whether trying again makes sense
 */
export async function renewMedia(entry) {
  const reply = await fetch(contentAddress(entry), { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (reply?.status !== 401) return false;
  const isNew = await call('POST', '/sessions/media').then(() => true, () => false);
  if (isNew) forgive();
  return isNew;
}
