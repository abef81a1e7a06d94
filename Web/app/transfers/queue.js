// @ts-check
// The queue as this page knows it: rows, how far they are, and who is told when something changes.
import { Atom } from '../core/atom.js';
import { transferCount } from '../shell/navigation.js';
import { ENDED } from './rows.js';
import { Speed } from './speed.js';

/** @typedef {import('./rows.js').Upload} Upload */
/** @typedef {{sent: number, hashed: number}} Advance bytes under way or safe, bytes hashed */

/** Told whenever something about the queue changed; at most ten times a second. */
export const changed = new Atom(0);

/** How fast bytes leave, over all files. */
export const speed = new Speed();
/** Files that arrive: of many small ones their number takes the time, not their bytes. */
export const arrivals = new Speed();

/** @type {Map<number, Upload>} in the order in which they were added */
export const rows = new Map();
/** @type {Map<number, Advance>} */
export const advances = new Map();
/** @type {Map<number, Speed>} of the files that run */
const speeds = new Map();
/** @type {Map<number, File>} what this page can read; kept while nobody is signed in, for the same person to go on */
export const files = new Map();

let version = 0;
let isPlanned = false;

/** Grows with every change. */
export function versionOf() {
  return version;
}

/** Something changed. */
export function touch() {
  version += 1;
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    transferCount.set(count());
    changed.set(version);
  }, 100);
}

function count() {
  let open = 0;
  for (const row of rows.values()) if (!ENDED.has(row.state)) open += 1;
  return open;
}

/** The queue in the order in which it was filled. */
export function list() {
  return [...rows.values()];
}

/** @param {Upload} row @returns {Advance} */
export function advanceOf(row) {
  return advances.get(row.id) ?? { sent: row.state === 'done' ? row.size : row.safe, hashed: 0 };
}

/**
 * @param {Upload} row
 * @returns {{speed: number, left: number | undefined}} bytes per second, seconds
 */
export function paceOf(row) {
  const rate = row.state === 'running' ? (speeds.get(row.id)?.value ?? 0) : 0;
  return { speed: rate, left: rate > 0 ? Math.max(0, row.size - advanceOf(row).sent) / rate : undefined };
}

/**
 * @param {Upload} row
 * @param {Partial<Advance>} step
 */
export function advance(row, step) {
  const before = advanceOf(row);
  const next = { ...before, ...step };
  advances.set(row.id, next);
  const bytes = next.sent - before.sent;
  if (bytes > 0) {
    speed.add(bytes);
    let own = speeds.get(row.id);
    if (!own) speeds.set(row.id, (own = new Speed()));
    own.add(bytes);
  }
  touch();
}

/** @param {number} id of a row that does not run any more */
export function settle(id) {
  advances.delete(id);
  speeds.delete(id);
}

/** @param {number} id */
export function forget(id) {
  rows.delete(id);
  files.delete(id);
  settle(id);
}

/** Forgets all rows, as when somebody else signs in; the files stay for whose they are. */
export function empty() {
  rows.clear();
  advances.clear();
  speeds.clear();
  touch();
}
