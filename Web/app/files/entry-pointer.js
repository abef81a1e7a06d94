// @ts-check
import { dragged, endDrag, hint, startDrag } from './drag.js';
import { extend } from './entry-keys.js';

/** How long a finger rests for a long press, and how far it may slip meanwhile. */
const LONG = 450;
const SLIP = 10;

/**
 * What pointers do in a list of entries: one set of handlers for all of them.
 *
 * @param {() => any} about the list as it is now: see EntryList
 */
export function pointerHandlers(about) {
  /** @type {{type: string, x: number, y: number, isLong: boolean, timer?: ReturnType<typeof setTimeout>}} */
  let press = { type: 'mouse', x: 0, y: 0, isLong: false };
  const rowOf = (/** @type {Event} */ event) => {
    const element = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('.entry[data-index]'));
    if (!element) return null;
    const index = Number(element.dataset.index);
    const entry = about().model.at(index);
    return entry ? { element, index, entry } : null;
  };
  const stop = () => clearTimeout(press.timer);
  const isControl = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest('button, input, a, label');
  const unmark = (/** @type {DragEvent} */ event) => rowOf(event)?.element.classList.remove('target');

  return {
    onPointerDown(/** @type {PointerEvent} */ event) {
      stop();
      press = { type: event.pointerType, x: event.clientX, y: event.clientY, isLong: false };
      const row = rowOf(event);
      // A finger that rests is a long press, not the beginning of a drag.
      if (row) row.element.draggable = event.pointerType === 'mouse';
      if (!row || event.pointerType === 'mouse' || isControl(event)) return;
      press.timer = setTimeout(() => {
        const { selection, actions } = about();
        press.isLong = true;
        navigator.vibrate?.(10);
        // The first selects; on what is selected it asks what to do with it.
        if (selection.has(row.entry)) actions.onMenu(row.entry, { x: press.x, y: press.y });
        else selection.toggle(row.index, row.entry);
      }, LONG);
    },
    onPointerMove(/** @type {PointerEvent} */ event) {
      if (press.timer && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClick(/** @type {MouseEvent} */ event) {
      const { model, selection, actions, isChoosing } = about();
      const row = rowOf(event);
      const target = /** @type {Element} */ (event.target);
      if (!row) {
        if (!target.closest('.entry, button, a, input, .column-heads')) selection.clear();
        return;
      }
      const { index, entry } = row;
      if (target.closest('.entry-menu')) {
        // Under a finger the menu of one entry begins no selection: its sheet says what it is about.
        const isAlone = press.type !== 'mouse' && !isChoosing;
        if (!isAlone && !selection.has(entry)) selection.only(index, entry);
        actions.onMenu(entry, target.closest('.entry-menu'), isAlone);
        return;
      }
      if (target.closest('label') && target.tagName !== 'INPUT') return;
      if (press.isLong) {
        press.isLong = false;
        return;
      }
      const isTouch = press.type !== 'mouse';
      const isCommand = event.ctrlKey || event.metaKey;
      if (event.shiftKey) extend(index, { model, selection }, isCommand);
      else if (isCommand || target.tagName === 'INPUT' || (isTouch && isChoosing)) selection.toggle(index, entry);
      else if (isTouch) actions.onOpen(entry);
      else selection.only(index, entry);
    },
    onDblClick(/** @type {MouseEvent} */ event) {
      const row = rowOf(event);
      if (!row || isControl(event) || event.ctrlKey || event.metaKey || event.shiftKey || press.type !== 'mouse') return;
      about().actions.onOpen(row.entry);
    },
    onContextMenu(/** @type {MouseEvent} */ event) {
      event.preventDefault();
      // A long press of a finger comes here as well, and has been dealt with.
      if (press.type !== 'mouse') return;
      const { selection, actions } = about();
      const row = rowOf(event);
      if (!row) selection.clear();
      else if (!selection.has(row.entry)) selection.only(row.index, row.entry);
      actions.onMenu(row?.entry ?? null, { x: event.clientX, y: event.clientY });
    },
    onDragStart(/** @type {DragEvent} */ event) {
      const row = rowOf(event);
      const { selection, actions } = about();
      if (row && !selection.has(row.entry)) selection.only(row.index, row.entry);
      startDrag(event, row ? actions.subject() : null);
    },
    onDragEnd: endDrag,
    onDragOver(/** @type {DragEvent} */ event) {
      const row = rowOf(event);
      if (!dragged.value || row?.entry.type !== 0) {
        if (dragged.value) hint.set('');
        return;
      }
      const why = about().actions.whyNoDrop(row.entry);
      hint.set(why ?? '');
      event.stopPropagation();
      if (why) return;
      event.preventDefault();
      row.element.classList.add('target');
    },
    onDragLeave: unmark,
    onDrop(/** @type {DragEvent} */ event) {
      const row = rowOf(event);
      const { actions } = about();
      if (!dragged.value || row?.entry.type !== 0 || actions.whyNoDrop(row.entry)) return;
      event.preventDefault();
      event.stopPropagation();
      unmark(event);
      actions.onDrop(row.entry, event.ctrlKey || event.altKey);
    },
  };
}
