// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { go } from '../core/router.js';
import { changeUser } from '../core/session.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { PasswordField } from '../ui/field.js';
import { visible } from '../ui/name.js';
import { useSending } from '../ui/sending.js';
import { toast } from '../ui/toast.js';
import { AccountForm } from './account-form.js';
import { copyText } from './copy.js';
import { NewPasswordField, passwordFault } from './new-password.js';

/** @typedef {import('./members.js').Member} Member */

/** @param {{close: () => void}} props */
export function AddMember({ close }) {
  const send = async (/** @type {import('./account-form.js').Account} */ account) => {
    await call('POST', '/users', { json: { account_name: account.accountName, nickname: account.nickname, password: account.password } });
    close();
    toast(t('members.add.done', { name: visible(account.nickname) }));
  };
  return html`<${Dialog} title=${t('members.add')} close=${close}>
    <p class="soft">${t('members.add.text')}</p>
    <${AccountForm} action=${t('members.add')} onSend=${send} />
  <//>`;
}

/**
 * A member's password, set by the owner because it was forgotten.
 *
 * @param {{member: Member, close: () => void}} props
 */
export function NewPassword({ member, close }) {
  const [password, setPassword] = useState('');
  const { isBusy, problem, waiting, sending } = useSending();
  const name = visible(member.nickname);
  const send = async () => {
    if (passwordFault(password)) return;
    await sending(async () => {
      await call('PUT', `/users/${member.user_id}/password`, { json: { new_password: password } });
      close();
      toast(t('members.password.done', { name }), { action: { label: t('copy'), run: () => copyText(password) } });
    });
  };
  return html`<${Dialog} title=${t('members.password')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('save')} busy=${isBusy} why=${waiting ?? passwordFault(password)} />`}
  ><p class="soft">${t('members.password.text', { name })}</p>
    <input class="visually-hidden" type="text" name="username" autocomplete="username" value=${member.account_name} readonly tabindex="-1" aria-hidden="true" />
    <${NewPasswordField} label=${t('account.password')} value=${password} onInput=${setPassword} problem=${problem} required autofocus /><//>`;
}

/** @param {{member: Member, close: () => void}} props */
export function HandOver({ member, close }) {
  const [password, setPassword] = useState('');
  const { isBusy, problem, waiting, sending } = useSending();
  const name = visible(member.nickname);
  const send = async () => {
    if (!password) return;
    await sending(async () => {
      await call('POST', `/users/${member.user_id}/owner`, { json: { password } });
      close();
      await changeUser({ is_owner: false });
      go('/', { replace: true });
      toast(t('members.owner.done', { name }));
    });
  };
  return html`<${Dialog} title=${t('members.owner')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="danger" label=${t('members.owner.action')} busy=${isBusy} why=${waiting ?? (password ? undefined : t('members.owner.password.why'))} />`}
  ><p>${t('members.owner.text', { name })}</p>
    <${PasswordField} label=${t('members.owner.password')} value=${password} onInput=${setPassword} problem=${problem} autocomplete="current-password" required autofocus /><//>`;
}
