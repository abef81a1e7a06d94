// @ts-check
import { html, useState } from '../lib.js';
import { ApiError, CODE, call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { changeUser } from '../core/session.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { useSending } from '../ui/sending.js';
import { toast } from '../ui/toast.js';

/**
 * The names of a member: one's own nickname, or as the owner both of somebody.
 *
 * @param {{member: {user_id: number, nickname: string, account_name: string}, isOwner: boolean, isSelf: boolean, close: (isDone?: boolean) => void}} props
 */
export function EditNames({ member, isOwner, isSelf, close }) {
  const [nickname, setNickname] = useState(member.nickname);
  const [accountName, setAccountName] = useState(member.account_name);
  const isNewName = nickname.trim() !== member.nickname;
  const isNewAccount = accountName.trim() !== member.account_name;
  const isSame = !isNewName && !isNewAccount;
  // The server does not say which of the two it refuses: it is the one that was changed.
  const field = isNewName && isNewAccount ? 'both' : isNewAccount ? 'account' : 'nickname';
  const { isBusy, at, sending } = useSending(() => field);
  const send = async () => {
    if (isSame) return;
    await sending(async () => {
      const json = isOwner ? { nickname: nickname.trim(), account_name: accountName.trim() } : { nickname: nickname.trim() };
      const changed = await call('PATCH', `/users/${member.user_id}`, { json }).catch((error) => {
        throw error instanceof ApiError && error.code === CODE.clash ? new Error(t(`names.taken.${field}`)) : error;
      });
      if (isSelf) await changeUser({ nickname: changed.nickname, account_name: changed.account_name });
      close(true);
      toast(t('names.done'));
    });
  };
  return html`<${Dialog} title=${t(isOwner ? 'members.rename' : 'me.edit')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} />
      <${Button} type="submit" kind="primary" label=${t('save')} busy=${isBusy} why=${isSame ? t('nothing.changed') : undefined} />`}
  >
    <${Field} label=${t('account.nickname')} hint=${t('account.nickname.hint')} value=${nickname} onInput=${setNickname} problem=${at('nickname')} maxlength="64" autocomplete="nickname" required autofocus />
    ${isOwner && html`<${Field} label=${t('account.name')} hint=${t('names.account.hint')} value=${accountName} onInput=${setAccountName} problem=${at('account')} maxlength="64" autocapitalize="none" spellcheck=${false} autocomplete="off" required />`}
    ${at('both') && html`<p class="error" role="alert">${at('both')}</p>`}
  <//>`;
}
