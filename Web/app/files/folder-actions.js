// @ts-check
import { useMemo, useRef } from '../lib.js';
import { t } from '../core/i18n.js';
import { nudge } from '../core/poll.js';
import { urlPath } from '../core/path.js';
import { go } from '../core/router.js';
import { lock } from '../core/unlock.js';
import { openMenu } from '../ui/menu.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { dragged, endDrag } from './drag.js';
import { entryMenu } from './entry-menu.js';
import { newFolder } from './new-folder.js';
import { openEntry } from './open.js';
import { choosePlace } from './picker.js';
import { remove } from './remove.js';
import { rename } from './rename.js';
import { folderName } from './root-name.js';
import { seek } from './seek.js';
import { whyNot, whyNotInto } from './subject.js';
import { transfer } from './transfer.js';
import { sortBy, view } from './view.js';

/** @typedef {import('./list-model.js').Entry} Entry */
/** @typedef {import('./subject.js').Subject} Subject */

/**
 * What is done in a folder, by keys, pointers, menus and buttons.
 *
 * @param {{path: string, spot: import('./place-of.js').FolderPlace, model: import('./list-model.js').ListModel,
 *   selection: import('./selection.js').Selection, openFilter: () => void}} folder
 */
export function useFolderActions(folder) {
  const now = useRef(folder);
  now.current = folder;
  return useMemo(() => actionsOf(() => now.current), []);
}

/** @param {() => Parameters<typeof useFolderActions>[0]} folder as it is now */
function actionsOf(folder) {
  /** What is selected, as operations want it. @returns {Subject} */
  const subject = () => {
    const { path, spot, model, selection } = folder();
    const { all, except } = selection.chosen.value;
    if (!all) return { entries: selection.entries, place: spot };
    return { entries: [], place: spot, whole: { parent: path, except: [...except.values()], etag: model.etag ?? '', count: selection.size(model.state.value.count) } };
  };
  const clear = () => folder().selection.clear();
  const afterwards = (/** @type {unknown} */ isDone) => isDone && clear();

  /** Does it, or says why not: keys have no button that could say it. */
  const perform = (/** @type {import('./subject.js').Operation} */ what, /** @type {() => void} */ run) => {
    const why = whyNot(what, subject());
    if (why) toast(why);
    else run();
  };

  /** Everything in the folder; under a filter what it finds, which the drive cannot name as a whole. */
  const onAll = async () => {
    const { model, selection } = folder();
    if (!model.order.filter) {
      selection.all();
      return;
    }
    try {
      await model.ensure(0, model.state.value.count ?? 0);
      selection.these([...model.known()].map(([, entry]) => entry));
    } catch (error) {
      toastError(error);
    }
  };

  /** @param {Entry | undefined} made shown and selected when the list has it */
  const showNew = async (made) => {
    if (!made) return;
    const { model, selection } = folder();
    await model.refresh();
    const [found] = await seek(model, (entry) => entry.path === made.path).catch(() => []);
    if (!found) return;
    selection.only(...found);
    selection.reveal(found[0]);
  };

  const drop = (/** @type {string} */ destination, /** @type {Subject} */ what, /** @type {boolean} */ copies, /** @type {string | undefined} */ name) => {
    const action = copies ? 'copy' : 'move';
    (destination ? transfer(action, what, destination, name) : choosePlace(action, what, '')).then(afterwards);
  };

  const lockNow = () => lock(folder().spot.root).then(() => go('/'), toastError);

  /** @returns {import('../ui/menu.js').MenuItem[]} */
  const folderMenu = () => [
    { label: t('folder.new'), icon: 'folder-plus-outline', action: onNewFolder, why: folder().spot.write ? undefined : t('why.write') },
    { label: t('select.all'), icon: 'select-all', action: onAll, why: folder().model.state.value.count ? undefined : t('empty.title') },
    { label: t('refresh'), icon: 'refresh', action: nudge },
    ...(folder().spot.isEncrypted ? [{ label: t('lock.now'), icon: 'lock-outline', action: lockNow }] : []),
  ];
  const onNewFolder = () => newFolder(folder().path).then(showNew);

  return {
    subject,
    clear,
    onAll,
    onNewFolder,
    lockNow,
    folderMenu,
    onOpen: openEntry,
    onFilter: () => folder().openFilter(),
    onDelete: () => perform('delete', () => remove(subject()).then(afterwards)),
    onRename: () => perform('rename', () => rename(subject().entries[0]).then(showNew)),
    onMenu(/** @type {Entry | null} */ entry, /** @type {any} */ at, /** @type {boolean} */ isAlone = false) {
      const { path, spot, selection, model } = folder();
      const n = selection.size(model.state.value.count);
      const items = entry ? entryMenu(isAlone ? { entries: [entry], place: spot } : subject(), { done: clear, renamed: showNew }) : [...folderMenu(), /** @type {const} */ ('-'), ...sortMenu()];
      openMenu(items, at, !entry ? visible(folderName(path, spot.rootName)) : n > 1 ? t('selected', { n }) : visible(entry.name));
    },
    whyNoDrop(/** @type {Entry} */ entry) {
      if (!dragged.value) return undefined;
      return whyNot('move', dragged.value) ?? whyNotInto('move', dragged.value, urlPath(entry), Boolean(entry.write));
    },
    onDrop(/** @type {Entry} */ entry, /** @type {boolean} */ copies) {
      const what = dragged.value;
      endDrag();
      if (what) drop(urlPath(entry), what, copies, visible(entry.name));
    },
    dropInto: (/** @type {string} */ destination, /** @type {Subject} */ what, /** @type {boolean} */ copies) => {
      const { spot } = folder();
      drop(destination, what, copies, destination === `/s/${spot.root}` ? visible(spot.rootName) : undefined);
    },
  };
}

/** @returns {import('../ui/menu.js').MenuItem[]} */
export function sortMenu() {
  const { sort, order } = view.value;
  return /** @type {const} */ (['name', 'mtime', 'size', 'type']).map((key) => ({
    label: t('sort.by', { what: t(`sort.${key}`) }),
    icon: sort === key ? (order === 'asc' ? 'arrow-up' : 'arrow-down') : 'sort-ascending',
    isChosen: sort === key,
    action: () => sortBy(key),
  }));
}
