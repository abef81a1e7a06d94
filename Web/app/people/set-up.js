// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { go } from '../core/router.js';
import { begin } from '../core/session.js';
import { Brand } from '../shell/navigation.js';
import { Notice } from '../ui/feedback.js';
import { AccountForm } from './account-form.js';
import { LanguageSwitch } from './language-switch.js';

/** The first start: whoever has the printed link becomes the owner. */
export function SetUp() {
  // The secret leaves the address bar and with it the history.
  const [secret] = useState(() => location.hash.slice(1));
  useEffect(() => {
    document.title = `${t('set-up.title')} · ${t('app.name')}`;
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  return html`<div class="gate"><div class="card">
    <div class="brand"><${Brand} /></div>
    <h1>${t('set-up.title')}</h1>
    <p class="soft gate-text">${t('set-up.text')}</p>
    ${secret
      ? html`<${AccountForm} action=${t('set-up.action')} onSend=${async (/** @type {any} */ account) => {
          await begin(await call('POST', '/setup', { open: true, json: { token: secret, account_name: account.accountName, nickname: account.nickname, password: account.password } }));
          go('/', { replace: true });
        }} />`
      : html`<${Notice} kind="warn">${t('set-up.no-link')}<//>`}
    <${LanguageSwitch} />
  </div></div>`;
}
