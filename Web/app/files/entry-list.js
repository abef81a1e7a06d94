// @ts-check
import { html, useCallback, useEffect, useRef } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { WindowList } from '../ui/window-list.js';
import { hasDialog } from '../ui/dialog.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { dragged, endDrag, startDrag } from './drag.js';
import { RowInside, TileInside, spoken } from './entry.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * The entries of a folder: chosen and opened by pointer, touch and keyboard as in a file manager.
 *
 * @param {{count: number, at: (index: number) => Entry | undefined, version: unknown, layout: 'list' | 'grid',
 *   selection: import('./selection.js').Selection, onOpen: (entry: Entry, index: number) => void,
 *   onMenu: (entry: Entry | null, place: any) => void, onDelete?: () => void, onRename?: () => void, onFilter?: () => void,
 *   onRange?: (first: number, last: number) => void, onDrop?: (entry: Entry) => void, subtitle?: (entry: Entry) => any,
 *   header?: any, label: string}} props `version` changes when rows do
 */
export function EntryList({ count, at, layout, selection, onOpen, onMenu, onDelete, onRename, onFilter, onRange, onDrop, subtitle, header, label }) {
  const chosen = useAtom(selection.chosen);
  const list = useRef(/** @type {any} */ (null));
  const press = useRef(/** @type {any} */ (null));
  const isChoosing = chosen.all || chosen.entries.size > 0;

  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (hasDialog() || /** @type {Element} */ (event.target).closest('input, textarea, select, button, a')) return;
    const columns = list.current?.columns ?? 1;
    const jump = Math.max(1, Math.floor(innerHeight / 60)) * columns;
    const steps = { ArrowDown: columns, ArrowUp: -columns, ArrowRight: layout === 'grid' ? 1 : 0, ArrowLeft: layout === 'grid' ? -1 : 0, PageDown: jump, PageUp: -jump, Home: -count, End: count };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const cursor = Math.min(chosen.cursor, count - 1);
    if (step && count > 0) {
      const next = Math.max(0, Math.min(count - 1, cursor < 0 ? 0 : cursor + step));
      if (event.shiftKey) selection.extend(next, at);
      else if (event.ctrlKey || event.metaKey) selection.moveTo(next);
      else selection.only(next, at(next));
      list.current?.reveal(next);
    } else if (event.key === ' ' && cursor >= 0) selection.toggle(cursor, at(cursor));
    else if (event.key === 'Enter' && cursor >= 0) {
      const entry = at(cursor);
      if (entry) onOpen(entry, cursor);
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') selection.all();
    else if (event.key === 'Delete' && isChoosing && onDelete) onDelete();
    else if (event.key === 'F2' && onRename) onRename();
    else if (event.key === 'Escape' && isChoosing) selection.clear();
    else if (event.key === '/' && onFilter) onFilter();
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      const entry = at(cursor);
      const element = document.querySelector(`[data-index="${cursor}"]`);
      if (entry && element) onMenu(entry, element);
    } else return;
    event.preventDefault();
  };

  // Keys count wherever the focus is on the page and not in a field.
  const keys = useRef(onKey);
  keys.current = onKey;
  useEffect(() => {
    const listener = (/** @type {KeyboardEvent} */ event) => {
      if (event.target === document.body || /** @type {Element} */ (event.target).closest('.window-list')) keys.current(event);
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);

  const draw = useCallback(
    (/** @type {number} */ index) => {
      const entry = at(index);
      if (!entry) return html`<div class=${`entry ${layout} waiting`}><span class="preview skeleton"></span><span class="entry-text"><span class="skeleton line"></span></span></div>`;
      const isChosen = selection.has(entry);
      const dropsHere = entry.type === 0 && onDrop;
      return html`<div
        class=${`entry ${layout} ${isChosen ? 'chosen' : ''} ${chosen.cursor === index ? 'cursor' : ''} ${isChoosing ? 'choosing' : ''}`}
        data-index=${index}
        role="group"
        aria-label=${spoken(entry)}
        aria-current=${chosen.cursor === index ? 'true' : undefined}
        draggable=${Boolean(onDrop)}
        onDragStart=${(/** @type {DragEvent} */ event) => {
          if (!selection.has(entry)) selection.only(index, entry);
          startDrag(event, selection.chosen.value.all ? null : selection.entries);
        }}
        onDragEnd=${endDrag}
        onDragOver=${dropsHere && ((/** @type {DragEvent} */ event) => {
          if (!dragged.value?.length || dragged.value.some((one) => one.path === entry.path)) return;
          event.preventDefault();
          event.stopPropagation();
          /** @type {Element} */ (event.currentTarget).classList.add('target');
        })}
        onDragLeave=${dropsHere && ((/** @type {DragEvent} */ event) => /** @type {Element} */ (event.currentTarget).classList.remove('target'))}
        onDrop=${dropsHere && ((/** @type {DragEvent} */ event) => {
          if (!dragged.value?.length) return;
          event.preventDefault();
          event.stopPropagation();
          /** @type {Element} */ (event.currentTarget).classList.remove('target');
          onDrop(entry);
        })}
        onPointerDown=${(/** @type {PointerEvent} */ event) => {
          clearTimeout(press.current?.timer);
          press.current = { type: event.pointerType, x: event.clientX, y: event.clientY, isLong: false };
          if (event.pointerType === 'mouse') return;
          press.current.timer = setTimeout(() => {
            press.current.isLong = true;
            navigator.vibrate?.(10);
            selection.toggle(index, entry);
          }, 450);
        }}
        onPointerMove=${(/** @type {PointerEvent} */ event) => {
          if (press.current && Math.hypot(event.clientX - press.current.x, event.clientY - press.current.y) > 10) clearTimeout(press.current.timer);
        }}
        onPointerUp=${() => clearTimeout(press.current?.timer)}
        onPointerCancel=${() => clearTimeout(press.current?.timer)}
        onClick=${(/** @type {MouseEvent} */ event) => {
          if (/** @type {Element} */ (event.target).closest('button, input, a')) return;
          const isTouch = press.current?.type !== 'mouse';
          if (press.current?.isLong) return;
          if (event.shiftKey) selection.extend(index, at);
          else if (event.ctrlKey || event.metaKey) selection.toggle(index, entry);
          else if (isTouch && isChoosing) selection.toggle(index, entry);
          else if (isTouch) onOpen(entry, index);
          else selection.only(index, entry);
        }}
        onDblClick=${(/** @type {MouseEvent} */ event) => {
          if (!event.ctrlKey && !event.metaKey && !event.shiftKey && press.current?.type === 'mouse') onOpen(entry, index);
        }}
        onContextMenu=${(/** @type {MouseEvent} */ event) => {
          event.preventDefault();
          if (press.current?.type !== 'mouse') return;
          if (!selection.has(entry)) selection.only(index, entry);
          onMenu(entry, { x: event.clientX, y: event.clientY });
        }}
      >
        <label class="entry-check"><input
          type="checkbox"
          checked=${isChosen}
          aria-label=${t('select.one', { name: entry.name })}
          onClick=${(/** @type {MouseEvent} */ event) => {
            if (event.shiftKey) selection.extend(index, at);
            else selection.toggle(index, entry);
          }}
        /></label>
        ${layout === 'grid' ? html`<${TileInside} entry=${entry} />` : html`<${RowInside} entry=${entry} subtitle=${subtitle?.(entry)} />`}
        <${Button}
          icon="dots-vertical"
          iconOnly
          label=${t('entry.menu', { name: entry.name })}
          class="entry-menu"
          aria-haspopup="menu"
          onClick=${(/** @type {any} */ event) => {
            if (!selection.has(entry)) selection.only(index, entry);
            onMenu(entry, event.currentTarget);
          }}
        />
      </div>`;
    },
    [at, layout, chosen, isChoosing, onDrop, onOpen, onMenu, subtitle],
  );

  return html`<${WindowList}
    count=${count}
    height=${layout === 'grid' ? 196 : 60}
    minWidth=${layout === 'grid' ? 150 : undefined}
    gap=${layout === 'grid' ? 12 : 0}
    draw=${draw}
    label=${label}
    onRange=${onRange}
    header=${header}
    listRef=${list}
    class=${`window-list ${layout}`}
    tabindex="0"
    onClick=${(/** @type {MouseEvent} */ event) => {
      if (!/** @type {Element} */ (event.target).closest('.entry, button, a, input')) selection.clear();
    }}
    onContextMenu=${(/** @type {MouseEvent} */ event) => {
      if (/** @type {Element} */ (event.target).closest('.entry')) return;
      event.preventDefault();
      selection.clear();
      onMenu(null, { x: event.clientX, y: event.clientY });
    }}
  />`;
}

/**
 * The titles above the columns; each sorts by its column.
 *
 * @param {{sort: string, order: string, onSort: (sort: any) => void}} props
 */
export function ColumnHeads({ sort, order, onSort }) {
  const head = (/** @type {string} */ key, /** @type {string} */ extra) => html`<button
    type="button"
    class=${`column-head ${extra}`}
    aria-pressed=${String(sort === key)}
    aria-label=${t('sort.by', { what: t(`sort.${key}`), order: sort === key ? t(`order.${order}`) : '' })}
    onClick=${() => onSort(key)}
  >${t(`sort.${key}`)}${sort === key && html`<${Icon} name=${order === 'asc' ? 'arrow-up' : 'arrow-down'} class="small" />`}</button>`;
  return html`<div class="column-heads">${head('name', 'entry-text')}${head('size', 'entry-size')}${head('mtime', 'entry-time')}</div>`;
}
