// @ts-check
// What the tabs of one browser tell each other about the queue.
import { session } from '../core/session.js';

/** This tab. */
export const tab = Math.random().toString(36).slice(2);

const channel = typeof document === 'undefined' ? null : new BroadcastChannel('hearth-uploads');

/** Files of one message: passing thousands at once would hold the page up. */
const PIECE = 200;

/**
 * Tells the other tabs of the same person.
 *
 * @param {object} message
 */
export function tellTabs(message) {
  const user = session.value?.user.user_id;
  if (user) channel?.postMessage({ ...message, user, from: tab });
}

/**
 * Gives files to the other tabs, so that they can go on when this one is closed.
 *
 * @param {[number, File][]} files by row
 */
export async function giveFiles(files) {
  for (let start = 0; start < files.length; start += PIECE) {
    tellTabs({ type: 'files', files: files.slice(start, start + PIECE) });
    await breath();
  }
}

/** @param {(message: any) => void} listener hears what tabs of the same person say */
export function hearTabs(listener) {
  channel?.addEventListener('message', ({ data }) => {
    if (data.user === session.value?.user.user_id && data.from !== tab) listener(data);
  });
}

/** Lets the page do other things. */
export function breath() {
  return new Promise((resolve) => setTimeout(resolve));
}
