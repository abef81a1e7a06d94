// @ts-check
import { html, useRef, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { extensionOf } from '../files/kinds.js';
import { visible } from '../ui/name.js';
import { Button } from '../ui/button.js';
import { NoPreview } from './no-preview.js';
import { contentAddress, pictureAddress } from './viewer.js';
import { Zoom } from './zoom.js';

/** What every browser shows by itself; everything else only through the server's picture of it. */
const SHOWN = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'bmp', 'ico']);
const MOVING = new Set(['gif', 'webp']);

/**
 * A picture: the server's small version at once, the file itself when one looks closer. Swiped, pinched, wheeled.
 *
 * @param {{entry: import('../files/list-model.js').Entry, onBefore?: () => void, onAfter?: () => void}} props
 */
export function Picture({ entry, onBefore, onAfter }) {
  const extension = extensionOf(entry.name);
  const canShow = SHOWN.has(extension);
  const small = MOVING.has(extension) ? '' : pictureAddress(entry, 1280);
  const [source, setSource] = useState(small || (canShow ? contentAddress(entry) : ''));
  const [isFailed, setFailed] = useState(false);
  const [scale, setScale] = useState(1);
  const image = useRef(/** @type {any} */ (null));
  const zoom = useRef(/** @type {Zoom | null} */ (null));
  zoom.current ??= new Zoom((state) => {
    if (image.current) image.current.style.transform = `translate(${state.x}px, ${state.y}px) scale(${state.scale})`;
    setScale(state.scale);
    // Looking closer than the small version is sharp.
    if (state.scale > 1.2 && canShow) setSource(contentAddress(entry));
  });
  if (!source || isFailed) return html`<${NoPreview} entry=${entry} />`;
  const stage = (/** @type {any} */ event) => event.currentTarget.getBoundingClientRect();
  return html`<div
    class="picture"
    onPointerDown=${(/** @type {PointerEvent} */ event) => {
      if (/** @type {Element} */ (event.target).closest('button')) return;
      /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
      zoom.current?.down(event, stage(event));
    }}
    onPointerMove=${(/** @type {PointerEvent} */ event) => zoom.current?.move(event, stage(event))}
    onPointerUp=${(/** @type {PointerEvent} */ event) => {
      const swipe = zoom.current?.up(event);
      if (swipe === 'before') onBefore?.();
      if (swipe === 'after') onAfter?.();
    }}
    onPointerCancel=${(/** @type {PointerEvent} */ event) => zoom.current?.up(event)}
    onWheel=${(/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      zoom.current?.wheel(event, stage(event));
    }}
    onDblClick=${(/** @type {MouseEvent} */ event) => zoom.current?.toggle(event, stage(event))}
  >
    <img
      ref=${image}
      src=${source}
      alt=${visible(entry.name)}
      draggable=${false}
      onError=${() => {
        if (canShow && source !== contentAddress(entry)) setSource(contentAddress(entry));
        else setFailed(true);
      }}
    />
    <div class="zoom-buttons">
      <${Button} icon="minus" iconOnly label=${t('viewer.smaller')} why=${scale <= 1 ? t('viewer.smallest') : undefined} onClick=${(/** @type {any} */ event) => zoom.current?.by(1 / 1.5, event.currentTarget.closest('.picture').getBoundingClientRect())} />
      <${Button} icon="plus" iconOnly label=${t('viewer.larger')} onClick=${(/** @type {any} */ event) => zoom.current?.by(1.5, event.currentTarget.closest('.picture').getBoundingClientRect())} />
    </div>
  </div>`;
}
