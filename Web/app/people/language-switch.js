// @ts-check
import { html } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { language, setLanguage } from '../core/i18n.js';

/** Each language calls itself by its own name. */
export const LANGUAGES = [{ value: 'en', label: 'English' }, { value: 'zh', label: '中文' }];

/** The languages, for where there are no settings yet. */
export function LanguageSwitch() {
  const now = useAtom(language);
  return html`<div class="language-switch segmented" role="group" aria-label="Language · 语言">
    ${LANGUAGES.map((one) => html`<button type="button" key=${one.value} lang=${one.value} aria-pressed=${String(one.value === now)} onClick=${() => setLanguage(one.value)}>${one.label}</button>`)}
  </div>`;
}
