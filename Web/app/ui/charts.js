// @ts-check
import { html } from '../lib.js';
import { percent, size } from '../core/format.js';

/** @typedef {{label: string, value: number, kind?: string}} Part */

/**
 * A ring of parts of a whole, with the same in words beside it.
 *
 * @param {{parts: Part[], total: number, label: string}} props values in bytes
 */
export function Donut({ parts, total, label }) {
  const radius = 40;
  const round = 2 * Math.PI * radius;
  let before = 0;
  const used = parts.reduce((sum, part) => sum + (part.kind === 'free' ? 0 : part.value), 0);
  return html`<figure class="donut">
    <svg viewBox="0 0 100 100" role="img" aria-label=${`${label}: ${size(used)} / ${size(total)}`}>
      <circle class="track" cx="50" cy="50" r=${radius} />
      ${parts.map((part, index) => {
        const share = total > 0 ? Math.min(1 - before, part.value / total) : 0;
        const drawn = html`<circle
          key=${part.label}
          class=${`part part-${part.kind ?? index % 5}`}
          cx="50"
          cy="50"
          r=${radius}
          stroke-dasharray=${`${share * round} ${round}`}
          stroke-dashoffset=${-before * round}
        />`;
        before += share;
        return drawn;
      })}
      <text x="50" y="50" class="middle">${percent(total > 0 ? used / total : 0)}</text>
    </svg>
    <figcaption>
      <ul class="legend">
        ${parts.map((part, index) => html`<li key=${part.label}><i class=${`dot part-${part.kind ?? index % 5}`}></i><span class="grow">${part.label}</span><span class="number">${size(part.value)}</span></li>`)}
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
  return html`<div class="capacity">
    <div class=${`progress ${kind}`} role="meter" aria-label=${label} aria-valuemin="0" aria-valuemax=${total} aria-valuenow=${used} aria-valuetext=${`${size(used)} / ${size(total)}`}>
      <i style=${{ transform: `scaleX(${share})` }}></i>
    </div>
    <p class="soft small number">${size(used)} / ${size(total)}</p>
  </div>`;
}

/**
 * Bars that compare amounts: usage by member.
 *
 * @param {{parts: Part[], label: string}} props bytes
 */
export function Bars({ parts, label }) {
  const most = Math.max(1, ...parts.map((part) => part.value));
  return html`<ul class="bars" aria-label=${label}>
    ${parts.map((part) => html`<li key=${part.label}>
      <span class="row"><span class="grow">${part.label}</span><span class="number soft">${size(part.value)}</span></span>
      <span class="progress" aria-hidden="true"><i style=${{ transform: `scaleX(${part.value / most})` }}></i></span>
    </li>`)}
  </ul>`;
}
