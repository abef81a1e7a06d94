// @ts-check
// While files are sent the device stays awake, where browsers allow it, and leaving the page asks first; so it does while they are still
// taken into the queue.
import { changed } from './queue.js';
import { isSending } from './scheduler.js';
import { isTaking } from './taking.js';

/** @type {any} */
let held;
let isAsked = false;

/** Follows the queue from now on. */
export function startWaking() {
  addEventListener('beforeunload', (event) => {
    if (isSending() || isTaking()) event.preventDefault();
  });
  changed.subscribe(follow);
  document.addEventListener('visibilitychange', follow);
}

async function follow() {
  const { wakeLock } = /** @type {any} */ (navigator);
  if (!wakeLock || isAsked) return;
  if (!isSending()) {
    held?.release().catch(() => {});
    held = undefined;
    return;
  }
  if (document.hidden || (held && !held.released)) return;
  isAsked = true;
  try {
    held = await wakeLock.request('screen');
  } catch {
    // Low battery: the device knows better.
  } finally {
    isAsked = false;
  }
}
