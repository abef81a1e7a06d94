// @ts-check
// Files as the browser fetches them by itself: pictures, clips, documents, downloads. A cookie opens them.
import { call, url } from '../core/api.js';
import { t } from '../core/i18n.js';
import { urlPath } from '../core/path.js';
import { renewMedia } from '../core/session.js';
import { forgive } from './thumbnail.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * Where a file's bytes are, for pictures and players. It changes with the file, so that no browser shows what it remembers
 * of an older one.
 *
 * @param {Entry} entry
 */
export function contentAddress(entry) {
  return url(`/download${urlPath(entry)}`, { v: `${entry.mod_time}-${entry.size}` });
}

/**
 * The same, to be saved.
 *
 * @param {Entry} entry
 */
export function downloadAddress(entry) {
  return url(`/download${urlPath(entry)}`, { download: 1 });
}

/**
 * Why a file does not come; browsers tell a page only that. A lost cookie is made anew, as when another browser has ended it
 * or this one has forgotten it. A new one ends the one before, so it is asked for only when it is at fault.
 *
 * @param {Entry} entry
 * @returns {Promise<{isRenewed: boolean, error?: unknown}>} `isRenewed`: the cookie was lost and is there again; `error` is the
 *   drive's; with neither the file would come, and what it holds is at fault
 */
export async function faultOf(entry) {
  const look = () => fetch(contentAddress(entry), { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  const reply = await look();
  if (reply?.ok) return { isRenewed: false };
  if (reply?.status === 401 && (await renewMedia())) {
    // A browser that keeps no cookies would be given one after the other.
    if ((await look())?.status === 401) return { isRenewed: false, error: new Error(t('media.blocked')) };
    forgive();
    return { isRenewed: true };
  }
  // Words come with an answer of the API alone.
  return { isRenewed: false, error: await call('GET', `/details${urlPath(entry)}`).then(() => undefined, (error) => error) };
}

/** How often it is looked why small pictures do not come, in milliseconds. */
const PAUSE = 60_000;
let lookedAt = -PAUSE;

/**
 * A small picture of a list did not come: perhaps the cookie is lost, or the drive is away.
 *
 * @param {Entry} entry
 */
export function lookWhy(entry) {
  if (performance.now() - lookedAt < PAUSE) return;
  lookedAt = performance.now();
  faultOf(entry).catch(() => {});
}
