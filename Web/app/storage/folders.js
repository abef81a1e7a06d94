// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { Dialog, confirm, show } from '../ui/dialog.js';
import { Empty, Failure, Notice, Skeleton } from '../ui/feedback.js';
import { Field, PasswordField } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { MenuButton } from '../ui/menu.js';
import { Name, visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { copyText } from '../people/copy.js';
import { Cover } from './cover.js';
import { FolderForm } from './folder-form.js';
import { hasTask } from './storage.js';

/** Making folders, and who may do what in them. */
export function Folders() {
  const isOwner = useAtom(session, (signedIn) => Boolean(signedIn?.user.is_owner));
  const folders = useLoaded((signal) => call('GET', '/folders', { signal, query: { page_size: 0 } }), [], { isBusy: (value) => hasTask(value?.list) });
  const list = folders.value?.list ?? [];
  const remove = async (/** @type {any} */ folder) => {
    const isSure = await confirm({ title: t('folders.delete.title', { name: visible(folder.name) }), text: t('folders.delete.text'), action: t('delete'), danger: true });
    if (!isSure) return;
    try {
      await call('DELETE', `/folders/${folder.id}`);
      folders.reload();
      toast(t('background'));
    } catch (error) {
      toastError(error);
    }
  };
  const edit = (/** @type {any} */ folder) => show((close) => html`<${FolderForm} folder=${folder} close=${close} />`).then((/** @type {any} */ made) => {
    folders.reload();
    if (made?.recovery_key) show((close) => html`<${RecoveryKey} value=${made.recovery_key} close=${close} />`);
  });
  const menu = (/** @type {any} */ folder) => {
    const why = String(folder.status).endsWith('_1') ? t('task.waits') : undefined;
    return [
      { label: t('folders.edit'), icon: 'pencil-outline', why, action: () => edit(folder) },
      ...(folder.is_encrypt ? [
        { label: t('folders.password'), icon: 'key-outline', action: () => show((close) => html`<${ChangePassword} folder=${folder} close=${close} />`) },
        { label: t('folders.key'), icon: 'lock-outline', action: () => show((close) => html`<${NewKey} folder=${folder} close=${close} />`) },
        { label: t('folders.recover'), icon: 'lock-open-variant-outline', action: () => show((close) => html`<${Recover} folder=${folder} close=${close} />`) },
      ] : []),
      '-',
      { label: t('delete'), icon: 'delete-outline', danger: true, why, action: () => remove(folder) },
    ];
  };
  return html`<${Screen} title=${t('nav.folders')}
    actions=${html`<${Button} kind="primary" icon="folder-plus-outline" label=${t('folders.add')} onClick=${() => edit(null)} />`}
  >
    ${folders.error && !folders.value ? html`<${Failure} error=${folders.error} retry=${folders.reload} />` : !folders.value ? html`<${Skeleton} rows=${3} height=${110} />`
      : list.length === 0 ? html`<${Empty} icon="folder-cog-outline" title=${t('folders.empty')} text=${t(isOwner ? 'folders.empty.text' : 'folders.empty.member')} />`
        : html`<ul class="cards">${list.map((/** @type {any} */ folder) => html`<li key=${folder.id} class="card managed">
            <div class="row">
              <${Icon} name=${folder.is_encrypt ? 'folder-lock' : folder.mode === 2 ? 'folder-account' : 'folder'} class="large tone-folder" />
              <div class="grow"><h3><${Name} name=${folder.name} /></h3>
                <p class="soft small">${t(folder.is_encrypt ? 'kind.encrypted' : folder.mode === 2 ? 'folders.shared' : 'folders.private')} · ${folder.pool_name.replaceAll('_default_', t('pool.default'))}</p></div>
              <${MenuButton} title=${visible(folder.name)} items=${() => menu(folder)} />
            </div>
            <p class="small"><${Icon} name="account-multiple-outline" class="small" /> <span dir="auto">${folder.persons || t('folders.nobody')}</span></p>
            <${Cover} status=${folder.status} taskID=${folder.task_id} onChange=${folders.reload} />
          </li>`)}</ul>`}
  <//>`;
}

/** Shown once: nobody can read it again. @param {{value: string, close: () => void}} props */
export function RecoveryKey({ value, close }) {
  const [isKept, setKept] = useState(false);
  return html`<${Dialog} title=${t('recovery.title')} close=${() => isKept && close()}
    footer=${html`<${Button} icon="content-copy" label=${t('copy')} onClick=${() => { copyText(value); setKept(true); }} /><${Button} kind="primary" label=${t('recovery.kept')} onClick=${close} />`}
  ><p>${t('recovery.text')}</p><output class="recovery-key">${value}</output><${Notice} kind="warn">${t('recovery.warning')}<//><//>`;
}

/** @param {{folder: any, close: () => void}} props */
function ChangePassword({ folder, close }) {
  const [before, setBefore] = useState('');
  const [after, setAfter] = useState('');
  const [problem, setProblem] = useState('');
  const send = async () => {
    try {
      await call('POST', '/updateFolderPwd', { json: { id: folder.id, old_pwd: before, new_pwd: after, confirm_pwd: after } });
      close();
      toast(t('folders.password.done'));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<${Dialog} title=${t('folders.password')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('save')} why=${before && after ? undefined : t('me.password.both')} />`}
  >
    <${PasswordField} label=${t('folders.password.before')} value=${before} onInput=${setBefore} problem=${problem} autocomplete="off" autofocus />
    <${PasswordField} label=${t('folders.password.after')} hint=${t('folders.password.hint')} value=${after} onInput=${setAfter} autocomplete="off" />
  <//>`;
}

/** @param {{folder: any, close: () => void}} props */
function NewKey({ folder, close }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const send = async () => {
    try {
      const made = await call('POST', `/folders/${folder.id}/recovery-key`, { json: { password } });
      close();
      show((closeKey) => html`<${RecoveryKey} value=${made.recovery_key} close=${closeKey} />`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<${Dialog} title=${t('folders.key')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('folders.key.make')} why=${password ? undefined : t('unlock.password')} />`}
  ><p class="soft">${t('folders.key.text')}</p><${PasswordField} label=${t('unlock.password')} value=${password} onInput=${setPassword} problem=${problem} autocomplete="off" autofocus /><//>`;
}

/** @param {{folder: any, close: () => void}} props */
function Recover({ folder, close }) {
  const [key, setKey] = useState('');
  const [after, setAfter] = useState('');
  const [problem, setProblem] = useState('');
  const send = async () => {
    try {
      const made = await call('POST', `/folders/${folder.id}/recovery`, { json: { recovery_key: key, new_pwd: after, confirm_pwd: after } });
      close();
      show((closeKey) => html`<${RecoveryKey} value=${made.recovery_key} close=${closeKey} />`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<${Dialog} title=${t('folders.recover')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('save')} why=${key && after ? undefined : t('folders.recover.both')} />`}
  >
    <${Field} label=${t('folders.recover.key')} value=${key} onInput=${setKey} problem=${problem} autocomplete="off" spellcheck=${false} autofocus />
    <${PasswordField} label=${t('folders.password.after')} hint=${t('folders.password.hint')} value=${after} onInput=${setAfter} autocomplete="off" />
  <//>`;
}
