// @ts-check
import { html } from '../lib.js';
import { splitName } from '../core/path.js';

// Marks that turn the direction of what follows, and controls: shown as what they are instead of acted upon.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

// A joiner between two pictures makes one of them, as in a family.
const JOINED = /\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])*$/u;
const PICTURE = /^\p{Extended_Pictographic}/u;

/** @param {string} name */
export function visible(name) {
  return name.replace(HIDDEN, (mark, /** @type {number} */ at) => {
    if (mark === '\u200d' && JOINED.test(name.slice(0, at)) && PICTURE.test(name.slice(at + 1))) return mark;
    const code = mark.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `\u27e8${code.toString(16).toUpperCase()}\u27e9`;
  });
}

/**
 * The letter that stands for a person.
 *
 * @param {string} name
 */
export function initial(name) {
  return [...(name || '?')][0].toUpperCase();
}

/**
 * A file's name: on one line, cut in the middle so that the extension stays; the whole of it on hover.
 *
 * @param {{name: string}} props
 */
export function Name({ name }) {
  const shown = visible(name);
  const [base, extension] = splitName(shown);
  return html`<span class="name cut" dir="auto" title=${shown}><span>${base}</span><span>${extension}</span></span>`;
}
