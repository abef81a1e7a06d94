// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { fullDay } from '../core/format.js';
import { t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Notice } from '../ui/feedback.js';
import { Field, Select } from '../ui/field.js';
import { useSending } from '../ui/sending.js';
import { isLocal } from './about.js';
import { copyText } from './copy.js';
import { QRCode } from './qr.js';

/**
 * A link by which somebody joins.
 *
 * @param {{close: () => void}} props
 */
export function Invite({ close }) {
  const [nickname, setNickname] = useState('');
  const [days, setDays] = useState('7');
  const [made, setMade] = useState(/** @type {any} */ (null));
  const { isBusy, problem, sending } = useSending();
  const send = async () => {
    await sending(async () => {
      setMade(await call('POST', '/invitations', { json: { nickname: nickname.trim() || null, expires_in: Number(days) * 86400 } }));
    });
  };
  if (made) return html`<${Made} invitation=${made} close=${close} />`;
  return html`<${Dialog} key="ask" title=${t('members.invite')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('invite.make')} busy=${isBusy} />`}
  >
    <${Field} label=${t('invite.who')} hint=${t('invite.who.hint')} value=${nickname} onInput=${setNickname} problem=${problem} maxlength="64" autocomplete="off" autofocus />
    <${Select} label=${t('invite.days')} value=${days} onChange=${setDays} options=${['1', '7', '30'].map((value) => ({ value, label: t('invite.days.n', { n: Number(value) }) }))} />
  <//>`;
}

/**
 * The link, told once: by hand, by another app, or by the other phone's camera.
 *
 * @param {{invitation: {code: string, url: string, qr?: string[], nickname: string, expires: number}, close: () => void}} props
 */
function Made({ invitation, close }) {
  const link = new URL(`/#/invite/${invitation.code}`, location.origin).href;
  // Where the server knows itself by another address than the browser (behind a proxy), the picture would lead elsewhere.
  const rows = invitation.url === link ? invitation.qr ?? [] : [];
  const text = t('invite.message', { area: session.value?.area?.name ?? t('app.name') });
  const share = () => navigator.share({ title: t('app.name'), text, url: link }).catch(() => {});
  return html`<${Dialog} key="made" title=${invitation.nickname ? t('invite.for', { name: invitation.nickname }) : t('invite.ready')} close=${close} footer=${html`
      ${'share' in navigator && html`<${Button} icon="share-variant-outline" label=${t('invite.share')} onClick=${share} />`}
      <${Button} kind="primary" icon="content-copy" label=${t('copy')} onClick=${() => copyText(link)} autofocus />
    `}>
    <p>${t('invite.text')}</p>
    ${isLocal() && html`<${Notice} kind="warn">${t('invite.local')}<//>`}
    <${QRCode} rows=${rows} label=${t('invite.qr')} />
    <input class="input" readonly value=${link} aria-label=${t('invite.link')} onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} />
    <p class="soft small">${t('invitations.until', { time: fullDay(invitation.expires) })}</p>
  <//>`;
}
