// @ts-check
import { html, useEffect } from '../lib.js';
import { t } from '../core/i18n.js';
import { Brand } from '../shell/navigation.js';
import { LanguageSwitch } from './language-switch.js';

/**
 * What somebody sees who is not inside yet: one card with the mark above and the languages below.
 *
 * @param {{title: string, area?: string, lead?: any, children?: any, quiet?: boolean}} props `area` the home's name; `quiet`
 *   leaves the title to screen readers, where the form says enough
 */
export function Gate({ title, area, lead, children, quiet = false }) {
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title]);
  return html`<div class="gate">
    <div class="card">
      <div class="brand"><${Brand} name=${area} /></div>
      <h1 class=${quiet ? 'visually-hidden' : ''}>${title}</h1>
      ${lead && html`<p class="soft gate-text">${lead}</p>`}
      ${children}
      <${LanguageSwitch} />
    </div>
  </div>`;
}
