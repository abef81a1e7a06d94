// @ts-check
// One tab works the queue off. Web Locks say which, where there are any (over TLS and on the machine itself). On a home's plain HTTP a
// database of its own does: whoever raised its version keeps it open, and browsers let nobody raise it again before that one is gone.
// Neither has a time that could run out while a sleeping page still sends.

const NAME = 'hearth-uploads';

/**
 * Takes the lease as soon as it can be had, until the page is left.
 *
 * @param {(isHeld: boolean) => void} onChange
 */
export function keepLease(onChange) {
  if (navigator.locks) byLock(onChange);
  else byDatabase(onChange);
}

/** @param {(isHeld: boolean) => void} onChange */
function byLock(onChange) {
  navigator.locks.request(NAME, () => {
    onChange(true);
    // Held as long as the page lives.
    return new Promise(() => {});
  }).catch(() => {
    // Nothing else uses locks, so that this is a browser that forbids them: then it keeps no queue for other tabs either.
    onChange(true);
  });
}

/** @param {(isHeld: boolean) => void} onChange */
function byDatabase(onChange) {
  /** @type {IDBDatabase | undefined} */
  let held;
  const leave = () => {
    if (!held) return;
    // What is on its way ends before another tab may begin.
    onChange(false);
    held.close();
    held = undefined;
  };
  const take = async () => {
    try {
      held = await raised();
      // The browser ends the connection when people clear what it keeps.
      held.onclose = () => {
        leave();
        take();
      };
    } catch {
      // Without databases there is no other tab that could know of our rows.
    }
    onChange(true);
  };
  take();
  // A page that is only put aside must not keep the others waiting.
  addEventListener('pagehide', leave);
  addEventListener('pageshow', ({ persisted }) => persisted && take());
}

/**
 * The database at a version of ours; waits until no other tab has it open.
 *
 * @returns {Promise<IDBDatabase>}
 */
async function raised() {
  /** @type {number | undefined} */
  let version;
  for (;;) {
    const { database, isRaised } = await open(version);
    if (isRaised && database) return database;
    // Two that asked for the same version: the later one only comes in, and asks for the next.
    version = database && database.version + 1;
    database?.close();
  }
}

/**
 * @param {number} [version] whichever there is without it
 * @returns {Promise<{database?: IDBDatabase, isRaised: boolean}>} no database: the version was overtaken
 */
function open(version) {
  return new Promise((resolve, reject) => {
    let isRaised = false;
    const opening = indexedDB.open(NAME, version);
    opening.onupgradeneeded = () => {
      isRaised = true;
    };
    opening.onsuccess = () => resolve({ database: opening.result, isRaised });
    opening.onerror = () => (opening.error?.name === 'VersionError' ? resolve({ isRaised: false }) : reject(opening.error));
  });
}
