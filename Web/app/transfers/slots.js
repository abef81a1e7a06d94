// @ts-check

/** Browsers open six connections to a server: four for uploads leave one for media and one for calls. */
export class Slots {
  /**
   * @param {number} count
   * @param {() => void} [check] before each piece of work; throws where it must not begin
   */
  constructor(count, check = () => {}) {
    this.free = count;
    this.check = check;
    /** @type {Set<() => void>} */
    this.waiting = new Set();
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
    while (this.free === 0) await this.turn(signal);
    signal?.throwIfAborted();
    this.free -= 1;
    try {
      this.check();
      return await work();
    } finally {
      this.free += 1;
      const [next] = this.waiting;
      next?.();
    }
  }

  /**
   * Resolves when a slot may be free; one who gives up does not take another's turn.
   *
   * @param {AbortSignal} [signal]
   * @returns {Promise<void>}
   */
  turn(signal) {
    return new Promise((resolve) => {
      const go = () => {
        this.waiting.delete(go);
        signal?.removeEventListener('abort', go);
        resolve();
      };
      this.waiting.add(go);
      signal?.addEventListener('abort', go);
    });
  }
}
