// @ts-check
import { html, useEffect } from '../lib.js';
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
import { useWaiting } from '../ui/waiting.js';
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
  if (found.error) return html`<${Trouble} error=${found.error} retry=${found.reload} />`;
  if (!found.value) return html`<${Gate} title=${t('invitation.title')}><${Skeleton} rows=${4} /><//>`;
  const { invited_by: name, area_name: area, nickname, expires } = found.value;
  return html`<${Gate} title=${t('invitation.title')} area=${area} lead=${t('invitation.text', { name, area })}>
    ${signedIn && html`<${Notice}>${t('invitation.signed-in', { name: signedIn.user.nickname })}<//>`}
    <${AccountForm} isGate action=${t('invitation.action')} nickname=${nickname} onSend=${send} />
    <p class="soft small gate-foot">${t('invitation.until', { time: fullDay(expires) })}</p>
  <//>`;
}

/** An invitation that could not be looked at. @param {{error: unknown, retry: () => void}} props */
function Trouble({ error, retry }) {
  const { waiting, wait } = useWaiting();
  useEffect(() => {
    wait(error);
  }, [error]);
  // Whether it holds is not known as long as nobody has said so.
  const isPassing = error instanceof ApiError && error.isPassing;
  return html`<${Gate} title=${t(isPassing ? 'invitation.title' : 'invitation.broken')}>
    <${Notice} kind="warn">${waiting ?? reasonOf(error)}<//>
    ${isPassing
      ? html`<${Button} class="gate-action" icon="refresh" label=${t('retry')} why=${waiting} onClick=${retry} />`
      : html`<a class="button gate-action" href="/">${t('invitation.sign-in')}</a>`}
  <//>`;
}
