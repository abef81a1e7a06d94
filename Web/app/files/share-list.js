// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { nudge } from '../core/poll.js';
import { session } from '../core/session.js';
import { Button } from '../ui/button.js';
import { visible } from '../ui/name.js';
import { MenuButton } from '../ui/menu.js';
import { toast, toastError } from '../ui/toast.js';
import { initial } from './share.js';

/** @param {{read: any, write: any, deleted: any}} row */
export function rightsText(row) {
  return [row.read && t('right.read'), row.write && t('right.write'), row.deleted && t('right.delete')].filter(Boolean).join(' · ');
}

/**
 * Who has a folder, and with which rights; both can be changed.
 *
 * @param {{shares: any[], isSeveral?: boolean, may?: (right: 'write' | 'deleted', share: any) => string | undefined, onChange: () => void}} props
 *   `isSeveral`: of several folders, so that each line names its own; `may` says why a right cannot be given
 */
export function Receivers({ shares, isSeveral = false, may = () => undefined, onChange }) {
  return html`<ul class="list-plain">${shares.map((one) => html`<${Receiver} key=${one.id} share=${one} isSeveral=${isSeveral} may=${may} onChange=${onChange} />`)}</ul>`;
}

/** @param {{share: any, isSeveral: boolean, may: (right: 'write' | 'deleted', share: any) => string | undefined, onChange: () => void}} props */
function Receiver({ share, isSeveral, may, onChange }) {
  const person = visible(share.to_user.nickname);
  const by = share.granted_by?.id !== session.value?.user.user_id ? share.granted_by?.nickname : '';
  const change = async (/** @type {Record<string, boolean>} */ rights) => {
    try {
      await call('PATCH', `/shares/${share.id}`, { json: rights });
      onChange();
      nudge();
      toast(t('share.changed', { name: person }));
    } catch (error) {
      toastError(error);
    }
  };
  const end = async () => {
    try {
      await call('DELETE', `/shares/${share.id}`);
      onChange();
      nudge();
      // Somebody else's would come back as mine.
      toast(t('share.ended', { name: person }), by ? {} : { action: { label: t('undo'), run: giveBack } });
    } catch (error) {
      toastError(error);
    }
  };
  const giveBack = async () => {
    try {
      const { read, write, deleted } = share;
      await call('POST', '/shares', { json: { to_users: [share.to_user.id], paths: [share.href ? { href: share.href } : share.path], read, write, deleted } });
      onChange();
      nudge();
      toast(t('undone'));
    } catch (error) {
      toastError(error);
    }
  };
  const right = (/** @type {'write' | 'deleted'} */ key, /** @type {string} */ label) => ({
    label: t(share[key] ? 'share.take' : 'share.give', { right: label }),
    icon: share[key] ? 'minus-circle-outline' : 'plus-circle-outline',
    why: share[key] ? undefined : may(key, share),
    action: () => change({ [key]: !share[key] }),
  });
  return html`<li>
    <span class="avatar" aria-hidden="true">${initial(share.to_user.nickname)}</span>
    <span class="grow">
      ${isSeveral && html`<a class="given-name" href=${`/folder${share.href ?? share.path.split('/').map(encodeURIComponent).join('/')}`} dir="auto">${visible(share.name)}</a><br />`}
      <span dir="auto">${isSeveral ? t('given.to', { name: person }) : person}</span><br />
      <span class="soft small">${rightsText(share)}${by ? ` · ${t('share.by', { name: visible(by) })}` : ''}</span>
    </span>
    <${Button} class="wide-only" kind="plain" label=${t('share.end')} aria-label=${t('share.end.name', { name: person })} onClick=${end} />
    <${MenuButton} label=${t('entry.menu', { name: person })} title=${person} items=${() => [right('write', t('right.write')), right('deleted', t('right.delete')), '-', { label: t('share.end'), icon: 'close', danger: true, action: end }]} />
  </li>`;
}

/** Who shared it, and what I may do there. @param {any} share */
export function aboutShare(share) {
  const from = share.is_family_path ? t('shared.family') : share.from_user ? t('shared.from', { name: visible(share.from_user) }) : t('shared.managed');
  return share.write && share.deleted ? from : `${from} · ${share.write ? rightsText({ ...share, read: 0 }) : t('shared.readonly')}`;
}
