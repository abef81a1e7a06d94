// @ts-check
import { t } from '../core/i18n.js';
import { lock } from '../core/unlock.js';
import { toastError } from '../ui/toast.js';
import { download } from './download.js';
import { leaveShare } from './leave-share.js';
import { choosePlace } from './picker.js';
import { remove } from './remove.js';
import { rename } from './rename.js';
import { shareFolders } from './share.js';
import { whyNot } from './subject.js';

/** @typedef {import('../ui/menu.js').MenuItem} MenuItem */

/**
 * What can be done with a folder at the top. Those that one person shared are changed here; others in folder management.
 *
 * @param {{folder: any, isOpen: boolean, isLocked: boolean, open: () => void, onChange: () => void}} card `isOpen`: encrypted, and open on
 *   this device
 * @returns {MenuItem[]}
 */
export function cardMenu({ folder, isOpen, isLocked, open, onChange }) {
  const isReceived = folder.share_id > 0;
  /** @type {import('./subject.js').Subject} */
  const subject = {
    entries: [{ ...folder, type: 0 }],
    place: {
      root: folder.id, rootName: folder.name, isShared: Boolean(folder.from_user), isReceived, isEncrypted: Boolean(folder.is_encrypt),
      read: true, write: Boolean(folder.write), deleted: Boolean(folder.deleted),
    },
  };
  const [entry] = subject.entries;
  const after = (/** @type {Promise<unknown>} */ work) => work.then((isDone) => isDone && onChange());
  /** @type {MenuItem[]} */
  const items = [
    { label: t('open'), icon: 'folder-outline', action: open },
    { label: t('download'), icon: 'download', action: () => download(subject), why: whyNot('download', subject) },
    { label: t('share'), icon: 'share-variant-outline', action: () => shareFolders(subject.entries), why: whyNot('share', subject) },
    { label: t('copy.to'), icon: 'content-copy', action: () => after(choosePlace('copy', subject, '')), why: whyNot('copy', subject) },
  ];
  if (isOpen && !isLocked) items.push({ label: t('lock.now'), icon: 'lock-outline', action: () => lock(folder.id).then(onChange, toastError) });
  if (isReceived) {
    items.push(
      { label: t('rename'), icon: 'rename-box-outline', action: () => after(rename(entry)), why: whyNot('rename', subject) },
      '-',
      { label: t('shared.leave'), icon: 'logout', danger: true, action: () => leaveShare(folder) },
      { label: t('delete'), icon: 'delete-outline', danger: true, action: () => after(remove(subject)), why: whyNot('delete', subject) },
    );
  }
  return items;
}
