// @ts-check
import { html, useEffect, useRef } from '../lib.js';
import { t } from '../core/i18n.js';

/** A canvas of more points than this is refused, or takes a phone's memory. */
const MOST_POINTS = 16e6;

/**
 * One page: its picture, and its text over it to be selected. Its links are part of the picture, they lead nowhere.
 *
 * @param {{pdfjs: any, document: any, number: number, top: number, size: {width: number, height: number}, scale: number,
 *   onSize: (size: {width: number, height: number}) => void}} props
 */
export function Page({ pdfjs, document: pages, number, top, size, scale, onSize }) {
  const canvas = useRef(/** @type {any} */ (null));
  const text = useRef(/** @type {any} */ (null));
  useEffect(() => {
    let isWanted = true;
    /** @type {any} */
    let drawing;
    /** @type {any} */
    let words;
    const draw = async () => {
      const page = await pages.getPage(number);
      if (!isWanted) return;
      const plain = page.getViewport({ scale: 1 });
      onSize({ width: plain.width, height: plain.height });
      const element = canvas.current;
      const dense = Math.min(scale * devicePixelRatio, Math.sqrt(MOST_POINTS / (plain.width * plain.height)));
      const viewport = page.getViewport({ scale: dense });
      // Drawn apart and put in place when it is done: no white page flashes while somebody zooms.
      const fresh = element.ownerDocument.createElement('canvas');
      fresh.width = Math.max(1, Math.floor(viewport.width));
      fresh.height = Math.max(1, Math.floor(viewport.height));
      drawing = page.render({ canvas: fresh, viewport });
      await drawing.promise;
      if (!isWanted) return;
      element.width = fresh.width;
      element.height = fresh.height;
      element.getContext('2d').drawImage(fresh, 0, 0);
      fresh.width = 0;
      text.current.replaceChildren();
      text.current.style.setProperty('--total-scale-factor', String(scale));
      words = new pdfjs.TextLayer({ textContentSource: page.streamTextContent(), container: text.current, viewport: page.getViewport({ scale }) });
      await words.render();
    };
    // A zoom in progress changes often; what is there is stretched until then.
    const timer = setTimeout(() => draw().catch(() => {}), canvas.current.width > 1 ? 200 : 0);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      drawing?.cancel();
      words?.cancel();
    };
  }, [number, scale]);
  useEffect(() => {
    const element = canvas.current;
    return () => {
      // A page that is out of view gives its memory back at once.
      element.width = 0;
    };
  }, []);
  return html`<div class="page" role="group" aria-label=${t('viewer.pdf.page', { number })} style=${{ top: `${top}px`, width: `${size.width}px`, height: `${size.height}px` }}>
    <canvas ref=${canvas} width="1" height="1"></canvas>
    <div ref=${text} class="textLayer"></div>
  </div>`;
}
