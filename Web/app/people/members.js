// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { initial } from '../files/share.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { Dialog, confirm, show } from '../ui/dialog.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { Field, PasswordField } from '../ui/field.js';
import { MenuButton } from '../ui/menu.js';
import { toast, toastError } from '../ui/toast.js';
import { Invite, copyText } from './invite.js';
import { AccountForm } from './account-form.js';

/** Who belongs to this home, and who is invited. */
export function Members() {
  const me = session.value?.user;
  const members = useLoaded((signal) => call('GET', '/users', { signal }), []);
  const invitations = useLoaded((signal) => call('GET', '/invitations', { signal }), []);
  const waiting = (invitations.value?.list ?? []).filter((/** @type {any} */ one) => one.state === 'open' || one.state === 'pending');
  const reload = () => {
    members.reload();
    invitations.reload();
  };
  const attempt = async (/** @type {() => Promise<unknown>} */ work) => {
    try {
      await work();
      reload();
    } catch (error) {
      toastError(error);
    }
  };
  const menu = (/** @type {any} */ one) => [
    { label: t('members.rename'), icon: 'pencil-outline', action: () => show((close) => html`<${Rename} member=${one} close=${close} />`).then(reload) },
    { label: t('members.password'), icon: 'key-outline', action: () => show((close) => html`<${NewPassword} member=${one} close=${close} />`) },
    { label: t(one.is_disabled ? 'members.enable' : 'members.disable'), icon: one.is_disabled ? 'lock-open-variant-outline' : 'lock-outline', why: one.is_owner ? t('members.why.owner') : undefined,
      action: () => attempt(() => call('PATCH', `/users/${one.user_id}`, { json: { is_disabled: !one.is_disabled } })) },
    { label: t('members.owner'), icon: 'home-outline', why: one.is_owner || one.is_disabled ? t('members.why.owner') : undefined, action: () => show((close) => html`<${HandOver} member=${one} close=${close} />`).then(reload) },
    '-',
    { label: t('members.remove'), icon: 'delete-outline', danger: true, why: one.is_owner ? t('members.why.owner') : undefined, action: () => remove(one) },
  ];
  const remove = async (/** @type {any} */ one) => {
    const isSure = await confirm({ title: t('members.remove.title', { name: one.nickname }), text: t('members.remove.text'), action: t('members.remove'), danger: true });
    if (isSure) await attempt(() => call('DELETE', `/users/${one.user_id}`));
  };
  if (!me?.is_owner) return html`<${Screen} title=${t('nav.members')}><${Empty} icon="account-group-outline" title=${t('members.owner.only')} /><//>`;
  return html`<${Screen}
    title=${t('nav.members')}
    narrow
    actions=${html`
      <${Button} icon="plus" label=${t('members.add')} onClick=${() => show((close) => html`<${AddMember} close=${close} />`).then(reload)} />
      <${Button} kind="primary" icon="account-plus-outline" label=${t('members.invite')} onClick=${() => show((close) => html`<${Invite} close=${close} />`).then(reload)} />
    `}
  >
    ${members.error && !members.value ? html`<${Failure} error=${members.error} retry=${members.reload} />` : !members.value ? html`<${Skeleton} rows=${3} />`
      : html`<ul class="list-plain">${members.value.users.map((/** @type {any} */ one) => html`<li key=${one.user_id}>
          <span class="avatar" aria-hidden="true">${initial(one.nickname)}</span>
          <span class="grow"><span dir="auto">${one.nickname}</span>
            ${one.is_owner && html` <span class="chip accent">${t('me.owner')}</span>`}${one.is_disabled && html` <span class="chip warn">${t('members.disabled')}</span>`}
            ${one.status.endsWith('_1') && html` <span class="chip">${t('members.leaving')}</span>`}${one.status.endsWith('_0') && html` <span class="chip danger">${t('members.leaving.failed')}</span>`}
            <br /><span class="soft small">${one.account_name}</span></span>
          ${one.status.endsWith('_0') && html`<${Button} label=${t('retry')} onClick=${() => attempt(() => call('PUT', `/tasks/${encodeURIComponent(one.task_id)}`))} />`}
          <${MenuButton} title=${one.nickname} items=${() => menu(one)} />
        </li>`)}</ul>`}
    ${members.value?.users.length === 1 && waiting.length === 0 && html`<${Empty} icon="account-plus-outline" title=${t('members.alone')} text=${t('members.alone.text')} />`}
    ${waiting.length > 0 && html`<section class="block"><h2>${t('invitations')}</h2>
      <ul class="list-plain">${waiting.map((/** @type {any} */ one) => html`<li key=${one.id}>
        <span class="avatar" aria-hidden="true">${initial(one.nickname || '?')}</span>
        <span class="grow"><span dir="auto">${one.nickname || t('invitations.unnamed')}</span><br /><span class="soft small">${t('invitations.until', { time: new Date(one.expires * 1000).toLocaleDateString() })}</span></span>
        <${Button} kind="plain" label=${t('invitations.end')} onClick=${() => attempt(() => call('DELETE', `/invitations/${one.id}`))} />
      </li>`)}</ul></section>`}
  <//>`;
}

/** @param {{close: () => void}} props */
function AddMember({ close }) {
  return html`<${Dialog} title=${t('members.add')} close=${close}>
    <p class="soft">${t('members.add.text')}</p>
    <${AccountForm} action=${t('members.add')} onSend=${async (/** @type {any} */ account) => {
      await call('POST', '/users', { json: { account_name: account.accountName, nickname: account.nickname, password: account.password } });
      close();
    }} />
  <//>`;
}

/** @param {{member: any, close: () => void}} props */
function Rename({ member, close }) {
  const [nickname, setNickname] = useState(member.nickname);
  const [accountName, setAccountName] = useState(member.account_name);
  const [problem, setProblem] = useState('');
  const send = async () => {
    try {
      await call('PATCH', `/users/${member.user_id}`, { json: { nickname, account_name: accountName } });
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<${Dialog} title=${t('members.rename')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('save')} />`}
  >
    <${Field} label=${t('account.nickname')} value=${nickname} onInput=${setNickname} required maxlength="64" autofocus />
    <${Field} label=${t('account.name')} value=${accountName} onInput=${setAccountName} problem=${problem} required maxlength="64" autocapitalize="none" />
  <//>`;
}

/** @param {{member: any, close: () => void}} props */
function NewPassword({ member, close }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const send = async () => {
    try {
      await call('PUT', `/users/${member.user_id}/password`, { json: { new_password: password } });
      close();
      toast(t('members.password.done', { name: member.nickname }), { action: { label: t('copy'), run: () => copyText(password) } });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<${Dialog} title=${t('members.password')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('save')} why=${password ? undefined : t('account.password')} />`}
  ><p class="soft">${t('members.password.text', { name: member.nickname })}</p>
    <${PasswordField} label=${t('account.password')} hint=${t('account.password.hint')} value=${password} onInput=${setPassword} problem=${problem} autocomplete="new-password" autofocus /><//>`;
}

/** @param {{member: any, close: () => void}} props */
function HandOver({ member, close }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const send = async () => {
    try {
      await call('POST', `/users/${member.user_id}/owner`, { json: { password } });
      location.assign('/');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<${Dialog} title=${t('members.owner')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="danger" label=${t('members.owner.action')} why=${password ? undefined : t('account.password')} />`}
  ><p>${t('members.owner.text', { name: member.nickname })}</p>
    <${PasswordField} label=${t('members.owner.password')} value=${password} onInput=${setPassword} problem=${problem} autocomplete="current-password" autofocus /><//>`;
}
