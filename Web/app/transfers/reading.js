// @ts-check
// A dropped folder has to be walked through before anything of it is in the queue: people see how far that is, and may stop it.
import { Atom } from '../core/atom.js';

/** What is shown of it, files found so far; null when nothing is read. */
export const reading = new Atom(/** @type {{count: number, stop: () => void} | null} */ (null));

/** A few files are read before anybody could look. */
const SHOWN_AFTER = 300;

/**
 * @template T
 * @param {(tell: (count: number) => void) => Promise<T>} work calls `tell` on its way, which throws once people have stopped it
 * @returns {Promise<T | undefined>} undefined when it was stopped
 */
export async function whileReading(work) {
  let count = 0;
  let isShown = false;
  let isStopped = false;
  const show = () => {
    isShown = true;
    reading.set({ count, stop });
  };
  const stop = () => {
    isStopped = true;
    reading.set(null);
  };
  const timer = setTimeout(show, SHOWN_AFTER);
  try {
    return await work((found) => {
      if (isStopped) throw new DOMException('stopped', 'AbortError');
      count = found;
      if (isShown) show();
    });
  } catch (error) {
    if (!isStopped) throw error;
    return undefined;
  } finally {
    clearTimeout(timer);
    if (isShown) reading.set(null);
  }
}
