// @ts-check
// The password of an encrypted folder, and the key that opens it when the password is forgotten.
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { rootName } from '../files/root-name.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Notice } from '../ui/feedback.js';
import { Check, Field, PasswordField } from '../ui/field.js';
import { visible } from '../ui/name.js';
import { useSending } from '../ui/sending.js';
import { toast } from '../ui/toast.js';
import { copyText } from '../people/copy.js';
import { passwordFault } from './rights.js';

/**
 * A new password, typed twice, with the rule.
 *
 * @param {{value: string, again: string, onInput: (value: string, again: string) => void, label?: string}} props
 */
export function NewPassword({ value, again, onInput, label = t('unlock.password') }) {
  const fault = passwordFault(value, again);
  // Not while it is still being typed for the first time.
  const isDifferent = fault === 'folders.password.differ';
  return html`
    <${PasswordField} label=${label} hint=${t('folders.password.hint')} value=${value} onInput=${(/** @type {string} */ text) => onInput(text, again)}
      problem=${value && fault && !isDifferent && (again || fault === 'folders.password.letters') ? t(fault) : ''} maxlength="255" autocomplete="new-password" />
    <${PasswordField} label=${t('folders.password.again')} value=${again} onInput=${(/** @type {string} */ text) => onInput(value, text)}
      problem=${again && isDifferent ? t(fault) : ''} maxlength="255" autocomplete="new-password" />`;
}

/** Shown once: nobody can read it again. @param {string} value */
export function showRecoveryKey(value) {
  return show((close) => html`<${RecoveryKey} value=${value} close=${close} />`);
}

/** @param {{value: string, close: () => void}} props */
function RecoveryKey({ value, close }) {
  const [isKept, setKept] = useState(false);
  // Escape and Back do not lose it: it leaves when its owner says that it is kept.
  const leave = () => isKept && close();
  return html`<${Dialog} title=${t('recovery.title')} close=${leave}
    footer=${html`<${Button} icon="content-copy" label=${t('copy')} onClick=${() => copyText(value)} /><${Button} kind="primary" label=${t('done')} why=${isKept ? undefined : t('recovery.why')} onClick=${close} />`}
  ><p>${t('recovery.text')}</p><output class="recovery-key">${value}</output><${Notice} kind="warn">${t('recovery.warning')}<//>
    <${Check} label=${t('recovery.kept')} checked=${isKept} onChange=${setKept} /><//>`;
}

/**
 * A dialog that sends something and shows in place why it did not work.
 *
 * @param {{title: string, why?: string, action?: string, send: () => Promise<void>, close: () => void, children?: any}} props
 */
function Form({ title, why, action = t('save'), send, close, children }) {
  const { isBusy, problem, waiting, sending } = useSending();
  const submit = async () => {
    if (why) return;
    await sending(async () => {
      await send();
    });
  };
  return html`<${Dialog} title=${title} close=${close} onSubmit=${submit}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${action} busy=${isBusy} why=${waiting ?? why} />`}
  >${children}${problem && html`<p class="error" role="alert">${problem}</p>`}<//>`;
}

/** @param {{folder: any, close: () => void}} props */
export function ChangePassword({ folder, close }) {
  const [before, setBefore] = useState('');
  const [[after, again], setAfter] = useState(['', '']);
  const fault = passwordFault(after, again);
  const why = !before || !after ? t('me.password.both') : before === after ? t('folders.password.same') : fault ? t(fault) : undefined;
  const send = async () => {
    await call('POST', '/updateFolderPwd', { json: { id: folder.id, old_pwd: before, new_pwd: after, confirm_pwd: again } });
    close();
    toast(t('folders.password.done'));
  };
  return html`<${Form} title=${t('folders.password.title', { name: visible(rootName(folder.name)) })} why=${why} send=${send} close=${close}>
    <${PasswordField} label=${t('folders.password.before')} value=${before} onInput=${setBefore} autocomplete="off" autofocus />
    <${NewPassword} label=${t('folders.password.after')} value=${after} again=${again} onInput=${(/** @type {string} */ value, /** @type {string} */ other) => setAfter([value, other])} />
    ${before && before === after && html`<p class="error small" role="alert">${t('folders.password.same')}</p>`}
  <//>`;
}

/** @param {{folder: any, close: () => void}} props */
export function NewKey({ folder, close }) {
  const [password, setPassword] = useState('');
  const send = async () => {
    const made = await call('POST', `/folders/${folder.id}/recovery-key`, { json: { password } });
    close();
    showRecoveryKey(made.recovery_key);
  };
  return html`<${Form} title=${t('folders.key')} action=${t('folders.key.make')} why=${password ? undefined : t('folders.password.need')} send=${send} close=${close}>
    <p class="soft">${t('folders.key.text')}</p>
    <${PasswordField} label=${t('unlock.password')} value=${password} onInput=${setPassword} autocomplete="off" autofocus />
  <//>`;
}

/** @param {{folder: any, close: () => void}} props */
export function Recover({ folder, close }) {
  const [key, setKey] = useState('');
  const [[after, again], setAfter] = useState(['', '']);
  const fault = passwordFault(after, again);
  const why = !key || !after ? t('folders.recover.both') : fault ? t(fault) : undefined;
  const send = async () => {
    const made = await call('POST', `/folders/${folder.id}/recovery`, { json: { recovery_key: key.trim(), new_pwd: after, confirm_pwd: again } });
    close();
    toast(t('folders.password.done'));
    if (made?.recovery_key) showRecoveryKey(made.recovery_key);
  };
  return html`<${Form} title=${t('folders.recover')} why=${why} send=${send} close=${close}>
    <${Field} label=${t('folders.recover.key')} value=${key} onInput=${setKey} autocomplete="off" autocapitalize="characters" spellcheck=${false} autofocus />
    <${NewPassword} label=${t('folders.password.after')} value=${after} again=${again} onInput=${(/** @type {string} */ value, /** @type {string} */ other) => setAfter([value, other])} />
  <//>`;
}
