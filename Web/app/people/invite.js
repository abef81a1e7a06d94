// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field, Select } from '../ui/field.js';
import { toast } from '../ui/toast.js';

/** @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without TLS there is no clipboard for pages; the older way works everywhere.
    const field = document.createElement('textarea');
    field.value = text;
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  toast(t('copied'));
}

/**
 * A link by which somebody joins.
 *
 * @param {{close: () => void}} props
 */
export function Invite({ close }) {
  const [nickname, setNickname] = useState('');
  const [days, setDays] = useState('7');
  const [problem, setProblem] = useState('');
  const [link, setLink] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const made = await call('POST', '/invitations', { json: { nickname: nickname || null, expires_in: Number(days) * 86400 } });
      setLink(new URL(`/invite#${made.code}`, location.origin).href);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  if (link) {
    return html`<${Dialog} title=${t('members.invite')} close=${close} footer=${html`
        ${'share' in navigator && html`<${Button} icon="share-variant-outline" label=${t('share')} onClick=${() => navigator.share({ url: link }).catch(() => {})} />`}
        <${Button} kind="primary" icon="content-copy" label=${t('copy')} onClick=${() => copyText(link)} />
      `}>
      <p>${t('invite.text')}</p>
      <input class="input" readonly value=${link} aria-label=${t('invite.link')} onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} />
    <//>`;
  }
  return html`<${Dialog} title=${t('members.invite')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('invite.make')} busy=${isBusy} />`}
  >
    <${Field} label=${t('invite.who')} hint=${t('invite.who.hint')} value=${nickname} onInput=${setNickname} problem=${problem} maxlength="64" autofocus />
    <${Select} label=${t('invite.days')} value=${days} onChange=${setDays} options=${['1', '7', '30'].map((value) => ({ value, label: t('invite.days.n', { n: Number(value) }) }))} />
  <//>`;
}
