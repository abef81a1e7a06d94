// @ts-check
import { kindOf } from '../files/kinds.js';

/** @typedef {import('../files/list-model.js').Entry} Entry */
/** @typedef {import('../files/list-model.js').ListModel} ListModel */

const SHOWN = new Set(['picture', 'video', 'audio', 'pdf', 'text']);

/** Pages that are looked through for the next file that can be shown; a folder of nothing else ends the search. */
const FAR = 10;

/**
 * Whether there is something to see of an entry.
 *
 * @param {Entry} entry
 */
export function canPreview(entry) {
  return entry.type === 1 && (SHOWN.has(kindOf(entry.name)) || entry.thumbnail_url !== '');
}

/**
 * The next file that can be shown, as far as the list is known.
 *
 * @param {ListModel} model
 * @param {number} index
 * @param {1 | -1} step
 * @returns {{entry?: Entry, index: number, isUnknown: boolean}} `isUnknown`: the page at `index` was not loaded yet
 */
export function look(model, index, step) {
  const count = model.state.value.count ?? 0;
  for (let place = index + step; index >= 0 && place >= 0 && place < count; place += step) {
    const entry = model.at(place);
    if (!entry) return { index: place, isUnknown: true };
    // Folders come first in every order: before them there is nothing more.
    if (entry.type === 0 && step < 0) break;
    if (canPreview(entry)) return { entry, index: place, isUnknown: false };
  }
  return { index: -1, isUnknown: false };
}

/**
 * The same, loading pages as it takes.
 *
 * @param {ListModel} model
 * @param {number} index
 * @param {1 | -1} step
 * @returns {Promise<Entry | undefined>}
 */
export async function seek(model, index, step) {
  for (let loads = 0; ; loads += 1) {
    const { entry, index: place, isUnknown } = look(model, index, step);
    if (!isUnknown) return entry;
    if (loads === FAR) return undefined;
    await model.load(model.pageOf(place), { isKept: true });
    if (!model.at(place)) return undefined;
  }
}

/**
 * Which of the folder's files this is.
 *
 * @param {ListModel} model
 * @param {number} index
 * @returns {{number: number, count: number} | undefined} undefined while it is not known how many folders come first
 */
export function placeAmong(model, index) {
  const count = model.state.value.count ?? 0;
  if (index < 0) return undefined;
  let first = 0;
  while (first < count && model.at(first)?.type === 0) first += 1;
  if (first < count && !model.at(first)) return undefined;
  return { number: index - first + 1, count: count - first };
}
