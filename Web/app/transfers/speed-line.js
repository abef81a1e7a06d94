// @ts-check
import { html } from '../lib.js';
import { speed } from '../core/format.js';
import { t } from '../core/i18n.js';

/**
 * The speed of the last minute as a line, its greatest figure beside it.
 *
 * @param {{values: number[]}} props bytes of each second
 */
export function SpeedLine({ values }) {
  const most = Math.max(0, ...values);
  if (values.length < 3 || most === 0) return null;
  const points = values.map((value, index) => `${(index / (values.length - 1)) * 100},${30 - (value / most) * 28}`).join(' ');
  return html`<figure class="speed-line">
    <svg viewBox="0 0 100 30" preserveAspectRatio="none" role="img" aria-label=${t('transfers.speed.line', { most: speed(most) })}><polyline points=${points} /></svg>
    <figcaption class="soft small number">${t('transfers.speed.most', { most: speed(most) })}</figcaption>
  </figure>`;
}
