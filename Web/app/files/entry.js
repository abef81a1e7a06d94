// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { Icon } from '../ui/icon.js';
import { iconOf, toneOf } from './kinds.js';
import { refuse, thumbnailAddress } from './thumbnail.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * A picture of an entry: its thumbnail where there is one, otherwise its icon.
 *
 * @param {{entry: Entry}} props
 */
export function Preview({ entry }) {
  const source = thumbnailAddress(entry);
  const [shown, setShown] = useState(source);
  useEffect(() => setShown(source), [source]);
  if (!source || source !== shown) return html`<span class="preview"><${Icon} name=${iconOf(entry)} class=${`tone-${toneOf(entry)} large`} /></span>`;
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
