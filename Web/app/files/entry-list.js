// @ts-check
import { html, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { keep, keptAt } from '../core/scroll.js';
import { stepKey } from '../core/router.js';
import { NARROW, useMedia } from '../ui/media.js';
import { Rest } from '../ui/rest.js';
import { WindowList } from '../ui/window-list.js';
import { keyHandler } from './entry-keys.js';
import { pointerHandlers } from './entry-pointer.js';
import { entryRows } from './entry-row.js';
import { Rubber } from './rubber.js';
import { forgiven } from './thumbnail.js';

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
 * @param {{model: import('./list-model.js').ListModel, count: number, variant: string, layout: 'list' | 'grid',
 *   selection: import('./selection.js').Selection, actions: Actions, header?: any, label: string, busy: Set<string>}} props
 *   `busy` are paths that something is being done with
 */
export function EntryList({ model, count, variant, layout, selection, actions, header, label, busy }) {
  const chosen = useAtom(selection.chosen);
  useAtom(forgiven);
  const list = useRef(/** @type {any} */ (null));
  const rest = useMemo(() => new Rest(), []);
  const [id] = useState(() => `entries-${Math.random().toString(36).slice(2)}`);
  const isChoosing = chosen.all || chosen.entries.size > 0;
  const isNarrow = useMedia(NARROW);
  const now = useRef(/** @type {any} */ (null));
  now.current = { model, count, layout, selection, actions, list: list.current ?? {}, isChoosing, isNarrow, busy };
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
    // When it is drawn: a row that has just come makes the list longer.
    selection.onReveal = (/** @type {number} */ index) => requestAnimationFrame(() => index >= 0 && index < (model.state.value.count ?? 0) && list.current?.reveal(index));
  }, [model, selection]);

  const pointer = useMemo(() => pointerHandlers(about), []);
  const makeRow = useMemo(() => entryRows({ layout, id, rest, now: () => now.current }), []);
  const onRange = useCallback((/** @type {number} */ first, /** @type {number} */ last) => model.want(first, last), [model]);

  return html`<${WindowList}
    count=${count}
    height=${layout === 'grid' ? (isNarrow ? 148 : 208) : 60}
    minWidth=${layout === 'grid' ? (isNarrow ? 104 : 160) : undefined}
    gap=${layout === 'grid' ? (isNarrow ? 4 : 8) : 0}
    makeRow=${makeRow}
    label=${label}
    onRange=${onRange}
    header=${header}
    listRef=${list}
    rest=${rest}
    variant=${variant}
    role="grid"
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
