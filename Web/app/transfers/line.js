// @ts-check
import { send } from './send.js';

/**
 * @typedef {import('./rows.js').Upload} Upload
 * @typedef {import('./upload.js').Context} Context
 * @typedef {import('./known.js').Known} Known
 */

/** An answer that takes longer than this is worth sending the next chunk meanwhile. */
const FAR = 400;

/** The chunks of one file that are on their way. */
export class Line {
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
