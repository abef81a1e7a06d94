// @ts-check
import { html, useLayoutEffect, useRef, useState } from '../lib.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { overlay } from '../core/router.js';
import { Button } from './button.js';
import { Toasts } from './toast.js';

/** @typedef {{id: number, draw: (close: (value?: any) => void) => any, resolve: (value: any) => void}} Shown */

/** The dialogs that are open, the topmost last. */
const stack = new Atom(/** @type {Shown[]} */ ([]));
let count = 0;

/**
 * Shows a dialog; resolves with what it was closed with, undefined when it was dismissed.
 *
 * @template T
 * @param {(close: (value?: T) => void) => any} draw what lies in it: usually a {@link Dialog}
 * @returns {Promise<T | undefined>}
 */
export function show(draw) {
  return new Promise((resolve) => {
    count += 1;
    stack.update((open) => [...open, { id: count, draw, resolve }]);
  });
}

/** Closes all dialogs, as when the session ends. */
export function closeAll() {
  for (const one of stack.value) one.resolve(undefined);
  stack.set([]);
}

/** Whether a dialog is open; keys then belong to it. */
export function hasDialog() {
  return stack.value.length > 0;
}

/** Where dialogs are drawn; once in the page. */
export function Dialogs() {
  const open = useAtom(stack);
  return open.map((one) => {
    const close = (/** @type {any} */ value) => {
      stack.update((all) => all.filter((other) => other !== one));
      one.resolve(value);
    };
    return html`<${Frame} key=${one.id} draw=${one.draw} close=${close} />`;
  });
}

/** @param {{draw: Shown['draw'], close: (value?: any) => void}} props */
function Frame({ draw, close }) {
  return draw(close);
}

/**
 * A modal dialog by the platform: focus stays in it, Escape and Back dismiss it, the focus returns afterwards.
 *
 * @param {{title: string, close: (value?: any) => void, children?: any, footer?: any, wide?: boolean, sheet?: boolean,
 *   onSubmit?: () => void, class?: string}} props
 */
export function Dialog({ title, close, children, footer, wide = false, sheet = true, onSubmit, class: extra = '' }) {
  const element = useRef(/** @type {any} */ (null));
  const [id] = useState(() => `dialog-${Math.random().toString(36).slice(2)}`);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = element.current;
    shown?.showModal();
    return () => {
      // While it is open everything behind it takes no focus.
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const latest = useRef(close);
  latest.current = close;
  // Back closes the dialog, not the screen behind it.
  useLayoutEffect(() => overlay(() => latest.current()), []);
  const body = html`
    <header>
      <h2 id=${id}>${title}</h2>
      <${Button} icon="close" iconOnly label=${t('close')} onClick=${() => close()} />
    </header>
    <div class="body">${children}</div>
    ${footer && html`<footer>${footer}</footer>`}
  `;
  return html`<dialog
    ref=${element}
    class=${`${wide ? 'wide' : ''} ${sheet ? 'sheet' : ''} ${extra}`}
    aria-labelledby=${id}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      close();
    }}
    onClick=${(/** @type {any} */ event) => {
      if (event.target === element.current) close();
    }}
  >
    ${onSubmit
      ? html`<form
          class="dialog-form"
          onSubmit=${(/** @type {Event} */ event) => {
            event.preventDefault();
            onSubmit();
          }}
        >${body}</form>`
      : body}
    <${Toasts} />
  </dialog>`;
}

/**
 * Asks whether to do something that cannot be taken back, or that has consequences.
 *
 * @param {{title: string, text: any, action: string, danger?: boolean}} question `text` says what will be lost
 * @returns {Promise<boolean>}
 */
export async function confirm({ title, text, action, danger = false }) {
  const answer = await show((close) => html`<${Dialog}
    title=${title}
    close=${close}
    footer=${html`
      <${Button} label=${t('cancel')} onClick=${() => close(false)} />
      <${Button} label=${action} kind=${danger ? 'danger' : 'primary'} onClick=${() => close(true)} autofocus />
    `}
  ><p>${text}</p><//>`);
  return answer === true;
}
