// @ts-check
// One tab works the queue off. Web Locks say which, where there are any (over TLS and on the machine itself); otherwise a row in
// the database does.
import * as db from '../core/db.js';
import { tab } from './tabs.js';

const LASTS = 6000;
const RENEWED_EVERY = 2000;

/**
 * Who may have a lease at `now`; pure, so that it can be tested.
 *
 * @param {{tab: string, until: number} | undefined} lease
 * @param {string} asker
 * @param {number} now milliseconds
 */
export function mayTake(lease, asker, now) {
  // A clock that was set back must not lock everybody out.
  return !lease || lease.tab === asker || lease.until < now || lease.until > now + 10 * LASTS;
}

/**
 * @typedef {object} Lease
 * @property {() => Promise<boolean>} ensure whether it is still held; asks again when that is not sure
 * @property {() => void} touch to be called while work goes on: timers of hidden pages sleep, their requests do not
 */

/**
 * Takes the lease whenever it can be had, until the page is closed.
 *
 * @param {(isHeld: boolean) => void} onChange
 * @returns {Lease}
 */
export function keepLease(onChange) {
  return navigator.locks ? byLock(onChange) : byRow(onChange);
}

/**
 * @param {(isHeld: boolean) => void} onChange
 * @returns {Lease}
 */
function byLock(onChange) {
  let isHeld = false;
  navigator.locks.request('hearth-uploads', () => {
    isHeld = true;
    onChange(true);
    // Held as long as the page lives.
    return new Promise(() => {});
  }).catch(() => {
    // Nothing else uses locks, so that this is a browser that forbids them: then it keeps no queue for other tabs either.
    isHeld = true;
    onChange(true);
  });
  return { ensure: async () => isHeld, touch: () => {} };
}

/**
 * @param {(isHeld: boolean) => void} onChange
 * @returns {Lease}
 */
function byRow(onChange) {
  let isHeld = false;
  let until = 0;
  /** @type {Promise<void> | undefined} */
  let renewing;
  const renew = () => {
    renewing ??= take().then((mine) => {
      renewing = undefined;
      if (mine === isHeld) return;
      isHeld = mine;
      onChange(mine);
    });
    return renewing;
  };
  const take = async () => {
    const now = Date.now();
    try {
      const mine = await db.transaction('session', 'readwrite', (running) => new Promise((resolve, reject) => {
        const store = running.objectStore('session');
        const reading = store.get('lease');
        reading.onerror = () => reject(reading.error);
        reading.onsuccess = () => {
          const isFree = mayTake(reading.result, tab, now);
          if (isFree) store.put({ tab, until: now + LASTS }, 'lease');
          resolve(isFree);
        };
      }));
      until = mine ? now + LASTS : 0;
      return Boolean(mine);
    } catch {
      // Without a database there is no other tab that could know of our rows.
      until = now + LASTS;
      return true;
    }
  };
  renew();
  setInterval(renew, RENEWED_EVERY);
  addEventListener('pagehide', () => {
    if (isHeld) db.remove('session', 'lease').catch(() => {});
  });
  return {
    async ensure() {
      if (!isHeld || until - Date.now() < LASTS / 3) await renew();
      return isHeld;
    },
    touch() {
      if (isHeld && until - Date.now() < LASTS - RENEWED_EVERY) renew();
    },
  };
}
