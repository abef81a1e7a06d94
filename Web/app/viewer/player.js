// @ts-check
import { html, useEffect, useRef, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { kindOf } from '../files/kinds.js';
import { contentAddress, faultOf } from '../files/media.js';
import { refuse, thumbnailAddress } from '../files/thumbnail.js';
import { Icon } from '../ui/icon.js';
import { visible } from '../ui/name.js';
import { NoPreview } from './no-preview.js';
import { Trouble } from './trouble.js';

/**
 * A clip or a piece of music, by the browser's own player: it asks for the parts that it needs.
 *
 * @param {{entry: import('../files/list-model.js').Entry, spot: any}} props
 */
export function Player({ entry, spot }) {
  const [isFailed, setFailed] = useState(false);
  const [error, setError] = useState(/** @type {unknown} */ (undefined));
  const [attempt, setAttempt] = useState(0);
  const [cover, setCover] = useState(() => thumbnailAddress(entry, 1280));
  const element = useRef(/** @type {any} */ (null));
  useEffect(() => {
    // Kept, for it is gone from the page when this ends.
    const player = element.current;
    return () => {
      if (!player) return;
      // Ends the sound, and what is still being fetched.
      player.pause();
      player.removeAttribute('src');
      player.load();
    };
  }, [attempt, isFailed, error]);
  if (error) {
    return html`<${Trouble} entry=${entry} error=${error} retry=${() => {
      setError(undefined);
      setAttempt(attempt + 1);
    }} />`;
  }
  if (isFailed) return html`<${NoPreview} entry=${entry} spot=${spot} text=${t('viewer.player.failed')} />`;
  const onError = async () => {
    const fault = await faultOf(entry);
    if (fault.error) setError(fault.error);
    else if (fault.isRenewed) setAttempt(attempt + 1);
    else setFailed(true);
  };
  const shared = { key: attempt, ref: element, src: contentAddress(entry), controls: true, preload: 'metadata', 'aria-label': visible(entry.name), onError };
  if (kindOf(entry.name) === 'video') return html`<video class="clip" playsinline poster=${cover || undefined} ...${shared}></video>`;
  return html`<div class="music">
    ${cover
      ? html`<img src=${cover} alt="" onError=${() => {
          refuse(entry);
          setCover('');
        }} />`
      : html`<${Icon} name="music-note" class="large" />`}
    <p dir="auto" class="name">${visible(entry.name)}</p>
    <audio ...${shared}></audio>
  </div>`;
}
