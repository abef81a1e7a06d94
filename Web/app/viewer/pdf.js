// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { hooks } from '../core/api.js';
import { asset } from '../core/assets.js';
import { t } from '../core/i18n.js';
import { contentAddress, faultOf } from '../files/media.js';
import { Button } from '../ui/button.js';
import { PasswordField } from '../ui/field.js';
import { Skeleton } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { NoPreview } from './no-preview.js';
import { Pages } from './pages.js';
import { Trouble } from './trouble.js';

const vendor = asset('vendor/pdfjs/');
const WRONG_PASSWORD = 2;

/** The document came, and is none that can be shown. */
class Damaged extends Error {}

/** @returns {Promise<any>} pdf.js, without what could run scripts of a document */
async function library() {
  const pdfjs = await import(`${vendor}pdf.mjs`).catch(() => {
    hooks.partMissing();
    throw new Error(t('part.missing'));
  });
  pdfjs.GlobalWorkerOptions.workerSrc = `${vendor}pdf.worker.mjs`;
  return pdfjs;
}

/**
 * A document. Its parts are fetched as its pages come into view.
 *
 * @param {{entry: import('../files/list-model.js').Entry, spot: any, tools: import('./slide.js').Tools}} props
 */
export function Pdf({ entry, spot, tools }) {
  const [state, setState] = useState(/** @type {{pdfjs?: any, document?: any, first?: any, error?: unknown}} */ ({}));
  const [attempt, setAttempt] = useState(0);
  const [asking, setAsking] = useState(/** @type {{give: (password: string) => void, isWrong: boolean} | null} */ (null));
  useEffect(() => {
    /** @type {any} */
    let task;
    let isWanted = true;
    const open = async () => {
      const pdfjs = await library();
      if (!isWanted) return;
      task = pdfjs.getDocument({
        url: contentAddress(entry), withCredentials: true, enableXfa: false, cMapUrl: `${vendor}cmaps/`, cMapPacked: true,
        standardFontDataUrl: `${vendor}standard_fonts/`, wasmUrl: `${vendor}wasm/`, iccUrl: `${vendor}iccs/`,
        // Fonts of the computer come with addresses of ours beside them, which the page's policy does not let styles fetch.
        useSystemFonts: false,
        disableAutoFetch: true, disableStream: true, rangeChunkSize: 1 << 18, verbosity: 0,
      });
      task.onPassword = (/** @type {(password: string) => void} */ give, /** @type {number} */ reason) => setAsking({
        isWrong: reason === WRONG_PASSWORD,
        give: (password) => {
          setAsking(null);
          give(password);
        },
      });
      const document = await task.promise;
      const first = (await document.getPage(1)).getViewport({ scale: 1 });
      if (isWanted) setState({ pdfjs, document, first: { width: first.width, height: first.height } });
    };
    open()
      .catch(async (error) => {
        // The cookie may have been lost; a document that is damaged is damaged twice.
        if (!isWanted || !task) throw error;
        const fault = await faultOf(entry);
        if (!fault.isRenewed) throw fault.error ?? new Damaged();
        await task.destroy();
        return open();
      })
      .catch((error) => isWanted && setState({ error }));
    return () => {
      isWanted = false;
      task?.destroy();
    };
  }, [entry.path, attempt]);
  if (state.error instanceof Damaged) return html`<${NoPreview} entry=${entry} spot=${spot} text=${t('viewer.pdf.failed')} />`;
  if (state.error) {
    return html`<${Trouble} entry=${entry} error=${state.error} retry=${() => {
      setState({});
      setAttempt(attempt + 1);
    }} />`;
  }
  if (asking) return html`<${Password} ...${asking} />`;
  if (!state.document) return html`<div class="waiting"><${Skeleton} rows=${1} height=${400} /></div>`;
  return html`<${Pages} pdfjs=${state.pdfjs} document=${state.document} first=${state.first} tools=${tools} />`;
}

/** @param {{give: (password: string) => void, isWrong: boolean}} props */
function Password({ give, isWrong }) {
  const [password, setPassword] = useState('');
  return html`<form
    class="pdf-password"
    data-own
    onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (password) give(password);
    }}
  >
    <${Icon} name="lock-outline" class="large" />
    <h2>${t('viewer.pdf.locked')}</h2>
    <p class="soft">${t('viewer.pdf.locked.text')}</p>
    <${PasswordField} label=${t('viewer.pdf.password')} value=${password} onInput=${setPassword} problem=${isWrong ? t('viewer.pdf.wrong') : undefined} autocomplete="off" autofocus />
    <${Button} type="submit" kind="primary" label=${t('open')} why=${password ? undefined : t('viewer.pdf.password')} />
  </form>`;
}
