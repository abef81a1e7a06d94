// @ts-check
import { Pace, glide, isStill, swiped } from './glide.js';

/** Pixels that a finger may tremble before it means something. */
const TREMBLE = 8;
const DOUBLE = 300;
const AWAY = 120;
/** A file that is not there follows a finger only so far. */
const NO_FURTHER = 0.3;

/** @typedef {import('./zoom.js').Zoom} Zoom */

/**
 * @typedef {object} Task what a hand can do to the stage
 * @property {() => Element | null} stage
 * @property {() => Zoom | null} zoom of the picture that is shown
 * @property {(event: PointerEvent) => boolean} isOurs whether the pointer is the stage's, not a control's
 * @property {(step: 1 | -1) => boolean} has
 * @property {(x: number, y: number) => void} follow the stage follows the finger
 * @property {() => void} letGo it goes back to its place
 * @property {(step: 1 | -1) => void} turn
 * @property {() => void} dismiss
 * @property {() => void} tap
 */

/** What fingers and mouse on the stage mean: tap, double tap, pan, pinch, swipe to a neighbour, drag down to close. */
export class Hand {
  /** @param {Task} task */
  constructor(task) {
    this.task = task;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    /** @type {'' | 'pan' | 'pinch' | 'swipe' | 'away' | 'nothing'} */
    this.mode = '';
    this.start = { x: 0, y: 0 };
    this.pace = new Pace();
    this.frame = 0;
    this.tapped = { x: 0, y: 0, time: -Infinity };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.tapTimer = undefined;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || !this.task.isOurs(event)) return;
    cancelAnimationFrame(this.frame);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.mode = '';
      this.start = { x: event.clientX, y: event.clientY };
      this.pace = new Pace();
    } else if (this.task.zoom()) {
      if (this.mode === 'swipe' || this.mode === 'away') this.task.letGo();
      this.mode = 'pinch';
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.mode === 'pinch') this.pinch(event.pointerId, before, now);
    else if (this.pointers.size === 1) this.drag(event, before, now);
    this.pointers.set(event.pointerId, now);
    this.pace.add(now.x, now.y, event.timeStamp);
  }

  /** @param {PointerEvent} event @param {{x: number, y: number}} before @param {{x: number, y: number}} now */
  drag(event, before, now) {
    const zoom = this.task.zoom();
    const [x, y] = [now.x - this.start.x, now.y - this.start.y];
    if (!this.mode) {
      if (Math.hypot(x, y) < TREMBLE) return;
      // Only now: a click on what lies below would otherwise be ours.
      this.task.stage()?.setPointerCapture(event.pointerId);
      if (zoom?.isLarger) this.mode = 'pan';
      else if (Math.abs(x) > Math.abs(y)) this.mode = 'swipe';
      else this.mode = y > 0 && event.pointerType !== 'mouse' ? 'away' : 'nothing';
    }
    if (this.mode === 'pan') zoom?.pan(now.x - before.x, now.y - before.y, true);
    else if (this.mode === 'swipe') this.task.follow(this.task.has(x < 0 ? 1 : -1) ? x : x * NO_FURTHER, 0);
    else if (this.mode === 'away') this.task.follow(0, Math.max(0, y));
  }

  /** @param {number} id @param {{x: number, y: number}} before @param {{x: number, y: number}} now */
  pinch(id, before, now) {
    const zoom = this.task.zoom();
    const other = [...this.pointers].find(([one]) => one !== id)?.[1];
    if (!zoom || !other) return;
    const distance = (/** @type {{x: number, y: number}} */ from) => Math.hypot(from.x - other.x, from.y - other.y);
    if (distance(before) > 0) zoom.around(zoom.state.scale * (distance(now) / distance(before)), this.place({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }), true);
    zoom.pan((now.x - before.x) / 2, (now.y - before.y) / 2, true);
  }

  /** @param {PointerEvent} event @param {boolean} [isCancelled] */
  up(event, isCancelled = false) {
    if (!this.pointers.delete(event.pointerId)) return;
    const zoom = this.task.zoom();
    if (this.pointers.size > 0) {
      // The finger that stays goes on from where it is.
      const [left] = [...this.pointers.values()];
      this.start = left;
      this.pace = new Pace();
      this.mode = zoom?.isLarger ? 'pan' : 'nothing';
      zoom?.settle();
      return;
    }
    const { mode } = this;
    this.mode = '';
    const speed = this.pace.at(event.timeStamp);
    const [x, y] = [event.clientX - this.start.x, event.clientY - this.start.y];
    if (mode === 'pan') this.throwOn(speed);
    else if (mode === 'pinch' || mode === 'nothing') zoom?.settle();
    else if (mode === 'swipe') {
      const step = isCancelled ? 0 : swiped(x, speed.x, this.task.stage()?.clientWidth ?? 0);
      if (step && this.task.has(step)) this.task.turn(step);
      else this.task.letGo();
    } else if (mode === 'away') {
      if (!isCancelled && (y > AWAY || speed.y > 0.5)) this.task.dismiss();
      else this.task.letGo();
    } else if (!isCancelled) this.tap(event);
  }

  /** @param {{x: number, y: number}} speed */
  throwOn(speed) {
    const zoom = this.task.zoom();
    if (!zoom) return;
    if (isStill() || Math.hypot(speed.x, speed.y) < 0.1) {
      zoom.settle();
      return;
    }
    let last = performance.now();
    const step = (/** @type {number} */ now) => {
      const { move, speed: next, isOver } = glide(speed, Math.min(50, now - last));
      last = now;
      speed = next;
      if (zoom.pan(move.x, move.y) && !isOver) this.frame = requestAnimationFrame(step);
      else zoom.settle();
    };
    this.frame = requestAnimationFrame(step);
  }

  /** @param {PointerEvent} event */
  tap(event) {
    const zoom = this.task.zoom();
    clearTimeout(this.tapTimer);
    const isSecond = event.timeStamp - this.tapped.time < DOUBLE && Math.hypot(event.clientX - this.tapped.x, event.clientY - this.tapped.y) < 30;
    this.tapped = { x: event.clientX, y: event.clientY, time: isSecond ? -Infinity : event.timeStamp };
    if (isSecond) zoom?.toggle(this.place({ x: event.clientX, y: event.clientY }));
    else if (zoom && event.pointerType !== 'mouse') this.tapTimer = setTimeout(() => this.task.tap(), DOUBLE);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const zoom = this.task.zoom();
    if (!zoom) return;
    event.preventDefault();
    cancelAnimationFrame(this.frame);
    if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) zoom.pan(-event.deltaX, 0);
    // Touchpads send small steps with the control key for a pinch.
    else zoom.around(zoom.state.scale * (event.ctrlKey ? 1.01 : 1.0015) ** -event.deltaY, this.place({ x: event.clientX, y: event.clientY }));
  }

  end() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.tapTimer);
  }

  /** A point of the window from the middle of the stage. @param {{x: number, y: number}} point */
  place(point) {
    const box = this.task.stage()?.getBoundingClientRect();
    return box ? { x: point.x - box.left - box.width / 2, y: point.y - box.top - box.height / 2 } : { x: 0, y: 0 };
  }
}
