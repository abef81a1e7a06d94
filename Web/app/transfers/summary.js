// @ts-check
import { advanceOf, list, speed } from './engine.js';
import { ENDED } from './rows.js';

/**
 * The queue in figures.
 *
 * @typedef {{open: number, done: number, failed: number, paused: number, waitsForFile: number, sent: number, total: number, share: number,
 *   speed: number, left: number | undefined}} Summary
 *   `left` in seconds, undefined while it cannot be told
 */

/** @returns {Summary} */
export function summary() {
  const rows = list();
  const open = rows.filter((row) => !ENDED.has(row.state));
  const total = open.reduce((sum, row) => sum + row.size, 0);
  const sent = open.reduce((sum, row) => sum + Math.min(row.size, advanceOf(row).sent), 0);
  const rate = speed.value;
  const moving = open.filter((row) => row.state === 'running' || row.state === 'waiting');
  const rest = moving.reduce((sum, row) => sum + row.size - Math.min(row.size, advanceOf(row).sent), 0);
  return {
    open: open.length,
    done: rows.length - open.length,
    failed: rows.filter((row) => row.state === 'failed' || row.state === 'clash').length,
    paused: rows.filter((row) => row.state === 'paused').length,
    waitsForFile: rows.filter((row) => row.state === 'file').length,
    sent,
    total,
    share: total > 0 ? sent / total : 0,
    speed: rate,
    left: rate > 0 && moving.length > 0 ? rest / rate : undefined,
  };
}
