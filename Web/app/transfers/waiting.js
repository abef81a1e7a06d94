// @ts-check

/** What waits for its turn: small files pass by large ones, of which only some run at once. */
export class Waiting {
  constructor() {
    /** @type {Set<number>} */
    this.small = new Set();
    /** @type {Set<number>} */
    this.large = new Set();
  }

  /**
   * @param {number} id
   * @param {boolean} isLarge
   */
  add(id, isLarge) {
    (isLarge ? this.large : this.small).add(id);
  }

  /** @param {number} id */
  delete(id) {
    this.small.delete(id);
    this.large.delete(id);
  }

  clear() {
    this.small.clear();
    this.large.clear();
  }

  /**
   * Takes the one that was added first.
   *
   * @param {boolean} maySendLarge
   * @returns {number | undefined}
   */
  take(maySendLarge) {
    const [small] = this.small;
    const [large] = maySendLarge ? this.large : [];
    const id = small === undefined || (large !== undefined && large < small) ? large : small;
    if (id !== undefined) this.delete(id);
    return id;
  }
}
