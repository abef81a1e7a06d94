// @ts-check
import { html, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { iconOf, kindOf } from '../files/kinds.js';
import { refuse, thumbnailAddress } from '../files/thumbnail.js';
import { Icon } from '../ui/icon.js';
import { Later } from './later.js';
import { NoPreview } from './no-preview.js';
import { Picture } from './picture.js';
import { Player } from './player.js';
import { Trouble } from './trouble.js';

/** @typedef {import('../files/list-model.js').Entry} Entry */

/**
 * What the viewer lends to what it shows.
 *
 * @typedef {object} Tools
 * @property {{current: import('./zoom.js').Zoom | null}} zoom of the picture that is shown, for the hand
 * @property {{current: {by: (factor: number) => void, all: () => void} | null}} scaler for keys and buttons
 * @property {(scale: number, most: number) => void} onScale
 * @property {import('./leave.js').Guard} leave
 */

/**
 * One file. Only the one that is looked at plays, is fetched whole or can be changed; the others wait as pictures.
 *
 * @param {{entry: Entry, isCurrent: boolean, spot: any, tools: Tools}} props
 */
export function Slide({ entry, isCurrent, spot, tools }) {
  const kind = kindOf(entry.name);
  if (kind === 'picture') {
    return html`<${Picture} key=${`${entry.mod_time} ${entry.size}`} entry=${entry} isCurrent=${isCurrent} spot=${spot} tools=${tools} />`;
  }
  if (!isCurrent) return html`<${Glance} entry=${entry} />`;
  const none = html`<${NoPreview} entry=${entry} spot=${spot} />`;
  const failed = (/** @type {() => void} */ retry) => html`<${Trouble} entry=${entry} error=${new Error(t('part.missing'))} retry=${retry} />`;
  switch (kind) {
    case 'video':
    case 'audio': return html`<${Player} entry=${entry} spot=${spot} />`;
    case 'pdf': return html`<${Later} load=${() => import('../later.js')} part="Pdf" failed=${failed} entry=${entry} spot=${spot} tools=${tools} />`;
    case 'text': return html`<${Later} load=${() => import('../later.js')} part="Text" failed=${failed} entry=${entry} spot=${spot} tools=${tools} />`;
    default: return none;
  }
}

/** What a neighbour looks like until somebody turns to it. @param {{entry: Entry}} props */
function Glance({ entry }) {
  const [isBroken, setBroken] = useState(false);
  const address = thumbnailAddress(entry);
  return html`<div class="glance">${address && !isBroken
    ? html`<img src=${address} alt="" draggable=${false} onError=${() => {
        refuse(entry);
        setBroken(true);
      }} />`
    : html`<${Icon} name=${iconOf(entry)} class="large" />`}</div>`;
}
