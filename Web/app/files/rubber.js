// @ts-check
import { html, useEffect, useState } from '../lib.js';

/** How far the mouse goes before it is no click any more. */
const SLACK = 6;

/**
 * The rectangle that one draws around entries, from between them.
 *
 * @param {{about: () => any}} props the list as it is now: see EntryList
 */
export function Rubber({ about }) {
  const [box, setBox] = useState(/** @type {{left: number, top: number, width: number, height: number} | null} */ (null));
  useEffect(() => {
    const scroller = about().list.scroller();
    const space = scroller.querySelector('.window-space');
    /** @type {{x: number, y: number, isDrawn: boolean, before: Map<string, any>} | null} */
    let from = null;
    const place = (/** @type {PointerEvent} */ event) => {
      const bounds = space.getBoundingClientRect();
      return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
    };
    const onDown = (/** @type {PointerEvent} */ event) => {
      const target = /** @type {Element} */ (event.target);
      if (event.pointerType !== 'mouse' || event.button !== 0 || target.closest('.entry, button, .column-heads')) return;
      // The scroll bar is no ground to draw on.
      if (event.clientX > scroller.getBoundingClientRect().left + scroller.clientWidth) return;
      const { selection } = about();
      from = { ...place(event), isDrawn: false, before: event.ctrlKey || event.metaKey || event.shiftKey ? selection.chosen.value.entries : new Map() };
    };
    const onMove = (/** @type {PointerEvent} */ event) => {
      if (!from) return;
      const to = place(event);
      if (!from.isDrawn && Math.hypot(to.x - from.x, to.y - from.y) < SLACK) return;
      from.isDrawn = true;
      event.preventDefault();
      const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
      const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
      const { model, list, selection, count } = about();
      const edge = scroller.getBoundingClientRect();
      if (event.clientY > edge.bottom - 24) scroller.scrollTop += 16;
      else if (event.clientY < edge.top + 24) scroller.scrollTop -= 16;
      const bounds = space.getBoundingClientRect();
      setBox({ left: bounds.left + left, top: Math.max(edge.top, bounds.top + top), width: right - left, height: Math.min(edge.bottom, bounds.top + bottom) - Math.max(edge.top, bounds.top + top) });
      const { rows, columns } = list.within({ left, top, right, bottom });
      const entries = new Map(from.before);
      for (let row = rows.from; row < rows.to; row += 1) {
        for (let column = columns.from; column < columns.to; column += 1) {
          const index = row * list.columns + column;
          const entry = index < count ? model.at(index) : undefined;
          if (entry) entries.set(entry.path, entry);
        }
      }
      selection.these(entries.values());
    };
    const onUp = () => {
      if (from?.isDrawn) {
        // The click that follows would clear what was drawn around.
        const swallow = (/** @type {Event} */ event) => event.stopPropagation();
        addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => {
          removeEventListener('click', swallow, { capture: true });
          setBox(null);
        });
      }
      from = null;
    };
    scroller.addEventListener('pointerdown', onDown);
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onUp);
    return () => {
      scroller.removeEventListener('pointerdown', onDown);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onUp);
    };
  }, []);
  return box && html`<div class="rubber" style=${{ left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` }}></div>`;
}
