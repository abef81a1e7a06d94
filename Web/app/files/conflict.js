// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';

/**
 * Asks, once for all of them, what to do with names that are taken where something is moved or copied to.
 *
 * @param {'move' | 'copy'} action
 * @param {number} n how many are moved or copied
 * @param {string} folder where to
 * @param {boolean} canReplace not where a folder is among the names: none takes another's place
 * @returns {Promise<'rename' | 'replace' | 'skip' | undefined>} undefined: nothing at all
 */
export function askConflict(action, n, folder, canReplace) {
  return show((close) => html`<${Dialog}
    title=${t('conflict.title', { folder })}
    close=${close}
    footer=${html`
      <${Button} label=${t('cancel')} onClick=${() => close()} />
      ${n > 1 && html`<${Button} label=${t('conflict.skip')} onClick=${() => close('skip')} />`}
      ${canReplace && html`<${Button} kind="danger" label=${t('conflict.replace')} onClick=${() => close('replace')} />`}
      <${Button} kind="primary" label=${t('conflict.rename')} onClick=${() => close('rename')} autofocus />
    `}
  ><p>${t(`conflict.text.${action}`, { n })}</p><p class="soft">${t(canReplace ? 'conflict.text.replace' : 'conflict.text.folders')}</p><//>`);
}
