// @ts-check
// The upload queue: one tab works it off, every tab shows it and may steer it.
import { rootOf } from '../core/path.js';
import { endedBecause, session } from '../core/session.js';
import { onLockChange } from '../core/unlock.js';
import { CODE } from '../core/api.js';
import { startClashes } from './clash.js';
import { apply, command, hearCommand, pending, resend } from './commands.js';
import { startDownloads } from './downloads.js';
import { flush } from './journal.js';
import { advance, advances, changed, empty, files, forget, list, rows, touch } from './queue.js';
import { forgetFolders, isRunning, leads, pump, ready, set, startScheduler, stopAll } from './scheduler.js';
import * as stored from './rows.js';
import { byHandle } from './source.js';
import { summary } from './summary.js';
import { startSealing } from './sealed.js';
import { giveFiles, hearTabs, tellTabs } from './tabs.js';
import { isTaking } from './taking.js';
import { tried } from './upload.js';
import { startWaking } from './wake.js';

/** @typedef {import('./rows.js').Upload} Upload */

export { changed };

/** How long other tabs are waited for to hand over what they can read. */
const HANDOVER = 500;

/** @type {number | undefined} whose rows are shown */
let user;

/** Whether something runs, waits to, or is on its way into the queue. */
export function isBusy() {
  const all = summary();
  return isTaking() || all.running + all.waiting > 0;
}

/** When the rows that the browser keeps are known. */
let known = Promise.resolve();

/** How many uploads of whoever is signed in are not done yet. */
export async function openUploads() {
  await known;
  return summary().open;
}

/** Begins with what the browser keeps; called once. */
export function startTransfers() {
  hearTabs(hear);
  session.subscribe(follow);
  startScheduler((isHeld) => {
    if (isHeld && user) lead(user);
  });
  onLockChange((root) => {
    const waits = list().filter((row) => row.state === 'failed' && row.code === CODE.folderPassword && rootOf(row.folder) === root);
    if (waits.length) command('resume', waits.map((row) => row.id));
  });
  startSealing();
  startWaking();
  startClashes();
  startDownloads();
  follow(session.value);
}

/** @param {import('../core/session.js').Session | null | undefined} next */
async function follow(next) {
  const now = next?.user.user_id;
  if (now === user) {
    // Perhaps with another token.
    pump();
    return;
  }
  const before = user;
  user = now;
  known = change(before, now);
  await known;
  if (!now) return;
  tellTabs({ type: 'files?' });
  if (leads()) await lead(now);
}

/**
 * @param {number | undefined} before
 * @param {number | undefined} now
 */
async function change(before, now) {
  await flush();
  stopAll();
  empty();
  forgetFolders();
  // Who signs out by hand leaves no list of what was sent; what is not finished waits for the same person.
  if (before && !now && !endedBecause.value) stored.removeEnded(before).catch(() => {});
  if (now) await load(now);
}

/**
 * The rows of the database, added to those that are known.
 *
 * @param {number} whose
 */
async function load(whose) {
  const kept = await stored.all(whose).catch(() => []);
  if (user !== whose) return;
  for (const row of kept) {
    const known = rows.get(row.id);
    if (isRunning(row.id) || (known && known.revision > row.revision)) continue;
    rows.set(row.id, Object.assign(known ?? row, row));
  }
  touch();
}

/**
 * Takes the work over: what ran elsewhere goes on where its file can be had.
 *
 * @param {number} whose
 */
async function lead(whose) {
  tellTabs({ type: 'leader' });
  tellTabs({ type: 'files?' });
  await load(whose);
  const isOpen = (/** @type {Upload} */ row) => ['running', 'waiting', 'file'].includes(row.state) && !isRunning(row.id);
  const open = list().filter(isOpen);
  const isMissing = (/** @type {Upload} */ row) => row.kind === 'file' && !files.has(row.id);
  if (open.some(isMissing)) {
    await new Promise((resolve) => setTimeout(resolve, HANDOVER));
    for (const row of open.filter((one) => one.handle && isMissing(one))) {
      const file = await byHandle(row);
      if (file) files.set(row.id, file);
    }
  }
  if (user !== whose || !leads()) return;
  for (const row of open) {
    // Something else may have been ordered meanwhile.
    if (rows.get(row.id) !== row || !isOpen(row)) continue;
    // Its tab may have sent it without having kept that it did.
    if (row.state !== 'file') tried.add(row.id);
    const state = isMissing(row) ? 'file' : 'waiting';
    set(row, { state });
  }
  for (const one of pending()) apply(one);
  ready();
}

/** @param {any} message of another tab */
function hear(message) {
  switch (message.type) {
    case 'rows':
      for (const row of message.rows) {
        if (isRunning(row.id)) continue;
        const known = rows.get(row.id);
        if (!known) {
          rows.set(row.id, row);
          if (leads()) set(row, {});
        } else if (!leads() && row.revision >= known.revision) Object.assign(known, row);
        if (stored.ENDED.has(row.state)) files.delete(row.id);
      }
      if (!leads()) followAdvances(message);
      touch();
      // The files follow in messages of their own.
      setTimeout(pump, 50);
      break;
    case 'files': {
      for (const [id, file] of message.files) {
        files.set(id, file);
        const row = rows.get(id);
        if (row?.state === 'file' && leads()) set(row, { state: 'waiting' });
      }
      pump();
      break;
    }
    case 'files?':
      giveFiles([...files].filter(([id]) => rows.has(id)));
      break;
    case 'gone':
      message.ids.forEach(forget);
      touch();
      break;
    case 'leader':
      resend();
      break;
    default:
      hearCommand(message);
  }
}

/** @param {{rows: Upload[], advances: [number, import('./queue.js').Advance][]}} message */
function followAdvances(message) {
  for (const row of message.rows) if (row.state !== 'running') advances.delete(row.id);
  for (const [id, one] of message.advances) {
    const row = rows.get(id);
    if (row) advance(row, one);
  }
}
