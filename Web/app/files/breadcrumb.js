// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { decodeName } from '../core/path.js';
import { go } from '../core/router.js';
import { Button } from '../ui/button.js';
import { openMenu } from '../ui/menu.js';
import { Name, visible } from '../ui/name.js';
import { dropTarget } from './drag.js';

/** Steps that are shown between the first and the last; what lies between them goes into a menu. */
const SHOWN = 3;

/** @typedef {{label: string, to: string, path: string}} Step */

/**
 * The steps from the top to a folder.
 *
 * @param {string} path percent-encoded
 * @param {string} rootName
 * @param {boolean} isShared
 * @returns {Step[]}
 */
export function stepsTo(path, rootName, isShared) {
  const parts = path.split('/').filter(Boolean);
  const root = `/${parts.slice(0, 2).join('/')}`;
  const steps = [
    { label: t(isShared ? 'nav.shared' : 'nav.files'), to: isShared ? '/shared' : '/', path: '' },
    // Its name is on its way, and a link has to be called something.
    { label: rootName || '…', to: `/folder${root}`, path: root },
  ];
  parts.slice(2).forEach((name, index) => {
    const here = `/${parts.slice(0, index + 3).join('/')}`;
    steps.push({ label: decodeName(name), to: `/folder${here}`, path: here });
  });
  return steps;
}

/**
 * Where a folder lies. On narrow screens the last name alone, with the way up beside it; the name opens the whole way.
 *
 * @param {{path: string, rootName: string, isShared: boolean, onDrop: (path: string, subject: any, copies: boolean) => void}} props
 *   `path` percent-encoded; `onDrop` takes what is dragged onto a step
 */
export function Breadcrumb({ path, rootName, isShared, onDrop }) {
  const steps = stepsTo(path, rootName, isShared);
  const last = steps[steps.length - 1];
  const above = steps.slice(0, -1);
  const hidden = above.length > SHOWN ? above.slice(1, 1 - SHOWN) : [];
  const shown = above.filter((step) => !hidden.includes(step));
  const openWay = (/** @type {Step[]} */ way, /** @type {any} */ event) => {
    event.preventDefault();
    openMenu(way.map((step) => ({ label: visible(step.label), icon: 'folder-outline', action: () => go(step.to) })), event.currentTarget, t('breadcrumb'));
  };
  return html`<nav class="breadcrumb" aria-label=${t('breadcrumb')}>
    <${Button} class="breadcrumb-up" icon="arrow-left" iconOnly label=${t('up.to', { name: visible(above[above.length - 1].label) })} onClick=${() => go(above[above.length - 1].to)} />
    <ol>
      ${shown.map((step, index) => html`
        <li key=${step.to}><a href=${step.to} ...${dropTarget(step.path, onDrop)}><span dir="auto">${visible(step.label)}</span></a></li>
        ${index === 0 && hidden.length > 0 && html`<li key="hidden"><${Button} kind="plain" label="…" aria-label=${t('breadcrumb.more')} aria-haspopup="menu" onClick=${(/** @type {any} */ event) => openWay(hidden, event)} /></li>`}
      `)}
    </ol>
    <h1 tabindex="-1" aria-current="page" class="breadcrumb-here"><${Name} name=${last.label} /></h1>
    <${Button} class="breadcrumb-way" icon="chevron-down" iconOnly label=${t('breadcrumb.way')} aria-haspopup="menu" onClick=${(/** @type {any} */ event) => openWay([...above].reverse(), event)} />
  </nav>`;
}

