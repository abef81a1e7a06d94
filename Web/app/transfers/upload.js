// @ts-check
// The life of one upload, from a row and its file to a file of the drive.
import { ApiError, CODE, call } from '../core/api.js';
import { inChunks } from './chunks.js';
import { again, isPassing, rest } from './retry.js';
import { destination, parentPath } from './rows.js';
import { ChangedError, checkUnchanged, isSame } from './source.js';
import { hashFile } from './hash/hashing.js';
import { send } from './send.js';

/** Files up to this go in one request, with their hash in front. */
export const SMALL = 4 << 20;

/**
 * @typedef {import('./rows.js').Upload} Upload
 * @typedef {{slots: import('./slots.js').Slots, signal: AbortSignal, save: (row: Upload) => Promise<unknown>,
 *   onSent: (bytes: number) => void, onHashed: (bytes: number) => void, isEncrypted: (folder: string) => Promise<boolean>}} Context
 *   `onSent` and `onHashed` are told the whole of what is safe or under way
 * @typedef {{isSkipped: boolean}} Outcome
 */

/**
 * Brings one file onto the drive, or makes a directory.
 *
 * @param {Upload} row is changed and saved on the way
 * @param {File | undefined} file
 * @param {Context} context
 * @returns {Promise<Outcome>}
 */
export async function upload(row, file, context) {
  if (row.kind === 'folder') return makeFolder(row, context);
  if (!file || !isSame(row, file)) throw new ChangedError();
  if (!row.uploadID && (row.conflict === 'skip' || (row.conflict === 'fail' && row.size > SMALL)) && (await isTaken(row, context))) {
    // Better said before the bytes have gone than after.
    if (row.conflict === 'skip') return { isSkipped: true };
    throw new ApiError(CODE.clash, '');
  }
  // The server keeps no hashes of encrypted files, so that sending one twice could not be told from a clash.
  const isWhole = row.size <= SMALL && !row.uploadID && !(await context.isEncrypted(row.folder));
  const made = await (isWhole ? whole(row, file, context) : inChunks(row, file, context));
  // “Keep both” gave it another name.
  if (made?.name && !made.href) row.name = made.name;
  const isOther = made && (made.size !== row.size || Math.abs(made.mod_time - Math.floor(row.modified / 1000)) > 1);
  return { isSkipped: row.conflict === 'skip' && Boolean(isOther) };
}

/** Rows of which a request may have reached the server without an answer; another tab may have sent it. */
export const tried = new Set();

/**
 * @param {Upload} row
 * @param {File} file
 * @param {Context} context
 */
async function whole(row, file, { slots, signal, onSent, onHashed }) {
  row.hash ||= await hashFile(file, { signal, onProgress: onHashed });
  const form = new FormData();
  const fields = {
    action: 'upload', hash: row.hash, total_size: row.size, total_chunks: row.size > 0 ? 1 : 0, chunk_number: 1, chunk_size: row.size,
    mod_time: Math.floor(row.modified / 1000), on_conflict: row.conflict,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  // A slice, never the file itself: Chromium sends that by its path, and kills a page that was not given the path by a person
  // but the file by another tab.
  form.append('uploadfile', file.slice(0, file.size), row.name);
  let isRepeated = tried.has(row.id);
  tried.add(row.id);
  const attempt = () => again(
    () => slots.run(() => send('POST', `/resources${destination(row)}`, form, { signal, onSent: (bytes) => onSent(Math.min(bytes, row.size)) }), signal),
    signal,
    (error) => {
      isRepeated ||= isPassing(error);
      // A file that changed cannot be sent, which looks like a network that is gone.
      return checkUnchanged(row, file);
    },
  );
  try {
    return (await attempt()).resource;
  } catch (error) {
    if (!isRepeated || !(error instanceof ApiError) || error.code !== CODE.clash) throw error;
    // Perhaps a clash with itself: an attempt whose answer was lost is just being finished. The same bytes are no clash then.
    await rest(1000, signal);
    return (await attempt()).resource;
  } finally {
    if (!signal.aborted) tried.delete(row.id);
  }
}

/**
 * Makes a directory and those above it; one that is there is as good.
 *
 * @param {Upload} row
 * @param {Context} context
 * @returns {Promise<Outcome>}
 */
async function makeFolder(row, { slots, signal }) {
  const names = [...(row.parents ? row.parents.split('/') : []), row.name];
  for (let depth = 1; depth <= names.length; depth += 1) {
    const path = [row.folder, ...names.slice(0, depth).map(encodeURIComponent)].join('/');
    try {
      await again(() => slots.run(() => call('POST', `/resources${path}`, { signal }), signal), signal);
    } catch (error) {
      if (!(error instanceof ApiError) || ![CODE.clash, CODE.exists].includes(error.code)) throw error;
      if (!(await isFolder(path, signal))) throw error;
    }
  }
  return { isSkipped: false };
}

/**
 * @param {string} path percent-encoded
 * @param {AbortSignal} signal
 */
async function isFolder(path, signal) {
  try {
    await again(() => call('GET', `/resources${path}`, { signal, query: { page_size: 1 } }), signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError && error.code !== CODE.signedOut) return false;
    throw error;
  }
}

/**
 * Whether something of that name is there already.
 *
 * @param {Upload} row
 * @param {Context} context
 */
async function isTaken(row, { signal }) {
  try {
    const found = await again(() => call('GET', `/resources${parentPath(row)}`, { signal, query: { name: row.name, page: 1, page_size: 1000 } }), signal);
    return found.list.some((/** @type {any} */ entry) => entry.name === row.name);
  } catch (error) {
    // No such directory yet: then no such file. Anything else is said by the upload itself.
    if (error instanceof ApiError && error.code !== CODE.signedOut) return false;
    throw error;
  }
}
