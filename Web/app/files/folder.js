// @ts-check
import { html, useEffect, useMemo, useState } from '../lib.js';
import { ApiError } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { useLoaded } from '../core/load.js';
import { rootOf } from '../core/path.js';
import { watch } from '../core/poll.js';
import { place } from '../core/router.js';
import { askedFor, onLockChange } from '../core/unlock.js';
import { isInShared } from '../shell/navigation.js';
import { Screen } from '../shell/screen.js';
import { Works, isWorking, works } from '../shell/work.js';
import { DropZone } from '../transfers/entrance.js';
import { Viewer } from '../viewer/viewer.js';
import { Breadcrumb } from './breadcrumb.js';
import { DragHint } from './drag.js';
import { folderUnder } from './drop-rows.js';
import { useAddress } from './address.js';
import { useFolderActions } from './folder-actions.js';
import { InviteHint } from './first-steps.js';
import { FolderBar } from './folder-bar.js';
import { FolderContent } from './folder-content.js';
import { Gone } from './gone.js';
import { ListModel } from './list-model.js';
import { knownPlace, placeOf, unknownPlace } from './place-of.js';
import { folderName } from './root-name.js';
import { Selection } from './selection.js';
import { SelectionBar } from './selection-bar.js';
import { Stale } from './stale.js';
import { view } from './view.js';

/** One folder. @param {{parts: string[]}} props its percent-encoded path */
export function Folder({ parts }) {
  const path = parts[0].replace(/\/+$/, '');
  return html`<${FolderScreen} key=${path} path=${path} />`;
}

/** @param {{path: string}} props */
function FolderScreen({ path }) {
  const { sort, order } = useAtom(view);
  const [filter, setFilter] = useState('');
  const [isFiltering, setFiltering] = useState(false);
  const root = rootOf(path) ?? 0;
  const selection = useMemo(() => new Selection(), []);
  const model = useMemo(() => new ListModel(path, { sort, order, filter }), [path, sort, order, filter]);
  const state = useAtom(model.state);
  const where = useLoaded((signal) => placeOf(path, signal), [path]);
  const spot = where.value ?? knownPlace(root) ?? unknownPlace(root);
  const shown = useAtom(place, (here) => here.query.get('show'));
  const busy = useAtom(works);
  const busyPaths = useMemo(() => new Set(busy.flatMap((one) => one.paths)), [busy]);

  useEffect(() => {
    model.want(0, 1);
    const ends = [
      watch(() => refresh(model, selection), isWorking),
      onLockChange((changed) => changed === root && model.refresh()),
    ];
    return () => {
      ends.forEach((end) => end());
      model.close();
    };
  }, [model]);
  const isAsked = useAtom(askedFor, (roots) => roots.has(root));
  const isLocked = isAsked || model.isRefused;
  const isKnown = where.value !== undefined || knownPlace(root) !== undefined;
  useEffect(() => selection.clear(), [sort, order, filter]);
  useAddress(model, selection);
  useEffect(() => isInShared.set(spot.isShared), [spot.isShared]);

  const openFilter = () => setFiltering(true);
  const closeFilter = () => {
    setFiltering(false);
    setFilter('');
  };
  const actions = useFolderActions({ path, spot, model, selection, openFilter });
  const within = useMemo(() => folderUnder(model), [model]);
  if (state.error instanceof ApiError && state.error.isGone) return html`<${Gone} path=${path} isShared=${spot.isShared} error=${state.error} />`;

  const title = folderName(path, spot.rootName);
  return html`<${Screen}
    title=${title}
    scrolls=${false}
    class="folder-screen"
    heading=${html`<${Breadcrumb} path=${path} rootName=${spot.rootName} isShared=${spot.isShared} onDrop=${actions.dropInto} />`}
    actions=${!isLocked && html`<${FolderBar} path=${path} spot=${spot} actions=${actions} filter=${isFiltering || filter ? { value: filter, onInput: setFilter, onClose: closeFilter } : null} />`}
  >
    <${Works} />
    <${Stale} at=${state.cachedAt} shown=${state.count} of=${state.cachedOf} />
    ${spot.isFamily && html`<${InviteHint} />`}
    <p class="visually-hidden" role="status">${state.count === undefined ? '' : t('folder.count', { n: state.count })}</p>
    <${DropZone} path=${path} name=${title} why=${isKnown && !spot.write ? t('why.write') : undefined} isLocked=${isLocked} within=${within}>
      <${FolderContent} path=${path} isLocked=${isLocked} spot=${spot} model=${model} selection=${selection} actions=${actions} filter=${filter} onClearFilter=${closeFilter} busy=${busyPaths} />
    <//>
    <${SelectionBar} selection=${selection} actions=${actions} count=${state.count ?? 0} />
    <${DragHint} />
    ${shown && html`<${Viewer} model=${model} name=${shown} spot=${spot} onClosed=${(/** @type {number} */ index) => selection.reveal(index)} />`}
  <//>`;
}

/**
 * Asks for the list again; what is selected and where the keyboard is stay.
 *
 * @param {ListModel} model
 * @param {Selection} selection
 */
async function refresh(model, selection) {
  const cursor = model.at(selection.chosen.value.cursor)?.path ?? '';
  const { version } = model.state.value;
  await model.refresh();
  if (model.state.value.version === version) return;
  if (model.state.value.count === undefined) {
    selection.clear();
    return;
  }
  const now = new Map([...model.known()].map(([index, entry]) => [entry.path, { index, entry }]));
  selection.follow((path) => now.get(path)?.entry, (path) => now.get(path)?.index ?? -1, { cursor, isWhole: now.size === model.state.value.count });
}
