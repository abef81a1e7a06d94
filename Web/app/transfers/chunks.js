// @ts-check
// A large file: sent in chunks while its hash is taken, and asked for on the server after each break.
import { ApiError, CODE, call, token } from '../core/api.js';
import * as db from '../core/db.js';
import { hashFile } from './hash/hashing.js';
import { Known } from './known.js';
import { Line } from './line.js';
import { again, isPassing, isReplaced, pauseBefore, rest } from './retry.js';
import { destination, placeOfPath } from './rows.js';
import { checkUnchanged } from './source.js';

/**
 * @typedef {import('./rows.js').Upload} Upload
 * @typedef {import('./upload.js').Context} Context
 */

/**
 * @param {Upload} row
 * @param {File} file
 * @param {Context} context
 * @returns {Promise<any>} what was made
 */
export async function inChunks(row, file, context) {
  const { slots, signal, save } = context;
  // Ends the hash too when the upload fails.
  const ended = new AbortController();
  const end = () => ended.abort(signal.reason);
  signal.addEventListener('abort', end);
  const hash = row.hash ? Promise.resolve(row.hash) : hashOf(row, file, { ...context, signal: ended.signal });
  /** @type {unknown} */
  let unreadable;
  hash.catch((error) => {
    unreadable = error;
  });
  try {
    for (;;) {
      const known = (row.uploadID && (await ask(row, signal))) || (await begin(row, context));
      if (known.resource) return known.resource;
      try {
        await sendMissing(known, row, file, context, () => {
          if (unreadable) throw unreadable;
        });
        row.hash = await hash;
        await checkUnchanged(row, file);
        await save(row);
        const reply = await again(() => slots.run(() => call('POST', `/uploads/${known.id}/complete`, {
          signal, json: { sha256: row.hash, size: row.size, on_conflict: row.conflict },
        }), signal), signal);
        return reply.resource;
      } catch (error) {
        // The server knows the upload no more (a week passed, or it was dropped): once more from the start.
        if (!isForgotten(error)) throw error;
        Object.assign(row, { uploadID: '', safe: 0 });
        await save(row);
      }
    }
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/** @param {unknown} error */
function isForgotten(error) {
  return error instanceof ApiError && error.status === 404 && (error.code === CODE.unknown || error.code === 0);
}

/**
 * @param {Upload} row
 * @param {Context} context
 */
async function begin(row, { slots, signal, save }) {
  const reply = await again(() => slots.run(() => call('POST', '/uploads', {
    signal, json: { ...placeOfPath(destination(row)), size: row.size, mod_time: Math.floor(row.modified / 1000), on_conflict: row.conflict },
  }), signal), signal);
  const known = new Known(reply);
  row.uploadID = known.id;
  row.safe = 0;
  await save(row);
  return known;
}

/**
 * Asks what the server has; undefined when it knows nothing of the upload.
 *
 * @param {Upload} row
 * @param {AbortSignal} signal
 */
async function ask(row, signal) {
  try {
    return new Known(await again(() => call('GET', `/uploads/${row.uploadID}`, { signal }), signal));
  } catch (error) {
    if (!isForgotten(error)) throw error;
    return undefined;
  }
}

/**
 * Sends what is missing, one chunk after the other; where answers take long, the next one leaves meanwhile. After a break the
 * server is asked first: what arrived is not sent again, and nothing is sent to a server that is not there.
 *
 * @param {Known} known is told what arrived
 * @param {Upload} row
 * @param {File} file
 * @param {Context} context
 * @param {() => void} check throws when there is no sense in going on
 */
async function sendMissing(known, row, file, context, check) {
  const { signal } = context;
  const line = new Line(known, row, file, context);
  for (let attempt = 0; ; ) {
    const used = token.value;
    const before = known.have.size;
    try {
      for (const number of known.missing(row.size)) {
        check();
        await line.send(number);
      }
      await line.empty();
      return;
    } catch (error) {
      await line.settle();
      signal.throwIfAborted();
      // A file that changed cannot be sent, which looks like a network that is gone.
      await checkUnchanged(row, file);
      if (!isReplaced(error, used)) {
        if (!isPassing(error)) throw error;
        if (known.have.size > before) attempt = 0;
        await rest(pauseBefore(attempt, error), signal);
        attempt += 1;
      }
      const now = await ask(row, signal);
      if (!now) throw new ApiError(CODE.unknown, '', 404);
      known.have = now.have;
      line.tell();
    }
  }
}

/**
 * @param {Upload} row
 * @param {File} file
 * @param {Context} context
 */
async function hashOf(row, file, { signal, onHashed }) {
  const { size, lastModified } = file;
  const kept = await db.get('hashes', row.id).catch(() => undefined);
  // What was read of a file that has changed since says nothing about this one.
  const isOfThis = kept?.size === size && kept.lastModified === lastModified;
  const digest = await hashFile(file, {
    signal,
    ...(isOfThis && { state: kept.state, from: kept.done }),
    onProgress: onHashed,
    onState: (state, done) => db.put('hashes', { state, done, size, lastModified }, row.id).catch(() => {}),
  });
  await db.remove('hashes', row.id).catch(() => {});
  return digest;
}
