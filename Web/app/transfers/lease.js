// @ts-check
// One tab works the queue off. A row in the database says which, since Web Locks are only there over TLS.
import * as db from '../core/db.js';

const LASTS = 6000;
const RENEWED_EVERY = 2000;

/** This tab. */
export const tab = Math.random().toString(36).slice(2);

/**
 * Holds the lease whenever it can be had.
 *
 * @param {(isHeld: boolean) => void} onChange
 * @returns {() => void} gives it back
 */
export function keepLease(onChange) {
  let isHeld = false;
  const renew = async () => {
    let mine = false;
    try {
      mine = await db.transaction('session', 'readwrite', (running) => new Promise((resolve, reject) => {
        const store = running.objectStore('session');
        const reading = store.get('lease');
        reading.onerror = () => reject(reading.error);
        reading.onsuccess = () => {
          const lease = reading.result;
          const isFree = !lease || lease.tab === tab || lease.until < Date.now();
          if (isFree) store.put({ tab, until: Date.now() + LASTS }, 'lease');
          resolve(isFree);
        };
      }));
    } catch {
      // Without a database there is no other tab that could know of our rows.
      mine = true;
    }
    if (mine !== isHeld) {
      isHeld = mine;
      onChange(mine);
    }
  };
  const giveBack = () => {
    if (isHeld) db.remove('session', 'lease').catch(() => {});
  };
  renew();
  const timer = setInterval(renew, RENEWED_EVERY);
  addEventListener('pagehide', giveBack);
  return () => {
    clearInterval(timer);
    removeEventListener('pagehide', giveBack);
    giveBack();
  };
}
