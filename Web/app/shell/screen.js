// @ts-check
import { html, useEffect, useLayoutEffect, useRef } from '../lib.js';
import { t } from '../core/i18n.js';
import { back } from '../core/router.js';
import { keepScroll } from '../core/scroll.js';
import { hasDialog } from '../ui/dialog.js';
import { Button } from '../ui/button.js';

/** Whether a screen was shown before: the first one leaves the focus where the browser puts it. */
let isFirst = true;

/**
 * One screen: its title, what can be done on it, and its content.
 *
 * @param {{title: string, heading?: any, backTo?: string, under?: string, actions?: any, children?: any, scrolls?: boolean, keepsBar?: boolean,
 *   narrow?: boolean, class?: string}} props
 *   `heading` instead of the plain title (a breadcrumb); `backTo` shows a way back; `under` one on phones
 *   alone, where no pane at the side leads on; `scrolls` false where a list inside
 *   scrolls by itself; `keepsBar`: the content scrolls below the bar, which stays
 */
export function Screen({ title, heading, backTo, under, actions, children, scrolls = true, keepsBar = false, narrow = false, class: extra = '' }) {
  const element = useRef(/** @type {any} */ (null));
  useEffect(() => {
    document.title = title ? `${title} · ${t('app.name')}` : t('app.name');
  }, [title]);
  const scroller = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => (scrolls ? keepScroll(scroller.current ?? element.current) : undefined), []);
  useEffect(() => {
    // Who reads by ear hears where he is now; keys go on from the top of the screen.
    if (!isFirst && !hasDialog()) element.current?.querySelector('h1')?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  const up = backTo ?? under;
  const scrolling = { tabindex: 0, 'data-scroller': '' };
  const body = scrolls ? html`<div class=${`screen-body ${narrow ? 'narrow' : ''}`}>${children}</div>` : children;
  const isWhole = scrolls && !keepsBar;
  return html`<section ref=${element} class=${`screen ${isWhole ? 'scrolls' : ''} ${extra}`} ...${isWhole ? scrolling : {}}>
    <header class="screen-bar">
      ${up && html`<${Button} class=${backTo ? '' : 'narrow-only'} icon="arrow-left" iconOnly label=${t('back')} onClick=${() => back(up)} />`}
      ${heading ?? html`<h1 tabindex="-1">${title}</h1>`}
      ${actions}
    </header>
    ${keepsBar ? html`<div ref=${scroller} class="screen-scroller scrolls" ...${scrolling}>${body}</div>` : body}
  </section>`;
}
