// @ts-check
import { html, useEffect, useRef, useState } from '../lib.js';
import { ApiError, CODE, request, unwrap } from '../core/api.js';
import { size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { urlPath } from '../core/path.js';
import { nudge } from '../core/poll.js';
import { hashFile } from '../transfers/hash/hashing.js';
import { send } from '../transfers/send.js';
import { Button } from '../ui/button.js';
import { confirm } from '../ui/dialog.js';
import { Failure, Notice, Skeleton } from '../ui/feedback.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { Editor } from './editor.js';
import { NoPreview } from './no-preview.js';

const MOST = 2 << 20;

/** @typedef {{text: string, etag: string, hasMark: boolean, isText: boolean}} Loaded `hasMark`: begins with U+FEFF */

/**
 * @param {import('../files/list-model.js').Entry} entry
 * @returns {Promise<Loaded>}
 */
async function load(entry) {
  const response = await request('GET', `/download${urlPath(entry)}`);
  if (!response.ok) await unwrap(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, etag: response.headers.get('ETag') ?? '', hasMark, isText: !text.includes('\0') };
  } catch {
    return { text: '', etag: '', hasMark: false, isText: false };
  }
}

/**
 * A text, to read and to change.
 *
 * @param {{entry: import('../files/list-model.js').Entry, spot: import('../files/place-of.js').FolderPlace}} props
 */
export function Text({ entry, spot }) {
  const [state, setState] = useState(/** @type {{loaded?: Loaded, error?: unknown}} */ ({}));
  const [isChanged, setChanged] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const text = useRef('');
  useEffect(() => {
    if (entry.size <= MOST) load(entry).then((loaded) => setState({ loaded }), (error) => setState({ error }));
  }, [entry.path]);
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (/** @type {Event} */ event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
  if (entry.size > MOST) return html`<${NoPreview} entry=${entry} text=${t('viewer.text.large', { size: size(MOST) })} />`;
  if (state.error) return html`<${Failure} error=${state.error} />`;
  const { loaded } = state;
  if (!loaded) return html`<${Skeleton} rows=${8} height=${28} />`;
  if (!loaded.isText) return html`<${NoPreview} entry=${entry} text=${t('viewer.text.other')} />`;

  const save = async (/** @type {boolean} */ overwrites = false) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const written = text.current;
      await replace(entry, (loaded.hasMark ? '\ufeff' : '') + written, overwrites ? '' : loaded.etag);
      const fresh = await load(entry);
      setState({ loaded: { ...fresh, text: written } });
      setChanged(text.current !== written);
      nudge();
      toast(t('viewer.text.saved'));
    } catch (error) {
      if (error instanceof ApiError && error.code === CODE.precondition) {
        const isSure = await confirm({ title: t('viewer.text.clash'), text: t('viewer.text.clash.text'), action: t('viewer.text.overwrite'), danger: true });
        if (isSure) setTimeout(() => save(true));
      } else toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const canWrite = Boolean(entry.write || spot.write);
  return html`<div class="text-view">
    ${canWrite
      ? html`<div class="text-bar"><span class="grow soft small" role="status">${isChanged ? t('viewer.text.changed') : ''}</span>
          <${Button} kind="primary" label=${t('save')} busy=${isBusy} why=${isChanged ? undefined : t('nothing.changed')} onClick=${() => save()} /></div>`
      : html`<${Notice}>${t('viewer.text.read')}<//>`}
    <${Editor}
      name=${entry.name}
      label=${visible(entry.name)}
      text=${loaded.text}
      isReadOnly=${!canWrite}
      onChange=${(/** @type {string} */ now) => {
        text.current = now;
        setChanged(now !== loaded.text);
      }}
      onSave=${() => save()}
    />
  </div>`;
}

/**
 * Puts a text in the place of a file, only if nobody changed it meanwhile.
 *
 * @param {import('../files/list-model.js').Entry} entry
 * @param {string} text
 * @param {string} etag '' replaces whatever is there
 */
async function replace(entry, text, etag) {
  const file = new File([text], entry.name);
  const hash = await hashFile(file);
  const form = new FormData();
  const fields = { action: 'upload', hash, total_size: file.size, total_chunks: file.size > 0 ? 1 : 0, chunk_number: 1, chunk_size: file.size, on_conflict: 'replace' };
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  form.append('uploadfile', file, entry.name);
  await send('POST', `/resources${urlPath(entry)}`, form, { headers: etag ? { 'If-Match': etag } : {} });
}
