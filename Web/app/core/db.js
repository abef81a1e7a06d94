// @ts-check
// The browser's own database: the session, the upload queue, cached lists.

const NAME = 'hearth';
const VERSION = 1;

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opened ??= new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => {
      const database = opening.result;
      // One row: token, user, area.
      database.createObjectStore('session');
      // Uploads: see transfers/queue.js. Their Files and directory handles lie in the rows.
      const uploads = database.createObjectStore('uploads', { keyPath: 'id', autoIncrement: true });
      uploads.createIndex('batch', 'batch');
      uploads.createIndex('state', 'state');
      // Hash states of files half read, by upload.
      database.createObjectStore('hashes');
      // Lists of plain folders, by user and path; never from encrypted folders.
      database.createObjectStore('lists');
    };
    opening.onsuccess = () => {
      // A newer page wants to upgrade: let go.
      opening.result.onversionchange = () => {
        opening.result.close();
        opened = null;
      };
      // Phones end the process behind it while the page sleeps: the next use opens it anew.
      opening.result.onclose = () => {
        opened = null;
      };
      resolve(opening.result);
    };
    opening.onerror = () => {
      opened = null;
      reject(opening.error);
    };
  });
  return opened;
}

/**
 * @param {string | string[]} stores
 * @param {'readonly' | 'readwrite'} mode
 * @returns {Promise<IDBTransaction>}
 */
async function begin(stores, mode) {
  try {
    return (await open()).transaction(stores, mode);
  } catch (error) {
    // The connection went without a word.
    if (/** @type {any} */ (error)?.name !== 'InvalidStateError') throw error;
    opened = null;
    return (await open()).transaction(stores, mode);
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Runs `body` in one transaction; resolves when it has committed.
 *
 * @template T
 * @param {string | string[]} stores
 * @param {'readonly' | 'readwrite'} mode
 * @param {(transaction: IDBTransaction) => T | Promise<T>} body awaits nothing but this transaction's requests
 * @returns {Promise<T>}
 */
export async function transaction(stores, mode, body) {
  const running = await begin(stores, mode);
  const finished = new Promise((resolve, reject) => {
    running.oncomplete = () => resolve(undefined);
    running.onerror = () => reject(running.error);
    running.onabort = () => reject(running.error ?? new DOMException('aborted', 'AbortError'));
  });
  finished.catch(() => {});
  const result = await body(running);
  await finished;
  return result;
}

/**
 * @param {string} store
 * @param {IDBValidKey} key
 * @returns {Promise<any>}
 */
export function get(store, key) {
  return transaction(store, 'readonly', (running) => done(running.objectStore(store).get(key)));
}

/**
 * @param {string} store
 * @param {unknown} value
 * @param {IDBValidKey} [key]
 * @returns {Promise<IDBValidKey>}
 */
export function put(store, value, key) {
  return transaction(store, 'readwrite', (running) => done(running.objectStore(store).put(value, key)));
}

/**
 * @param {string} store
 * @param {IDBValidKey | IDBKeyRange} key
 */
export function remove(store, key) {
  return transaction(store, 'readwrite', (running) => done(running.objectStore(store).delete(key)));
}

/**
 * @param {string} store
 * @returns {Promise<any[]>}
 */
export function all(store) {
  return transaction(store, 'readonly', (running) => done(running.objectStore(store).getAll()));
}

/** @param {string} store */
export function clear(store) {
  return transaction(store, 'readwrite', (running) => done(running.objectStore(store).clear()));
}
