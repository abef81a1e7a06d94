// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { MenuButton } from '../ui/menu.js';
import { download, remove, whyNot } from './actions.js';
import { entryMenu } from './entry-menu.js';
import { choosePlace } from './picker.js';

/**
 * How much is selected and what can be done with it.
 *
 * @param {{selection: import('./selection.js').Selection, subject: () => import('./actions.js').Subject, count: number, chosen: unknown}} props
 *   `chosen` changes when the selection does
 */
export function SelectionBar({ selection, subject, count }) {
  const n = selection.size(count);
  if (n === 0) return null;
  const about = subject();
  const done = () => selection.clear();
  return html`<div class="selection-bar" role="toolbar" aria-label=${t('selected', { n })}>
    <${Button} icon="close" iconOnly label=${t('select.none')} onClick=${done} />
    <span class="grow number" role="status">${t('selected', { n })}</span>
    ${n < count && html`<${Button} class="wide-only" kind="plain" label=${t('select.all')} onClick=${() => selection.all()} />`}
    <${Button} icon="download" iconOnly label=${t('download')} why=${whyNot('download', about)} onClick=${() => download(about)} />
    <${Button} icon="folder-move-outline" iconOnly label=${t('move.to')} why=${whyNot('move', about)} onClick=${() => choosePlace('move', about).then((isDone) => isDone && done())} />
    <${Button} icon="delete-outline" iconOnly label=${t('delete')} why=${whyNot('delete', about)} onClick=${() => remove(about).then((isDone) => isDone && done())} />
    <${MenuButton} title=${t('selected', { n })} items=${() => [{ label: t('select.all'), icon: 'select-all', action: () => selection.all() }, '-', ...entryMenu(about, { done })]} />
  </div>`;
}
