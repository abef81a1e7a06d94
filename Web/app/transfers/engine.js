// @ts-check
// The upload queue: what waits, what runs, what failed. One tab works it off; the others show it.
import { ApiError, CODE, call } from '../core/api.js';
import { Atom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { rootOf } from '../core/path.js';
import { nudge } from '../core/poll.js';
import { onSession, session } from '../core/session.js';
import { unlock } from '../core/unlock.js';
import { transferCount } from '../shell/navigation.js';
import { askClash } from './clash.js';
import { keepLease } from './lease.js';
import * as rows from './rows.js';
import { Slots } from './slots.js';
import { Speed } from './speed.js';
import { ChangedError, upload } from './upload.js';

/** @typedef {import('./rows.js').Upload} Upload */
/** @typedef {{sent: number, hashed: number}} Advance */

const RUNNING = 4;

/** Told whenever something about the queue changes. */
export const changed = new Atom(0);
/** How fast bytes leave. */
export const speed = new Speed();

/** @type {Map<number, Upload>} */
const all = new Map();
/** @type {Map<number, File>} what this tab can read */
const files = new Map();
/** @type {Map<number, Advance>} */
const advances = new Map();
/** @type {Map<number, AbortController>} */
const running = new Map();
const slots = new Slots(4);
let isLeader = false;
let isPausedByHand = false;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hearth-uploads');

/** The queue in the order in which it was filled. */
export function list() {
  return [...all.values()];
}

/** @param {Upload} row @returns {Advance} */
export function advanceOf(row) {
  return advances.get(row.id) ?? { sent: row.state === 'done' ? row.size : 0, hashed: 0 };
}

/** Whether something runs or waits to. */
export function isBusy() {
  return list().some((row) => row.state === 'waiting' || row.state === 'running');
}

export function isPaused() {
  return isPausedByHand;
}

/** Begins with what the browser keeps; called once. */
export function startTransfers() {
  onSession(async (next) => {
    for (const controller of running.values()) controller.abort();
    all.clear();
    advances.clear();
    if (next) await load(next.user.user_id);
    tell();
    pump();
  });
  if (session.value) load(session.value.user.user_id).then(() => pump());
  keepLease((isHeld) => {
    isLeader = isHeld;
    if (!isHeld) {
      for (const controller of running.values()) controller.abort();
      return;
    }
    channel?.postMessage({ type: 'files?' });
    if (session.value) load(session.value.user.user_id).then(() => pump());
  });
  channel?.addEventListener('message', ({ data }) => hear(data));
  addEventListener('beforeunload', (event) => {
    if (running.size > 0) event.preventDefault();
  });
}

/**
 * Adds files to the queue.
 *
 * @param {string} folder percent-encoded path
 * @param {{file: File, parents: string}[]} chosen
 */
export async function add(folder, chosen) {
  const user = session.value?.user.user_id;
  if (!user || chosen.length === 0) return;
  const batch = Date.now();
  const made = await rows.add(chosen.map(({ file, parents }) => fresh(user, batch, folder, parents, file)));
  made.forEach((row, index) => {
    all.set(row.id, row);
    files.set(row.id, chosen[index].file);
  });
  tell();
  channel?.postMessage({ type: 'added', rows: made, files: chosen.map(({ file }) => file) });
  pump();
}

/**
 * @param {number} user
 * @param {number} batch
 * @param {string} folder
 * @param {string} parents
 * @param {File} file
 * @returns {Omit<Upload, 'id'>}
 */
function fresh(user, batch, folder, parents, file) {
  return {
    user, batch, folder, parents, name: file.name, size: file.size, modified: file.lastModified, state: 'waiting', uploadID: '', chunkSize: 0,
    chunks: [], hash: '', conflict: 'fail', error: '', code: 0, ended: 0, result: '', attempts: 0,
  };
}

/**
 * Goes on with rows whose file is gone since the page was loaded anew.
 *
 * @param {File[]} chosen
 * @returns {number} how many of them were waited for
 */
export function rejoin(chosen) {
  let count = 0;
  for (const file of chosen) {
    const row = list().find((one) => one.state === 'file' && one.name === file.name && one.size === file.size && Math.abs(one.modified - file.lastModified) < 1000);
    if (!row) continue;
    files.set(row.id, file);
    set(row, { state: 'waiting', error: '' });
    channel?.postMessage({ type: 'added', rows: [row], files: [file] });
    count += 1;
  }
  pump();
  return count;
}

/** @param {number[]} ids */
export function pause(ids) {
  command('pause', ids);
}

/** @param {number[]} ids also tries again what failed */
export function resume(ids) {
  command('resume', ids);
}

/** @param {number[]} ids */
export function drop(ids) {
  command('drop', ids);
}

/** @param {boolean} isPausing everything */
export function pauseAll(isPausing) {
  isPausedByHand = isPausing;
  const about = list().filter((row) => (isPausing ? ['waiting', 'running'] : ['paused']).includes(row.state)).map((row) => row.id);
  command(isPausing ? 'pause' : 'resume', about);
}

/** Forgets what ended. */
export function clearFinished() {
  drop(list().filter((row) => rows.ENDED.has(row.state)).map((row) => row.id));
}

/**
 * @param {'pause' | 'resume' | 'drop'} name
 * @param {number[]} ids
 */
function command(name, ids) {
  apply(name, ids);
  channel?.postMessage({ type: 'command', name, ids });
  pump();
}

/**
 * @param {string} name
 * @param {number[]} ids
 */
function apply(name, ids) {
  for (const id of ids) {
    const row = all.get(id);
    if (!row) continue;
    if (name !== 'resume') running.get(id)?.abort();
    if (name === 'pause' && !rows.ENDED.has(row.state)) set(row, { state: 'paused' });
    if (name === 'resume' && ['paused', 'failed', 'clash'].includes(row.state)) set(row, { state: 'waiting', error: '', code: 0 });
    if (name === 'drop') {
      all.delete(id);
      files.delete(id);
      advances.delete(id);
      if (isLeader && row.uploadID && row.state !== 'done') cancelOnServer(row);
    }
  }
  if (name === 'drop') rows.remove(ids).catch(() => {});
  tell();
}

/** @param {Upload} row */
async function cancelOnServer(row) {
  await call('DELETE', `/uploads/${row.uploadID}`).catch(() => {});
}

/** @param {number} user */
async function load(user) {
  const kept = await rows.all(user).catch(() => list());
  for (const row of kept) {
    const known = all.get(row.id);
    if (known && running.has(row.id)) continue;
    // What ran when the page was closed goes on, if its file can be had.
    if (row.state === 'running') row.state = 'waiting';
    all.set(row.id, row);
  }
  tell();
}

/** Starts what may start. */
function pump() {
  if (!isLeader || !session.value) return;
  for (const row of all.values()) {
    if (running.size >= RUNNING) break;
    if (row.state !== 'waiting' || running.has(row.id)) continue;
    const file = files.get(row.id);
    if (!file) {
      set(row, { state: 'file' });
      continue;
    }
    run(row, file);
  }
}

/**
 * @param {Upload} row
 * @param {File} file
 */
async function run(row, file) {
  const controller = new AbortController();
  running.set(row.id, controller);
  advances.set(row.id, { sent: 0, hashed: 0 });
  set(row, { state: 'running', error: '', code: 0 });
  try {
    const made = await upload(row, file, {
      slots,
      signal: controller.signal,
      save: (changedRow) => rows.save(changedRow).catch(() => {}),
      onSent: (bytes) => advance(row, { sent: bytes }),
      onHashed: (bytes) => advance(row, { hashed: bytes }),
    });
    set(row, { state: made?.path || row.conflict !== 'skip' ? 'done' : 'skipped', ended: Date.now(), result: made?.path ?? '' });
    files.delete(row.id);
    soon();
  } catch (error) {
    if (!controller.signal.aborted) await failed(row, error);
  } finally {
    running.delete(row.id);
    pump();
  }
}

/**
 * @param {Upload} row
 * @param {unknown} error
 */
async function failed(row, error) {
  if (error instanceof ApiError && error.code === CODE.signedOut) {
    // It goes on when the same person signs in again.
    set(row, { state: 'waiting' });
    return;
  }
  if (error instanceof ApiError && (error.code === CODE.clash || error.code === CODE.exists)) {
    const answer = await askClash(row, list());
    if (!answer) {
      set(row, { state: 'clash', error: error.message, code: error.code });
      return;
    }
    for (const other of answer.forAll ? list().filter((one) => one.batch === row.batch && !rows.ENDED.has(one.state)) : [row]) {
      set(other, { conflict: answer.conflict, ...(other === row || other.state === 'clash' ? { state: 'waiting', error: '', uploadID: '', chunks: [] } : {}) });
    }
    if (answer.conflict === 'skip') set(row, { state: 'skipped', ended: Date.now() });
    return;
  }
  if (error instanceof ApiError && error.code === CODE.folderPassword) {
    if (await unlock(rootOf(row.folder) ?? 0)) {
      set(row, { state: 'waiting' });
      return;
    }
  }
  const isGone = error instanceof ChangedError || (error instanceof Error && error.name === 'NotReadableError') || (error instanceof Error && error.name === 'NotFoundError');
  set(row, {
    state: 'failed',
    error: isGone ? t('upload.changed') : error instanceof Error ? error.message : String(error),
    code: error instanceof ApiError ? error.code : 0,
    ...(isGone && { uploadID: '', chunks: [], hash: '' }),
  });
}

/**
 * @param {Upload} row
 * @param {Partial<Advance>} step
 */
function advance(row, step) {
  const before = advanceOf(row);
  const next = { ...before, ...step };
  advances.set(row.id, next);
  if (next.sent > before.sent) speed.add(next.sent - before.sent);
  tell(true);
}

/**
 * @param {Upload} row
 * @param {Partial<Upload>} change
 */
function set(row, change) {
  Object.assign(row, change);
  if (all.has(row.id)) rows.save(row).catch(() => {});
  if (isLeader) channel?.postMessage({ type: 'row', row, advance: advances.get(row.id) });
  tell();
}

let isPlanned = false;

/**
 * Tells the page, at most ten times a second.
 *
 * @param {boolean} [isProgress]
 */
function tell(isProgress = false) {
  transferCount.set(list().filter((row) => !rows.ENDED.has(row.state)).length);
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    changed.update((version) => version + 1);
    if (isProgress && isLeader) channel?.postMessage({ type: 'advance', advances: [...running.keys()].map((id) => [id, advances.get(id)]) });
  }, 100);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soonTimer;

/** Lists are asked again a moment after something arrived, not after each of a thousand files. */
function soon() {
  soonTimer ??= setTimeout(() => {
    soonTimer = undefined;
    nudge();
  }, 400);
}

/** @param {any} message of another tab */
function hear(message) {
  switch (message.type) {
    case 'added':
      message.rows.forEach((/** @type {Upload} */ row, /** @type {number} */ index) => {
        if (row.user !== session.value?.user.user_id) return;
        files.set(row.id, message.files[index]);
        const known = all.get(row.id);
        if (known) Object.assign(known, { state: running.has(row.id) ? known.state : row.state });
        else all.set(row.id, row);
      });
      tell();
      pump();
      break;
    case 'row': {
      if (isLeader || message.row.user !== session.value?.user.user_id) break;
      all.set(message.row.id, message.row);
      if (message.advance) advances.set(message.row.id, message.advance);
      tell();
      break;
    }
    case 'advance':
      if (isLeader) break;
      for (const [id, one] of message.advances) advances.set(id, one);
      tell();
      break;
    case 'command':
      apply(message.name, message.ids);
      pump();
      break;
    case 'files?': {
      const mine = [...files].filter(([id]) => all.has(id));
      if (mine.length) channel?.postMessage({ type: 'added', rows: mine.map(([id]) => all.get(id)), files: mine.map(([, file]) => file) });
      break;
    }
    default:
  }
}
