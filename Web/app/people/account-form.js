// @ts-check
import { html, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { NewPasswordField, passwordFault } from './new-password.js';

/** @typedef {{accountName: string, nickname: string, password: string, areaName: string}} Account */

/**
 * Name, nickname and password: what set-up, an invitation and a new member ask for. The password is typed once: it can be
 * looked at instead of typed blindly twice.
 *
 * @param {{action: string, nickname?: string, asksArea?: boolean, onSend: (account: Account) => Promise<void>}} props
 */
export function AccountForm({ action, nickname: suggested = '', asksArea = false, onSend }) {
  const [areaName, setAreaName] = useState(asksArea ? t('account.area.default') : '');
  const [accountName, setAccountName] = useState('');
  const [nickname, setNickname] = useState(suggested);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isBusy) return;
    const fault = passwordFault(password);
    if (fault) {
      setProblem(fault);
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      await onSend({ accountName: accountName.trim(), nickname: nickname.trim() || accountName.trim(), password, areaName: areaName.trim() });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return html`<form class="account-form" onSubmit=${send}>
    ${asksArea && html`<${Field} label=${t('account.area')} hint=${t('account.area.hint')} value=${areaName} onInput=${setAreaName} autocomplete="organization" maxlength="64" required />`}
    <${Field} label=${t('account.name')} hint=${t('account.name.hint')} value=${accountName} onInput=${setAccountName} name="username" autocomplete="username" autocapitalize="none" spellcheck=${false} maxlength="64" required autofocus />
    <${Field} label=${t('account.nickname')} hint=${t('account.nickname.hint')} value=${nickname} onInput=${setNickname} name="nickname" autocomplete="nickname" maxlength="64" />
    <${NewPasswordField} label=${t('account.password')} value=${password} onInput=${setPassword} name="password" maxlength="1024" required />
    ${problem && html`<p class="problem-box" role="alert">${problem}</p>`}
    <${Button} type="submit" kind="primary" label=${action} busy=${isBusy} />
  </form>`;
}
