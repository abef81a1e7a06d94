// @ts-check
import { html } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { language, setLanguage, t } from '../core/i18n.js';
import { session, signOut } from '../core/session.js';
import { initial } from '../files/share.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { confirm, show } from '../ui/dialog.js';
import { Notice } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { visible } from '../ui/name.js';
import { About, isEncrypted } from './about.js';
import { ChangePassword } from './change-password.js';
import { Devices } from './devices.js';
import { LANGUAGES } from './language-switch.js';
import { OpenFolders } from './open-folders.js';
import { ServiceCode } from './service-code.js';
import { OwnUse } from './own-use.js';
import { EditNames } from './profile.js';
import { openUploads } from '../transfers/engine.js';
import { chosenTheme, setTheme } from './theme.js';

/** Everything about oneself and this device. */
export function Me() {
  const signedIn = useAtom(session);
  if (!signedIn) return null;
  const { user } = signedIn;
  const leave = async () => {
    // What waits to be sent stays here, but goes on only when the same person signs in again.
    const isSure = (await openUploads()) === 0 || await confirm({ title: t('me.leave.title'), text: t('me.leave.text'), action: t('sign-out') });
    if (isSure) await signOut();
  };
  return html`<${Screen} title=${t('nav.me')} narrow>
    <section class="card me-head">
      <span class="avatar large" aria-hidden="true">${initial(user.nickname)}</span>
      <div class="grow"><h2 dir="auto">${visible(user.nickname)}</h2><p class="soft"><bdi>${visible(user.account_name)}</bdi>${user.is_owner ? ` · ${t('me.owner')}` : ''}</p></div>
      <${Button} icon="pencil-outline" iconOnly label=${t('me.edit')} onClick=${() => show((close) => html`<${EditNames} member=${user} isOwner=${user.is_owner} isSelf close=${close} />`)} />
    </section>
    <${OwnersLinks} isOwner=${user.is_owner} />
    <section class="block"><h2>${t('me.device')}</h2><${Look} /></section>
    <section class="block"><h2>${t('me.security')}</h2>
      <p class="row wrap"><${Button} icon="key-outline" label=${t('me.password')} onClick=${() => show((close) => html`<${ChangePassword} user=${user} close=${close} />`)} />
        <${Button} icon="logout" label=${t('sign-out')} onClick=${leave} /></p>
      ${!isEncrypted() && html`<${Notice} kind="warn" icon="lock-open-variant-outline">
        <p>${t('tls.notice')} <a href="/trust" data-native>${t('tls.how')}</a></p>
        ${user.is_owner && html`<ol class="steps"><li>${t('tls.step.init')} <code>hearth tls init</code></li><li>${t('tls.step.trust')}</li><li>${t('tls.step.open')} <bdi>${`https://${location.host}`}</bdi></li></ol>`}
      <//>`}
    </section>
    <${OpenFolders} />
    <section class="block"><h2>${t('me.devices')}</h2><${Devices} />
      ${user.is_owner && html`<p class="row wrap"><${Button} icon="server-network" label=${t('service-code.make')} onClick=${() => show((close) => html`<${ServiceCode} close=${close} />`)} /></p>`}
    </section>
    <${OwnUse} user=${user.user_id} />
    <section class="block"><h2>${t('about.title')}</h2><${About} /></section>
  <//>`;
}

/** On phones, what the side pane has elsewhere. @param {{isOwner: boolean}} props */
function OwnersLinks({ isOwner }) {
  const links = [
    ['/folders', 'folder-cog-outline', 'nav.folders'],
    ...(isOwner ? [['/members', 'account-group-outline', 'nav.members'], ['/storage', 'harddisk', 'nav.storage'], ['/settings', 'cog-outline', 'nav.settings']] : []),
    ['/tasks', 'progress-clock', 'nav.tasks'],
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
