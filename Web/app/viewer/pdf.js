// @ts-check
import { html, useEffect, useRef, useState } from '../lib.js';
import { asset } from '../core/assets.js';
import { t } from '../core/i18n.js';
import { Skeleton } from '../ui/feedback.js';
import { NoPreview } from './no-preview.js';
import { contentAddress } from './viewer.js';

const vendor = asset('vendor/pdfjs/');

/** @returns {Promise<any>} pdf.js, without what could run scripts of a document */
async function library() {
  const pdfjs = await import(`${vendor}pdf.mjs`);
  pdfjs.GlobalWorkerOptions.workerSrc = `${vendor}pdf.worker.mjs`;
  return pdfjs;
}

/**
 * The pages of a document, drawn when they come into view.
 *
 * @param {{entry: import('../files/list-model.js').Entry}} props
 */
export function Pdf({ entry }) {
  const [state, setState] = useState(/** @type {{document?: any, sizes?: {width: number, height: number}, error?: unknown}} */ ({}));
  useEffect(() => {
    /** @type {any} */
    let task;
    let isWanted = true;
    library()
      .then((pdfjs) => {
        task = pdfjs.getDocument({
          url: contentAddress(entry), withCredentials: true, isEvalSupported: false, enableXfa: false, cMapUrl: `${vendor}cmaps/`, cMapPacked: true,
          standardFontDataUrl: `${vendor}standard_fonts/`, wasmUrl: `${vendor}wasm/`, iccUrl: `${vendor}iccs/`,
        });
        return task.promise;
      })
      .then(async (document) => {
        const first = (await document.getPage(1)).getViewport({ scale: 1 });
        if (isWanted) setState({ document, sizes: { width: first.width, height: first.height } });
      })
      .catch((error) => isWanted && setState({ error }));
    return () => {
      isWanted = false;
      task?.destroy();
    };
  }, [entry.path]);
  if (state.error) return html`<${NoPreview} entry=${entry} text=${/** @type {any} */ (state.error).name === 'PasswordException' ? t('viewer.pdf.password') : t('viewer.pdf.failed')} />`;
  if (!state.document) return html`<${Skeleton} rows=${2} height=${300} />`;
  const pages = Array.from({ length: state.document.numPages }, (_, index) => index + 1);
  return html`<div class="pages" tabindex="0" role="region" aria-label=${t('viewer.pdf.pages', { n: pages.length })}>
    ${pages.map((number) => html`<${Page} key=${number} document=${state.document} number=${number} sizes=${state.sizes} />`)}
  </div>`;
}

/** @param {{document: any, number: number, sizes: any}} props `sizes` of the first page, until this one's are known */
function Page({ document: pages, number, sizes }) {
  const canvas = useRef(/** @type {any} */ (null));
  const [box, setBox] = useState(sizes);
  useEffect(() => {
    /** @type {any} */
    let drawing;
    const observer = new IntersectionObserver(async ([seen]) => {
      const element = canvas.current;
      if (!element) return;
      if (!seen.isIntersecting) {
        // A page that is out of view gives its memory back.
        drawing?.cancel();
        drawing = undefined;
        element.width = 0;
        return;
      }
      if (drawing) return;
      const page = await pages.getPage(number);
      const plain = page.getViewport({ scale: 1 });
      setBox({ width: plain.width, height: plain.height });
      const scale = Math.min(3, (element.clientWidth / plain.width) * devicePixelRatio);
      const viewport = page.getViewport({ scale });
      element.width = Math.floor(viewport.width);
      element.height = Math.floor(viewport.height);
      drawing = page.render({ canvasContext: element.getContext('2d'), canvas: element, viewport, annotationMode: 0 });
      drawing.promise.catch(() => {});
    }, { rootMargin: '600px' });
    observer.observe(canvas.current);
    return () => {
      observer.disconnect();
      drawing?.cancel();
    };
  }, [number]);
  return html`<canvas ref=${canvas} class="page" role="img" aria-label=${t('viewer.pdf.page', { number })} style=${{ aspectRatio: `${box.width} / ${box.height}` }}></canvas>`;
}
