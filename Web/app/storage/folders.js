// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { show } from '../ui/dialog.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { MenuButton } from '../ui/menu.js';
import { Name, visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { rootName } from '../files/root-name.js';
import { Cover } from './cover.js';
import { FolderForm } from './folder-form.js';
import { ChangePassword, NewKey, Recover, showRecoveryKey } from './folder-password.js';
import { confirmLoss, folderSizes, sumText } from './loss.js';
import { hasTask, isAtWork, placeName, placeOf } from './names.js';

/** Making folders, and who may do what in them. */
export function Folders() {
  const isOwner = useAtom(session, (signedIn) => Boolean(signedIn?.user.is_owner));
  const folders = useLoaded((signal) => call('GET', '/folders', { signal, query: { page_size: 0 } }), [], { isBusy: (value) => hasTask(value?.list) });
  const sizes = useLoaded(() => folderSizes(), []);
  const list = folders.value?.list ?? [];
  const remove = async (/** @type {any} */ folder) => {
    const detail = sumText((await folderSizes()).get(folder.id));
    const isSure = await confirmLoss({
      title: t('folders.delete.title', { name: visible(rootName(folder.name)) }), text: t('folders.delete.text'),
      losses: [{ name: rootName(folder.name), detail }, ...(folder.persons ? [{ name: t('folders.delete.members', { names: persons(folder) }) }] : [])],
    });
    if (!isSure) return;
    try {
      await call('DELETE', `/folders/${folder.id}`);
      toast(t('background'));
    } catch (error) {
      toastError(error);
    }
    folders.reload();
  };
  const edit = async (/** @type {any} */ folder) => {
    const answer = /** @type {any} */ (await show((close) => html`<${FolderForm} folder=${folder} close=${close} />`));
    if (answer === 'delete') {
      await remove(folder);
      return;
    }
    folders.reload();
    if (answer?.recovery_key) await showRecoveryKey(answer.recovery_key);
  };
  const add = html`<${Button} kind="primary" icon="folder-plus-outline" label=${t('folders.add')} onClick=${() => edit(null)} />`;
  return html`<${Screen} title=${t('folders.title')} under="/me"
    actions=${html`${isOwner && html`<a class="button icon-only" href="/settings" aria-label=${t('nav.settings')} title=${t('nav.settings')}><${Icon} name="cog-outline" /></a>`}${add}`}
  >
    ${folders.error && !folders.value ? html`<${Failure} error=${folders.error} retry=${folders.reload} />` : !folders.value ? html`<${Skeleton} rows=${3} height=${110} />`
      : list.length === 0 ? html`<${Empty} icon="folder-cog-outline" title=${t('folders.empty')} text=${t(isOwner ? 'folders.empty.text' : 'folders.empty.member')}>${add}<//>`
        : html`<ul class="cards">${list.map((/** @type {any} */ folder) => html`<${FolderCard} key=${folder.id} folder=${folder} isManaged=${Boolean(folder.can_manage ?? isOwner)} sum=${sizes.value?.get(folder.id)} edit=${() => edit(folder)} remove=${() => remove(folder)} onChange=${folders.reload} />`)}</ul>`}
  <//>`;
}

/**
 * Names of members as people write a list; the API joins them with a comma of its own.
 *
 * @param {any} folder
 */
function persons(folder) {
  return folder.persons.replaceAll('、', t('list.comma'));
}

/** @param {any} folder */
function kindOf(folder) {
  if (folder.is_encrypt) return t('kind.encrypted');
  if (folder.kind === 'personal') return t('folders.personal');
  if (folder.kind === 'family') return t('shared.family');
  return t(folder.mode === 2 ? 'folders.shared' : 'folders.private');
}

/** @param {{folder: any, isManaged: boolean, sum: any, edit: () => void, remove: () => void, onChange: () => void}} props */
function FolderCard({ folder, isManaged, sum, edit, remove, onChange }) {
  const why = isAtWork(folder) ? t('task.waits') : undefined;
  const [pool, part] = placeOf(folder);
  const ask = (/** @type {any} */ dialog) => () => show((close) => html`<${dialog} folder=${folder} close=${close} />`);
  const menu = () => [
    ...(isManaged ? [{ label: t('folders.edit'), icon: 'pencil-outline', why, action: edit }] : []),
    ...(folder.is_encrypt ? [
      { label: t('folders.password'), icon: 'key-outline', why, action: ask(ChangePassword) },
      { label: t('folders.key'), icon: 'lock-outline', why, action: ask(NewKey) },
      { label: t('folders.recover'), icon: 'lock-open-variant-outline', why, action: ask(Recover) },
    ] : []),
    ...(isManaged ? [/** @type {'-'} */ ('-'), { label: t('delete'), icon: 'delete-outline', danger: true, why: why ?? (folder.kind === 'personal' ? t('folders.personal.why') : undefined), action: remove }] : []),
  ];
  return html`<li class="card managed">
    <div class="row">
      <${Icon} name=${folder.is_encrypt ? 'folder-lock' : folder.mode === 2 ? 'folder-account' : 'folder'} class="large tone-folder" />
      <div class="grow"><h2><${Name} name=${rootName(folder.name)} /></h2>
        <p class="soft small">${kindOf(folder)}${sum ? ` · ${sumText(sum)}` : ''}</p></div>
      ${(isManaged || Boolean(folder.is_encrypt)) && html`<${MenuButton} title=${visible(rootName(folder.name))} label=${t('entry.menu', { name: visible(rootName(folder.name)) })} items=${menu} />`}
    </div>
    <dl class="managed-facts small">
      <div><dt><${Icon} name="account-multiple-outline" class="small" /><span class="visually-hidden">${t('nav.members')}</span></dt><dd dir="auto">${folder.persons ? persons(folder) : t('folders.nobody')}</dd></div>
      <div><dt><${Icon} name="harddisk" class="small" /><span class="visually-hidden">${t('folders.place')}</span></dt><dd dir="auto">${placeName(pool, part)}</dd></div>
    </dl>
    <${Cover} status=${folder.status} taskID=${folder.task_id} onChange=${onChange} />
  </li>`;
}
