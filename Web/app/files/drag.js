// @ts-check
import { Atom } from '../core/atom.js';
import { t } from '../core/i18n.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/** What is being dragged within the app; files from outside are none of it. */
export const dragged = new Atom(/** @type {Entry[] | null} */ (null));

/**
 * @param {DragEvent} event
 * @param {Entry[] | null} entries null: nothing that may be dragged
 */
export function startDrag(event, entries) {
  if (!entries?.length || !event.dataTransfer) {
    event.preventDefault();
    return;
  }
  dragged.set(entries);
  event.dataTransfer.effectAllowed = 'copyMove';
  event.dataTransfer.setData('application/x-hearth', String(entries.length));
  const label = document.createElement('div');
  label.className = 'drag-label';
  label.textContent = entries.length === 1 ? entries[0].name : t('selected', { n: entries.length });
  document.body.append(label);
  event.dataTransfer.setDragImage(label, -12, -12);
  setTimeout(() => label.remove());
}

export function endDrag() {
  dragged.set(null);
  for (const target of document.querySelectorAll('.target')) target.classList.remove('target');
}
