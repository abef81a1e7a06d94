// @ts-check
import { t } from '../core/i18n.js';
import { download, remove, rename, whyNot } from './actions.js';
import { openEntry } from './open.js';
import { choosePlace } from './picker.js';
import { shareFolders } from './share.js';
import { showDetails } from './details.js';

/** @typedef {import('./actions.js').Subject} Subject */
/** @typedef {import('../ui/menu.js').MenuItem} MenuItem */

/**
 * What can be done with entries, for menus.
 *
 * @param {Subject} subject
 * @param {{done?: () => void}} [options] `done` after something was changed
 * @returns {MenuItem[]}
 */
export function entryMenu(subject, { done = () => {} } = {}) {
  const single = !subject.whole && subject.entries.length === 1 ? subject.entries[0] : null;
  /** @type {MenuItem[]} */
  const items = [];
  if (single) items.push({ label: t('open'), icon: single.type === 0 ? 'folder-outline' : 'open-in-new', action: () => openEntry(single) });
  items.push(
    { label: t('download'), icon: 'download', action: () => download(subject), why: whyNot('download', subject) },
    { label: t('share'), icon: 'share-variant-outline', action: () => shareFolders(subject.entries).then(done), why: whyNot('share', subject) },
    '-',
    { label: t('move.to'), icon: 'folder-move-outline', action: () => choosePlace('move', subject).then((isDone) => isDone && done()), why: whyNot('move', subject) },
    { label: t('copy.to'), icon: 'content-copy', action: () => choosePlace('copy', subject).then((isDone) => isDone && done()), why: whyNot('copy', subject) },
  );
  if (single) items.push({ label: t('rename'), icon: 'rename-box-outline', action: () => rename(single).then((renamed) => renamed && done()), why: whyNot('rename', subject) });
  if (single) items.push({ label: t('details'), icon: 'information-outline', action: () => showDetails(single, subject.place) });
  items.push('-', { label: t('delete'), icon: 'delete-outline', danger: true, action: () => remove(subject).then((isDone) => isDone && done()), why: whyNot('delete', subject) });
  return items;
}
