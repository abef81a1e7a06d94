// @ts-check
import { advanceOf, arrivals, rows, speed, versionOf } from './queue.js';
import { ENDED } from './rows.js';

/**
 * The queue in figures.
 *
 * @typedef {{open: number, done: number, skipped: number, failed: number, clash: number, paused: number, file: number, running: number,
 *   waiting: number, withHandle: number, sent: number, total: number, share: number, speed: number, left: number | undefined,
 *   firstFailed: import('./rows.js').Upload | undefined, firstClash: import('./rows.js').Upload | undefined}} Summary
 *   `open` is all that is not done or skipped; `left` in seconds, undefined while it cannot be told
 */

let counted = -1;
/** @type {Summary} */
let kept;

/** @returns {Summary} counted once however often it is asked between two changes */
export function summary() {
  if (counted !== versionOf()) {
    counted = versionOf();
    kept = figures(rows.values());
  }
  const rate = kept.running > 0 ? speed.value : 0;
  const bytes = { rest: Math.max(0, kept.total - kept.sent), rate };
  const pieces = { rest: kept.running + kept.waiting, rate: kept.running > 0 ? arrivals.value : 0 };
  return { ...kept, speed: rate, left: timeLeft(bytes, pieces) };
}

/**
 * How long it still takes, in seconds, by what goes slower: bytes, or files.
 *
 * @param {{rest: number, rate: number}[]} kinds `rate` per second, 0 while it is not known
 * @returns {number | undefined}
 */
export function timeLeft(...kinds) {
  const times = kinds.filter(({ rate }) => rate > 0).map(({ rest, rate }) => rest / rate);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/**
 * @param {Iterable<import('./rows.js').Upload>} all
 * @returns {Summary} without speed
 */
export function figures(all) {
  /** @type {Summary} */
  const sum = {
    open: 0, done: 0, skipped: 0, failed: 0, clash: 0, paused: 0, file: 0, running: 0, waiting: 0, withHandle: 0, sent: 0, total: 0, share: 0,
    speed: 0, left: undefined, firstFailed: undefined, firstClash: undefined,
  };
  /** @type {Map<number, number>} bytes that arrived, by batch */
  const arrived = new Map();
  const moving = new Set();
  for (const row of all) {
    sum[row.state] += 1;
    if (ENDED.has(row.state)) {
      arrived.set(row.batch, (arrived.get(row.batch) ?? 0) + row.size);
      continue;
    }
    sum.open += 1;
    if (row.state === 'failed') sum.firstFailed ??= row;
    if (row.state === 'clash') sum.firstClash ??= row;
    if (row.state === 'file' && row.handle) sum.withHandle += 1;
    if (row.state === 'failed' || row.state === 'clash' || row.state === 'file' || row.state === 'paused') continue;
    moving.add(row.batch);
    sum.total += row.size;
    sum.sent += Math.min(row.size, advanceOf(row).sent);
  }
  // What was chosen together counts together, so that the bar does not fall back when one of its files is done.
  for (const batch of moving) {
    sum.total += arrived.get(batch) ?? 0;
    sum.sent += arrived.get(batch) ?? 0;
  }
  sum.share = sum.total > 0 ? sum.sent / sum.total : 0;
  return sum;
}
