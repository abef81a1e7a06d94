// @ts-check
import { call, url } from '../core/api.js';
import { urlPath } from '../core/path.js';

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

let renewed = 0;

/**
 * Asks for the media cookie anew: another tab may have replaced it, or the browser lost it. Once in a while is enough.
 *
 * @returns {Promise<boolean>} whether trying again makes sense
 */
export async function renewMedia() {
  if (Date.now() - renewed < 60_000) return false;
  renewed = Date.now();
  return call('POST', '/sessions/media').then(() => true, () => false);
}
