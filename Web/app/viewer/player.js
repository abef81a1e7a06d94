// @ts-check
import { html, useEffect, useRef, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { kindOf } from '../files/kinds.js';
import { Icon } from '../ui/icon.js';
import { visible } from '../ui/name.js';
import { NoPreview } from './no-preview.js';
import { contentAddress, pictureAddress } from './viewer.js';

/**
 * A clip or a piece of music, by the browser's own player.
 *
 * @param {{entry: import('../files/list-model.js').Entry}} props
 */
export function Player({ entry }) {
  const [isFailed, setFailed] = useState(false);
  const [hasCover, setCover] = useState(true);
  const element = useRef(/** @type {any} */ (null));
  useEffect(() => () => {
    // Ends what is still being fetched.
    element.current?.pause();
    element.current?.removeAttribute('src');
    element.current?.load();
  }, []);
  if (isFailed) return html`<${NoPreview} entry=${entry} text=${t('viewer.player.failed')} />`;
  const address = contentAddress(entry);
  if (kindOf(entry.name) === 'video') {
    return html`<video ref=${element} class="clip" src=${address} poster=${pictureAddress(entry, 1280) || undefined} controls playsinline preload="metadata" aria-label=${visible(entry.name)} onError=${() => setFailed(true)}></video>`;
  }
  const cover = pictureAddress(entry, 1280);
  return html`<div class="music">
    ${cover && hasCover ? html`<img src=${cover} alt="" onError=${() => setCover(false)} />` : html`<${Icon} name="music-note" class="large" />`}
    <p class="name" dir="auto">${visible(entry.name)}</p>
    <audio ref=${element} src=${address} controls preload="metadata" aria-label=${visible(entry.name)} onError=${() => setFailed(true)}></audio>
  </div>`;
}
