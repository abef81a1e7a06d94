// @ts-check
// What goes on moving after a finger was lifted.

/** @typedef {{x: number, y: number, time: number}} Sample */

/** Only what happened just before counts: a finger that rested throws nothing. */
const RECENT = 100;
const FRICTION = 0.95;

/** How fast a pointer moves. */
export class Pace {
  constructor() {
    /** @type {Sample[]} */
    this.samples = [];
  }

  /** @param {number} x @param {number} y @param {number} time in milliseconds */
  add(x, y, time) {
    this.samples.push({ x, y, time });
    while (this.samples.length > 2 && time - this.samples[0].time > RECENT) this.samples.shift();
  }

  /**
   * @param {number} now
   * @returns {{x: number, y: number}} pixels a millisecond
   */
  at(now) {
    const recent = this.samples.filter((sample) => now - sample.time <= RECENT);
    if (recent.length < 2) return { x: 0, y: 0 };
    const [first, last] = [recent[0], /** @type {Sample} */ (recent.at(-1))];
    const time = Math.max(1, last.time - first.time);
    return { x: (last.x - first.x) / time, y: (last.y - first.y) / time };
  }
}

/**
 * One step of a glide.
 *
 * @param {{x: number, y: number}} speed
 * @param {number} elapsed milliseconds
 * @returns {{move: {x: number, y: number}, speed: {x: number, y: number}, isOver: boolean}}
 */
export function glide(speed, elapsed) {
  const left = FRICTION ** (elapsed / 16.7);
  const next = { x: speed.x * left, y: speed.y * left };
  return { move: { x: speed.x * elapsed, y: speed.y * elapsed }, speed: next, isOver: Math.hypot(next.x, next.y) < 0.02 };
}

/** Whether somebody wants nothing to move by itself. */
export function isStill() {
  return typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Where a swipe leads.
 *
 * @param {number} distance in pixels; to the left is negative
 * @param {number} speed pixels a millisecond
 * @param {number} width of the stage
 * @returns {-1 | 0 | 1} the file before, this one, the next one
 */
export function swiped(distance, speed, width) {
  const isQuick = Math.abs(speed) > 0.3 && Math.abs(distance) > 24 && Math.sign(speed) === Math.sign(distance);
  if (!isQuick && Math.abs(distance) < width * 0.4) return 0;
  return distance < 0 ? 1 : -1;
}
