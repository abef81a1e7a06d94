// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
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
  const { isBusy, problem, sending } = useSending();
  // The drive says that a name is taken, not which of two.
  const isAboutAccount = isOwner && accountName.trim() !== member.account_name;
  const isSame = nickname.trim() === member.nickname && accountName.trim() === member.account_name;
  const send = async () => {
    if (isSame) return;
    await sending(async () => {
      const json = isOwner ? { nickname: nickname.trim(), account_name: accountName.trim() } : { nickname: nickname.trim() };
      const changed = await call('PATCH', `/users/${member.user_id}`, { json });
      if (isSelf) await changeUser({ nickname: changed.nickname, account_name: changed.account_name });
      close(true);
      toast(t('names.done'));
    });
  };
  return html`<${Dialog} title=${t(isOwner ? 'members.rename' : 'me.edit')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} />
      <${Button} type="submit" kind="primary" label=${t('save')} busy=${isBusy} why=${isSame ? t('nothing.changed') : undefined} />`}
  >
    <${Field} label=${t('account.nickname')} hint=${t('account.nickname.hint')} value=${nickname} onInput=${setNickname} problem=${isAboutAccount ? '' : problem} maxlength="64" autocomplete="nickname" required autofocus />
    ${isOwner && html`<${Field} label=${t('account.name')} hint=${t('names.account.hint')} value=${accountName} onInput=${setAccountName} problem=${isAboutAccount ? problem : ''} maxlength="64" autocapitalize="none" spellcheck=${false} autocomplete="off" required />`}
  <//>`;
}
