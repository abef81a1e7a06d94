// @ts-check
import { html } from '../lib.js';

/** Light modules around the code; readers need four. */
const QUIET = 4;

/**
 * A QR code that the server made: dark on light in both themes, since not every reader takes the inverse.
 *
 * @param {{rows: string[], label: string}} props `1` is a dark module
 */
export function QRCode({ rows, label }) {
  if (!rows.length) return null;
  const side = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map((run) => `M${run.index + QUIET} ${y + QUIET}h${run[0].length}v1h-${run[0].length}z`)).join('');
  return html`<svg class="qr" viewBox=${`0 0 ${side} ${side}`} role="img" aria-label=${label} shape-rendering="crispEdges"><path d=${path} /></svg>`;
}
