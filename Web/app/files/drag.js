// @ts-check
import { html } from '../lib.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { visible } from '../ui/name.js';
import { countOf, whyNot, whyNotInto } from './subject.js';

/** @typedef {import('./subject.js').Subject} Subject */

/** What is being dragged within the app; files from outside are none of it. */
export const dragged = new Atom(/** @type {Subject | null} */ (null));

/** Why it cannot be dropped where it is now; empty where it can. */
export const hint = new Atom('');

/**
 * @param {DragEvent} event
 * @param {Subject | null} subject null: nothing that may be dragged
 */
export function startDrag(event, subject) {
  if (!subject || countOf(subject) === 0 || !event.dataTransfer) {
    event.preventDefault();
    return;
  }
  const n = countOf(subject);
  dragged.set(subject);
  event.dataTransfer.effectAllowed = 'copyMove';
  event.dataTransfer.setData('application/x-hearth', String(n));
  const label = document.createElement('div');
  label.className = 'drag-label';
  label.textContent = n === 1 && subject.entries[0] ? visible(subject.entries[0].name) : t('selected', { n });
  document.body.append(label);
  event.dataTransfer.setDragImage(label, -12, -12);
  setTimeout(() => label.remove());
}

export function endDrag() {
  dragged.set(null);
  hint.set('');
  for (const target of document.querySelectorAll('.target')) target.classList.remove('target');
}

/**
 * Handlers of something that entries can be dropped on.
 *
 * @param {string} path percent-encoded folder; '' asks for one
 * @param {(path: string, subject: Subject, copies: boolean) => void} onDrop
 */
export function dropTarget(path, onDrop) {
  const why = (/** @type {boolean} */ copies) => {
    if (!dragged.value) return '';
    return whyNot(copies ? 'copy' : 'move', dragged.value) ?? (path ? whyNotInto(copies ? 'copy' : 'move', dragged.value, path) : undefined);
  };
  const copies = (/** @type {DragEvent} */ event) => event.ctrlKey || event.altKey;
  const mark = (/** @type {DragEvent} */ event, /** @type {boolean} */ isOn) => /** @type {Element} */ (event.currentTarget).classList.toggle('target', isOn);
  return {
    onDragOver(/** @type {DragEvent} */ event) {
      if (!dragged.value) return;
      const reason = why(copies(event));
      hint.set(reason ?? '');
      if (reason) return;
      event.preventDefault();
      mark(event, true);
    },
    onDragLeave(/** @type {DragEvent} */ event) {
      mark(event, false);
      hint.set('');
    },
    onDrop(/** @type {DragEvent} */ event) {
      const subject = dragged.value;
      if (!subject || why(copies(event))) return;
      event.preventDefault();
      const isCopy = copies(event);
      endDrag();
      onDrop(path, subject, isCopy);
    },
  };
}

/** Says why what is dragged cannot be dropped here. */
export function DragHint() {
  const text = useAtom(hint);
  return html`<p class="drag-hint" role="status" hidden=${!text}>${text}</p>`;
}
