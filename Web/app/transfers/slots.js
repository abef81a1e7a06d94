// @ts-check

/** Browsers open six connections to a server: four for uploads leave one for media and one for calls. */
export class Slots {
  /** @param {number} count */
  constructor(count) {
    this.free = count;
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  /**
   * Runs `work` when one of the slots is free.
   *
   * @template T
   * @param {() => Promise<T>} work
   * @param {AbortSignal} [signal]
   * @returns {Promise<T>}
   */
  async run(work, signal) {
    while (this.free === 0) await new Promise((resolve) => this.waiting.push(() => resolve(undefined)));
    signal?.throwIfAborted();
    this.free -= 1;
    try {
      return await work();
    } finally {
      this.free += 1;
      this.waiting.shift()?.();
    }
  }
}
