// @ts-check
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../lib.js';
import { call, request } from '../core/api.js';
import { t } from '../core/i18n.js';
import { urlPath } from '../core/path.js';
import { extensionOf } from '../files/kinds.js';
import { contentAddress, downloadAddress, faultOf } from '../files/media.js';
import { forgive, refuse, thumbnailAddress } from '../files/thumbnail.js';
import { Skeleton } from '../ui/feedback.js';
import { visible } from '../ui/name.js';
import { NoPreview } from './no-preview.js';
import { pictureSize } from './picture-size.js';
import { Trouble } from './trouble.js';
import { Zoom, fitted } from './zoom.js';

/** What every browser shows by itself; everything else only through the server's picture of it. */
const SHOWN = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'bmp', 'ico']);
/** What may move, which the server's picture does not. */
const MOVING = new Set(['gif', 'webp']);
const SMALL = 1280;
/** More than this is decoded by nobody's phone. */
const MOST_PIXELS = 50e6;
/** So far into a file its size is looked for. */
const BEGINNING = 256 << 10;

/**
 * A picture in up to three layers: what the list showed of it, the server's larger version, the file itself where one
 * would see the difference. Neighbours that only wait keep the middle one.
 *
 * @param {{entry: import('../files/list-model.js').Entry, isCurrent: boolean, spot: any, tools: import('./slide.js').Tools}} props
 */
export function Picture({ entry, isCurrent, spot, tools }) {
  const extension = extensionOf(entry.name);
  const canShow = SHOWN.has(extension);
  const stage = useRef(/** @type {any} */ (null));
  const frame = useRef(/** @type {any} */ (null));
  const [space, setSpace] = useState({ width: 0, height: 0 });
  const [natural, setNatural] = useState(/** @type {{width: number, height: number, level: number} | null} */ (null));
  const [broken, setBroken] = useState({ small: !thumbnailAddress(entry), full: !canShow });
  const [isClose, setClose] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState(/** @type {unknown} */ (undefined));
  const [full, setFull] = useState(/** @type {'' | 'asking' | 'yes' | 'large'} */ (''));
  const zoom = useMemo(() => new Zoom((state) => {
    if (!frame.current) return;
    frame.current.style.transform = `translate(${state.x}px, ${state.y}px) scale(${state.scale})`;
    frame.current.classList.toggle('settling', zoom.isEasing);
    setClose(state.scale > 1.2);
    if (tools.zoom.current === zoom) tools.onScale(state.scale, zoom.most);
  }), []);

  const fit = natural ? fitted(natural, space, natural.level < 2 && Math.max(natural.width, natural.height) >= (natural.level === 0 ? 200 : SMALL - 1)) : { width: 0, height: 0 };
  const pixels = Math.max(fit.width, fit.height) * (globalThis.devicePixelRatio ?? 1);
  const wantsFull = isCurrent && !broken.full && (broken.small || MOVING.has(extension) || (natural && (isClose || pixels > SMALL * 1.1)));

  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => setSpace({ width: contentRect.width, height: contentRect.height }));
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const most = natural?.level === 2 && fit.width ? Math.min(16, Math.max(4, (natural.width / fit.width) * 2)) : canShow && !broken.full ? 8 : 4;
    zoom.measure(space, fit, most);
  }, [fit.width, fit.height, space.width, space.height, natural?.level, broken.full]);
  useLayoutEffect(() => {
    if (!isCurrent) {
      zoom.reset();
      // Only what is looked at keeps the memory of the whole file.
      setNatural((before) => (before?.level === 2 && !broken.small ? { ...before, level: 1 } : before));
      setFull((before) => (before === 'large' ? before : ''));
      return undefined;
    }
    tools.zoom.current = zoom;
    tools.scaler.current = { by: (/** @type {number} */ factor) => zoom.by(factor), all: () => zoom.around(1, { x: 0, y: 0 }, false, true) };
    tools.onScale(zoom.state.scale, zoom.most);
    return () => {
      if (tools.zoom.current !== zoom) return;
      tools.zoom.current = null;
      tools.scaler.current = null;
    };
  }, [isCurrent]);
  useEffect(() => {
    if (!wantsFull || full) return;
    setFull('asking');
    // A file of a few bytes can be a picture of a billion points.
    measure(entry).then((size) => {
      const isLarge = Boolean(size && size.width * size.height > MOST_PIXELS);
      setFull(isLarge ? 'large' : 'yes');
      if (isLarge || !size) setBroken((before) => ({ ...before, full: true }));
    }, fail);
  }, [wantsFull, full]);

  const onLoad = (/** @type {number} */ level) => (/** @type {any} */ event) => {
    const { naturalWidth: width, naturalHeight: height } = event.currentTarget;
    setNatural((before) => (before && before.level > level ? before : { width, height, level }));
  };
  const onSmallError = async () => {
    refuse(entry);
    setBroken((before) => ({ ...before, small: true }));
    // Where there is nothing else to look at, it is asked why; otherwise what is larger comes, or says so itself.
    if (!broken.full) return;
    const fault = await faultOf(entry);
    if (fault.isRenewed) retry();
    else setError(fault.error);
  };
  const onFullError = async () => {
    const fault = await faultOf(entry);
    if (fault.isRenewed) setAttempt(attempt + 1);
    else fail(fault.error);
  };
  /** @param {unknown} why of the drive, when it is not the picture's fault */
  const fail = (why) => {
    setError(why);
    setBroken((before) => ({ ...before, full: true }));
  };
  const retry = () => {
    forgive();
    setError(undefined);
    setFull('');
    setBroken({ small: !thumbnailAddress(entry), full: !canShow });
    setAttempt(attempt + 1);
  };

  if (broken.small && broken.full && error) return html`<div class="picture" ref=${stage}><${Trouble} entry=${entry} error=${error} retry=${retry} /></div>`;
  if (broken.small && broken.full) return html`<div class="picture" ref=${stage}><${NoPreview} entry=${entry} spot=${spot} text=${full === 'large' ? t('viewer.picture.large') : t('viewer.picture.broken')} /></div>`;
  const level = natural?.level ?? -1;
  const layer = (/** @type {number} */ number, /** @type {string} */ address, /** @type {() => void} */ onError) => html`<img
    key=${`${number}-${attempt}`} class="picture-layer" src=${address} alt="" draggable=${false} decoding="async" onLoad=${onLoad(number)} onError=${onError}
  />`;
  return html`<div class="picture" ref=${stage}>
    <div class="picture-frame" ref=${frame} role="img" aria-label=${visible(entry.name)} style=${{ width: `${fit.width}px`, height: `${fit.height}px` }}>
      ${!broken.small && level < 1 && layer(0, thumbnailAddress(entry, 256), onSmallError)}
      ${!broken.small && (level < 2 || !isCurrent) && layer(1, thumbnailAddress(entry, SMALL), onSmallError)}
      ${wantsFull && full === 'yes' && layer(2, contentAddress(entry), onFullError)}
    </div>
    ${!natural && isCurrent && html`<${Skeleton} rows=${0} />`}
    ${isCurrent && natural && broken.full && html`<p class="picture-note"><span>${full === 'large' ? t('viewer.picture.reduced') : canShow ? t('viewer.picture.failed') : t('viewer.picture.other')}</span> <a href=${downloadAddress(entry)} download=${entry.name}>${t('viewer.original')}</a></p>`}
  </div>`;
}

/**
 * How large a picture is, before a browser is given all of it: by the server, or by its own first bytes.
 *
 * @param {import('../files/list-model.js').Entry} entry
 * @returns {Promise<{width: number, height: number} | undefined>} undefined where it is no picture
 */
async function measure(entry) {
  const { media } = await call('GET', `/details${urlPath(entry)}`);
  if (media?.width && media?.height) return media;
  if (entry.size === 0) return undefined;
  const response = await request('GET', `/download${urlPath(entry)}`, { headers: { Range: `bytes=0-${BEGINNING - 1}` } });
  return response.ok ? pictureSize(new Uint8Array(await response.arrayBuffer())) : undefined;
}
