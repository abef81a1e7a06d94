// @ts-check
import { html } from '../lib.js';
import { when } from '../core/format.js';
import { t } from '../core/i18n.js';
import { Notice } from '../ui/feedback.js';

/**
 * Says that a list is the one of a while ago.
 *
 * @param {{at: number}} props seconds since 1970; 0 for a list of now
 */
export function Stale({ at }) {
  const text = Date.now() / 1000 - at < 60 ? t('stale.now') : t('stale', { when: when(at) });
  return at > 0 && html`<div class="stale"><${Notice} kind="warn" icon="cloud-off-outline">${text}<//></div>`;
}
