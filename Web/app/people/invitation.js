// @ts-check
import { html } from '../lib.js';
import { ApiError, call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { fullDay } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { go } from '../core/router.js';
import { begin, clientName, session } from '../core/session.js';
import { reasonOf } from '../core/reason.js';
import { Button } from '../ui/button.js';
import { Notice, Skeleton } from '../ui/feedback.js';
import { AccountForm } from './account-form.js';
import { Gate } from './gate.js';
import { useSecret } from './secret-link.js';

/** What somebody sees who was invited. */
export function Invitation() {
  const code = useSecret('/invite');
  const signedIn = useAtom(session);
  const found = useLoaded((signal) => call('POST', '/invitations/check', { open: true, signal, json: { code } }), [code], { polls: false });
  const send = async (/** @type {import('./account-form.js').Account} */ account) => {
    await begin(await call('POST', '/invitations/accept', {
      open: true,
      json: { code, account_name: account.accountName, nickname: account.nickname, password: account.password, client: clientName() },
    }));
    go('/', { replace: true });
  };
  if (found.error) {
    const isOffline = found.error instanceof ApiError && found.error.isOffline;
    return html`<${Gate} title=${t('invitation.broken')}>
      <${Notice} kind="warn">${reasonOf(found.error)}<//>
      ${isOffline
        ? html`<${Button} class="gate-action" icon="refresh" label=${t('retry')} onClick=${found.reload} />`
        : html`<a class="button gate-action" href="/">${t('invitation.sign-in')}</a>`}
    <//>`;
  }
  if (!found.value) return html`<${Gate} title=${t('invitation.title')}><${Skeleton} rows=${4} /><//>`;
  const { invited_by: name, area_name: area, nickname, expires } = found.value;
  return html`<${Gate} title=${t('invitation.title')} area=${area} lead=${t('invitation.text', { name, area })}>
    ${signedIn && html`<${Notice}>${t('invitation.signed-in', { name: signedIn.user.nickname })}<//>`}
    <${AccountForm} isGate action=${t('invitation.action')} nickname=${nickname} onSend=${send} />
    <p class="soft small gate-foot">${t('invitation.until', { time: fullDay(expires) })}</p>
  <//>`;
}
