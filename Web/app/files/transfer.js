// @ts-check
import { ApiError, CODE, call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { nameOf, parentOf, rootOf, urlPath } from '../core/path.js';
import { nudge } from '../core/poll.js';
import { go } from '../core/router.js';
import { during, follow } from '../shell/work.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { askConflict } from './conflict.js';
import { bodyOf, conditionsOf, countOf, pathOrHref, reference } from './subject.js';

/** @typedef {import('./list-model.js').Entry} Entry */
/** @typedef {import('./subject.js').Subject} Subject */

/**
 * Moves or copies, as a task that goes on when the page is closed. Names that are taken are asked about once.
 *
 * @param {'move' | 'copy'} action
 * @param {Subject} subject
 * @param {string} destination percent-encoded path
 * @param {string} [folder] what the destination is called
 * @returns {Promise<boolean>} whether it was done
 */
export async function transfer(action, subject, destination, folder = visible(nameOf(destination))) {
  const n = countOf(subject);
  try {
    const { result, wasTaken } = await sendAsking(action, subject, destination, folder);
    if (!result) return false;
    nudge();
    const ended = (result.ended_shares ?? []).map((/** @type {any} */ share) => visible(share.name)).join(t('list.comma'));
    // What got another name, or took the place of something, does not become what it was by going back.
    const canUndo = !wasTaken && action === 'move' && !ended && result.resources?.length === result.count;
    toast(ended ? t('move.ended', { names: ended }) : t(`${action}.done`, { n: result.count ?? n, folder }), {
      action: canUndo ? { label: t('undo'), run: () => undoMove(subject, result.resources) } : { label: t('open'), run: () => go(`/folder${destination}`) },
    });
    return true;
  } catch (error) {
    nudge();
    toastError(error instanceof ApiError && error.code === CODE.precondition ? new Error(t('changed.meanwhile')) : error);
    return false;
  }
}

/**
 * @param {'move' | 'copy'} action
 * @param {Subject} subject
 * @param {string} destination
 * @param {'fail' | 'rename' | 'replace' | 'skip'} conflict
 */
async function send(action, subject, destination, conflict) {
  const paths = action === 'move' ? pathsOf(subject) : [];
  return sendTo(action, destination, countOf(subject), paths, { ...bodyOf(subject, 'sources'), on_conflict: conflict }, conditionsOf(subject));
}

/**
 * Asks for the work and waits for it; it goes on when the page is closed.
 *
 * @param {'move' | 'copy'} action
 * @param {string} destination percent-encoded path
 * @param {number} n of entries
 * @param {string[]} paths of entries that it works upon, shown as such meanwhile
 * @param {object} body which entries, and what becomes of names that are taken
 * @param {Record<string, string>} [conditions]
 * @returns {Promise<any>}
 */
async function sendTo(action, destination, n, paths, body, conditions = {}) {
  const text = t(`${action}.running`, { n });
  const reply = await during(text, paths, call('PATCH', '/resources', {
    root: rootOf(destination),
    headers: { Prefer: 'respond-async', ...conditions },
    json: { action, destination: pathOrHref(destination), ...body },
  }));
  return reply?.task_id ? follow(reply.task_id, text, paths) : reply;
}

/**
 * Sends it; names that are taken are asked about, and once more where what is there cannot be replaced.
 *
 * @param {'move' | 'copy'} action
 * @param {Subject} subject
 * @param {string} destination
 * @param {string} folder
 * @returns {Promise<{result?: any, wasTaken: boolean}>} no result: people let it be
 */
async function sendAsking(action, subject, destination, folder) {
  /** @type {'fail' | 'rename' | 'replace' | 'skip' | undefined} */
  let conflict = 'fail';
  for (;;) {
    try {
      return { result: await send(action, subject, destination, conflict), wasTaken: conflict !== 'fail' };
    } catch (error) {
      if (!isTaken(error) || (conflict !== 'fail' && conflict !== 'replace')) throw error;
    }
    conflict = await askConflict(action, countOf(subject), folder, conflict !== 'replace');
    if (!conflict) return { wasTaken: true };
  }
}

/** @param {unknown} error */
function isTaken(error) {
  return error instanceof ApiError && [CODE.exists, CODE.clash].includes(error.code);
}

/** @param {Subject} subject */
export function pathsOf(subject) {
  return subject.entries.map((entry) => entry.path);
}

/**
 * @param {Subject} subject
 * @param {Entry[]} moved where they are now, in the order in which they were named
 */
async function undoMove(subject, moved) {
  const origin = subject.whole?.parent ?? parentOf(urlPath(subject.entries[0]));
  try {
    await sendTo('move', origin, moved.length, moved.map((entry) => entry.path), { sources: moved.map(reference), on_conflict: 'rename' });
    nudge();
    toast(t('undone'));
  } catch (error) {
    toastError(error);
  }
}
