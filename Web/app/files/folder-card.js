// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { go } from '../core/router.js';
import { taskShare } from '../core/task-share.js';
import { lock, openFor, unlock } from '../core/unlock.js';
import { useDropSpot } from '../transfers/drop-target.js';
import { Button } from '../ui/button.js';
import { Progress } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { MenuButton, openMenu } from '../ui/menu.js';
import { Name, visible } from '../ui/name.js';
import { toastError } from '../ui/toast.js';
import { cardMenu } from './card-menu.js';

/**
 * A folder at the top: where one goes from My files and Shared with me.
 *
 * @param {{folder: any, until?: number, subtitle?: string, task?: any, onChange?: () => void}} props
 *   `until` an encrypted folder is open (seconds since 1970); `task` is done to the folder
 */
export function FolderCard({ folder, until, subtitle, task, onChange }) {
  const isEncrypted = Boolean(folder.is_encrypt);
  const isLocked = isEncrypted && !until;
  const address = `/folder/s/${folder.id}`;
  const kind = subtitle ?? t(isLocked ? 'card.locked' : isEncrypted ? 'card.unlocked' : 'kind.folder');
  const text = until && isEncrypted ? openFor(until) : kind;
  const open = () => {
    if (isLocked) unlock(folder.id, folder.name).then((isOpen) => isOpen && go(address), toastError);
    else go(address);
  };
  const lockNow = () => lock(folder.id).then(() => onChange?.(), toastError);
  const menu = () => cardMenu({ folder, isOpen: isEncrypted && Boolean(until), isLocked, open, onChange: () => onChange?.() });
  const isGoing = task?.topic === 'TaskDelFolder' && task.state_code === 1;
  const taskText = task && t(task.state_code === 0 ? `card.${task.topic}.failed` : `card.${task.topic}`);
  const spot = useDropSpot({ path: `/s/${folder.id}`, name: folder.name, why: !folder.write ? t('why.write') : task?.state_code === 1 ? taskText : undefined, isLocked });
  return html`<div ref=${spot} class=${`folder-card ${task ? 'covered' : ''}`} onContextMenu=${(/** @type {MouseEvent} */ event) => {
    event.preventDefault();
    if (!isGoing) openMenu(menu(), { x: event.clientX, y: event.clientY }, visible(folder.name));
  }}>
    <a
      href=${isGoing ? undefined : address}
      aria-disabled=${isGoing ? 'true' : undefined}
      onClick=${(/** @type {MouseEvent} */ event) => {
        if (!isLocked || isGoing || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        open();
      }}
    >
      <${Icon} name=${isEncrypted ? (isLocked ? 'folder-lock' : 'folder-lock-open') : subtitle ? 'folder-account' : 'folder'} class="large tone-folder" />
      <span class="grow"><strong><${Name} name=${folder.name} /></strong><span class="soft small">${taskText ? '' : text}</span>
        ${taskText && html`<span class="card-task" role="status"><span class="small">${taskText}</span>${task.state_code === 1 && html`<${Progress} value=${taskShare(task)} label=${taskText} />`}</span>`}
      </span>
    </a>
    ${isEncrypted && until && html`<${Button} icon="lock-outline" iconOnly label=${t('lock.now.name', { name: visible(folder.name) })} onClick=${lockNow} />`}
    ${!isGoing && html`<${MenuButton} label=${t('entry.menu', { name: visible(folder.name) })} title=${visible(folder.name)} items=${menu} />`}
  </div>`;
}
