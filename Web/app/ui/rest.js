// @ts-check

/** How long nothing moves before what was passed counts as looked at. */
const PAUSE = 120;

/** Whether something scrolls, and what is to be done when it rests: pictures of rows that fly by are not fetched. */
export class Rest {
  constructor() {
    this.isMoving = false;
    /** @type {Set<() => void>} */
    this.waiting = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Something scrolled. */
  moved() {
    this.isMoving = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isMoving = false;
      const due = [...this.waiting];
      this.waiting.clear();
      for (const one of due) one();
    }, PAUSE);
  }

  /**
   * Runs `action` once nothing moves.
   *
   * @param {() => void} action
   * @returns {() => void} forgets it
   */
  when(action) {
    if (!this.isMoving) {
      action();
      return () => {};
    }
    this.waiting.add(action);
    return () => this.waiting.delete(action);
  }
}
