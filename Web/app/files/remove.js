// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { ApiError, CODE, call } from '../core/api.js';
import { number, size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { urlPath } from '../core/path.js';
import { nudge } from '../core/poll.js';
import { during, follow } from '../shell/work.js';
import { confirm } from '../ui/dialog.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { bodyOf, conditionsOf, countOf, isRoot } from './subject.js';
import { pathsOf } from './transfer.js';

/** @typedef {import('./subject.js').Subject} Subject */

/** Rows that are counted for the question; beyond them it says "more than". */
const COUNTED = 5000;
const PAGE = 1000;

/**
 * Deletes after saying what will be lost.
 *
 * @param {Subject} subject
 * @returns {Promise<boolean>} whether it was done
 */
export async function remove(subject) {
  const n = countOf(subject);
  const single = n === 1 ? subject.entries[0] : undefined;
  const giver = single && isRoot(single) ? visible(/** @type {any} */ (single).from_user ?? '') : '';
  const isSure = await confirm({
    title: single ? t('delete.title.one', { name: visible(single.name) }) : t('delete.title', { n }),
    text: html`<${Loss} subject=${subject} />${t(subject.whole || subject.entries.some(isFolder) ? 'delete.text' : 'delete.text.files')}${' '}<${Sharers} subject=${subject} />${giver && html` <strong class="loss shared">${t('delete.received', { name: giver })}</strong>`}`,
    action: t('delete'),
    danger: true,
  });
  if (!isSure) return false;
  try {
    const text = t('delete.running', { n });
    const reply = await during(text, pathsOf(subject), call('DELETE', '/resources', {
      root: subject.place.root,
      headers: { Prefer: 'respond-async', ...conditionsOf(subject) },
      json: bodyOf(subject, 'paths'),
    }));
    if (reply?.task_id) await follow(reply.task_id, text, pathsOf(subject));
    nudge();
    toast(single ? t('delete.done.one', { name: visible(single.name) }) : t('delete.done', { n }));
    return true;
  } catch (error) {
    nudge();
    toastError(error instanceof ApiError && error.code === CODE.precondition ? new Error(t('changed.meanwhile')) : error);
    return false;
  }
}

/**
 * How much is lost: files and their size, inside of folders as well, as far as it can be counted quickly.
 *
 * @param {{subject: Subject}} props
 */
function Loss({ subject }) {
  const [found, setFound] = useState(/** @type {Amount | null} */ (null));
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    count(subject, controller.signal).then(setFound, () => controller.signal.aborted || setFailed(true));
    return () => controller.abort();
  }, []);
  const text = isFailed ? t('delete.uncounted') : !found ? t('delete.counting') : t(found.isMore ? 'delete.loss.more' : 'delete.loss', { n: found.files, files: number(found.files), size: size(found.bytes) });
  return html`<strong class="loss" role="status">${text}</strong>${' '}`;
}

/**
 * Who else loses it: those with whom it, or something in it, is shared.
 *
 * @param {{subject: Subject}} props
 */
function Sharers({ subject }) {
  const [names, setNames] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    const controller = new AbortController();
    const lost = subject.whole ? [`${subject.whole.parent}/`] : subject.entries.filter(isFolder).map((entry) => `${urlPath(entry)}/`);
    const kept = (subject.whole?.except ?? []).map((entry) => `${urlPath(entry)}/`);
    if (lost.length === 0) return undefined;
    call('GET', '/shares/given', { signal: controller.signal }).then(({ list }) => {
      const within = (/** @type {any} */ share, /** @type {string[]} */ paths) => paths.some((path) => `${urlPath(share)}/`.startsWith(path));
      const theirs = list.filter((/** @type {any} */ share) => within(share, lost) && !within(share, kept));
      setNames([...new Set(theirs.map((/** @type {any} */ share) => visible(share.to_user.nickname)))]);
    }, () => {});
    return () => controller.abort();
  }, []);
  return names.length > 0 && html`<strong class="loss shared" role="status">${t('delete.shared', { names: names.join(t('list.comma')) })}</strong>`;
}

/** @param {{type: number}} entry */
function isFolder(entry) {
  return entry.type === 0;
}

/** @typedef {{files: number, bytes: number, isMore: boolean}} Amount */

/**
 * @param {Subject} subject
 * @param {AbortSignal} signal
 * @returns {Promise<Amount>}
 */
async function count({ entries, whole, place }, signal) {
  const total = { files: 0, bytes: 0, isMore: false };
  let rest = COUNTED;
  const add = (/** @type {any[]} */ rows, /** @type {1 | -1} */ sign) => {
    for (const row of rows) {
      if (row.type !== 1) continue;
      total.files += sign;
      total.bytes += sign * row.size;
    }
  };
  const addTree = async (/** @type {string} */ path, /** @type {1 | -1} */ sign) => {
    for (let page = 1; rest > 0; page += 1) {
      const reply = await call('GET', `/resources${path}`, { signal, root: place.root, query: { type: 1, page, page_size: PAGE } });
      add(reply.list, sign);
      rest -= PAGE;
      if (!reply.pager.has_more) return;
    }
    total.isMore = true;
  };
  add(entries, 1);
  if (whole) {
    await addTree(whole.parent, 1);
    add(whole.except, -1);
  }
  for (const entry of whole ? whole.except : entries) if (entry.type === 0) await addTree(urlPath(entry), whole ? -1 : 1);
  return total;
}
