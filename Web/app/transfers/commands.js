// @ts-check
// What people do to the queue, in whatever tab; the tab that works it off carries it out.
import { erase, flush } from './journal.js';
import { CHANGED } from './problems.js';
import { files, forget, list, rows, touch } from './queue.js';
import { cancelOnServer, leads, pump, set, stop } from './scheduler.js';
import { ENDED } from './rows.js';
import { askForHandles, isSame } from './source.js';
import { giveFiles, tellTabs } from './tabs.js';

/**
 * @typedef {import('./rows.js').Upload} Upload
 * @typedef {{key: string, name: 'pause' | 'resume' | 'drop' | 'answer' | 'found', ids: number[], conflict?: import('./rows.js').Conflict,
 *   facts?: {size: number, modified: number}}} Command
 */

/** @type {Map<string, Command>} what the working tab has not carried out and kept yet */
const unheard = new Map();

/**
 * @param {Command['name']} name
 * @param {number[]} ids
 * @param {Partial<Command>} [more]
 */
export function command(name, ids, more = {}) {
  if (ids.length === 0) return;
  /** @type {Command} */
  const one = { key: Math.random().toString(36).slice(2), name, ids, ...more };
  if (leads()) {
    carryOut(one);
    return;
  }
  unheard.set(one.key, one);
  tellTabs({ type: 'command', command: one });
}

/** What was ordered while nobody worked. */
export function pending() {
  const all = [...unheard.values()];
  unheard.clear();
  return all;
}

/** Another tab took the work over: it may have missed something. */
export function resend() {
  for (const one of unheard.values()) tellTabs({ type: 'command', command: one });
}

/** @param {any} message */
export function hearCommand(message) {
  if (message.type === 'heard') unheard.delete(message.key);
  if (message.type !== 'command' || !leads()) return;
  // Said only now: a tab that dies before has carried out nothing that anybody could know of.
  carryOut(message.command).then(() => tellTabs({ type: 'heard', key: message.command.key }));
}

/**
 * Applies a command; resolves when that is kept.
 *
 * @param {Command} order
 */
async function carryOut(order) {
  const erasing = apply(order);
  await flush();
  await erasing;
}

/**
 * @param {Command} order
 * @returns {Promise<void> | undefined} what is erased, when it is
 */
export function apply({ name, ids, conflict, facts }) {
  const about = ids.flatMap((id) => rows.get(id) ?? []);
  let erasing;
  switch (name) {
    case 'pause':
      for (const row of about) {
        if (row.state !== 'waiting' && row.state !== 'running') continue;
        stop(row.id);
        set(row, { state: 'paused' });
      }
      break;
    case 'resume':
      for (const row of about) if (row.state === 'paused' || row.state === 'failed') set(row, { state: 'waiting', error: '', code: 0 });
      break;
    case 'found':
      for (const row of about) if (!ENDED.has(row.state)) set(row, { state: 'waiting', error: '', code: 0, ...facts });
      break;
    case 'answer':
      for (const row of about) {
        if (ENDED.has(row.state)) continue;
        if (row.state !== 'clash') set(row, { conflict });
        else if (conflict === 'skip') {
          if (row.uploadID) cancelOnServer(row.uploadID);
          set(row, { conflict, state: 'skipped', ended: Date.now(), uploadID: '' });
        } else set(row, { conflict, state: 'waiting', error: '', code: 0 });
      }
      break;
    case 'drop':
      for (const row of about) {
        stop(row.id);
        if (row.uploadID && !ENDED.has(row.state)) cancelOnServer(row.uploadID);
        forget(row.id);
      }
      erasing = erase(ids);
      break;
    default:
  }
  touch();
  pump();
  return erasing;
}

/** @param {number[]} ids */
export function pause(ids) {
  command('pause', ids);
}

/** @param {number[]} ids also tries again what failed */
export async function resume(ids) {
  command('resume', await withFreshFiles(ids));
}

/**
 * What changed on the device is read anew where its handle is kept.
 *
 * @param {number[]} ids
 * @returns {Promise<number[]>} what is left to be resumed as it is
 */
async function withFreshFiles(ids) {
  const rest = [];
  for (const id of ids) {
    const row = rows.get(id);
    if (row?.state !== 'failed' || row.code !== CHANGED || !row.handle) {
      rest.push(id);
      continue;
    }
    const file = await row.handle.getFile().catch(() => undefined);
    if (file) found(row, file);
  }
  return rest;
}

/** @param {number[]} ids */
export function drop(ids) {
  command('drop', ids);
}

/** @param {boolean} isPausing everything */
export function pauseAll(isPausing) {
  const states = isPausing ? ['waiting', 'running'] : ['paused'];
  command(isPausing ? 'pause' : 'resume', list().filter((row) => states.includes(row.state)).map((row) => row.id));
}

/** Forgets what is finished. */
export function clearFinished() {
  drop(list().filter((row) => ENDED.has(row.state)).map((row) => row.id));
}

/**
 * @param {Upload} row
 * @param {'rename' | 'replace' | 'skip'} conflict
 * @param {boolean} forAll for whatever was chosen together with it
 */
export function answerClash(row, conflict, forAll) {
  const about = forAll ? list().filter((one) => one.batch === row.batch && !ENDED.has(one.state) && (one.conflict === 'fail' || one === row)) : [row];
  command('answer', about.map((one) => one.id), { conflict });
}

/**
 * Goes on with rows whose files the page lost.
 *
 * @param {File[]} chosen again
 * @returns {number} how many of them were waited for
 */
export function rejoin(chosen) {
  const lost = list().filter((row) => row.state === 'file' || (row.state === 'failed' && row.code === CHANGED));
  let count = 0;
  for (const file of chosen) {
    const path = /** @type {any} */ (file).webkitRelativePath ?? '';
    const fits = lost.filter((row) => row.state === 'file' && isSame(row, file));
    // Of files that look alike in several directories, the one that was chosen in this one.
    const row = fits.find((one) => path && path === `${one.parents}/${one.name}`) ?? fits[0]
      ?? lost.find((one) => one.state === 'failed' && one.name === file.name);
    if (!row) continue;
    lost.splice(lost.indexOf(row), 1);
    found(row, file);
    count += 1;
  }
  return count;
}

/**
 * Goes on with rows whose files the browser gives after a question; to be called by a tap.
 *
 * @returns {Promise<void>}
 */
export async function rejoinByHandles() {
  const rowsByHandle = list().filter((row) => row.state === 'file' && row.handle);
  for (const [id, file] of await askForHandles(rowsByHandle)) {
    const row = rows.get(id);
    if (row) found(row, file);
  }
}

/**
 * @param {Upload} row
 * @param {File} file
 */
function found(row, file) {
  files.set(row.id, file);
  giveFiles([[row.id, file]]);
  command('found', [row.id], { facts: { size: file.size, modified: file.lastModified } });
}
