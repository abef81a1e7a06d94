// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { PasswordField } from '../ui/field.js';
import { useSending } from '../ui/sending.js';
import { toast } from '../ui/toast.js';
import { NewPasswordField, passwordFault } from './new-password.js';

/**
 * One's own password. The new one counts for the account alone: encrypted folders keep theirs.
 *
 * @param {{user: import('../core/session.js').User, close: (isDone?: boolean) => void}} props
 */
export function ChangePassword({ user, close }) {
  const [before, setBefore] = useState('');
  const [after, setAfter] = useState('');
  const { isBusy, problem, waiting, sending } = useSending();
  const why = waiting ?? (!before || !after ? t('me.password.both') : passwordFault(after));
  const send = async () => {
    if (why) return;
    await sending(async () => {
      await call('PUT', `/users/${user.user_id}/password`, { json: { old_password: before, new_password: after } });
      close(true);
      toast(t('me.password.done'));
    });
  };
  return html`<${Dialog} title=${t('me.password')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="primary" label=${t('save')} busy=${isBusy} why=${why} />`}
  >
    <p class="soft">${t('me.password.text')}</p>
    <input class="visually-hidden" type="text" name="username" autocomplete="username" value=${user.account_name} readonly tabindex="-1" aria-hidden="true" />
    <${PasswordField} label=${t('me.password.before')} value=${before} onInput=${setBefore} problem=${problem} autocomplete="current-password" required autofocus />
    <${NewPasswordField} label=${t('me.password.after')} value=${after} onInput=${setAfter} required />
  <//>`;
}
