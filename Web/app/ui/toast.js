// @ts-check
import { html, useEffect, useRef, useState } from '../lib.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { reasonOf } from '../core/reason.js';
import { onSession } from '../core/session.js';
import { Button } from './button.js';

/** @typedef {{id: number, text: string, isError: boolean, action?: {label: string, run: () => void}}} Toast */

const toasts = new Atom(/** @type {Toast[]} */ ([]));
/** The regions in the page, the topmost last. */
const regions = new Atom(/** @type {symbol[]} */ ([]));
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
  // What was said in passing before has passed, and what is said again need not stand there twice.
  toasts.update((all) => [...all.filter((one) => one.isError && one.text !== text), { id, text, isError, action }]);
  if (!isError) setTimeout(() => dismiss(id), action ? 8000 : 4000);
}

/** @param {unknown} error */
export function toastError(error) {
  if (error instanceof Error && error.name === 'AbortError') return;
  toast(reasonOf(error), { isError: true });
}

// What was said to one person is not for the next.
onSession((session) => {
  if (!session) toasts.set([]);
});

/** @param {number} id */
function dismiss(id) {
  toasts.update((all) => all.filter((one) => one.id !== id));
}

/**
 * Where toasts show: one region of the page, and one of each modal dialog, since outside of it nothing is told or can be
 * touched. Only the topmost shows them; the others are there already, as screen readers want it, for when it is theirs.
 */
export function Toasts() {
  const all = useAtom(toasts);
  const element = useRef(/** @type {any} */ (null));
  const [own] = useState(() => Symbol('region'));
  const isTop = useAtom(regions).at(-1) === own;
  useEffect(() => {
    // Over the dialog by now, which would clip it otherwise.
    element.current?.showPopover?.();
    regions.update((before) => [...before, own]);
    return () => regions.update((before) => before.filter((one) => one !== own));
  }, []);
  return html`<div ref=${element} class="toasts" popover="manual" role="status" aria-live="polite">
    ${isTop && all.map((one) => html`<div class="toast" key=${one.id} role=${one.isError ? 'alert' : undefined}>
      <span class="grow">${one.text}</span>
      ${one.action && html`<${Button} label=${one.action.label} onClick=${() => {
        dismiss(one.id);
        one.action?.run();
      }} />`}
      <${Button} icon="close" iconOnly label=${t('dismiss')} onClick=${() => dismiss(one.id)} />
    </div>`)}
  </div>`;
}
