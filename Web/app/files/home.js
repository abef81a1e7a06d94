// @ts-check
import { html } from '../lib.js';
import { Screen } from '../shell/screen.js';
import { t } from '../core/i18n.js';

export function Home() {
  return html`<${Screen} title=${t('nav.files')}>hello<//>`;
}
