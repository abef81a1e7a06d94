// @ts-check
import { html } from '../lib.js';
import { ApiError, CODE, call } from '../core/api.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { go } from '../core/router.js';
import { begin, clientName } from '../core/session.js';
import { Notice, Skeleton } from '../ui/feedback.js';
import { AccountForm } from './account-form.js';
import { Gate } from './gate.js';
import { useSecret } from './secret-link.js';

/** The link is a wrong one, too old, or another was made since. */
const ENDED = 5012;

/** The first start: whoever has the printed link becomes the owner. */
export function SetUp() {
  const secret = useSecret('/setup');
  const hub = useLoaded((signal) => call('GET', '/check', { open: true, signal }), [], { polls: false });
  const send = async (/** @type {import('./account-form.js').Account} */ account) => {
    const made = await call('POST', '/setup', {
      open: true,
      json: { token: secret, account_name: account.accountName, nickname: account.nickname, password: account.password, area_name: account.areaName, client: clientName() },
    }).catch(async (error) => {
      const code = error instanceof ApiError ? error.code : 0;
      if (code === ENDED) throw new Error(t('set-up.ended'));
      if (code !== CODE.clash) throw error;
      // The first account of a drive finds no name in use: somebody was faster.
      await hub.reload();
      throw new Error(t('set-up.done.text'));
    });
    await begin(made);
    go('/', { replace: true });
  };
  if (hub.value?.is_bind) {
    return html`<${Gate} title=${t('set-up.done')} lead=${t('set-up.done.text')}>
      <a class="button primary gate-action" href="/">${t('sign-in.action')}</a>
    <//>`;
  }
  if (!secret) return html`<${Gate} title=${t('set-up.title')}><${Notice} kind="warn">${t('set-up.no-link')}<//><//>`;
  return html`<${Gate} title=${t('set-up.title')} lead=${t('set-up.text')}>
    ${hub.value || hub.error ? html`<${AccountForm} isGate asksArea action=${t('set-up.action')} onSend=${send} />` : html`<${Skeleton} rows=${4} />`}
  <//>`;
}
