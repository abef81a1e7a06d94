// @ts-check
import { urlPath } from '../core/path.js';
import { go } from '../core/router.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * The app's address of a directory.
 *
 * @param {{path: string, href?: string}} entry
 */
export function folderAddress(entry) {
  return `/folder${urlPath(entry)}`;
}

/**
 * Opens an entry: a directory becomes the place, a file is shown over it.
 *
 * @param {Entry} entry
 */
export function openEntry(entry) {
  if (entry.type === 0) go(folderAddress(entry));
  else go(`${location.pathname}?show=${encodeURIComponent(entry.name)}`, { state: { entry } });
}
