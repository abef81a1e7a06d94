// @ts-check
import { html } from '../lib.js';
import { Icon } from './icon.js';

/**
 * A button. One that may not be used now stays focusable and says why (`why`), instead of being silently grey.
 *
 * @param {{label: string, icon?: string, kind?: string, iconOnly?: boolean, why?: string, busy?: boolean, type?: string,
 *   onClick?: (event: any) => void, class?: string, [rest: string]: any}} props
 */
export function Button({ label, icon, kind = '', iconOnly = false, why, busy = false, type = 'button', onClick, class: extra = '', ...rest }) {
  const isOff = Boolean(why) || busy;
  return html`<button
    type=${type}
    class=${`button ${kind} ${iconOnly ? 'icon-only' : ''} ${extra}`}
    aria-label=${iconOnly ? label : undefined}
    title=${why ?? (iconOnly ? label : undefined)}
    aria-disabled=${isOff ? 'true' : undefined}
    aria-busy=${busy ? 'true' : undefined}
    onClick=${(/** @type {any} */ event) => {
      if (isOff) event.preventDefault();
      else onClick?.(event);
    }}
    ...${rest}
  >
    ${icon && html`<${Icon} name=${icon} class=${iconOnly ? '' : 'small'} />`}
    ${iconOnly ? null : html`<span>${label}</span>`}
  </button>`;
}
