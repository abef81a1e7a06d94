// @ts-check
import { html, useEffect, useMemo, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { nameOf, parentOf, rootOf, urlPath } from '../core/path.js';
import { watch } from '../core/poll.js';
import { unlock } from '../core/unlock.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { Name, visible } from '../ui/name.js';
import { WindowList } from '../ui/window-list.js';
import { newFolder, transfer } from './actions.js';
import { iconOf } from './kinds.js';
import { ListModel } from './list-model.js';

/** @typedef {import('./actions.js').Subject} Subject */

/**
 * Asks where to, and moves or copies.
 *
 * @param {'move' | 'copy'} action
 * @param {Subject} subject
 * @returns {Promise<boolean>} whether it was begun
 */
export async function choosePlace(action, subject) {
  const destination = await show((close) => html`<${Picker} action=${action} subject=${subject} close=${close} />`);
  if (!destination) return false;
  await transfer(action, subject, destination);
  return true;
}

/**
 * Asks for a folder to put something into.
 *
 * @param {string} title
 * @param {string} label of the button that takes the folder
 * @returns {Promise<string | undefined>} percent-encoded path
 */
export function pickFolder(title, label) {
  return show((close) => html`<${Picker} title=${title} label=${label} close=${close} />`);
}

/** @param {{action?: 'move' | 'copy', subject?: Subject, title?: string, label?: string, close: (path?: string) => void}} props */
function Picker({ action, subject, title, label, close }) {
  const first = subject ? subject.whole?.parent ?? parentOf(urlPath(subject.entries[0])) : '';
  const [path, setPath] = useState(first);
  const [made, setMade] = useState(0);
  const rows = useLoaded(async (signal) => {
    const [own, shared] = await Promise.all([call('GET', '/resources/', { signal }), call('GET', '/shares', { signal })]);
    return [...own.list.map((/** @type {any} */ one) => ({ ...one, group: 'own' })), ...shared.list.map((/** @type {any} */ one) => ({ ...one, type: 0, group: 'shared' }))];
  }, [], { polls: false });
  const root = rows.value?.find((/** @type {any} */ one) => one.id === rootOf(path));
  const isInside = (subject?.entries ?? []).some((entry) => entry.type === 0 && `${path}/`.startsWith(`${urlPath(entry)}/`));
  const why = !path ? t('picker.choose') : root && !root.write ? t('why.write') : isInside ? t('picker.inside') : path === first && action === 'move' ? t('picker.same') : undefined;
  const openRoot = async (/** @type {any} */ one) => {
    if (one.is_encrypt) {
      const isOpen = await call('GET', `/resources/s/${one.id}`, { query: { page_size: 1 } }).then(() => true, () => false);
      if (!isOpen && !(await unlock(one.id, one.name))) return;
    }
    setPath(`/s/${one.id}`);
  };
  return html`<${Dialog}
    title=${title ?? t(`${action}.title`, { n: subject?.whole?.count ?? subject?.entries.length ?? 0 })}
    close=${close}
    wide
    class="picker"
    footer=${html`
      <${Button} icon="folder-plus-outline" label=${t('folder.new')} why=${!path || (root && !root.write) ? t('why.write') : undefined}
        onClick=${() => newFolder(path).then((entry) => {
          if (!entry) return;
          setMade(made + 1);
          setPath(urlPath(entry));
        })} />
      <span class="grow"></span>
      <${Button} label=${t('cancel')} onClick=${() => close()} />
      <${Button} kind="primary" label=${label ?? t(`${action}.here`)} why=${why} onClick=${() => close(path)} />
    `}
  >
    <div class="row picker-path">
      ${path && html`<${Button} icon="arrow-left" iconOnly label=${t('up')} onClick=${() => setPath(parentOf(path))} />`}
      <strong class="grow"><${Name} name=${path ? (path === `/s/${rootOf(path)}` ? root?.name ?? '' : nameOf(path)) : t('picker.places')} /></strong>
    </div>
    ${why && path && html`<p class="soft small">${why}</p>`}
    ${path
      ? html`<${Directories} key=${`${path} ${made}`} path=${path} onOpen=${setPath} />`
      : rows.error
        ? html`<${Failure} error=${rows.error} retry=${rows.reload} />`
        : !rows.value
          ? html`<${Skeleton} />`
          : html`<div class="picker-list">${['own', 'shared'].map((group) => html`
              <h3 class="nav-head">${t(group === 'own' ? 'nav.files' : 'nav.shared')}</h3>
              ${rows.value?.filter((/** @type {any} */ one) => one.group === group).map((/** @type {any} */ one) => html`<button type="button" class="menu-item" onClick=${() => openRoot(one)}>
                <${Icon} name=${iconOf({ ...one, type: 0 })} class="tone-folder" /><span class="grow"><${Name} name=${one.name} /></span><${Icon} name="chevron-right" class="small" />
              </button>`)}
            `)}</div>`}
  <//>`;
}

/**
 * The directories of a folder; files are of no use here. They come first in lists, so it ends with the first file.
 *
 * @param {{path: string, onOpen: (path: string) => void}} props
 */
function Directories({ path, onOpen }) {
  const model = useMemo(() => new ListModel(path, { sort: 'name', order: 'asc', filter: '' }), [path]);
  const state = useAtom(model.state);
  useEffect(() => {
    model.want(0, 1);
    const end = watch(() => model.refresh());
    return () => {
      end();
      model.close();
    };
  }, [model]);
  if (state.error && state.count === undefined) return html`<${Failure} error=${state.error} retry=${() => model.refresh()} />`;
  if (state.count === undefined) return html`<div class="picker-list"><${Skeleton} /></div>`;
  let count = state.count;
  for (const [index, entry] of model.known()) {
    if (entry.type !== 0) {
      count = index;
      break;
    }
  }
  if (count === 0) return html`<div class="picker-list"><${Empty} icon="folder-outline" title=${t('picker.empty')} /></div>`;
  return html`<div class="picker-list"><${WindowList}
    count=${count}
    height=${48}
    label=${visible(nameOf(path))}
    onRange=${(/** @type {number} */ first, /** @type {number} */ last) => model.want(first, last)}
    draw=${(/** @type {number} */ index) => {
      const entry = model.at(index);
      return entry
        ? html`<button type="button" class="menu-item" onClick=${() => onOpen(urlPath(entry))}><${Icon} name="folder" class="tone-folder" /><span class="grow"><${Name} name=${entry.name} /></span><${Icon} name="chevron-right" class="small" /></button>`
        : html`<span class="skeleton line"></span>`;
    }}
  /></div>`;
}
