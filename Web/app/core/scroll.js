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

/**
 * Keeps the position of a scroller and puts it where it was left. Content may come later: it is put there as soon as it
 * is long enough, unless somebody scrolls meanwhile.
 *
 * @param {HTMLElement} element
 * @returns {() => void} ends it
 */
export function keepScroll(element) {
  const key = stepKey();
  const { top } = keptAt(key);
  let isDue = top > 0;
  const put = () => {
    if (!isDue) return;
    element.scrollTop = top;
    if (Math.abs(element.scrollTop - top) < 2) isDue = false;
  };
  const onScroll = () => {
    if (!isDue) keep(key, { top: element.scrollTop });
  };
  const giveUp = () => {
    isDue = false;
  };
  put();
  const observer = new ResizeObserver(put);
  for (const child of element.children) observer.observe(child);
  element.addEventListener('scroll', onScroll, { passive: true });
  element.addEventListener('pointerdown', giveUp, { passive: true });
  element.addEventListener('wheel', giveUp, { passive: true });
  return () => {
    observer.disconnect();
    element.removeEventListener('scroll', onScroll);
    element.removeEventListener('pointerdown', giveUp);
    element.removeEventListener('wheel', giveUp);
  };
}

if (typeof addEventListener !== 'undefined' && typeof sessionStorage !== 'undefined') {
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(STORE, JSON.stringify([...kept]));
    } catch {
      // The positions live as long as the page.
    }
  });
}
