// @ts-check
// How what was chosen gets into the queue.
import { session } from '../core/session.js';
import { files, rows, touch } from './queue.js';
import * as stored from './rows.js';
import { pump, set } from './scheduler.js';
import { breath, giveFiles, tab, tellTabs } from './tabs.js';
import { taking } from './taking.js';

/** @typedef {import('./rows.js').Upload} Upload */
/** @typedef {import('./collect.js').Found} Found */

/** Files whose length and time are asked at once: browsers look each of them up on the disk, 0.2 ms a file. */
const PIECE = 100;

/**
 * Adds what was chosen to the queue.
 *
 * @param {string} folder percent-encoded path
 * @param {Found[]} chosen
 */
export function add(folder, chosen) {
  return taking(addAll(folder, chosen));
}

/**
 * @param {string} folder
 * @param {Found[]} chosen
 */
async function addAll(folder, chosen) {
  const whose = session.value?.user.user_id;
  if (!whose) return;
  const batch = Date.now();
  for (let start = 0; start < chosen.length; start += PIECE) {
    const piece = chosen.slice(start, start + PIECE);
    const fresh = piece.map((one) => freshRow(whose, batch, folder, one));
    const made = await stored.add(fresh).catch(() => withoutDatabase(fresh));
    const readable = made.flatMap((row, index) => {
      const { file } = piece[index];
      return file ? [/** @type {[number, File]} */ ([row.id, file])] : [];
    });
    for (const [id, file] of readable) files.set(id, file);
    // Whose session has ended meanwhile finds all of it after a new sign-in.
    if (session.value?.user.user_id === whose) enter(made, readable);
    await breath();
  }
}

/**
 * @param {Upload[]} made
 * @param {[number, File][]} readable
 */
function enter(made, readable) {
  tellTabs({ type: 'rows', rows: made, advances: [] });
  giveFiles(readable);
  for (const row of made) {
    rows.set(row.id, row);
    set(row, {});
  }
  touch();
  pump();
}

/**
 * @param {number} whose
 * @param {number} batch
 * @param {string} folder
 * @param {Found} found
 * @returns {Omit<Upload, 'id'>}
 */
function freshRow(whose, batch, folder, { file, name, parents, handle, top }) {
  return {
    user: whose, batch, tab, kind: file ? 'file' : 'folder', folder, parents, name: file?.name ?? name ?? '', size: file?.size ?? 0,
    modified: file?.lastModified ?? 0, state: 'waiting', revision: 0, uploadID: '', safe: 0, hash: '', conflict: 'fail', error: '', code: 0, ended: 0,
    ...(handle && { handle }), ...(top && { top }),
  };
}

let lastID = 0;

/**
 * A private window may have no database: the queue lives as long as the page then.
 *
 * @param {Omit<Upload, 'id'>[]} fresh
 * @returns {Upload[]}
 */
function withoutDatabase(fresh) {
  return fresh.map((row) => {
    lastID -= 1;
    return { ...row, id: lastID };
  });
}
