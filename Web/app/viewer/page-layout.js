// @ts-check
// Where the pages of a document lie below one another. A page that nobody looked at has the size of the first one.

const GAP = 16;

/** @typedef {{width: number, height: number}} Size */

export class PageLayout {
  /** @param {number} count @param {Size} first size of page 1, at a scale of 1 */
  constructor(count, first) {
    this.count = count;
    this.first = first;
    /** @type {Map<number, Size>} sizes of pages that differ, by index */
    this.sizes = new Map();
    this.scale = 1;
  }

  /** @param {number} index @returns {Size} as it is drawn */
  size(index) {
    const { width, height } = this.sizes.get(index) ?? this.first;
    return { width: width * this.scale, height: height * this.scale };
  }

  /**
   * @param {number} index
   * @param {Size} size
   * @returns {boolean} whether that is news
   */
  learn(index, size) {
    const known = this.sizes.get(index) ?? this.first;
    if (Math.abs(known.width - size.width) < 0.5 && Math.abs(known.height - size.height) < 0.5) return false;
    this.sizes.set(index, size);
    return true;
  }

  /** Where a page begins. @param {number} index */
  top(index) {
    let top = GAP + index * (this.first.height * this.scale + GAP);
    for (const [other, size] of this.sizes) if (other < index) top += (size.height - this.first.height) * this.scale;
    return top;
  }

  get height() {
    return this.top(this.count);
  }

  /** The widest page. */
  get width() {
    return Math.max(this.first.width, ...[...this.sizes.values()].map((size) => size.width)) * this.scale;
  }

  /** The page that is at a height. @param {number} y */
  at(y) {
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.top(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The pages within a part, `last` not included.
   *
   * @param {number} top
   * @param {number} height
   */
  range(top, height) {
    return { first: this.at(top), last: this.at(top + height) + 1 };
  }
}
