// @ts-check
import { html, useCallback, useEffect, useLayoutEffect, useRef, useState } from '../lib.js';
import { keepScroll } from '../core/scroll.js';
import { RowPool } from './row-pool.js';

/** Rows that are drawn above and below what can be seen; fewer while whole screens fly by. */
const MARGIN = 4;
const LEAST = 1;

/**
 * The part of a long list that can be seen. Items are all of one height; `columns` make a grid.
 *
 * Only what comes into view is drawn when somebody scrolls: an item that stays is the same node as before, and one that
 * comes takes over the elements of one that went. Each has its place by `transform`, so nothing is laid out anew around it.
 *
 * Items are drawn by the library (`draw`), or by hand (`makeRow`): then scrolling does not go through the library at all.
 *
 * @param {{count: number, height: number, minWidth?: number, gap?: number, draw?: (index: number) => any,
 *   makeRow?: () => import('./row-pool.js').Row, label: string, onRange?: (first: number, last: number) => void, header?: any, role?: string, itemRole?: string, space?: object,
 *   listRef?: any, rest?: import('./rest.js').Rest, variant?: string, [rest: string]: any}} props `minWidth` of an item makes as many columns as fit; none: one
 *   column. `draw` gives the inside of item `index`, anew for every item when it is another function. Of what `makeRow`
 *   makes, every one is filled again whenever this component is drawn. `onRange` hears
 *   which items are near the view, `last` not included. `space` are attributes of what has the `role`. `rest` hears when
 *   scrolling begins and ends. `variant` names what is shown, for keeping its position
 */
export function WindowList({ count, height, minWidth, gap = 0, draw, makeRow, label, onRange, header, role = 'list', itemRole = 'listitem', space, listRef, rest, variant = '', ...others }) {
  const scroller = useRef(/** @type {any} */ (null));
  const head = useRef(/** @type {any} */ (null));
  const box = useRef({ width: 0, height: 0, head: 0 });
  const drawn = useRef({ by: /** @type {unknown} */ (null), layout: '', items: /** @type {Map<number, any>} */ (new Map()) });
  const ground = useRef(/** @type {any} */ (null));
  const [view, setView] = useState({ first: 0, last: 30, columns: 1, width: 0, slots: 30 });
  const [pool] = useState(() => makeRow && new RowPool(makeRow));
  // What is in view now; of items drawn by hand the state only knows the columns.
  const seen = useRef(view);
  const at = useRef(0);
  const told = useRef(onRange);
  told.current = onRange;
  const step = height + gap;

  // What scrolling asks for needs no layout: the measures come from the observer.
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { width, height: most, head: above } = box.current;
    const columns = minWidth ? Math.max(1, Math.floor((width + gap) / (minWidth + gap))) : 1;
    const top = Math.max(0, element.scrollTop - above);
    const isFlying = rest?.isMoving && Math.abs(top - at.current) > most;
    at.current = top;
    const margin = isFlying ? LEAST : MARGIN;
    // What was left out is drawn where it stops.
    if (isFlying) rest.when(look);
    const first = Math.max(0, Math.floor(top / step) - margin) * columns;
    const last = Math.min(count, (Math.ceil((top + most) / step) + margin) * columns);
    const slots = (Math.ceil(most / step) + 2 * MARGIN + 2) * columns;
    const before = seen.current;
    if (before.first === first && before.last === last && before.slots === slots && before.width === width) return;
    seen.current = { first, last, columns, width, slots };
    if (pool && before.columns === columns && before.slots === slots && before.width === width) {
      pool.show(ground.current, seen.current, { count, height, gap });
      told.current?.(first, last);
    } else setView(seen.current);
  }, [count, step, minWidth, gap, rest, pool]);
  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    box.current = { width: element.clientWidth - padding(element), height: element.clientHeight, head: head.current?.offsetHeight ?? 0 };
    look();
  }, [look]);

  useLayoutEffect(measure, [measure]);
  useLayoutEffect(() => {
    const end = keepScroll(scroller.current, variant);
    look();
    return end;
  }, []);
  useEffect(() => {
    const element = scroller.current;
    let frame = 0;
    const onScroll = () => {
      rest?.moved();
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [measure, rest]);
  useEffect(() => onRange?.(seen.current.first, seen.current.last), [view.first, view.last, onRange]);
  useLayoutEffect(() => {
    if (!pool || view.width === 0) return;
    pool.refresh(count);
    pool.show(ground.current, seen.current, { count, height, gap });
  });

  if (listRef) {
    listRef.current = {
      columns: view.columns,
      /** Rows that can be seen at once. */
      page: Math.max(1, Math.floor(box.current.height / step) - 1),
      /** Scrolls just as far as it takes to see an item. */
      reveal(/** @type {number} */ index) {
        const element = scroller.current;
        // Asked for by what closes together with the list.
        if (!element) return;
        const above = box.current.head;
        // What lies over the end of the list, as the bar of what is selected, covers no item either.
        const below = Number.parseFloat(getComputedStyle(element).scrollPaddingBottom) || 0;
        const top = above + Math.floor(index / view.columns) * step;
        if (top < element.scrollTop + above) element.scrollTop = Math.max(0, top - above);
        else if (top + height > element.scrollTop + element.clientHeight - below) element.scrollTop = top + height + below - element.clientHeight;
      },
      /** Which items a rectangle of the space touches: `to` not included. What lies between items touches none. */
      within(/** @type {{left: number, top: number, right: number, bottom: number}} */ area) {
        const cell = (view.width + gap) / view.columns;
        return {
          rows: { from: Math.max(0, Math.floor((area.top + gap) / step)), to: Math.ceil(area.bottom / step) },
          columns: { from: Math.max(0, Math.floor((area.left + gap) / cell)), to: Math.min(view.columns, Math.ceil(area.right / cell)) },
        };
      },
      scroller: () => scroller.current,
    };
  }

  const items = draw && drawItems(drawn, { draw, view, count, height, gap, minWidth, itemRole });
  const rows = Math.ceil(count / view.columns);
  return html`<div class="window-list" ref=${scroller} data-scroller ...${others}>
    <div class="window-head" ref=${head}>${header}</div>
    <div class="window-space" ref=${ground} role=${role} aria-label=${label} style=${{ height: `${Math.max(0, rows * step - gap)}px` }} ...${space}>${items}</div>
  </div>`;
}

/** @param {Element} element */
function padding(element) {
  const style = getComputedStyle(element);
  return Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
}

/**
 * What the library draws: one node for each slot.
 *
 * @param {{current: {by: unknown, layout: string, items: Map<number, any>}}} drawn what was drawn already
 * @param {{draw: (index: number) => any, view: import('./row-pool.js').View, count: number, height: number, gap: number,
 *   minWidth?: number, itemRole: string}} list
 */
function drawItems(drawn, { draw, view, count, height, gap, minWidth, itemRole }) {
  const step = height + gap;
  const width = view.columns > 1 || minWidth ? (view.width - gap * (view.columns - 1)) / view.columns : view.width;
  const last = Math.min(view.last, count);
  const by = `${view.columns} ${width} ${step} ${view.slots} ${itemRole === 'listitem' ? count : ''}`;
  if (drawn.current.by !== draw || drawn.current.layout !== by) drawn.current = { by: draw, layout: by, items: new Map() };
  const { items: known } = drawn.current;
  const items = Array.from({ length: view.slots }, () => /** @type {any} */ (null));
  for (let index = view.first; index < last; index += 1) {
    const slot = index % view.slots;
    let item = known.get(index);
    if (!item) {
      const x = (index % view.columns) * (width + gap);
      const y = Math.floor(index / view.columns) * step;
      item = html`<div
        key=${slot}
        class="window-item"
        role=${itemRole}
        aria-setsize=${itemRole === 'listitem' ? count : undefined}
        aria-posinset=${itemRole === 'listitem' ? index + 1 : undefined}
        style=${{ transform: `translate(${x}px, ${y}px)`, width: `${width}px`, height: `${height}px` }}
      >${draw(index)}</div>`;
      known.set(index, item);
    }
    items[slot] = item;
  }
  for (const index of known.keys()) if (index < view.first || index >= last) known.delete(index);
  return items;
}
