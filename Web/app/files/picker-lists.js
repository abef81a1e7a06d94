// @ts-check
import { html, useEffect, useMemo } from '../lib.js';
import { ApiError, CODE, call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { nameOf, urlPath } from '../core/path.js';
import { watch } from '../core/poll.js';
import { unlock } from '../core/unlock.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { Name, visible } from '../ui/name.js';
import { toastError } from '../ui/toast.js';
import { WindowList } from '../ui/window-list.js';
import { iconOf } from './kinds.js';
import { ListModel } from './list-model.js';
import { whyNotInto } from './subject.js';

/** @typedef {import('./subject.js').Subject} Subject */

/**
 * One folder to go into; one that cannot be gone into says why.
 *
 * @param {{icon: string, name: string, why?: string, onOpen: () => void}} props
 */
function Line({ icon, name, why, onOpen }) {
  return html`<button type="button" class="menu-item" aria-disabled=${why ? 'true' : undefined} title=${why} onClick=${() => !why && onOpen()}>
    <${Icon} name=${icon} class="tone-folder" /><span class="grow"><${Name} name=${name} />${why && html`<span class="why">${why}</span>`}</span><${Icon} name="chevron-right" class="small" />
  </button>`;
}

/**
 * My folders and those that are shared with me.
 *
 * @param {{roots: {own: any[], shared: any[]}, action?: 'move' | 'copy', subject?: Subject, onOpen: (path: string) => void}} props
 */
export function Roots({ roots, action, subject, onOpen }) {
  const open = async (/** @type {any} */ one) => {
    const path = `/s/${one.id}`;
    try {
      // An encrypted folder asks for its password before it is walked into.
      if (one.is_encrypt) await call('GET', `/resources${path}`, { query: { page_size: 1 } });
      onOpen(path);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== CODE.folderPassword) toastError(error);
      else if (await unlock(one.id, one.name).catch(toastError)) onOpen(path);
    }
  };
  const group = (/** @type {string} */ title, /** @type {any[]} */ list) => list.length > 0 && html`
    <h3 class="nav-head">${title}</h3>
    ${list.map((one) => html`<${Line}
      key=${one.id}
      icon=${iconOf({ ...one, type: 0 })}
      name=${one.name}
      why=${one.write ? whyRoot(action, subject, one) : t('why.write')}
      onOpen=${() => open(one)}
    />`)}
  `;
  return html`<div class="picker-list">${group(t('nav.files'), roots.own)}${group(t('nav.shared'), roots.shared)}</div>`;
}

/**
 * Only what is true of a whole root: that something lies there already is said further down.
 *
 * @param {'move' | 'copy' | undefined} action
 * @param {Subject | undefined} subject
 * @param {any} root
 */
function whyRoot(action, subject, root) {
  if (!action || !subject || root.id === subject.place.root) return undefined;
  return whyNotInto(action, { ...subject, entries: [], whole: undefined }, `/s/${root.id}`);
}

/**
 * The directories of a folder; files are of no use here. They come first in lists, so it ends with the first file.
 *
 * @param {{path: string, subject?: Subject, action?: 'move' | 'copy', onOpen: (path: string) => void}} props
 */
export function Directories({ path, subject, onOpen }) {
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
  if (state.error && state.count === undefined) return html`<div class="picker-list"><${Failure} error=${state.error} retry=${() => model.refresh()} /></div>`;
  if (state.count === undefined) return html`<div class="picker-list"><${Skeleton} /></div>`;
  let count = state.count;
  for (const [index, entry] of model.known()) {
    if (entry.type !== 0) {
      count = index;
      break;
    }
  }
  if (count === 0) return html`<div class="picker-list"><${Empty} icon="folder-outline" title=${t('picker.empty')} /></div>`;
  const moved = new Set((subject?.entries ?? []).map((entry) => entry.path));
  return html`<div class="picker-list"><${WindowList}
    count=${count}
    height=${48}
    label=${visible(nameOf(path))}
    onRange=${(/** @type {number} */ first, /** @type {number} */ last) => model.want(first, last)}
    draw=${(/** @type {number} */ index) => {
      const entry = model.at(index);
      return entry
        ? html`<${Line} icon="folder" name=${entry.name} why=${moved.has(entry.path) ? t('picker.inside') : undefined} onOpen=${() => onOpen(urlPath(entry))} />`
        : html`<span class="skeleton line"></span>`;
    }}
  /></div>`;
}
