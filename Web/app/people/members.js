// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { nudge } from '../core/poll.js';
import { session } from '../core/session.js';
import { initial } from '../files/share.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { confirm, show } from '../ui/dialog.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { MenuButton } from '../ui/menu.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { AddMember, HandOver, NewPassword } from './member-dialogs.js';
import { Invitations } from './invitations.js';
import { Invite } from './invite.js';
import { usageOf } from './own-use.js';
import { EditNames } from './profile.js';

/** @typedef {{user_id: number, account_name: string, nickname: string, is_owner: boolean, is_disabled: boolean, state: string, status: string, task_id: string}} Member */

/** Who belongs to this home, and who is invited. */
export function Members() {
  const isOwner = useAtom(session, (signedIn) => Boolean(signedIn?.user.is_owner));
  if (!isOwner) {
    return html`<${Screen} title=${t('nav.members')} under="/me"><${Empty} icon="account-group-outline" title=${t('members.owner.only')} text=${t('members.owner.only.text')}>
      <a class="button" href="/">${t('missing.home')}</a><//><//>`;
  }
  return html`<${OwnersView} />`;
}

function OwnersView() {
  const members = useLoaded((signal) => call('GET', '/users', { signal }), [], { isBusy: (value) => Boolean(value?.users.some((/** @type {Member} */ one) => one.status.endsWith('_1'))) });
  const invitations = useLoaded((signal) => call('GET', '/invitations', { signal }), []);
  const open = (/** @type {any} */ Shown) => show((close) => html`<${Shown} close=${close} />`).then(nudge);
  /** @type {Member[]} */
  const users = members.value?.users ?? [];
  const waiting = (invitations.value?.list ?? []).filter((/** @type {any} */ one) => one.state === 'open');
  return html`<${Screen}
    title=${t('nav.members')}
    under="/me"
    narrow
    actions=${html`<${Button} kind="primary" icon="account-plus-outline" label=${t('members.invite')} onClick=${() => open(Invite)} />`}
  >
    ${members.error && !members.value ? html`<${Failure} error=${members.error} retry=${members.reload} />` : !members.value ? html`<${Skeleton} rows=${3} />`
      : html`<ul class="list-plain" aria-label=${t('nav.members')}>${users.map((one) => html`<${Row} key=${one.user_id} member=${one} />`)}</ul>`}
    ${members.value && html`<p class="row wrap below"><${Button} icon="plus" label=${t('members.add')} onClick=${() => open(AddMember)} /></p>`}
    ${users.length === 1 && waiting.length === 0 && html`<${Empty} icon="account-plus-outline" title=${t('members.alone')} text=${t('members.alone.text')}>
      <${Button} kind="primary" icon="account-plus-outline" label=${t('members.invite')} onClick=${() => open(Invite)} /><//>`}
    <${Invitations} waiting=${waiting} />
  <//>`;
}

/** @param {() => Promise<unknown>} work @param {string} [done] what is said afterwards */
async function attempt(work, done) {
  try {
    await work();
    if (done) toast(done);
  } catch (error) {
    toastError(error);
  }
  nudge();
}

/** @param {{member: Member}} props */
function Row({ member }) {
  const isLeaving = member.status.endsWith('_1');
  const isStuck = member.status.endsWith('_0');
  return html`<li>
    <span class="avatar" aria-hidden="true">${initial(member.nickname)}</span>
    <span class="grow person">
      <span class="person-name"><bdi>${visible(member.nickname)}</bdi>
        ${member.is_owner && html`<span class="chip accent">${t('me.owner')}</span>`}
        ${isLeaving ? html`<span class="chip">${t('members.leaving')}</span>`
          : isStuck ? html`<span class="chip danger">${t('members.leaving.failed')}</span>`
            : member.is_disabled && html`<span class="chip warn">${t('members.disabled')}</span>`}</span>
      <bdi class="soft small">${visible(member.account_name)}</bdi>
    </span>
    ${isStuck && html`<${Button} label=${t('retry')} onClick=${() => attempt(() => call('PUT', `/tasks/${encodeURIComponent(member.task_id)}`))} />`}
    ${!isLeaving && !isStuck && html`<${MenuButton} title=${visible(member.nickname)} label=${t('members.menu', { name: visible(member.nickname) })} items=${() => menu(member)} />`}
  </li>`;
}

/**
 * @param {Member} one
 * @returns {import('../ui/menu.js').MenuItem[]}
 */
function menu(one) {
  const isSelf = one.user_id === session.value?.user.user_id;
  const notOwner = one.is_owner ? t('members.why.owner') : undefined;
  const name = visible(one.nickname);
  return [
    { label: t('members.rename'), icon: 'pencil-outline', action: () => show((close) => html`<${EditNames} member=${one} isOwner isSelf=${isSelf} close=${close} />`).then(nudge) },
    { label: t('members.password'), icon: 'key-outline', why: isSelf ? t('members.why.own-password') : undefined, action: () => show((close) => html`<${NewPassword} member=${one} close=${close} />`) },
    { label: t(one.is_disabled ? 'members.enable' : 'members.disable'), icon: one.is_disabled ? 'lock-open-variant-outline' : 'lock-outline', why: notOwner, action: () => setDisabled(one, !one.is_disabled) },
    { label: t('members.owner'), icon: 'home-outline', why: notOwner ?? (one.is_disabled ? t('members.why.disabled') : undefined), action: () => show((close) => html`<${HandOver} member=${one} close=${close} />`) },
    '-',
    { label: t('members.remove', { name }), icon: 'delete-outline', danger: true, why: notOwner, action: () => remove(one) },
  ];
}

/** @param {Member} one @param {boolean} isDisabled */
async function setDisabled(one, isDisabled) {
  const name = visible(one.nickname);
  if (isDisabled && !(await confirm({ title: t('members.disable.title', { name }), text: t('members.disable.text', { name }), action: t('members.disable') }))) return;
  await attempt(() => call('PATCH', `/users/${one.user_id}`, { json: { is_disabled: isDisabled } }), t(isDisabled ? 'members.disable.done' : 'members.enable.done', { name }));
}

/** @param {Member} one */
async function remove(one) {
  const name = visible(one.nickname);
  let isDeleting;
  let use;
  try {
    // The setting decides what is lost: it has to be said before, and must not be guessed.
    isDeleting = Boolean((await call('GET', '/settings')).is_auto_del);
    use = await usageOf(one.user_id);
  } catch (error) {
    toastError(error);
    return;
  }
  const text = html`<span class="column"><span>${t('members.remove.ends', { name })}</span>
    <b>${t(isDeleting ? 'members.remove.deletes' : 'members.remove.keeps', { name })} ${use}</b>
    <span class="soft">${t('members.remove.instead')}</span></span>`;
  if (!(await confirm({ title: t('members.remove.title', { name }), text, action: t('members.remove'), danger: true }))) return;
  await attempt(() => call('DELETE', `/users/${one.user_id}`), t('members.remove.begun', { name }));
}
