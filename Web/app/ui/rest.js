// @ts-check

/** How long nothing moves before what was passed counts as looked at. */
const PAUSE = 120;
/** What is done in one frame: a screen of pictures all at once would hold up whoever scrolls on. */
const MOST = 8;

/** Whether something scrolls, and what is to be done when it rests: pictures of rows that fly by are not fetched. */
export class Rest {
  constructor() {
    this.isMoving = false;
    /** @type {Set<() => void>} */
    this.waiting = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.frame = 0;
    this.work = this.work.bind(this);
  }

  /** Something scrolled. */
  moved() {
    this.isMoving = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isMoving = false;
      this.work();
    }, PAUSE);
  }

  /**
   * Runs `action` once nothing moves; the same again is still one.
   *
   * @param {() => void} action
   */
  when(action) {
    this.waiting.add(action);
    if (!this.isMoving) this.frame ||= requestAnimationFrame(this.work);
  }

  /** Does some of what waits, and the rest of it in the frames that follow. */
  work() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.isMoving) return;
    let left = MOST;
    for (const action of this.waiting) {
      if (left === 0) break;
      left -= 1;
      this.waiting.delete(action);
      action();
    }
    if (this.waiting.size > 0) this.frame ||= requestAnimationFrame(this.work);
  }
}
