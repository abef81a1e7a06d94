// @ts-check
import { useEffect, useMemo, useRef } from '../lib.js';

/**
 * What may not be left without a question: Back takes a step of History that was put there for it.
 *
 * @param {() => void} close what Back does when nothing is lost
 */
export function useLeave(close) {
  const closeNow = useRef(close);
  closeNow.current = close;
  const leave = useMemo(() => new Guard(() => closeNow.current()), []);
  useEffect(() => leave.start(), []);
  return leave;
}

export class Guard {
  /** @param {() => void} close what Back does when nothing is lost */
  constructor(close) {
    this.close = close;
    /** @type {(() => Promise<boolean>) | null} */
    this.question = null;
    this.isAsking = false;
    this.isHeld = false;
  }

  /** @param {(() => Promise<boolean>) | null} question resolves to whether to go; null when nothing would be lost */
  hold(question) {
    this.question = question;
    if (question && !this.isHeld) this.push();
  }

  push() {
    this.isHeld = true;
    history.pushState({ ...history.state, guard: true }, '');
  }

  /** Whether what is open may be left; asks where something would be lost. */
  async mayLeave() {
    if (!this.question) return true;
    if (this.isAsking) return false;
    this.isAsking = true;
    const isSure = await this.question().finally(() => {
      this.isAsking = false;
    });
    // The dialog's own step of History ends before the next one begins.
    if (history.state?.dialog) await popped();
    if (isSure) this.question = null;
    return isSure;
  }

  /** Takes back the step that was put there. */
  async release() {
    this.question = null;
    if (!this.isHeld) return;
    this.isHeld = false;
    if (!history.state?.guard) return;
    const done = popped();
    history.back();
    await done;
  }

  start() {
    const onPop = async () => {
      if (!this.isHeld || this.isAsking || history.state?.guard || history.state?.dialog) return;
      this.isHeld = false;
      if (await this.mayLeave()) this.close();
      else this.push();
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }
}

/** @returns {Promise<void>} */
function popped() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 500);
    addEventListener('popstate', () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
