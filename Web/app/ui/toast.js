// @ts-check
import { html } from '../lib.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { Button } from './button.js';

/** @typedef {{id: number, text: string, isError: boolean, action?: {label: string, run: () => void}}} Toast */

const toasts = new Atom(/** @type {Toast[]} */ ([]));
let count = 0;

/**
 * Says something in passing. Errors stay until they are dismissed.
 *
 * @param {string} text
 * @param {{action?: {label: string, run: () => void}, isError?: boolean}} [options]
 */
export function toast(text, { action, isError = false } = {}) {
  count += 1;
  const id = count;
  toasts.update((all) => [...all.slice(-2), { id, text, isError, action }]);
  if (!isError) setTimeout(() => dismiss(id), action ? 8000 : 4000);
}

/** @param {unknown} error */
export function toastError(error) {
  if (error instanceof Error && error.name === 'AbortError') return;
  toast(error instanceof Error ? error.message : String(error), { isError: true });
}

/** @param {number} id */
function dismiss(id) {
  toasts.update((all) => all.filter((one) => one.id !== id));
}

/** The one region for toasts. */
export function Toasts() {
  const all = useAtom(toasts);
  return html`<div class="toasts" role="status" aria-live="polite">
    ${all.map((one) => html`<div class="toast" key=${one.id} role=${one.isError ? 'alert' : undefined}>
      <span class="grow">${one.text}</span>
      ${one.action && html`<${Button} label=${one.action.label} onClick=${() => {
        dismiss(one.id);
        one.action?.run();
      }} />`}
      <${Button} icon="close" iconOnly label=${t('dismiss')} onClick=${() => dismiss(one.id)} />
    </div>`)}
  </div>`;
}
