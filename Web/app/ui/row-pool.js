// @ts-check

/**
 * One item of a list, drawn by hand.
 *
 * @typedef {{element: HTMLElement, fill: (index: number) => void}} Row `fill` makes it show an item, and changes only what
 *   differs from what it shows
 * @typedef {{first: number, last: number, columns: number, width: number, slots: number}} View `last` not included; `width` of
 *   all columns
 * @typedef {{count: number, height: number, gap: number}} Size
 */

/**
 * The elements of a long list's items. There are as many as a screen takes; one that leaves the view takes over what comes
 * into it. No library compares them: at each step of scrolling only texts and places change.
 */
export class RowPool {
  /** @param {() => Row} make */
  constructor(make) {
    this.make = make;
    /** @type {Map<number, {row: Row, index: number}>} by slot */
    this.slots = new Map();
    /** @type {Row[]} elements that have no slot */
    this.spare = [];
    this.layout = '';
  }

  /**
   * Shows what has come into view.
   *
   * @param {HTMLElement} space
   * @param {View} view
   * @param {Size} size
   */
  show(space, view, { count, height, gap }) {
    const { first, last, columns, slots } = view;
    const width = (view.width - gap * (columns - 1)) / columns;
    const layout = `${columns} ${width} ${height} ${gap} ${slots}`;
    if (layout !== this.layout) this.free(layout);
    const end = Math.min(last, count);
    for (let index = first; index < end; index += 1) {
      let slot = this.slots.get(index % slots);
      if (slot?.index === index) continue;
      if (!slot) this.slots.set(index % slots, (slot = { row: this.take(space, width, height), index }));
      slot.index = index;
      const x = (index % columns) * (width + gap);
      const y = Math.floor(index / columns) * (height + gap);
      slot.row.element.style.transform = `translate(${x}px, ${y}px)`;
      slot.row.fill(index);
    }
    for (const row of this.spare.splice(0)) row.element.remove();
  }

  /**
   * Fills every item again, after what they show has changed; those that are no more go.
   *
   * @param {number} count
   */
  refresh(count) {
    for (const [slot, { row, index }] of this.slots) {
      if (index < count) row.fill(index);
      else {
        row.element.remove();
        this.slots.delete(slot);
      }
    }
  }

  /** Items are of another size or in other columns: all are placed anew. @param {string} layout */
  free(layout) {
    this.layout = layout;
    this.spare = [...this.slots.values()].map((one) => one.row);
    this.slots.clear();
  }

  /**
   * @param {HTMLElement} space
   * @param {number} width
   * @param {number} height
   */
  take(space, width, height) {
    const row = this.spare.shift() ?? this.make();
    row.element.style.width = `${width}px`;
    row.element.style.height = `${height}px`;
    if (!row.element.isConnected) space.append(row.element);
    return row;
  }
}
