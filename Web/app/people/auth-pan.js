// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { useLoaded } from '../core/load.js';
import { language, t } from '../core/i18n.js';
import { go } from '../core/router.js';
import { session, signOut } from '../core/session.js';
import { Button } from '../ui/button.js';
import { Failure, Notice, Skeleton } from '../ui/feedback.js';
import { useSending } from '../ui/sending.js';
import { askedCallback, checkCallback, withAnswer } from './callback.js';
import { Gate } from './gate.js';

/**
 * Lets another web app use the drive in one's name (wangpan-api, 13.5): it is given a token of its own, which opens files and
 * nothing else, and can be ended in the list of devices.
 */
export function AuthPan() {
  const signedIn = useAtom(session);
  const [asked] = useState(() => askedCallback(location.hash));
  const allowed = useLoaded((signal) => call('GET', '/scopes/callbacks', { signal }).then((reply) => reply.origins), [], { polls: false });
  const { isBusy, problem, sending } = useSending();
  if (!signedIn) return null;
  if (allowed.error) return html`<${Gate} title=${t('grant.title')}><${Failure} error=${allowed.error} retry=${allowed.reload} /><//>`;
  if (!allowed.value) return html`<${Gate} title=${t('grant.title')}><${Skeleton} rows=${3} /><//>`;
  const target = checkCallback(asked, location.origin, allowed.value);
  if (!target) {
    return html`<${Gate} title=${t('grant.refused')}>
      <${Notice} kind="danger" icon="alert-circle-outline">${t('grant.refused.text')}<//>
      ${asked && html`<p class="asked"><span class="soft small">${t('grant.asked')}</span><code dir="ltr">${asked.slice(0, 200)}</code></p>`}
      ${signedIn.user.is_owner && html`<p class="soft small">${t('grant.refused.owner')} <code>callback_origins</code></p>`}
      <a class="button gate-action" href="/">${t('missing.home')}</a>
    <//>`;
  }
  const { user, area } = signedIn;
  const allow = () => sending(async () => {
    const made = await call('POST', '/scopes/token', { json: { scopes: ['user', 'area'], client: t('grant.client', { origin: target.origin }) } });
    location.replace(withAnswer(target.url, {
      scopeToken: JSON.stringify(made.scope_token),
      userInfo: JSON.stringify({ user_id: user.user_id, nickname: user.nickname, area_name: area?.name ?? '', is_owner: user.is_owner }),
      lang: language.value,
      from: location.origin,
    }));
    // Until the other page is there, a second press would make a second token.
    await new Promise(() => {});
  });
  return html`<${Gate} title=${t('grant.title')} area=${area?.name} lead=${t('grant.text')}>
    <dl class="facts gate-facts">
      <div><dt>${t('grant.asks')}</dt><dd dir="ltr">${target.origin}</dd></div>
      <div><dt>${t('grant.as')}</dt><dd dir="auto">${user.nickname}</dd></div>
    </dl>
    <ul class="grants">
      <li>${t('grant.can')}</li>
      <li>${t('grant.cannot')}</li>
      <li>${t('grant.end')}</li>
    </ul>
    ${problem && html`<p class="problem-box" role="alert">${problem}</p>`}
    <div class="gate-actions">
      <${Button} kind="primary" label=${t('grant.allow')} busy=${isBusy} onClick=${allow} />
      <${Button} label=${t('grant.deny')} onClick=${() => go('/', { replace: true })} />
    </div>
    <p class="soft small gate-foot">${t('grant.other', { name: user.nickname })} <button type="button" class="link" onClick=${() => signOut()}>${t('sign-out')}</button></p>
  <//>`;
}
