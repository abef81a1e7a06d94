// @ts-check
import { t } from '../core/i18n.js';
import { showDetails } from './details.js';
import { download } from './download.js';
import { openEntry } from './open.js';
import { choosePlace } from './picker.js';
import { remove } from './remove.js';
import { rename } from './rename.js';
import { shareFolders } from './share.js';
import { whyNot } from './subject.js';

/** @typedef {import('./subject.js').Subject} Subject */
/** @typedef {import('./list-model.js').Entry} Entry */
/** @typedef {import('../ui/menu.js').MenuItem} MenuItem */

/**
 * What can be done with entries, for menus.
 *
 * @param {Subject} subject
 * @param {{done?: () => void, renamed?: (entry: Entry) => void}} [options] `done` after something was changed; `renamed`
 *   instead of it after renaming
 * @returns {MenuItem[]}
 */
export function entryMenu(subject, { done = () => {}, renamed = done } = {}) {
  const single = !subject.whole && subject.entries.length === 1 ? subject.entries[0] : null;
  const hasFiles = Boolean(subject.whole) || subject.entries.some((entry) => entry.type !== 0);
  const afterwards = (/** @type {unknown} */ isDone) => isDone && done();
  /** @type {MenuItem[]} */
  const items = [];
  if (single) items.push({ label: t('open'), icon: single.type === 0 ? 'folder-outline' : 'open-in-new', action: () => openEntry(single) });
  items.push({ label: t('download'), icon: 'download', action: () => download(subject), why: whyNot('download', subject) });
  // Files are never shared: for them the line is not there at all.
  if (!hasFiles) items.push({ label: t('share'), icon: 'share-variant-outline', action: () => shareFolders(subject.entries).then(afterwards), why: whyNot('share', subject) });
  items.push(
    '-',
    { label: t('move.to'), icon: 'folder-move-outline', action: () => choosePlace('move', subject).then(afterwards), why: whyNot('move', subject) },
    { label: t('copy.to'), icon: 'content-copy', action: () => choosePlace('copy', subject).then(afterwards), why: whyNot('copy', subject) },
  );
  if (single) {
    items.push(
      { label: t('rename'), icon: 'rename-box-outline', action: () => rename(single).then((entry) => entry && renamed(entry)), why: whyNot('rename', subject) },
      { label: t('details'), icon: 'information-outline', action: () => showDetails(single, subject.place) },
    );
  }
  items.push('-', { label: t('delete'), icon: 'delete-outline', danger: true, action: () => remove(subject).then(afterwards), why: whyNot('delete', subject) });
  return items;
}
