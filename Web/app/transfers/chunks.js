// @ts-check
// A large file: sent in chunks while its hash is taken, and asked for on the server after each break.
import { ApiError, CODE, call, token } from '../core/api.js';
import * as db from '../core/db.js';
import { hashFile } from './hash/hashing.js';
import { again, isPassing, isReplaced, pauseBefore, rest } from './retry.js';
import { destination, placeOfPath } from './rows.js';
import { send } from './send.js';
import { checkUnchanged } from './source.js';

/**
 * @typedef {import('./rows.js').Upload} Upload
 * @typedef {import('./upload.js').Context} Context
 */

/** An answer that takes longer than this is worth sending the next chunk meanwhile. */
const FAR = 400;

/** The upload as the server has it. */
class Known {
  /** @param {any} reply of the server's */
  constructor(reply) {
    this.id = String(reply.upload_id);
    this.chunkSize = Number(reply.chunk_size);
    this.have = new Set(/** @type {number[]} */ (reply.chunks.map((/** @type {any} */ chunk) => chunk.id)));
    this.resource = reply.resource;
  }

  /**
   * @param {number} size of the file
   * @returns {number[]} in order
   */
  missing(size) {
    const total = Math.ceil(size / this.chunkSize);
    const numbers = [];
    for (let number = 1; number <= total; number += 1) if (!this.have.has(number)) numbers.push(number);
    return numbers;
  }

  /** @param {number} size of the file @returns {number} bytes that are safe */
  safe(size) {
    const total = Math.ceil(size / this.chunkSize);
    const last = this.have.has(total) ? this.chunkSize - (size - (total - 1) * this.chunkSize) : 0;
    return this.have.size * this.chunkSize - last;
  }
}

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
          signal, json: { sha256: row.hash, size: row.size },
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

/** The chunks of one file that are on their way. */
class Line {
  /**
   * @param {Known} known
   * @param {Upload} row
   * @param {File} file
   * @param {Context} context
   */
  constructor(known, row, file, context) {
    this.known = known;
    this.row = row;
    this.file = file;
    this.context = context;
    /** @type {Map<number, number>} bytes that left, by chunk */
    this.moving = new Map();
    /** @type {Set<Promise<void>>} */
    this.open = new Set();
    /** @type {unknown} of a chunk whose end nobody waited for */
    this.failure = undefined;
    /** The shortest time that an answer took after its bytes had left: how far the server is, not how busy. */
    this.delay = Infinity;
    this.tell();
  }

  get isFar() {
    return this.delay > FAR && this.delay < Infinity;
  }

  tell() {
    let bytes = this.known.safe(this.row.size);
    for (const moved of this.moving.values()) bytes += moved;
    this.context.onSent(bytes);
  }

  /**
   * Resolves when the next chunk may follow.
   *
   * @param {number} number
   */
  async send(number) {
    const room = this.isFar ? 2 : 1;
    while (this.open.size >= room) await Promise.race(this.open);
    if (this.failure) throw this.failure;
    await new Promise((/** @type {(value?: unknown) => void} */ resolve, reject) => {
      const one = this.put(number, () => this.isFar && resolve());
      this.open.add(one);
      const close = () => this.open.delete(one);
      one.then(close, close);
      one.then(resolve, reject);
    });
  }

  /**
   * @param {number} number
   * @param {() => void} onAllSent
   */
  async put(number, onAllSent) {
    const { slots, signal, save } = this.context;
    const start = (number - 1) * this.known.chunkSize;
    const body = this.file.slice(start, Math.min(start + this.known.chunkSize, this.row.size));
    let left = 0;
    try {
      await slots.run(() => send('PUT', `/uploads/${this.known.id}/chunks/${number}`, body, {
        signal,
        headers: { 'Content-Type': 'application/octet-stream', Prefer: 'return=minimal' },
        onSent: (bytes) => {
          this.moving.set(number, Math.min(bytes, body.size));
          this.tell();
        },
        onAllSent: () => {
          left = performance.now();
          onAllSent();
        },
      }), signal);
      this.delay = Math.min(this.delay, performance.now() - left);
      this.known.have.add(number);
    } catch (error) {
      this.failure ??= error;
      throw error;
    } finally {
      this.moving.delete(number);
    }
    this.row.safe = this.known.safe(this.row.size);
    this.tell();
    await save(this.row);
  }

  /** Waits until all have been answered. */
  async empty() {
    await Promise.all(this.open);
    if (this.failure) throw this.failure;
  }

  /** Waits until none is on its way, whatever became of them. */
  async settle() {
    await Promise.allSettled(this.open);
    this.failure = undefined;
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
