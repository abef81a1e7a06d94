// @ts-check
import { html, useEffect } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { overlay } from '../core/router.js';
import { Button } from '../ui/button.js';
import { MenuButton } from '../ui/menu.js';
import { download } from './download.js';
import { entryMenu } from './entry-menu.js';
import { choosePlace } from './picker.js';
import { remove } from './remove.js';
import { whyNot } from './subject.js';

/**
 * How much is selected and what can be done with it.
 *
 * @param {{selection: import('./selection.js').Selection, actions: any, count: number}} props
 */
export function SelectionBar({ selection, actions, count }) {
  useAtom(selection.chosen);
  const n = selection.size(count);
  const isTouched = n > 0 && matchMedia('(hover: none)').matches;
  // On phones choosing is a state of its own, which Back ends.
  useEffect(() => (isTouched ? overlay(actions.clear) : undefined), [isTouched]);
  if (n === 0) return null;
  const about = actions.subject();
  const bytes = about.whole ? 0 : about.entries.reduce((/** @type {number} */ sum, /** @type {any} */ entry) => sum + (entry.type === 1 ? entry.size : 0), 0);
  const afterwards = (/** @type {unknown} */ isDone) => isDone && actions.clear();
  return html`<div class="selection-bar" role="toolbar" aria-label=${t('selection')}>
    <${Button} icon="close" iconOnly label=${t('select.none')} onClick=${actions.clear} />
    <span class="grow number" role="status">${t('selected', { n })}${bytes > 0 && html` <span class="soft wide-only">${size(bytes)}</span>`}</span>
    ${n < count && html`<${Button} class="wide-only" kind="plain" label=${t('select.all')} onClick=${actions.onAll} />`}
    <${Button} icon="download" iconOnly label=${t('download')} why=${whyNot('download', about)} onClick=${() => download(about)} />
    <${Button} icon="folder-move-outline" iconOnly label=${t('move.to')} why=${whyNot('move', about)} onClick=${() => choosePlace('move', about).then(afterwards)} />
    <${Button} icon="delete-outline" iconOnly label=${t('delete')} why=${whyNot('delete', about)} onClick=${() => remove(about).then(afterwards)} />
    <${MenuButton} title=${t('selected', { n })} items=${() => [...(n < count ? [{ label: t('select.all'), icon: 'select-all', action: actions.onAll }, '-'] : []), ...entryMenu(about, { done: actions.clear })]} />
  </div>`;
}
