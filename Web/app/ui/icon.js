// @ts-check
import { html } from '../lib.js';

/** The sprite, beside the app's modules. */
const sprite = new URL('../../vendor/icons.svg', import.meta.url).href;

/**
 * An icon of Web/icons.txt. Decoration only: what it means stands beside it or in its button's label.
 *
 * @param {{name: string, class?: string}} props
 */
export function Icon({ name, class: extra = '' }) {
  return html`<svg class=${`icon ${extra}`} aria-hidden="true" focusable="false"><use href=${`${sprite}#${name}`} /></svg>`;
}
