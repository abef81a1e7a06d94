// @ts-check
import { hasDialog } from '../ui/dialog.js';

/** How long letters that are typed belong to one name. */
const PAUSE = 800;

/**
 * What keys do in a list of entries.
 *
 * @param {() => any} about the list as it is now: see EntryList
 * @returns {(event: KeyboardEvent) => void}
 */
export function keyHandler(about) {
  let typed = '';
  let typedAt = 0;

  /** Goes to the next name that begins with what is typed. */
  const type = (/** @type {string} */ letter, /** @type {any} */ { model, selection, list }) => {
    const now = Date.now();
    const isNew = now - typedAt > PAUSE;
    typed = (isNew ? '' : typed) + letter.toLowerCase();
    typedAt = now;
    // One letter again and again goes through all that begin with it.
    const sought = [...typed].every((one) => one === typed[0]) ? typed[0] : typed;
    const after = selection.chosen.value.cursor + (sought.length === 1 ? 1 : 0);
    let first;
    for (const [index, entry] of model.known()) {
      if (!entry.name.toLowerCase().startsWith(sought)) continue;
      first ??= [index, entry];
      if (index < after) continue;
      first = [index, entry];
      break;
    }
    if (!first) return;
    selection.only(first[0], first[1]);
    list.reveal(first[0]);
  };

  const move = (/** @type {KeyboardEvent} */ event, /** @type {number} */ step, /** @type {any} */ { model, count, selection, list }) => {
    const cursor = Math.min(selection.chosen.value.cursor, count - 1);
    const next = Math.max(0, Math.min(count - 1, cursor < 0 ? (event.key === 'End' ? count - 1 : 0) : cursor + step));
    if (event.shiftKey) extend(next, { model, selection }, event.ctrlKey || event.metaKey);
    else if (event.ctrlKey || event.metaKey) selection.moveTo(next);
    else selection.only(next, model.at(next));
    list.reveal(next);
    // A row that is on its way is chosen when it is there.
    if (!model.at(next) && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      model.ensure(next, next + 1).then(() => selection.chosen.value.cursor === next && selection.only(next, model.at(next)), () => {});
    }
  };

  return (event) => {
    const target = /** @type {Element} */ (event.target);
    const isOurs = target === document.body || target.id === 'content' || target.closest('.window-list') || target.tagName === 'H1';
    if (!isOurs || hasDialog() || document.querySelector('dialog[open], .menu') || event.isComposing) return;
    const now = about();
    const { model, count, layout, selection, actions, list, isChoosing } = now;
    if (!list || count === 0) return;
    const isField = target.closest('input:not([type=checkbox]), textarea, select');
    const isControl = target.closest('button, a, input');
    if (isField) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const { columns = 1, page = 1 } = list;
    const isRightToLeft = getComputedStyle(list.scroller()).direction === 'rtl' ? -1 : 1;
    const across = layout === 'grid' ? isRightToLeft : 0;
    const steps = { ArrowDown: columns, ArrowUp: -columns, ArrowRight: across, ArrowLeft: -across, PageDown: page * columns, PageUp: -page * columns, Home: -count, End: count };
    const step = event.altKey ? 0 : steps[/** @type {keyof typeof steps} */ (event.key)];
    const { cursor } = selection.chosen.value;
    const entry = model.at(cursor);
    if (step) move(event, step, now);
    else if (event.key === ' ' && cursor >= 0 && !isControl) selection.toggle(cursor, entry);
    else if (event.key === 'Enter' && entry && !isControl) actions.onOpen(entry);
    else if (isCommand && event.key.toLowerCase() === 'a') actions.onAll();
    else if (event.key === 'Delete' && isChoosing) actions.onDelete();
    else if (event.key === 'F2' && isChoosing) actions.onRename();
    else if (event.key === 'Escape' && isChoosing) selection.clear();
    else if (event.key === '/' && !isCommand) actions.onFilter();
    else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      const element = document.querySelector(`.entry[data-index="${cursor}"]`);
      if (entry && !selection.has(entry)) selection.only(cursor, entry);
      actions.onMenu(entry && element ? entry : null, element ?? list.scroller());
    } else if (event.key.length === 1 && event.key !== ' ' && !isCommand && !event.altKey) type(event.key, now);
    else return;
    event.preventDefault();
  };
}

/**
 * Selects from where the selection began to here, over rows that nobody has seen yet as well.
 *
 * @param {number} index
 * @param {{model: import('./list-model.js').ListModel, selection: import('./selection.js').Selection}} list
 * @param {boolean} [adds] to what is selected elsewhere
 */
export function extend(index, { model, selection }, adds = false) {
  const at = (/** @type {number} */ place) => model.at(place);
  selection.extend(index, at, adds);
  const { anchor } = selection.chosen.value;
  const [first, last] = [Math.min(anchor, index), Math.max(anchor, index)];
  for (let place = first; place <= last; place += 1) {
    if (model.at(place)) continue;
    const again = () => {
      const { anchor: from, cursor: to } = selection.chosen.value;
      if (from === anchor && to === index) selection.extend(index, at, adds);
    };
    model.ensure(first, last + 1).then(again, again);
    return;
  }
}
