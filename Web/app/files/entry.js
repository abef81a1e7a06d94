// @ts-check
import { html, useState } from '../lib.js';
import { BASE } from '../core/api.js';
import { fullDate, size, when } from '../core/format.js';
import { t } from '../core/i18n.js';
import { Icon } from '../ui/icon.js';
import { Name, visible } from '../ui/name.js';
import { iconOf, toneOf } from './kinds.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * A picture of an entry: its thumbnail where there is one, otherwise its icon.
 *
 * @param {{entry: Entry, large?: boolean}} props
 */
export function Preview({ entry, large = false }) {
  const [isBroken, setBroken] = useState(false);
  const icon = html`<${Icon} name=${iconOf(entry)} class=${`tone-${toneOf(entry)} ${large ? 'large' : ''}`} />`;
  if (!entry.thumbnail_url || isBroken) return html`<span class="preview">${icon}</span>`;
  return html`<span class="preview">
    <img src=${`${BASE}/${entry.thumbnail_url}`} alt="" loading="lazy" decoding="async" draggable=${false} onError=${() => setBroken(true)} />
  </span>`;
}

/** @param {Entry} entry */
export function describe(entry) {
  if (entry.type === 0) return entry.is_encrypt ? t('kind.encrypted') : t('kind.folder');
  return size(entry.size);
}

/**
 * One line of a list.
 *
 * @param {{entry: Entry, subtitle?: any}} props
 */
export function RowInside({ entry, subtitle }) {
  return html`
    <${Preview} entry=${entry} />
    <span class="entry-text">
      <${Name} name=${entry.name} />
      <span class="soft small narrow-only number">${subtitle ?? html`${describe(entry)}${entry.mod_time ? ` · ${when(entry.mod_time)}` : ''}`}</span>
    </span>
    <span class="entry-size soft number">${entry.type === 0 ? '' : size(entry.size)}</span>
    <time class="entry-time soft number" title=${entry.mod_time ? fullDate(entry.mod_time) : undefined}>${subtitle ?? when(entry.mod_time)}</time>
  `;
}

/**
 * One tile of a grid.
 *
 * @param {{entry: Entry}} props
 */
export function TileInside({ entry }) {
  return html`
    <${Preview} entry=${entry} large />
    <span class="entry-text"><${Name} name=${entry.name} /><span class="soft small number">${describe(entry)}</span></span>
  `;
}

/** What a screen reader says of an entry. @param {Entry} entry */
export function spoken(entry) {
  return [visible(entry.name), describe(entry), entry.mod_time ? when(entry.mod_time) : ''].filter(Boolean).join(', ');
}
