// @ts-check
import { html, useEffect, useRef } from '../lib.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';

/**
 * Copies a text. Where the browser does not do it the text is selected where it stands, or shown, and one is told.
 *
 * @param {string} text
 */
export async function copyText(text) {
  if (await isCopied(text)) {
    toast(t('copied'));
    return;
  }
  const place = [...top().querySelectorAll('input, output')].find((one) => /** @type {HTMLInputElement} */ (one).value === text);
  if (!place) {
    await show((close) => html`<${ByHand} text=${text} close=${close} />`);
    return;
  }
  select(place);
  toast(t('copy.by-hand'), { isError: true });
}

/** The topmost dialog, or the page: beside a dialog nothing can be selected. */
const top = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;

/** @param {string} text */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without TLS there is no clipboard for pages; the older way works nearly everywhere.
    const before = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.readOnly = true;
    top().append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    if (before instanceof HTMLElement) before.focus();
    return isDone;
  }
}

/** @param {Element} place */
function select(place) {
  if (place instanceof HTMLInputElement) {
    place.focus();
    place.select();
  } else getSelection()?.selectAllChildren(place);
}

/** A text that stands nowhere any more. @param {{text: string, close: () => void}} props */
function ByHand({ text, close }) {
  const field = useRef(/** @type {any} */ (null));
  useEffect(() => select(field.current), []);
  return html`<${Dialog} title=${t('copy')} close=${close} footer=${html`<${Button} kind="primary" label=${t('done')} onClick=${close} />`}>
    <p>${t('copy.by-hand')}</p>
    <input class="input" readonly value=${text} ref=${field} aria-label=${t('copy.text')} />
  <//>`;
}
