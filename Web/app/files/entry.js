// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { fullDate, size, when } from '../core/format.js';
import { t } from '../core/i18n.js';
import { Icon } from '../ui/icon.js';
import { Name, visible } from '../ui/name.js';
import { iconOf, toneOf } from './kinds.js';
import { refuse, thumbnailAddress } from './thumbnail.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * A picture of an entry: its thumbnail where there is one, otherwise its icon.
 *
 * @param {{entry: Entry, large?: boolean, rest?: import('../ui/rest.js').Rest}} props `rest` of the list that it scrolls in
 */
export function Preview({ entry, large = false, rest }) {
  const source = thumbnailAddress(entry);
  const [shown, setShown] = useState(rest?.isMoving ? '' : source);
  useEffect(() => (source === shown ? undefined : rest ? rest.when(() => setShown(source)) : setShown(source)), [source]);
  const icon = Icon({ name: iconOf(entry), class: `tone-${toneOf(entry)} ${large ? 'large' : ''}` });
  if (!source || source !== shown) return html`<span class="preview">${icon}</span>`;
  return html`<span class="preview">
    <img src=${source} alt="" loading="lazy" decoding="async" draggable=${false} onError=${() => {
      refuse(entry);
      setShown('');
    }} />
  </span>`;
}

/** @param {Entry} entry */
export function describe(entry) {
  if (entry.type === 0) return entry.is_encrypt ? t('kind.encrypted') : t('kind.folder');
  return size(entry.size);
}

/**
 * One line of a list. No component: long lists make many of them while somebody scrolls.
 *
 * @param {Entry} entry
 * @param {import('../ui/rest.js').Rest} rest
 */
export function rowInside(entry, rest) {
  const date = entry.mod_time ? fullDate(entry.mod_time) : undefined;
  return html`
    <${Preview} entry=${entry} rest=${rest} />
    <span class="entry-text" role="gridcell">
      ${Name({ name: entry.name })}
      <span class="soft small narrow-only number">${describe(entry)}${entry.mod_time ? ` · ${when(entry.mod_time)}` : ''}</span>
    </span>
    <span class="entry-size soft number" role="gridcell">${entry.type === 0 ? '' : size(entry.size)}</span>
    <span class="entry-time soft number" role="gridcell" title=${date}>${when(entry.mod_time)}</span>
  `;
}

/**
 * One tile of a grid.
 *
 * @param {Entry} entry
 * @param {import('../ui/rest.js').Rest} rest
 */
export function tileInside(entry, rest) {
  return html`
    <${Preview} entry=${entry} rest=${rest} large />
    <span class="entry-text" role="gridcell">${Name({ name: entry.name })}<span class="soft small number">${describe(entry)}</span></span>
  `;
}

/** What a screen reader says of an entry. @param {Entry} entry */
export function spoken(entry) {
  return [visible(entry.name), describe(entry), entry.mod_time ? when(entry.mod_time) : ''].filter(Boolean).join(', ');
}
