// @ts-check

/** @typedef {'read' | 'write' | 'deleted'} Right */
/** @typedef {{u_id: number, read: number, write: number, deleted: number}} Auth a member of a folder with his rights */

/** @type {Right[]} */
export const RIGHTS = ['read', 'write', 'deleted'];

/**
 * Rights with one of them given or taken: writing and deleting presuppose reading (wangpan-api, 10.1).
 *
 * @param {Auth} auth
 * @param {Right} right
 * @param {boolean} on
 * @returns {Auth}
 */
export function withRight(auth, right, on) {
  if (right === 'read' && !on) return { ...auth, read: 0, write: 0, deleted: 0 };
  return { ...auth, [right]: Number(on), read: on ? 1 : auth.read };
}

/**
 * A new member's: all of them, since most folders are made to be used together.
 *
 * @param {number} id
 * @returns {Auth}
 */
export function fullRights(id) {
  return { u_id: id, read: 1, write: 1, deleted: 1 };
}

/** The letters of folder passwords besides the length (wangpan-api, 12). */
const ALLOWED = /^[0-9A-Za-z@#&!]*$/;

/**
 * What is wrong with a new folder password: the key of a text, or nothing.
 *
 * @param {string} password
 * @param {string} again
 */
export function passwordFault(password, again) {
  if (!ALLOWED.test(password)) return 'folders.password.letters';
  if (password.length < 6) return 'folders.password.short';
  return password === again ? '' : 'folders.password.differ';
}
