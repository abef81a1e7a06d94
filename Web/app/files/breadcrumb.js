// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { decodeName } from '../core/path.js';
import { go } from '../core/router.js';
import { Button } from '../ui/button.js';
import { openMenu } from '../ui/menu.js';
import { Name, visible } from '../ui/name.js';
import { dragged } from './drag.js';

/**
 * Where a folder lies. On narrow screens the last name alone, with the way up in a menu.
 *
 * @param {{path: string, rootName: string, isShared: boolean, onDrop?: (path: string) => void}} props `path` percent-encoded;
 *   `onDrop` takes what is dragged onto a step
 */
export function Breadcrumb({ path, rootName, isShared, onDrop }) {
  const names = path.split('/').slice(3).filter(Boolean);
  const root = path.split('/').slice(0, 3).join('/');
  const steps = [
    { label: t(isShared ? 'nav.shared' : 'nav.files'), to: isShared ? '/shared' : '/', path: '' },
    { label: rootName, to: `/folder${root}`, path: root },
    ...names.map((name, index) => {
      const here = `${root}/${names.slice(0, index + 1).join('/')}`;
      return { label: decodeName(name), to: `/folder${here}`, path: here };
    }),
  ];
  const last = steps[steps.length - 1];
  return html`<nav class="breadcrumb" aria-label=${t('breadcrumb')}>
    <${Button}
      class="breadcrumb-up"
      icon="arrow-left"
      iconOnly
      label=${t('up')}
      onClick=${() => go(steps[steps.length - 2].to)}
      onContextMenu=${(/** @type {any} */ event) => {
        event.preventDefault();
        openMenu(steps.slice(0, -1).reverse().map((step) => ({ label: visible(step.label), icon: 'folder-outline', action: () => go(step.to) })), event.currentTarget, t('up'));
      }}
    />
    <ol>
      ${steps.slice(0, -1).map((step) => html`<li key=${step.to}>
        <a
          href=${step.to}
          onDragOver=${(/** @type {DragEvent} */ event) => {
            if (!onDrop || !step.path || !dragged.value) return;
            event.preventDefault();
            /** @type {Element} */ (event.currentTarget).classList.add('target');
          }}
          onDragLeave=${(/** @type {DragEvent} */ event) => /** @type {Element} */ (event.currentTarget).classList.remove('target')}
          onDrop=${(/** @type {DragEvent} */ event) => {
            if (!onDrop || !step.path || !dragged.value) return;
            event.preventDefault();
            /** @type {Element} */ (event.currentTarget).classList.remove('target');
            onDrop(step.path);
          }}
        ><span dir="auto">${visible(step.label)}</span></a>
      </li>`)}
    </ol>
    <h1 aria-current="page"><${Name} name=${last.label} /></h1>
  </nav>`;
}
