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
 * A file's name as an address carries it (`?show=NAME`), also one that is no UTF-8.
 *
 * @param {Entry} entry
 */
export function nameInAddress(entry) {
  const path = urlPath(entry);
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Opens an entry: a directory becomes the place, a file is shown over it.
 *
 * @param {Entry} entry
 */
export function openEntry(entry) {
  if (entry.type === 0) go(folderAddress(entry));
  else go(`${location.pathname}?show=${nameInAddress(entry)}`, { state: { entry } });
}
