// @ts-check
// Where lists stood, by step of the history: Back, forward and a reload find them as they were left.
import { stepKey } from './router.js';

/** @typedef {{top: number, cursor: string}} Kept `cursor` is the path of the entry that the keyboard was at */

const STORE = 'scroll';
const MOST = 100;

/** @type {Map<string, Kept>} */
const kept = new Map(read());

/** @returns {[string, Kept][]} */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]');
  } catch {
    return [];
  }
}

/** @param {string} key */
export function keptAt(key) {
  return kept.get(key) ?? { top: 0, cursor: '' };
}

/**
 * @param {string} key of the step, as it was when the list was shown
 * @param {Partial<Kept>} change
 */
export function keep(key, change) {
  const next = { ...keptAt(key), ...change };
  // The newest stand last.
  kept.delete(key);
  kept.set(key, next);
  if (kept.size > MOST) kept.delete(/** @type {string} */ (kept.keys().next().value));
}

/** What is on the screen now: asked for its position when it goes. @type {Set<() => void>} */
const shown = new Set();

/**
 * Keeps the position of a scroller and puts it where it was left. Content may come later: it is put there as soon as it
 * is long enough, unless somebody scrolls meanwhile.
 *
 * @param {HTMLElement} element
 * @param {string} [variant] of what it shows: each has a position of its own
 * @returns {() => void} ends it
 */
export function keepScroll(element, variant = '') {
  const key = stepKey() + variant;
  const { top } = keptAt(key);
  let isDue = top > 0;
  const put = () => {
    if (!isDue) return;
    element.scrollTop = top;
    if (Math.abs(element.scrollTop - top) < 2) isDue = false;
  };
  const giveUp = () => {
    isDue = false;
  };
  const save = () => {
    if (!isDue) keep(key, { top: element.scrollTop });
  };
  put();
  const observer = new ResizeObserver(put);
  if (isDue) for (const child of element.children) observer.observe(child);
  element.addEventListener('pointerdown', giveUp, { passive: true });
  element.addEventListener('wheel', giveUp, { passive: true });
  shown.add(save);
  return () => {
    save();
    shown.delete(save);
    observer.disconnect();
    element.removeEventListener('pointerdown', giveUp);
    element.removeEventListener('wheel', giveUp);
  };
}

if (typeof document !== 'undefined') {
  addEventListener('pagehide', () => {
    for (const save of shown) save();
    try {
      sessionStorage.setItem(STORE, JSON.stringify([...kept]));
    } catch {
      // The positions live as long as the page.
    }
  });
}
