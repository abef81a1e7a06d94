// @ts-check
import { html, useCallback, useEffect, useLayoutEffect, useRef, useState } from '../lib.js';
import { remember, rememberedScroll } from '../core/router.js';

/**
 * The part of a long list that can be seen. Items are all of one height; `columns` make a grid.
 *
 * Only what comes into view or leaves it is touched when somebody scrolls: an item is drawn for its index and keeps its
 * place in the page by `transform`.
 *
 * @param {{count: number, height: number, minWidth?: number, gap?: number, draw: (index: number) => any, label: string,
 *   onRange?: (first: number, last: number) => void, header?: any, role?: string, itemRole?: string, listRef?: any,
 *   [rest: string]: any}} props `minWidth` of an item makes as many columns as fit; none: one column. `draw` gives the
 *   inside of item `index`. `onRange` hears which items are near the view, `last` not included
 */
export function WindowList({ count, height, minWidth, gap = 0, draw, label, onRange, header, role = 'list', itemRole = 'listitem', listRef, ...rest }) {
  const scroller = useRef(/** @type {any} */ (null));
  const head = useRef(/** @type {any} */ (null));
  const [view, setView] = useState({ first: 0, last: 30, columns: 1, width: 0 });
  const step = height + gap;

  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const width = element.clientWidth - padding(element);
    const columns = minWidth ? Math.max(1, Math.floor((width + gap) / (minWidth + gap))) : 1;
    const top = Math.max(0, element.scrollTop - (head.current?.offsetHeight ?? 0));
    const margin = 6;
    const first = Math.max(0, Math.floor(top / step) - margin) * columns;
    const last = Math.min(count, (Math.ceil((top + element.clientHeight) / step) + margin) * columns);
    setView((before) => (before.first === first && before.last === last && before.columns === columns && before.width === width ? before : { first, last, columns, width }));
  }, [count, step, minWidth, gap]);

  useLayoutEffect(measure, [measure]);
  useLayoutEffect(() => {
    const element = scroller.current;
    element.scrollTop = rememberedScroll();
    measure();
    return remember;
  }, []);
  useEffect(() => {
    const element = scroller.current;
    let frame = 0;
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        measure();
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
  }, [measure]);
  useEffect(() => onRange?.(view.first, view.last), [view.first, view.last, onRange]);

  if (listRef) {
    listRef.current = {
      columns: view.columns,
      /** Scrolls just as far as it takes to see an item. */
      reveal(/** @type {number} */ index) {
        const element = scroller.current;
        const above = head.current?.offsetHeight ?? 0;
        const top = above + Math.floor(index / view.columns) * step;
        if (top < element.scrollTop + above) element.scrollTop = Math.max(0, top - above);
        else if (top + height > element.scrollTop + element.clientHeight) element.scrollTop = top + height - element.clientHeight;
      },
      focus() {
        scroller.current.focus();
      },
    };
  }

  const width = view.columns > 1 || minWidth ? (view.width - gap * (view.columns - 1)) / view.columns : view.width;
  const items = [];
  for (let index = view.first; index < Math.min(view.last, count); index += 1) {
    const x = (index % view.columns) * (width + gap);
    const y = Math.floor(index / view.columns) * step;
    items.push(html`<div
      key=${index}
      class="window-item"
      role=${itemRole}
      aria-setsize=${count}
      aria-posinset=${index + 1}
      style=${{ transform: `translate(${x}px, ${y}px)`, width: `${width}px`, height: `${height}px` }}
    >${draw(index)}</div>`);
  }
  const rows = Math.ceil(count / view.columns);
  return html`<div class="window-list" ref=${scroller} data-scroller ...${rest}>
    <div ref=${head}>${header}</div>
    <div class="window-space" role=${role} aria-label=${label} style=${{ height: `${Math.max(0, rows * step - gap)}px` }}>${items}</div>
  </div>`;
}

/** @param {Element} element */
function padding(element) {
  const style = getComputedStyle(element);
  return Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
}
