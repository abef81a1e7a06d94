// @ts-check
// What becomes of a row whose upload failed.
import { ApiError, CODE } from '../core/api.js';
import { t } from '../core/i18n.js';
import { reasonOf } from '../core/reason.js';
import { isUnreadable } from './source.js';

/** @typedef {import('./rows.js').Upload} Upload */

/** Stands for a code of the server's: the file changed on this device. */
export const CHANGED = -1;
/** The bytes that arrived were not those that were hashed. */
const DAMAGED = 10013;

/**
 * @param {Upload} row
 * @param {unknown} error
 * @returns {{change: Partial<Upload>, isLost: boolean}} `isLost`: what the server has of it is of no use any more
 */
export function outcomeOf(row, error) {
  if (isUnreadable(error)) return failure(t('upload.changed'), CHANGED, true);
  if (!(error instanceof ApiError)) return failure(reasonOf(error), 0, false);
  switch (error.code) {
    // It goes on when the same person signs in again.
    case CODE.signedOut: return { change: { state: 'waiting' }, isLost: false };
    case CODE.clash:
    case CODE.exists:
      if (row.kind === 'folder') return failure(t('upload.folder.clash'), error.code, false);
      // A folder has that name: nothing takes its place, and the same question would come again and again.
      if (row.conflict === 'skip') return { change: { state: 'skipped', ended: Date.now() }, isLost: true };
      if (row.conflict === 'replace') return failure(t('upload.file.clash'), error.code, true);
      // Bytes that are on the server already are there for whatever the answer is.
      return { change: { state: 'clash', error: '', code: error.code }, isLost: false };
    case CODE.folderPassword: return failure(t('upload.locked'), error.code, false);
    case DAMAGED: return failure(t('upload.damaged'), error.code, true);
    default: return failure(error.message, error.code, false);
  }
}

/**
 * @param {string} text
 * @param {number} code
 * @param {boolean} isLost
 * @returns {{change: Partial<Upload>, isLost: boolean}}
 */
function failure(text, code, isLost) {
  return { change: { state: 'failed', error: text, code }, isLost };
}
