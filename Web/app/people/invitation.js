// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { go } from '../core/router.js';
import { begin } from '../core/session.js';
import { Brand } from '../shell/navigation.js';
import { Failure, Skeleton } from '../ui/feedback.js';
import { AccountForm } from './account-form.js';
import { LanguageSwitch } from './language-switch.js';

/** What somebody sees who was invited. */
export function Invitation() {
  const [code] = useState(() => location.hash.replace(/^#(\/invite\/)?/, ''));
  useEffect(() => {
    document.title = `${t('invitation.title')} · ${t('app.name')}`;
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  const found = useLoaded((signal) => call('POST', '/invitations/check', { open: true, signal, json: { code } }), [code], { polls: false });
  return html`<div class="gate"><div class="card">
    <div class="brand"><${Brand} name=${found.value?.area_name} /></div>
    <h1>${t('invitation.title')}</h1>
    ${found.error ? html`<${Failure} error=${found.error} />`
      : !found.value ? html`<${Skeleton} rows=${3} />`
        : html`
          <p class="soft gate-text">${t('invitation.text', { name: found.value.invited_by, area: found.value.area_name })}</p>
          <${AccountForm} action=${t('invitation.action')} nickname=${found.value.nickname} onSend=${async (/** @type {any} */ account) => {
            await begin(await call('POST', '/invitations/accept', { open: true, json: { code, account_name: account.accountName, nickname: account.nickname, password: account.password } }));
            go('/', { replace: true });
          }} />
        `}
    <${LanguageSwitch} />
  </div></div>`;
}
