// @ts-check
import { overlay } from '../core/router.js';

/** What may not be left without a question: it is like something that lies over the screen, which Back closes first. */
export class Guard {
  /** @param {() => void} close what Back does when nothing is lost */
  constructor(close) {
    this.close = close;
    /** @type {(() => Promise<boolean>) | null} */
    this.question = null;
    /** @type {(() => void) | null} */
    this.end = null;
    this.isAsking = false;
  }

  /** @param {(() => Promise<boolean>) | null} question resolves to whether to go; null when nothing would be lost */
  hold(question) {
    this.question = question;
    if (question) this.end ??= overlay(() => this.onBack());
    else this.drop();
  }

  drop() {
    this.end?.();
    this.end = null;
  }

  async onBack() {
    if (!(await this.mayLeave())) return;
    await this.release();
    this.close();
  }

  /** Whether what is open may be left; asks where something would be lost. */
  async mayLeave() {
    if (!this.question) return true;
    if (this.isAsking) return false;
    this.isAsking = true;
    try {
      return await this.question();
    } finally {
      this.isAsking = false;
    }
  }

  /** Lets go, before one goes elsewhere. */
  async release() {
    this.question = null;
    this.drop();
    // The step of History that was taken for this is given back first; see overlay().
    await new Promise((resolve) => setTimeout(resolve));
  }
}
