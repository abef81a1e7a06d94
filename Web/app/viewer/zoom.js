// @ts-check
// Where a picture stands under fingers, mouse, wheel and keys. Only numbers: what draws them is picture.js.

/** @typedef {{x: number, y: number, scale: number}} ZoomState `x`, `y` in pixels from the middle of the stage */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {{x: number, y: number}} Point from the middle of the stage */

/** How far a picture follows beyond what it may. */
const ELASTIC = 0.35;

/**
 * The largest size of a shape within a stage; a picture smaller than the stage is not blown up.
 *
 * @param {Size} picture
 * @param {Size} stage
 * @param {boolean} [mayGrow]
 * @returns {Size}
 */
export function fitted(picture, stage, mayGrow = false) {
  if (!picture.width || !picture.height) return { width: 0, height: 0 };
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height, mayGrow ? Infinity : 1);
  return { width: picture.width * scale, height: picture.height * scale };
}

export class Zoom {
  /** @param {(state: ZoomState) => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {ZoomState} */
    this.state = { x: 0, y: 0, scale: 1 };
    /** @type {Size} */
    this.stage = { width: 0, height: 0 };
    /** @type {Size} */
    this.fit = { width: 0, height: 0 };
    this.most = 4;
    /** Whether the next place is to be gone to, not jumped to. */
    this.isEasing = false;
  }

  get isLarger() {
    return this.state.scale > 1.01;
  }

  /**
   * @param {Size} stage
   * @param {Size} picture as it is drawn while all of it is in view
   * @param {number} most how much larger it may become
   */
  measure(stage, picture, most) {
    this.stage = stage;
    this.fit = picture;
    this.most = Math.max(1, most);
    this.settle();
  }

  /**
   * How far the middle of the picture may be from the middle of the stage.
   *
   * @param {number} scale
   * @returns {Point}
   */
  reach(scale) {
    return {
      x: Math.max(0, (this.fit.width * scale - this.stage.width) / 2),
      y: Math.max(0, (this.fit.height * scale - this.stage.height) / 2),
    };
  }

  /**
   * Within what is allowed.
   *
   * @param {ZoomState} state
   * @returns {ZoomState}
   */
  bounded(state) {
    const scale = Math.min(this.most, Math.max(1, state.scale));
    const reach = this.reach(scale);
    return { scale, x: clamp(state.x, reach.x), y: clamp(state.y, reach.y) };
  }

  /** @param {ZoomState} state @param {boolean} [isEasing] */
  put(state, isEasing = false) {
    this.state = state;
    this.isEasing = isEasing;
    this.onChange(state);
  }

  /** Goes back to what is allowed, as after a finger was lifted. */
  settle() {
    this.put(this.bounded(this.state), true);
  }

  reset() {
    this.put({ x: 0, y: 0, scale: 1 });
  }

  /**
   * Around a point that stays where it is.
   *
   * @param {number} scale
   * @param {Point} point
   * @param {boolean} [isElastic] a little beyond the limits, while fingers are down
   * @param {boolean} [isEasing]
   */
  around(scale, point, isElastic = false, isEasing = false) {
    const next = isElastic ? this.elastic(scale) : Math.min(this.most, Math.max(1, scale));
    const ratio = next / this.state.scale;
    const moved = { scale: next, x: point.x - (point.x - this.state.x) * ratio, y: point.y - (point.y - this.state.y) * ratio };
    this.put(isElastic ? moved : this.bounded(moved), isEasing);
  }

  /** @param {number} scale */
  elastic(scale) {
    if (scale > this.most) return this.most + (scale - this.most) * ELASTIC * 0.5;
    return scale < 1 ? Math.max(0.5, 1 - (1 - scale) * ELASTIC * 2) : scale;
  }

  /** @param {number} factor */
  by(factor) {
    this.around(this.state.scale * factor, { x: 0, y: 0 }, false, true);
  }

  /**
   * A double tap: close to the point, or all of it again.
   *
   * @param {Point} point
   */
  toggle(point) {
    this.around(this.isLarger ? 1 : Math.min(this.most, 2.5), point, false, true);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {boolean} [isElastic]
   * @returns {boolean} whether it moved
   */
  pan(x, y, isElastic = false) {
    const before = this.state;
    const wanted = { ...before, x: before.x + x, y: before.y + y };
    const bounded = this.bounded(wanted);
    this.put(isElastic ? { ...wanted, x: soft(before.x, wanted.x, bounded.x), y: soft(before.y, wanted.y, bounded.y) } : bounded);
    return Math.hypot(this.state.x - before.x, this.state.y - before.y) > 0.5;
  }
}

/** @param {number} value @param {number} reach */
function clamp(value, reach) {
  // No -0, which reads as another place than 0.
  return Math.min(reach, Math.max(-reach, value)) || 0;
}

/** Beyond its bounds something follows only in part. @param {number} before @param {number} wanted @param {number} bounded */
function soft(before, wanted, bounded) {
  return wanted === bounded ? wanted : before + (wanted - before) * ELASTIC;
}
