// @ts-check
import { html, useEffect } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { loadUnlocks, openFor, unlocked } from '../core/unlock.js';
import { UploadButton } from '../transfers/entrance.js';
import { Button } from '../ui/button.js';
import { MenuButton } from '../ui/menu.js';
import { visible } from '../ui/name.js';
import { FilterField } from './filter-field.js';
import { sortMenu } from './folder-actions.js';
import { folderName } from './root-name.js';
import { setView, view } from './view.js';

/**
 * What can be done in a folder. On phones uploading floats over the list, and what is rarer is in the menu.
 *
 * @param {{path: string, spot: import('./place-of.js').FolderPlace, actions: any,
 *   filter: {value: string, onInput: (value: string) => void, onClose: () => void} | null}} props
 */
export function FolderBar({ path, spot, actions, filter }) {
  const { layout } = useAtom(view);
  const until = useAtom(unlocked, (all) => all.get(spot.root));
  // How long an encrypted folder stays open is asked where it was opened by its address.
  useEffect(() => {
    if (spot.isEncrypted && !until) loadUnlocks();
  }, [spot.isEncrypted]);
  const toggle = { label: t(layout === 'grid' ? 'view.list' : 'view.grid'), icon: layout === 'grid' ? 'view-list-outline' : 'view-grid-outline', action: () => setView({ layout: layout === 'grid' ? 'list' : 'grid' }) };
  const items = () => [
    ...actions.folderMenu(),
    /** @type {const} */ ('-'),
    { label: t('filter'), icon: 'filter-variant', action: actions.onFilter },
    toggle,
    /** @type {const} */ ('-'),
    ...sortMenu(),
  ];
  return html`
    ${filter && html`<${FilterField} ...${filter} />`}
    ${!filter && html`<${Button} icon="filter-variant" iconOnly label=${t('filter')} onClick=${actions.onFilter} />`}
    <${Button} class="wide-only" icon=${toggle.icon} iconOnly label=${toggle.label} onClick=${toggle.action} />
    ${spot.isEncrypted && html`<${Button} class="lock-now" icon="lock-outline" label=${t('lock.now')} title=${until ? openFor(until) : undefined} onClick=${actions.lockNow} />`}
    ${spot.write && html`<${Button} class="wide-only" icon="folder-plus-outline" label=${t('folder.new')} onClick=${actions.onNewFolder} /><${UploadButton} path=${path} kind="primary" />`}
    <${MenuButton} title=${visible(folderName(path, spot.rootName))} items=${items} />
  `;
}
