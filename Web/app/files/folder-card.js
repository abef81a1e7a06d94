// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { lock, unlock } from '../core/unlock.js';
import { go } from '../core/router.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Name, visible } from '../ui/name.js';
import { toastError } from '../ui/toast.js';

/**
 * A folder at the top: where one goes from My files and Shared with me.
 *
 * @param {{folder: any, isOpen?: boolean, subtitle?: string, action?: any}} props
 */
export function FolderCard({ folder, isOpen = false, subtitle, action }) {
  const isLocked = Boolean(folder.is_encrypt) && !isOpen;
  const address = `/folder/s/${folder.id}`;
  const text = subtitle ?? (folder.is_encrypt ? t(isLocked ? 'card.locked' : 'card.unlocked') : t('kind.folder'));
  return html`<div class="folder-card">
    <a
      href=${address}
      onClick=${(/** @type {MouseEvent} */ event) => {
        if (!isLocked || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        unlock(folder.id, folder.name).then((opened) => opened && go(address));
      }}
    >
      <${Icon} name=${folder.is_encrypt ? (isLocked ? 'folder-lock' : 'folder-lock-open') : subtitle ? 'folder-account' : 'folder'} class="large tone-folder" />
      <span class="grow"><strong><${Name} name=${folder.name} /></strong><span class="soft small">${text}</span></span>
    </a>
    ${Boolean(folder.is_encrypt) && isOpen && html`<${Button} icon="lock-outline" iconOnly label=${t('lock.now.name', { name: visible(folder.name) })} onClick=${() => lock(folder.id).catch(toastError)} />`}
    ${action}
  </div>`;
}
