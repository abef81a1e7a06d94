// @ts-check
import { BASE, isReachable } from '../core/api.js';
import { Atom } from '../core/atom.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/** How long a picture that the server could not make is not asked for again. */
const REST = 10 * 60_000;

/** @type {Map<string, number>} when a small picture was refused, by its address without its size */
const refused = new Map();

/** @param {Entry} entry */
const keyOf = (entry) => entry.thumbnail_url.replace(/size=\d+/, '');

/**
 * The address of the server's small picture of an entry, or '' where there is none.
 *
 * @param {Entry} entry
 * @param {256 | 1280} [size]
 */
export function thumbnailAddress(entry, size = 256) {
  if (!entry.thumbnail_url || isRefused(entry)) return '';
  // A refusal would be an error in the console: no picture is an answer like any other.
  return `${BASE}/${entry.thumbnail_url.replace(/size=\d+/, `size=${size}`)}&missing=empty`;
}

/** @param {Entry} entry whose small picture did not come */
export function refuse(entry) {
  refused.set(keyOf(entry), Date.now());
}

/** @param {Entry} entry */
function isRefused(entry) {
  const since = refused.get(keyOf(entry));
  return since !== undefined && Date.now() - since < REST;
}

/** Grows when what was refused may come now: lists draw their rows again. */
export const forgiven = new Atom(0);

/** What was refused may come now: it was not the pictures' fault. */
export function forgive() {
  if (refused.size === 0) return;
  refused.clear();
  forgiven.update((count) => count + 1);
}

// What failed while the drive was away failed for that.
isReachable.subscribe((isThere) => isThere && forgive());
