// @ts-check
import { html } from '../lib.js';
import { percent, size } from '../core/format.js';
import { t } from '../core/i18n.js';

/** @typedef {{label: string, value: number, kind?: string, key?: string | number, detail?: string}} Part */

/** More parts than this cannot be told apart by colour. */
const MOST = 5;

/**
 * The largest parts by themselves, the others as one; what is free stays last.
 *
 * @param {Part[]} parts
 * @returns {Part[]}
 */
export function fewer(parts) {
  const free = parts.filter((part) => part.kind === 'free');
  const own = parts.filter((part) => part.kind !== 'free').sort((one, other) => other.value - one.value);
  if (own.length <= MOST) return [...own, ...free];
  const rest = own.slice(MOST - 1);
  const others = { label: t('chart.others', { n: rest.length }), value: rest.reduce((sum, part) => sum + part.value, 0), key: 'others' };
  return [...own.slice(0, MOST - 1), others, ...free];
}

/**
 * A ring of parts of a whole, with the same in words beside it.
 *
 * @param {{parts: Part[], total: number, label: string}} props values in bytes
 */
export function Donut({ parts: all, total, label }) {
  const parts = fewer(all);
  const radius = 40;
  const round = 2 * Math.PI * radius;
  let before = 0;
  const used = parts.reduce((sum, part) => sum + (part.kind === 'free' ? 0 : part.value), 0);
  return html`<figure class="donut">
    <svg viewBox="0 0 100 100" role="img" aria-label=${t('chart.used', { label, used: size(used), total: size(total) })}>
      <circle class="track" cx="50" cy="50" r=${radius} />
      ${parts.map((part, index) => {
        const share = total > 0 ? Math.max(0, Math.min(1 - before, part.value / total)) : 0;
        const drawn = part.kind !== 'free' && html`<circle
          key=${part.key ?? part.label}
          class=${`part part-${index % MOST}`}
          cx="50"
          cy="50"
          r=${radius}
          stroke-dasharray=${`${share * round} ${round}`}
          stroke-dashoffset=${-before * round}
        />`;
        before += share;
        return drawn;
      })}
      <text x="50" y="50" class="middle" aria-hidden="true">${percent(total > 0 ? Math.min(1, used / total) : 0)}</text>
    </svg>
    <figcaption>
      <ul class="legend">
        ${parts.map((part, index) => html`<li key=${part.key ?? part.label}><i class=${`dot part-${part.kind ?? index % MOST}`}></i><span class="grow" dir="auto">${part.label}</span><span class="number">${size(part.value)}</span></li>`)}
      </ul>
    </figcaption>
  </figure>`;
}

/**
 * Used of total as a bar, with words.
 *
 * @param {{used: number, total: number, label: string}} props bytes
 */
export function CapacityBar({ used, total, label }) {
  const share = total > 0 ? Math.min(1, used / total) : 0;
  const kind = share > 0.95 ? 'danger' : share > 0.85 ? 'warn' : '';
  const words = t('chart.of', { used: size(used), total: size(total) });
  return html`<div class="capacity">
    <div class=${`progress ${kind}`} role="meter" aria-label=${label} aria-valuemin="0" aria-valuemax=${total} aria-valuenow=${Math.min(used, total)} aria-valuetext=${words}>
      <i style=${{ transform: `scaleX(${share})` }}></i>
    </div>
    <p class="soft small number row"><span class="grow">${words}</span><span>${percent(share)}</span></p>
  </div>`;
}

/**
 * Bars that compare amounts, such as the use of storage by member.
 *
 * @param {{parts: Part[], label: string}} props bytes
 */
export function Bars({ parts, label }) {
  const most = Math.max(1, ...parts.map((part) => part.value));
  return html`<ul class="bars" aria-label=${label}>
    ${parts.map((part) => html`<li key=${part.key ?? part.label}>
      <span class="row"><span class="grow" dir="auto">${part.label}</span>${part.detail && html`<span class="soft small">${part.detail}</span>`}<span class="number">${size(part.value)}</span></span>
      <span class="progress" aria-hidden="true"><i class=${part.kind ? `part-${part.kind}` : ''} style=${{ transform: `scaleX(${part.value / most})` }}></i></span>
    </li>`)}
  </ul>`;
}
