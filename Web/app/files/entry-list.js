// @ts-check
import { html, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { keep, keptAt } from '../core/scroll.js';
import { stepKey } from '../core/router.js';
import { Icon } from '../ui/icon.js';
import { NARROW, useMedia } from '../ui/media.js';
import { Rest } from '../ui/rest.js';
import { WindowList } from '../ui/window-list.js';
import { rowInside, spoken, tileInside } from './entry.js';
import { keyHandler } from './entry-keys.js';
import { pointerHandlers } from './entry-pointer.js';
import { Rubber } from './rubber.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * What a list does when somebody acts upon its entries.
 *
 * @typedef {object} Actions
 * @property {(entry: Entry) => void} onOpen
 * @property {(entry: Entry | null, place: {x: number, y: number} | Element, isAlone?: boolean) => void} onMenu null: the folder itself
 * @property {() => void} onDelete
 * @property {() => void} onRename
 * @property {() => void} onFilter
 * @property {() => void} onAll selects everything
 * @property {(entry: Entry) => string | undefined} whyNoDrop of what is being dragged into a folder
 * @property {(entry: Entry, copies: boolean) => void} onDrop
 */

/**
 * The entries of a folder: chosen and opened by pointer, touch and keyboard as in a file manager.
 *
 * @param {{model: import('./list-model.js').ListModel, count: number, version: unknown, variant: string, layout: 'list' | 'grid',
 *   selection: import('./selection.js').Selection, actions: Actions, header?: any, label: string, busy: Set<string>}} props
 *   `version` changes when rows do; `busy` are paths that something is being done with
 */
export function EntryList({ model, count, version, variant, layout, selection, actions, header, label, busy }) {
  const chosen = useAtom(selection.chosen);
  const list = useRef(/** @type {any} */ (null));
  const rest = useMemo(() => new Rest(), []);
  const [id] = useState(() => `entries-${Math.random().toString(36).slice(2)}`);
  const isChoosing = chosen.all || chosen.entries.size > 0;
  const isNarrow = useMedia(NARROW);
  const now = useRef(/** @type {any} */ (null));
  now.current = { model, count, layout, selection, actions, list: list.current ?? {}, isChoosing };
  const about = () => ({ ...now.current, list: list.current });

  // Where the keyboard was when this folder was left.
  useEffect(() => {
    const index = model.indexOf(keptAt(stepKey()).cursor);
    if (index >= 0 && selection.chosen.value.cursor < 0) selection.moveTo(index);
    const key = stepKey();
    return selection.chosen.subscribe((/** @type {any} */ next) => keep(key, { cursor: model.at(next.cursor)?.path ?? '' }));
  }, [model]);

  // Keys count wherever the focus is on the page and not in a field.
  useLayoutEffect(() => {
    const onKey = keyHandler(about);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  useEffect(() => {
    selection.onReveal = (/** @type {number} */ index) => index >= 0 && index < (model.state.value.count ?? 0) && list.current?.reveal(index);
  }, [model, selection]);

  const pointer = useMemo(() => pointerHandlers(about), []);
  const draw = useCallback(
    (/** @type {number} */ index) => {
      const entry = model.at(index);
      if (!entry) return html`<div class=${`entry ${layout} waiting`} role="row"><span class="preview skeleton"></span><span class="entry-text" role="gridcell" aria-label=${t('loading')}><span class="skeleton line"></span></span></div>`;
      const isChosen = selection.has(entry);
      const isBusy = busy.has(entry.path);
      return html`<div
        class=${`entry ${layout} ${isChosen ? 'chosen' : ''} ${chosen.cursor === index ? 'cursor' : ''} ${isChoosing ? 'choosing' : ''} ${isBusy ? 'busy' : ''}`}
        id=${`${id}-${index}`}
        data-index=${index}
        role="row"
        aria-rowindex=${index + 1}
        aria-selected=${String(isChosen)}
        aria-busy=${isBusy ? 'true' : undefined}
        aria-label=${spoken(entry)}
      >
        <span class="entry-check" role="gridcell"><label><input type="checkbox" checked=${isChosen} tabindex="-1" aria-label=${t('select.one', { name: entry.name })} /></label></span>
        ${layout === 'grid' ? tileInside(entry, rest) : rowInside(entry, rest)}
        <span class="entry-more" role="gridcell"><button type="button" class="button icon-only entry-menu" tabindex="-1" aria-haspopup="menu" aria-label=${t('entry.menu', { name: entry.name })} title=${t('more')}>${Icon({ name: 'dots-vertical' })}</button></span>
      </div>`;
    },
    [model, version, layout, chosen, isChoosing, busy],
  );
  const onRange = useCallback((/** @type {number} */ first, /** @type {number} */ last) => model.want(first, last), [model]);

  return html`<${WindowList}
    count=${count}
    height=${layout === 'grid' ? (isNarrow ? 148 : 208) : 60}
    minWidth=${layout === 'grid' ? (isNarrow ? 104 : 160) : undefined}
    gap=${layout === 'grid' ? (isNarrow ? 4 : 8) : 0}
    draw=${draw}
    label=${label}
    onRange=${onRange}
    header=${header}
    listRef=${list}
    rest=${rest}
    variant=${variant}
    role="grid"
    itemRole="none"
    space=${{
      'aria-multiselectable': 'true',
      'aria-rowcount': count,
      'aria-activedescendant': model.at(chosen.cursor) ? `${id}-${chosen.cursor}` : undefined,
      tabindex: '0',
    }}
    class=${`window-list ${layout}`}
    ...${pointer}
  /><${Rubber} about=${about} />`;
}
