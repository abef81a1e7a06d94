// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { useAtom } from '../core/atom.js';
import { session } from '../core/session.js';

/** Which program this is, and whose work lies in it. */
export function About() {
  const area = useAtom(session, (signedIn) => signedIn?.area?.name);
  const health = useLoaded((signal) => call('GET', '/health', { signal }), [], { polls: false });
  return html`<dl class="facts">
    ${area && html`<div><dt>${t('about.home')}</dt><dd dir="auto">${area}</dd></div>`}
    <div><dt>${t('about.address')}</dt><dd dir="ltr">${location.origin}</dd></div>
    <div><dt>${t('about.version')}</dt><dd>${health.value ? `Hearth ${health.value.version}` : '…'}</dd></div>
    <div><dt>${t('about.connection')}</dt><dd>${t(isEncrypted() ? 'about.encrypted' : 'about.plain')}</dd></div>
  </dl>
  <p><a href="/about">${t('about.notices')}</a></p>`;
}

/** Whether nobody on the way can read along. */
export function isEncrypted() {
  return location.protocol === 'https:' || isLocal();
}

/** Whether the browser runs on the drive's own machine. */
export function isLocal() {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);
}
