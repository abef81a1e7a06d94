// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { fullDate, fullDay } from '../core/format.js';
import { t } from '../core/i18n.js';
import { nudge } from '../core/poll.js';
import { initial } from '../files/share.js';
import { Button } from '../ui/button.js';
import { confirm } from '../ui/dialog.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';

/**
 * Links that nobody has used yet. They cannot be shown again: the server keeps only their fingerprints.
 *
 * @param {{waiting: {id: number, nickname: string, expires: number}[]}} props
 */
export function Invitations({ waiting }) {
  if (waiting.length === 0) return null;
  const end = async (/** @type {{id: number}} */ one, /** @type {string} */ name) => {
    if (!(await confirm({ title: t('invitations.end.title', { name }), text: t('invitations.end.text'), action: t('invitations.end'), danger: true }))) return;
    try {
      await call('DELETE', `/invitations/${one.id}`);
      toast(t('invitations.ended'));
    } catch (error) {
      toastError(error);
    }
    nudge();
  };
  return html`<section class="block"><h2>${t('invitations')}</h2>
    <ul class="list-plain" aria-label=${t('invitations')}>${waiting.map((one) => {
      const name = one.nickname ? visible(one.nickname) : t('invitations.unnamed');
      return html`<li key=${one.id}>
        <span class="avatar waiting" aria-hidden="true">${initial(one.nickname || '?')}</span>
        <span class="grow person"><bdi>${name}</bdi><span class="soft small" title=${fullDate(one.expires)}>${t('invitations.until', { time: fullDay(one.expires) })}</span></span>
        <${Button} kind="plain" label=${t('invitations.end')} aria-label=${t('invitations.end.title', { name })} onClick=${() => end(one, name)} />
      </li>`;
    })}</ul>
    <p class="soft small">${t('invitations.once')}</p></section>`;
}
