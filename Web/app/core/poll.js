// @ts-check
// What is visible is kept fresh; hidden pages rest. Events of the server can replace the clock behind the same module.

const CALM = 10_000;
const BUSY = 2_000;

/** @typedef {{run: () => Promise<void>, isBusy: () => boolean, timer: ReturnType<typeof setTimeout> | undefined, isRunning: boolean, again: boolean}} Watch */

/** @type {Set<Watch>} */
const watches = new Set();

/**
 * Runs `refresh` every 10 s, every 2 s while `isBusy`, at once when the page is looked at again and after own actions.
 *
 * @param {() => Promise<void>} refresh its errors are its own
 * @param {() => boolean} [isBusy]
 * @returns {() => void} ends it
 */
export function watch(refresh, isBusy = () => false) {
  /** @type {Watch} */
  const one = { run: refresh, isBusy, timer: undefined, isRunning: false, again: false };
  watches.add(one);
  plan(one);
  return () => {
    watches.delete(one);
    clearTimeout(one.timer);
  };
}

/** Refreshes everything that is watched, now. */
export function nudge() {
  for (const one of watches) run(one);
}

/**
 * Plans the next look of a `refresh` that ran outside its turn: what it found may want a quicker pace.
 *
 * @param {() => Promise<void>} refresh
 */
export function replan(refresh) {
  for (const one of watches) if (one.run === refresh && !one.isRunning) plan(one);
}

/** @param {Watch} one */
function plan(one) {
  clearTimeout(one.timer);
  if (!watches.has(one) || document.hidden) return;
  one.timer = setTimeout(() => run(one), one.isBusy() ? BUSY : CALM);
}

/** @param {Watch} one */
async function run(one) {
  if (!watches.has(one)) return;
  if (one.isRunning) {
    one.again = true;
    return;
  }
  one.isRunning = true;
  try {
    do {
      one.again = false;
      await one.run().catch(() => {});
    } while (one.again);
  } finally {
    one.isRunning = false;
    plan(one);
  }
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) nudge();
  });
  addEventListener('focus', nudge);
  addEventListener('online', nudge);
}
