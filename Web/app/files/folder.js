// @ts-check
import { html, useEffect, useMemo, useState } from '../lib.js';
import { ApiError, CODE } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { nameOf, rootOf } from '../core/path.js';
import { nudge, watch } from '../core/poll.js';
import { go, place } from '../core/router.js';
import { lock, onLockChange, unlock } from '../core/unlock.js';
import { Screen } from '../shell/screen.js';
import { Works, isWorking } from '../shell/work.js';
import { UploadButton, DropZone } from '../transfers/entrance.js';
import { Button } from '../ui/button.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { MenuButton, openMenu } from '../ui/menu.js';
import { Viewer } from '../viewer/viewer.js';
import { newFolder, remove, rename, transfer, whyNot } from './actions.js';
import { Breadcrumb } from './breadcrumb.js';
import { dragged } from './drag.js';
import { ColumnHeads, EntryList } from './entry-list.js';
import { FilterField } from './filter-field.js';
import { ListModel } from './list-model.js';
import { entryMenu } from './entry-menu.js';
import { openEntry } from './open.js';
import { placeOf } from './place-of.js';
import { Selection } from './selection.js';
import { SelectionBar } from './selection-bar.js';
import { setView, view } from './view.js';

/** One folder. @param {{parts: string[]}} props its percent-encoded path */
export function Folder({ parts }) {
  const path = parts[0].replace(/\/+$/, '');
  return html`<${FolderScreen} key=${path} path=${path} />`;
}

/** @param {{path: string}} props */
function FolderScreen({ path }) {
  const { layout, sort, order } = useAtom(view);
  const [filter, setFilter] = useState('');
  const [isFiltering, setFiltering] = useState(false);
  const root = rootOf(path) ?? 0;
  const selection = useMemo(() => new Selection(), []);
  const model = useMemo(() => new ListModel(path, { sort, order, filter }), [path, sort, order, filter]);
  const state = useAtom(model.state);
  const chosen = useAtom(selection.chosen);
  const where = useLoaded((signal) => placeOf(path, signal), [path], { polls: false });
  const shown = useAtom(place, (here) => here.query.get('show'));

  useEffect(() => {
    model.want(0, 1);
    const ends = [watch(() => model.refresh(), isWorking), onLockChange((changed) => changed === root && model.refresh())];
    return () => {
      ends.forEach((end) => end());
      model.close();
    };
  }, [model]);
  useEffect(() => selection.clear(), [sort, order, filter]);

  const spot = where.value ?? { root, rootName: nameOf(path), isShared: false, isEncrypted: false, read: true, write: false, deleted: false };
  const subject = () => {
    const { all, except } = selection.chosen.value;
    if (!all) return { entries: selection.entries, place: spot };
    return {
      entries: [],
      place: spot,
      whole: { parent: path, except: [...except.values()].map((entry) => entry.name), etag: model.etag ?? '', count: selection.size(model.state.value.count) },
    };
  };
  const afterwards = (/** @type {boolean} */ isDone) => isDone && selection.clear();
  const onDelete = () => !whyNot('delete', subject()) && remove(subject()).then(afterwards);
  const onRename = () => {
    const entry = selection.entries[0];
    if (entry && !whyNot('rename', subject())) rename(entry).then((renamed) => renamed && selection.clear());
  };
  const dropInto = (/** @type {string} */ destination) => {
    const entries = dragged.value;
    dragged.set(null);
    if (entries?.length) transfer('move', { entries, place: spot }, destination).then(() => selection.clear());
  };
  const onMenu = (/** @type {any} */ entry, /** @type {any} */ at) => {
    openMenu(entry ? entryMenu(subject(), { done: () => selection.clear() }) : folderMenu(), at, entry ? entry.name : spot.rootName);
  };
  const folderMenu = () => [
    { label: t('folder.new'), icon: 'folder-plus-outline', action: () => newFolder(path), why: spot.write ? undefined : t('why.write') },
    { label: t('select.all'), icon: 'select-all', action: () => selection.all() },
    { label: t('refresh'), icon: 'refresh', action: nudge },
    ...(spot.isEncrypted ? [{ label: t('lock.now'), icon: 'lock-outline', action: () => lock(root).then(() => go('/')) }] : []),
  ];

  const count = state.count ?? 0;
  const isLocked = state.error instanceof ApiError && state.error.code === CODE.folderPassword;
  let content;
  if (isLocked) {
    content = html`<${Empty} icon="folder-lock" title=${t('locked.title')} text=${t('locked.text')}>
      <${Button} kind="primary" icon="lock-open-variant-outline" label=${t('unlock.open')} onClick=${() => unlock(root, spot.rootName)} />
    <//>`;
  } else if (state.error && state.count === undefined) content = html`<${Failure} error=${state.error} retry=${() => model.refresh()} />`;
  else if (state.count === undefined) content = html`<div class="screen-body"><${Skeleton} rows=${8} /></div>`;
  else if (count === 0) {
    content = filter
      ? html`<${Empty} icon="magnify" title=${t('filter.none', { text: filter })}><${Button} label=${t('filter.clear')} onClick=${() => setFilter('')} /><//>`
      : html`<${Empty} icon="folder-outline" title=${t('empty.title')} text=${spot.write ? t('empty.text') : t('empty.read')}>
          ${spot.write && html`<${UploadButton} path=${path} kind="primary" />`}
        <//>`;
  } else {
    content = html`<${EntryList}
      key=${`${layout} ${sort} ${order}`}
      count=${count}
      at=${(/** @type {number} */ index) => model.at(index)}
      version=${state.version}
      layout=${layout}
      selection=${selection}
      label=${spot.rootName}
      onOpen=${openEntry}
      onMenu=${onMenu}
      onDelete=${onDelete}
      onRename=${onRename}
      onFilter=${() => setFiltering(true)}
      onRange=${(/** @type {number} */ first, /** @type {number} */ last) => model.want(first, last)}
      onDrop=${(/** @type {any} */ entry) => dropInto(entry.href ?? entry.path.split('/').map(encodeURIComponent).join('/'))}
      header=${layout === 'list' && html`<${ColumnHeads} sort=${sort} order=${order} onSort=${(/** @type {any} */ next) => setView({ sort: next, order: next === sort && order === 'asc' ? 'desc' : 'asc' })} />`}
    />`;
  }

  return html`<${Screen}
    title=${nameOf(path)}
    scrolls=${false}
    class="folder-screen"
    heading=${html`<${Breadcrumb} path=${path} rootName=${spot.rootName} isShared=${spot.isShared} onDrop=${spot.deleted ? dropInto : undefined} />`}
    actions=${html`
      ${(isFiltering || filter) && html`<${FilterField} value=${filter} onInput=${setFilter} onClose=${() => { setFiltering(false); setFilter(''); }} />`}
      ${!isFiltering && !filter && html`<${Button} icon="filter-variant" iconOnly label=${t('filter')} onClick=${() => setFiltering(true)} />`}
      <${Button} icon=${layout === 'grid' ? 'view-list-outline' : 'view-grid-outline'} iconOnly label=${t(layout === 'grid' ? 'view.list' : 'view.grid')} onClick=${() => setView({ layout: layout === 'grid' ? 'list' : 'grid' })} />
      ${spot.isEncrypted && html`<${Button} icon="lock-outline" iconOnly label=${t('lock.now')} onClick=${() => lock(root).then(() => go('/'))} />`}
      ${spot.write && html`<${Button} class="wide-only" icon="folder-plus-outline" label=${t('folder.new')} onClick=${() => newFolder(path)} /><${UploadButton} path=${path} kind="primary" />`}
      <${MenuButton} title=${spot.rootName} items=${() => [...folderMenu(), '-', ...sortMenu(sort, order)]} />
    `}
  >
    <${Works} />
    <p class="visually-hidden" role="status">${state.count === undefined ? '' : t('folder.count', { n: count })}</p>
    <${DropZone} path=${path} isAllowed=${spot.write}>${content}<//>
    <${SelectionBar} selection=${selection} subject=${subject} count=${count} chosen=${chosen} />
    ${shown && html`<${Viewer} model=${model} name=${shown} spot=${spot} />`}
  <//>`;
}

/**
 * @param {string} sort
 * @param {string} order
 * @returns {import('../ui/menu.js').MenuItem[]}
 */
function sortMenu(sort, order) {
  return /** @type {const} */ (['name', 'mtime', 'size', 'type']).map((key) => ({
    label: t(`sort.${key}`),
    icon: sort === key ? (order === 'asc' ? 'arrow-up' : 'arrow-down') : 'sort-ascending',
    action: () => setView({ sort: key, order: sort === key && order === 'asc' ? 'desc' : 'asc' }),
  }));
}

