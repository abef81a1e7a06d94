// @ts-check
// The life of one upload, from a row and its file to a file of the drive.
import { ApiError, CODE, call } from '../core/api.js';
import * as db from '../core/db.js';
import { rootOf } from '../core/path.js';
import { hashFile } from './hash/hashing.js';
import { destination } from './rows.js';
import { send } from './send.js';

/** Files up to this go in one request, with their hash in front. */
export const SMALL = 4 << 20;

/**
 * @typedef {import('./rows.js').Upload} Upload
 * @typedef {{slots: import('./slots.js').Slots, signal: AbortSignal, save: (row: Upload) => Promise<unknown>,
 *   onSent: (bytes: number) => void, onHashed: (bytes: number) => void}} Context
 *   `onSent` and `onHashed` are told the whole of what is safe or under way
 */

/** The file was changed while it was read. */
export class ChangedError extends Error {}

/**
 * Brings one file onto the drive; resolves with the resource that was made.
 *
 * @param {Upload} row is changed and saved on the way
 * @param {File} file
 * @param {Context} context
 * @returns {Promise<any>}
 */
export async function upload(row, file, context) {
  if (file.size !== row.size || Math.abs(file.lastModified - row.modified) >= 1000) throw new ChangedError();
  return file.size <= SMALL ? whole(row, file, context) : inChunks(row, file, context);
}

/**
 * @param {Upload} row
 * @param {File} file
 * @param {Context} context
 */
async function whole(row, file, { slots, signal, onSent, onHashed, save }) {
  row.hash ||= await hashFile(file, { signal, onProgress: onHashed });
  const form = new FormData();
  const fields = {
    action: 'upload', hash: row.hash, total_size: row.size, total_chunks: row.size > 0 ? 1 : 0, chunk_number: 1, chunk_size: row.size,
    mod_time: Math.floor(row.modified / 1000), on_conflict: row.conflict,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('uploadfile', file, row.name);
  await save(row);
  const reply = await again(() => slots.run(() => send('POST', `/resources${destination(row)}`, form, { signal, onSent: (bytes) => onSent(Math.min(bytes, row.size)) }), signal), signal);
  return reply.resource;
}

/**
 * @param {Upload} row
 * @param {File} file
 * @param {Context} context
 */
async function inChunks(row, file, context) {
  const { slots, signal, save } = context;
  const hash = row.hash ? Promise.resolve(row.hash) : hashOf(row, file, context);
  // The chunks are sent meanwhile; a failure is met where the hash is awaited.
  hash.catch(() => {});
  if (row.uploadID) await catchUp(row, signal, save);
  for (;;) {
    if (!row.uploadID) {
      const begun = await again(() => slots.run(() => call('POST', '/uploads', {
        signal,
        root: rootOf(row.folder),
        json: { ...placeOf(row), size: row.size, mod_time: Math.floor(row.modified / 1000), on_conflict: row.conflict },
      }), signal), signal);
      Object.assign(row, { uploadID: begun.upload_id, chunkSize: begun.chunk_size, chunks: begun.chunks.map((/** @type {any} */ chunk) => chunk.id) });
      await save(row);
    }
    try {
      await sendChunks(row, file, context);
      row.hash = await hash;
      await save(row);
      const reply = await again(() => slots.run(() => call('POST', `/uploads/${row.uploadID}/complete`, {
        signal, root: rootOf(row.folder), json: { sha256: row.hash, size: row.size },
      }), signal), signal);
      return reply.resource;
    } catch (error) {
      // The server knows the upload no more (a week passed, or it was cancelled): once more from the start.
      if (!(error instanceof ApiError) || error.status !== 404 || error.code !== CODE.missing) throw error;
      Object.assign(row, { uploadID: '', chunks: [] });
      await save(row);
    }
  }
}

/** @param {Upload} row */
function placeOf(row) {
  const encoded = destination(row);
  try {
    return { path: decodeURIComponent(encoded) };
  } catch {
    return { href: encoded };
  }
}

/**
 * @param {Upload} row
 * @param {File} file
 * @param {Context} context
 */
async function hashOf(row, file, { signal, onHashed }) {
  const kept = await db.get('hashes', row.id).catch(() => undefined);
  const digest = await hashFile(file, {
    signal,
    ...(kept && { state: kept.state, from: kept.done }),
    onProgress: onHashed,
    onState: (state, done) => db.put('hashes', { state, done }, row.id).catch(() => {}),
  });
  await db.remove('hashes', row.id).catch(() => {});
  return digest;
}

/**
 * Asks what the server has of an upload.
 *
 * @param {Upload} row
 * @param {AbortSignal} signal
 * @param {(row: Upload) => Promise<unknown>} save
 */
async function catchUp(row, signal, save) {
  try {
    const known = await again(() => call('GET', `/uploads/${row.uploadID}`, { signal, root: rootOf(row.folder) }), signal);
    row.chunks = known.chunks.map((/** @type {any} */ chunk) => chunk.id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    Object.assign(row, { uploadID: '', chunks: [] });
  }
  await save(row);
}

/**
 * Sends what is missing. The next chunk begins when the bytes of the one before have left, while its answer is awaited:
 * the line stays full, and a break costs one chunk, two at most.
 *
 * @param {Upload} row
 * @param {File} file
 * @param {Context} context
 */
async function sendChunks(row, file, { slots, signal, save, onSent }) {
  const total = Math.ceil(row.size / row.chunkSize);
  const lengthOf = (/** @type {number} */ number) => Math.min(row.chunkSize, row.size - (number - 1) * row.chunkSize);
  const safe = () => row.chunks.reduce((sum, number) => sum + lengthOf(number), 0);
  /** @type {Map<number, number>} bytes on their way, by chunk */
  const moving = new Map();
  const tell = () => onSent(safe() + [...moving.values()].reduce((sum, bytes) => sum + bytes, 0));
  /** @type {Set<Promise<void>>} */
  const open = new Set();
  /** @type {unknown} */
  let failure;
  tell();
  for (let number = 1; number <= total && !failure; number += 1) {
    if (row.chunks.includes(number)) continue;
    await new Promise((/** @type {(value?: unknown) => void} */ leave) => {
      const start = (number - 1) * row.chunkSize;
      const body = file.slice(start, start + lengthOf(number));
      const one = again(() => slots.run(() => send('PUT', `/uploads/${row.uploadID}/chunks/${number}`, body, {
        signal,
        headers: { 'Content-Type': 'application/octet-stream', Prefer: 'return=minimal' },
        onSent: (bytes) => {
          moving.set(number, bytes);
          tell();
        },
        onAllSent: leave,
      }), signal), signal, () => moving.delete(number))
        .then(() => {
          if (!row.chunks.includes(number)) row.chunks.push(number);
          moving.delete(number);
          tell();
          return save(row);
        })
        .then(() => {}, (error) => {
          failure ??= error;
        })
        .finally(() => {
          open.delete(one);
          leave();
        });
      open.add(one);
    });
    if (open.size >= 2) await Promise.race(open);
  }
  await Promise.all(open);
  if (failure) throw failure;
}

/**
 * Repeats what failed because nobody answered, or because the server asked for patience.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {AbortSignal} signal
 * @param {() => void} [onFailure]
 * @returns {Promise<T>}
 */
export async function again(work, signal, onFailure) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      onFailure?.();
      if (!(error instanceof ApiError) || !isPassing(error)) throw error;
      const pause = error.retryAfter > 0 ? error.retryAfter * 1000 : Math.min(15_000, 500 * 2 ** Math.min(attempt, 5)) * (0.75 + Math.random() / 2);
      await rest(pause, signal);
    }
  }
}

/** @param {ApiError} error whether waiting helps */
export function isPassing(error) {
  return error.isOffline || error.code === CODE.throttled || error.code === CODE.busy || [408, 429, 502, 503, 504].includes(error.status);
}

/**
 * Waits; shorter when the network comes back.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
function rest(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else resolve(undefined);
    };
    const timer = setTimeout(end, milliseconds);
    globalThis.addEventListener?.('online', end);
    signal.addEventListener('abort', end);
  });
}
