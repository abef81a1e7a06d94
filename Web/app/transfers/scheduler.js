// @ts-check
// Works the queue off, in the one tab that holds the lease.
import { call, token } from '../core/api.js';
import { nudge } from '../core/poll.js';
import { session } from '../core/session.js';
import { placeOf } from '../files/place-of.js';
import { flush, note, noteAdvance } from './journal.js';
import { keepLease } from './lease.js';
import { outcomeOf } from './problems.js';
import { advance, arrivals, files, rows, settle, touch } from './queue.js';
import { rootOf } from '../core/path.js';
import { Slots } from './slots.js';
import { SMALL, upload } from './upload.js';
import { Waiting } from './waiting.js';

/** @typedef {import('./rows.js').Upload} Upload */

/** Files at once, and how many of them may be large. */
const RUNNING = 4;
const LARGE = 2;

/** @type {Map<number, AbortController>} */
const running = new Map();
const waiting = new Waiting();
let isLeader = false;
let isReady = false;

/** Upload requests in flight, over all files and tabs. */
const slots = new Slots(4, () => {
  if (!isLeader) throw new DOMException('another tab works', 'AbortError');
});

/**
 * Takes part in who works the queue off.
 *
 * @param {(isHeld: boolean) => void} onChange
 */
export function startScheduler(onChange) {
  keepLease((isHeld) => {
    isLeader = isHeld;
    isReady = false;
    if (!isHeld) stopAll();
    onChange(isHeld);
  });
}

/** Whether this tab does the work. */
export function leads() {
  return isLeader;
}

/** Whether bytes leave this tab. */
export function isSending() {
  return running.size > 0;
}

/** @param {number} id */
export function isRunning(id) {
  return running.has(id);
}

/** The rows and their files are known: the work may begin. */
export function ready() {
  isReady = true;
  pump();
}

/** The rows belong to somebody else now, or to nobody. */
export function stopAll() {
  isReady = false;
  waiting.clear();
  for (const controller of running.values()) controller.abort(new DOMException('stopped', 'AbortError'));
}

/** @param {number} id */
export function stop(id) {
  waiting.delete(id);
  running.get(id)?.abort(new DOMException('stopped', 'AbortError'));
}

/**
 * Changes a row; it is kept and told to the other tabs.
 *
 * @param {Upload} row
 * @param {Partial<Upload>} change
 */
export function set(row, change) {
  Object.assign(row, change);
  // A row that went away with its person is not written any more.
  if (rows.get(row.id) !== row) return;
  if (row.state === 'waiting') waiting.add(row.id, row.size > SMALL);
  else waiting.delete(row.id);
  if (row.state !== 'running') settle(row.id);
  if (change.state === 'done') arrivals.add(1);
  if (isLeader) note(row.id);
  touch();
}

/** Starts what may start. */
export function pump() {
  // The token goes before the session does.
  if (!isLeader || !isReady || !session.value || !token.value) return;
  while (running.size < RUNNING) {
    const id = waiting.take(largeRunning() < LARGE);
    const row = id === undefined ? undefined : rows.get(id);
    if (id === undefined) break;
    if (!row || running.has(id)) continue;
    if (row.kind === 'file' && !files.has(id)) set(row, { state: 'file' });
    else run(row);
  }
}

function largeRunning() {
  let count = 0;
  for (const id of running.keys()) if ((rows.get(id)?.size ?? 0) > SMALL) count += 1;
  return count;
}

/** @param {Upload} row */
async function run(row) {
  const controller = new AbortController();
  const { signal } = controller;
  running.set(row.id, controller);
  set(row, { state: 'running', error: '', code: 0 });
  const step = (/** @type {Partial<import('./queue.js').Advance>} */ change) => {
    if (signal.aborted) return;
    advance(row, change);
    noteAdvance(row.id);
  };
  try {
    const { isSkipped } = await upload(row, files.get(row.id), {
      slots,
      signal,
      save: async () => {
        note(row.id);
        await flush();
      },
      onSent: (sent) => step({ sent }),
      onHashed: (hashed) => step({ hashed }),
      isEncrypted,
    });
    files.delete(row.id);
    set(row, { state: isSkipped ? 'skipped' : 'done', ended: Date.now(), uploadID: '', handle: undefined, top: undefined });
    soon();
  } catch (error) {
    if (!signal.aborted) {
      const { change, isLost } = outcomeOf(row, error);
      if (isLost && row.uploadID) cancelOnServer(row.uploadID);
      set(row, { ...change, ...(isLost && { uploadID: '', safe: 0, hash: '' }) });
      flush();
    }
  } finally {
    running.delete(row.id);
    pump();
  }
}

/** @param {string} id of an upload that nobody wants any more */
export function cancelOnServer(id) {
  slots.run(() => call('DELETE', `/uploads/${id}`)).catch(() => {});
}

/** @type {Map<number, Promise<boolean>>} */
const encrypted = new Map();

/** @param {string} folder percent-encoded path */
function isEncrypted(folder) {
  const root = rootOf(folder) ?? 0;
  let known = encrypted.get(root);
  if (!known) {
    known = placeOf(`/s/${root}`).then((place) => place.isEncrypted);
    // The other way of sending suits every folder.
    known.catch(() => encrypted.delete(root));
    encrypted.set(root, known);
  }
  return known.catch(() => true);
}

/** Forgets which folders are encrypted, as when somebody else signs in. */
export function forgetFolders() {
  encrypted.clear();
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
