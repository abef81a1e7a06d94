// @ts-check
import { html } from '../lib.js';
import { asset } from '../core/assets.js';

/** One file with a symbol for each icon. */
const sprite = asset('vendor/icons.svg');

/**
 * An icon of Web/icons.txt. Decoration only: what it means stands beside it or in its button's label.
 *
 * @param {{name: string, class?: string}} props
 */
export function Icon({ name, class: extra = '' }) {
  return html`<svg class=${`icon ${extra}`} aria-hidden="true" focusable="false"><use href=${`${sprite}#${name}`} /></svg>`;
}
