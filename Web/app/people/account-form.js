// @ts-check
import { html, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Field, PasswordField } from '../ui/field.js';

/**
 * Name, nickname and a password twice: what set-up, an invitation and a new member ask for.
 *
 * @param {{action: string, nickname?: string, onSend: (account: {accountName: string, nickname: string, password: string}) => Promise<void>}} props
 */
export function AccountForm({ action, nickname: suggested = '', onSend }) {
  const [accountName, setAccountName] = useState('');
  const [nickname, setNickname] = useState(suggested);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      await onSend({ accountName: accountName.trim(), nickname: nickname.trim() || accountName.trim(), password });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return html`<form onSubmit=${send}>
    <${Field} label=${t('account.name')} hint=${t('account.name.hint')} value=${accountName} onInput=${setAccountName} autocomplete="username" autocapitalize="none" spellcheck=${false} maxlength="64" required autofocus />
    <${Field} label=${t('account.nickname')} hint=${t('account.nickname.hint')} value=${nickname} onInput=${setNickname} autocomplete="nickname" maxlength="64" />
    <${PasswordField} label=${t('account.password')} hint=${t('account.password.hint')} value=${password} onInput=${setPassword} problem=${problem} autocomplete="new-password" minlength="6" required />
    <${Button} type="submit" kind="primary" label=${action} busy=${isBusy} />
  </form>`;
}
