// @ts-check
import { html } from '../lib.js';
import { number, when } from '../core/format.js';
import { t } from '../core/i18n.js';
import { Notice } from '../ui/feedback.js';

/**
 * Says that a list is the one of a while ago.
 *
 * @param {{at: number, shown?: number, of?: number}} props `at` in seconds since 1970, 0 for a list of now; `shown` entries stand
 *   here `of` those that there were
 */
export function Stale({ at, shown = 0, of = 0 }) {
  if (!(at > 0)) return null;
  const text = Date.now() / 1000 - at < 60 ? t('stale.now') : t('stale', { when: when(at) });
  const part = of > shown ? ` ${t('stale.part', { n: of, shown: number(shown), of: number(of) })}` : '';
  return html`<div class="stale"><${Notice} kind="warn" icon="cloud-off-outline">${text}${part}<//></div>`;
}
