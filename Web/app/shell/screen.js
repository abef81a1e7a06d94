// @ts-check
import { html, useEffect } from '../lib.js';
import { t } from '../core/i18n.js';
import { back } from '../core/router.js';
import { Button } from '../ui/button.js';

/**
 * One screen: its title, what can be done on it, and its content.
 *
 * @param {{title: string, heading?: any, backTo?: string, actions?: any, children?: any, scrolls?: boolean, narrow?: boolean, class?: string}} props
 *   `heading` instead of the plain title (a breadcrumb); `backTo` shows a way back; `scrolls` false where a list inside
 *   scrolls by itself
 */
export function Screen({ title, heading, backTo, actions, children, scrolls = true, narrow = false, class: extra = '' }) {
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title]);
  return html`<section class=${`screen ${scrolls ? 'scrolls' : ''} ${extra}`} data-scroller=${scrolls ? '' : undefined}>
    <header class="screen-bar">
      ${backTo && html`<${Button} icon="arrow-left" iconOnly label=${t('back')} onClick=${() => back(backTo)} />`}
      ${heading ?? html`<h1>${title}</h1>`}
      ${actions}
    </header>
    ${scrolls ? html`<div class=${`screen-body ${narrow ? 'narrow' : ''}`}>${children}</div>` : children}
  </section>`;
}
