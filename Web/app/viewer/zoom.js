// @ts-check

const MOST = 8;
const SWIPE = 60;

/** @typedef {{x: number, y: number, scale: number}} ZoomState `x`, `y` in pixels from the middle */
/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/** @typedef {{pointerId: number, clientX: number, clientY: number}} Point */

/** Where a picture stands under fingers, mouse and wheel. */
export class Zoom {
  /** @param {(state: ZoomState) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {ZoomState} */
    this.state = { x: 0, y: 0, scale: 1 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.start = { x: 0, y: 0 };
    this.hasPinched = false;
  }

  /** @param {Partial<ZoomState>} change @param {Box} box */
  set(change, box) {
    const next = { ...this.state, ...change };
    next.scale = Math.min(MOST, Math.max(1, next.scale));
    // The picture does not leave the stage.
    const reach = { x: (box.width * (next.scale - 1)) / 2, y: (box.height * (next.scale - 1)) / 2 };
    next.x = Math.min(reach.x, Math.max(-reach.x, next.x));
    next.y = Math.min(reach.y, Math.max(-reach.y, next.y));
    this.state = next;
    this.onChange(next);
  }

  /**
   * Around a point that stays where it is.
   *
   * @param {number} scale
   * @param {{x: number, y: number}} point from the stage's middle
   * @param {Box} box
   */
  around(scale, point, box) {
    const bounded = Math.min(MOST, Math.max(1, scale));
    const ratio = bounded / this.state.scale;
    this.set({ scale: bounded, x: point.x - (point.x - this.state.x) * ratio, y: point.y - (point.y - this.state.y) * ratio }, box);
  }

  /** @param {number} factor @param {Box} box */
  by(factor, box) {
    this.around(this.state.scale * factor, { x: 0, y: 0 }, box);
  }

  /** @param {Point} event @param {Box} box */
  down(event, box) {
    if (this.pointers.size === 0) {
      this.start = { x: event.clientX, y: event.clientY };
      this.hasPinched = false;
    }
    this.pointers.set(event.pointerId, this.place(event, box));
  }

  /** @param {Point} event @param {Box} box */
  move(event, box) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.place(event, box);
    if (this.pointers.size === 2) {
      this.hasPinched = true;
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1] ?? now;
      const distance = (/** @type {{x: number, y: number}} */ from) => Math.hypot(from.x - other.x, from.y - other.y);
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      if (distance(before) > 0) this.around(this.state.scale * (distance(now) / distance(before)), middle, box);
    } else if (this.state.scale > 1) this.set({ x: this.state.x + now.x - before.x, y: this.state.y + now.y - before.y }, box);
    this.pointers.set(event.pointerId, now);
  }

  /**
   * @param {Point} event
   * @returns {'before' | 'after' | undefined} which neighbour was swiped to
   */
  up(event) {
    const isLast = this.pointers.delete(event.pointerId) && this.pointers.size === 0;
    if (!isLast || this.hasPinched || this.state.scale > 1) return undefined;
    const [x, y] = [event.clientX - this.start.x, event.clientY - this.start.y];
    if (Math.abs(x) < SWIPE || Math.abs(x) < 1.5 * Math.abs(y)) return undefined;
    return x > 0 ? 'before' : 'after';
  }

  /** @param {{clientX: number, clientY: number, deltaY: number}} event @param {Box} box */
  wheel(event, box) {
    this.around(this.state.scale * 1.0015 ** -event.deltaY, this.place(event, box), box);
  }

  /** @param {{clientX: number, clientY: number}} event @param {Box} box */
  toggle(event, box) {
    this.around(this.state.scale > 1 ? 1 : 2.5, this.place(event, box), box);
  }

  /** @param {{clientX: number, clientY: number}} event @param {Box} box */
  place(event, box) {
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  }
}
