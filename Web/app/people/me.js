// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { when } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { language, setLanguage, t } from '../core/i18n.js';
import { changeUser, session, signOut } from '../core/session.js';
import { initial } from '../files/share.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { Dialog, confirm, show } from '../ui/dialog.js';
import { Failure, Notice, Skeleton } from '../ui/feedback.js';
import { Field, PasswordField } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { toast, toastError } from '../ui/toast.js';
import { LANGUAGES } from './language-switch.js';
import { chosenTheme, setTheme } from './theme.js';

/** Everything about oneself and this device. */
export function Me() {
  const signedIn = useAtom(session);
  if (!signedIn) return null;
  const { user } = signedIn;
  return html`<${Screen} title=${t('nav.me')} narrow>
    <section class="card me-head">
      <span class="avatar large" aria-hidden="true">${initial(user.nickname)}</span>
      <div class="grow"><h2 dir="auto">${user.nickname}</h2><p class="soft">${user.account_name}${user.is_owner ? ` · ${t('me.owner')}` : ''}</p></div>
      <${Button} icon="pencil-outline" label=${t('me.edit')} onClick=${() => show((close) => html`<${EditMe} user=${user} close=${close} />`)} />
    </section>
    <${OwnersLinks} isOwner=${user.is_owner} />
    <section class="block"><h2>${t('me.device')}</h2><${Look} /></section>
    <section class="block"><h2>${t('me.security')}</h2>
      <p class="row wrap"><${Button} icon="key-outline" label=${t('me.password')} onClick=${() => show((close) => html`<${ChangePassword} user=${user} close=${close} />`)} />
        <${Button} icon="logout" label=${t('sign-out')} onClick=${() => signOut()} /></p>
      ${location.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(location.hostname) && html`<${Notice} kind="warn" icon="lock-open-variant-outline">${t('tls.notice')} <a href="/trust" data-native>${t('tls.how')}</a><//>`}
    </section>
    <section class="block"><h2>${t('me.devices')}</h2><${Devices} /></section>
  <//>`;
}

/** On phones, what the side pane has elsewhere. @param {{isOwner: boolean}} props */
function OwnersLinks({ isOwner }) {
  const links = [
    ['/folders', 'folder-cog-outline', 'nav.folders'],
    ...(isOwner ? [['/members', 'account-group-outline', 'nav.members'], ['/storage', 'harddisk', 'nav.storage'], ['/settings', 'cog-outline', 'nav.settings']] : []),
    ['/tasks', 'refresh', 'nav.tasks'],
  ];
  return html`<ul class="list-plain me-links">${links.map(([to, icon, key]) => html`<li key=${to}><a href=${to}><${Icon} name=${icon} /><span class="grow">${t(key)}</span><${Icon} name="chevron-right" class="small" /></a></li>`)}</ul>`;
}

function Look() {
  const now = useAtom(language);
  const theme = useAtom(chosenTheme);
  return html`<div class="look">
    <div class="field"><span class="label" id="language-label">${t('me.language')}</span>
      <div class="segmented" role="group" aria-labelledby="language-label">${LANGUAGES.map((one) => html`<button type="button" key=${one.value} lang=${one.value} aria-pressed=${String(one.value === now)} onClick=${() => setLanguage(one.value)}>${one.label}</button>`)}</div></div>
    <div class="field"><span class="label" id="theme-label">${t('me.theme')}</span>
      <div class="segmented" role="group" aria-labelledby="theme-label">${['auto', 'light', 'dark'].map((one) => html`<button type="button" key=${one} aria-pressed=${String(one === theme)} onClick=${() => setTheme(one)}>${t(`theme.${one}`)}</button>`)}</div></div>
  </div>`;
}

/** @param {{user: import('../core/session.js').User, close: () => void}} props */
function EditMe({ user, close }) {
  const [nickname, setNickname] = useState(user.nickname);
  const [problem, setProblem] = useState('');
  const send = async () => {
    try {
      const changed = await call('PATCH', `/users/${user.user_id}`, { json: { nickname } });
      await changeUser({ nickname: changed.nickname });
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<${Dialog} title=${t('me.edit')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('save')} why=${nickname.trim() === user.nickname ? t('nothing.changed') : undefined} />`}
  ><${Field} label=${t('account.nickname')} hint=${t('account.nickname.hint')} value=${nickname} onInput=${setNickname} problem=${problem} maxlength="64" required autofocus /><//>`;
}

/** @param {{user: import('../core/session.js').User, close: () => void}} props */
function ChangePassword({ user, close }) {
  const [before, setBefore] = useState('');
  const [after, setAfter] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await call('PUT', `/users/${user.user_id}/password`, { json: { old_password: before, new_password: after } });
      close();
      toast(t('me.password.done'));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${t('me.password')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('save')} busy=${isBusy} why=${before && after ? undefined : t('me.password.both')} />`}
  >
    <p class="soft">${t('me.password.text')}</p>
    <input type="text" autocomplete="username" value=${user.account_name} hidden readonly />
    <${PasswordField} label=${t('me.password.before')} value=${before} onInput=${setBefore} problem=${problem} autocomplete="current-password" autofocus />
    <${PasswordField} label=${t('me.password.after')} hint=${t('account.password.hint')} value=${after} onInput=${setAfter} autocomplete="new-password" />
  <//>`;
}

function Devices() {
  const sessions = useLoaded((signal) => call('GET', '/sessions', { signal }), [], { polls: false });
  const end = async (/** @type {any} */ one) => {
    const isSure = await confirm({ title: t('devices.end.title', { name: one.client }), text: t('devices.end.text'), action: t('sign-out'), danger: true });
    if (!isSure) return;
    try {
      await call('DELETE', `/sessions/${one.id}`);
      sessions.reload();
    } catch (error) {
      toastError(error);
    }
  };
  if (sessions.error && !sessions.value) return html`<${Failure} error=${sessions.error} retry=${sessions.reload} />`;
  if (!sessions.value) return html`<${Skeleton} rows=${2} />`;
  return html`<ul class="list-plain">${sessions.value.list.map((/** @type {any} */ one) => html`<li key=${one.id}>
    <${Icon} name="devices" />
    <span class="grow"><span dir="auto">${one.client || t('devices.unnamed')}</span>${one.current && html` <span class="chip good">${t('devices.this')}</span>`}<br />
      <span class="soft small">${t('devices.used', { time: when(one.last_used) })}</span></span>
    ${!one.current && html`<${Button} kind="plain" label=${t('sign-out')} aria-label=${t('devices.end.title', { name: one.client })} onClick=${() => end(one)} />`}
  </li>`)}</ul>`;
}
