// @ts-check
import { html, useState } from '../lib.js';
import { ApiError, CODE } from '../core/api.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { useSending } from '../ui/sending.js';
import { NewPasswordField, passwordFault } from './new-password.js';

/** @typedef {{accountName: string, nickname: string, password: string, areaName: string}} Account */

/** @typedef {{areaName?: string, accountName?: string, nickname?: string}} Draft */

/** What was typed at the gate so far: choosing the language below the form draws it anew. */
let draft = /** @type {Draft} */ ({});

/**
 * Name, nickname and password: what set-up, an invitation and a new member ask for. The password is typed once: it can be
 * looked at instead of typed blindly twice.
 *
 * @param {{action: string, nickname?: string, asksArea?: boolean, isGate?: boolean, onSend: (account: Account) => Promise<void>}} props
 */
export function AccountForm({ action, nickname: suggested = '', asksArea = false, isGate = false, onSend }) {
  const [typed, setTyped] = useState(isGate ? draft : {});
  const { areaName = asksArea ? t('account.area.default') : '', accountName = '', nickname = suggested } = typed;
  const [password, setPassword] = useState('');
  const { isBusy, problem, waiting, setProblem, sending } = useSending();
  const type = (/** @type {Draft} */ change) => {
    const next = { ...typed, ...change };
    if (isGate) draft = next;
    setTyped(next);
  };
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const fault = passwordFault(password);
    if (fault) {
      setProblem(fault);
      return;
    }
    await sending(async () => {
      await onSend({ accountName: accountName.trim(), nickname: nickname.trim() || accountName.trim(), password, areaName: areaName.trim() }).catch((error) => {
        // The server does not say which of the two.
        throw error instanceof ApiError && error.code === CODE.clash ? new Error(t('names.taken.both')) : error;
      });
      draft = {};
    });
  };
  return html`<form class="account-form" onSubmit=${send}>
    ${asksArea && html`<${Field} label=${t('account.area')} hint=${t('account.area.hint')} value=${areaName} onInput=${(/** @type {string} */ value) => type({ areaName: value })} autocomplete="organization" maxlength="64" required />`}
    <${Field} label=${t('account.name')} hint=${t('account.name.hint')} value=${accountName} onInput=${(/** @type {string} */ value) => type({ accountName: value })} name="username" autocomplete="username" autocapitalize="none" spellcheck=${false} maxlength="64" required autofocus />
    <${Field} label=${t('account.nickname')} hint=${t('account.nickname.hint')} value=${nickname} onInput=${(/** @type {string} */ value) => type({ nickname: value })} name="nickname" autocomplete="nickname" maxlength="64" />
    <${NewPasswordField} label=${t('account.password')} value=${password} onInput=${setPassword} name="password" maxlength="1024" required />
    ${problem && html`<p class="problem-box" role="alert">${problem}</p>`}
    <${Button} type="submit" kind="primary" label=${action} busy=${isBusy} why=${waiting} />
  </form>`;
}
