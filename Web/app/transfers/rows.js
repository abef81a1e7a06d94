// @ts-check
// The rows of the upload queue, as IndexedDB keeps them.
import * as db from '../core/db.js';

/** @typedef {'waiting' | 'running' | 'paused' | 'failed' | 'clash' | 'file' | 'done' | 'skipped'} UploadState
 *   `clash`: the name is taken and nobody has said yet what to do; `file`: the file itself has to be chosen again */

/**
 * @typedef {object} Upload
 * @property {number} id
 * @property {number} user whose it is
 * @property {number} batch what was chosen together
 * @property {string} folder percent-encoded path of the folder it was dropped into
 * @property {string} parents names of directories between, joined with '/', or ''
 * @property {string} name
 * @property {number} size bytes
 * @property {number} modified milliseconds since 1970
 * @property {UploadState} state
 * @property {string} uploadID of the server, or ''
 * @property {number} chunkSize
 * @property {number[]} chunks numbers that the server has
 * @property {string} hash or ''
 * @property {'fail' | 'rename' | 'replace' | 'skip'} conflict
 * @property {string} error for people, or ''
 * @property {number} code of the error
 * @property {number} ended milliseconds since 1970, or 0
 * @property {string} result path of what was made
 * @property {number} attempts
 */

/** States in which a row does not move by itself any more. */
export const ENDED = new Set(/** @type {UploadState[]} */ (['done', 'skipped']));

/**
 * @param {Omit<Upload, 'id'>[]} rows
 * @returns {Promise<Upload[]>} with their numbers
 */
export async function add(rows) {
  return db.transaction('uploads', 'readwrite', async (running) => {
    const store = running.objectStore('uploads');
    return Promise.all(rows.map((row) => new Promise((resolve, reject) => {
      const request = store.add(row);
      request.onsuccess = () => resolve({ ...row, id: Number(request.result) });
      request.onerror = () => reject(request.error);
    })));
  });
}

/** @param {Upload} row */
export function save(row) {
  return db.put('uploads', row);
}

/** @param {number[]} ids */
export async function remove(ids) {
  await db.transaction(['uploads', 'hashes'], 'readwrite', (running) => {
    for (const id of ids) {
      running.objectStore('uploads').delete(id);
      running.objectStore('hashes').delete(id);
    }
  });
}

/**
 * @param {number} user
 * @returns {Promise<Upload[]>} in the order in which they were added
 */
export async function all(user) {
  return (await db.all('uploads')).filter((row) => row.user === user);
}

/** @param {Upload} row @returns {string} percent-encoded path of the file to be */
export function destination(row) {
  const names = [...(row.parents ? row.parents.split('/') : []), row.name];
  return `${row.folder}/${names.map(encodeURIComponent).join('/')}`;
}
