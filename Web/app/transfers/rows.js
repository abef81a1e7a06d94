// @ts-check
// The rows of the upload queue, as IndexedDB keeps them.
import * as db from '../core/db.js';

/** @typedef {'waiting' | 'running' | 'paused' | 'failed' | 'clash' | 'file' | 'done' | 'skipped'} UploadState
 *   `clash`: the name is taken and nobody has said yet what to do; `file`: the file itself has to be chosen again */

/** @typedef {'fail' | 'rename' | 'replace' | 'skip'} Conflict */

/**
 * @typedef {object} Upload
 * @property {number} id
 * @property {number} user whose it is
 * @property {number} batch what was chosen together
 * @property {string} tab that it was chosen in
 * @property {'file' | 'folder'} kind a folder is only made: empty ones would be lost otherwise
 * @property {string} folder percent-encoded path of the folder it was dropped into
 * @property {string} parents names of directories between, joined with '/', or ''
 * @property {string} name
 * @property {number} size bytes
 * @property {number} modified milliseconds since 1970
 * @property {UploadState} state
 * @property {number} revision counts how often it was written, so that older news of it is told from newer
 * @property {string} uploadID of the server, or ''
 * @property {number} safe bytes that the server was seen to have
 * @property {string} hash or ''
 * @property {Conflict} conflict
 * @property {string} error for people, or ''
 * @property {number} code of the error
 * @property {number} ended milliseconds since 1970, or 0
 * @property {any} [handle] by which some browsers give the file again
 * @property {any} [top] the directory whose permission covers `handle`
 */

/** States in which a row is done with. */
export const ENDED = new Set(/** @type {UploadState[]} */ (['done', 'skipped']));

/** Rows of one transaction: a longer one would hold the page up. */
const PIECE = 250;

/**
 * @param {Omit<Upload, 'id'>[]} rows
 * @returns {Promise<Upload[]>} with their numbers
 */
export async function add(rows) {
  /** @type {Upload[]} */
  const made = [];
  for (let start = 0; start < rows.length; start += PIECE) {
    const piece = rows.slice(start, start + PIECE);
    made.push(...(await db.transaction('uploads', 'readwrite', (running) => {
      const store = running.objectStore('uploads');
      return Promise.all(piece.map((row) => new Promise((resolve, reject) => {
        const request = store.add(row);
        request.onsuccess = () => resolve({ ...row, id: Number(request.result) });
        request.onerror = () => reject(request.error);
      })));
    })));
  }
  return made;
}

/** @param {Upload[]} rows that are known already */
export async function save(rows) {
  for (let start = 0; start < rows.length; start += PIECE) {
    await db.transaction('uploads', 'readwrite', (running) => {
      const store = running.objectStore('uploads');
      for (const row of rows.slice(start, start + PIECE)) store.put(row);
    });
  }
}

/** @param {number[]} ids */
export async function remove(ids) {
  for (let start = 0; start < ids.length; start += PIECE) {
    await db.transaction(['uploads', 'hashes'], 'readwrite', (running) => {
      for (const id of ids.slice(start, start + PIECE)) {
        running.objectStore('uploads').delete(id);
        running.objectStore('hashes').delete(id);
      }
    });
  }
}

/**
 * @param {number} user
 * @returns {Promise<Upload[]>} in the order in which they were added
 */
export async function all(user) {
  return (await db.all('uploads')).filter((row) => row.user === user);
}

/** @param {Pick<Upload, 'folder' | 'parents' | 'name'>} row @returns {string} percent-encoded path of the file to be */
export function destination(row) {
  return `${parentPath(row)}/${encodeURIComponent(row.name)}`;
}

/** @param {Pick<Upload, 'folder' | 'parents'>} row @returns {string} percent-encoded path of the directory it goes into */
export function parentPath(row) {
  return [row.folder, ...(row.parents ? row.parents.split('/') : []).map(encodeURIComponent)].join('/');
}

/**
 * How the API is told a place: names that are no UTF-8 go by `href`.
 *
 * @param {string} encoded
 */
export function placeOfPath(encoded) {
  try {
    return { path: decodeURIComponent(encoded) };
  } catch {
    return { href: encoded };
  }
}

/** @param {number} user whose finished rows are not to be kept */
export async function removeEnded(user) {
  await remove((await all(user)).filter((row) => ENDED.has(row.state)).map((row) => row.id));
}
