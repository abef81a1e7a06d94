// @ts-check
import { html, useEffect, useLayoutEffect, useRef, useState } from '../lib.js';
import { ApiError, CODE } from '../core/api.js';
import { size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { splitName, urlPath } from '../core/path.js';
import { nudge } from '../core/poll.js';
import { go } from '../core/router.js';
import { nameInAddress } from '../files/open.js';
import { Button } from '../ui/button.js';
import { Dialog, confirm, show } from '../ui/dialog.js';
import { Failure, Notice, Skeleton } from '../ui/feedback.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { keepDraft, takeDraft } from './drafts.js';
import { Editor } from './editor.js';
import { encode } from './encoding.js';
import { NoPreview } from './no-preview.js';
import { load, save } from './save.js';

const MOST = 2 << 20;
const ENDINGS = /** @type {Record<string, string>} */ ({ '\r\n': 'CRLF', '\r': 'CR', '\n': 'LF' });

/** @typedef {import('../files/list-model.js').Entry} Entry */

/**
 * A text, to read and to change.
 *
 * @param {{entry: Entry, spot: import('../files/place-of.js').FolderPlace, tools: import('./slide.js').Tools}} props
 */
export function Text({ entry, spot, tools }) {
  const [state, setState] = useState(/** @type {{loaded?: import('./save.js').Loaded | null, draft?: string, error?: unknown, key: number}} */ ({ key: 0 }));
  const [isChanged, setChanged] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const handle = useRef(/** @type {import('./editor.js').Handle | null} */ (null));
  const etag = useRef('');
  const version = `${entry.mod_time} ${entry.size}`;
  const shown = useRef('');
  const fetchText = () => load(entry).then(
    (loaded) => {
      const draft = takeDraft(urlPath(entry));
      etag.current = draft?.etag ?? loaded?.etag ?? '';
      setChanged(false);
      setState((now) => ({ loaded, draft: draft?.text, key: now.key + 1 }));
      if (draft) toast(t('drafts.back'));
    },
    (error) => setState((now) => ({ error, key: now.key + 1 })),
  );
  useEffect(() => {
    // What others wrote is shown, unless something of one's own would be lost by it.
    if (shown.current === version || isChanged || entry.size > MOST) return;
    shown.current = version;
    fetchText();
  }, [version, isChanged]);
  // With the words that say so, not some frames later: who goes back in between would lose what was typed.
  useLayoutEffect(() => {
    tools.leave.hold(isChanged ? () => confirm({ title: t('viewer.text.leave'), text: t('viewer.text.leave.text'), action: t('viewer.text.leave.action'), danger: true }) : null);
    if (!isChanged) return undefined;
    const ask = (/** @type {Event} */ event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
  const { loaded } = state;
  const now = useRef({ entry, loaded, isChanged });
  now.current = { entry, loaded, isChanged };
  useLayoutEffect(() => () => {
    // Taken away without a question: what was typed is kept.
    const text = handle.current?.text();
    const { entry: file, loaded: base, isChanged: isUnsaved } = now.current;
    if (isUnsaved && base && text !== undefined && tools.leave.question) {
      keepDraft({ path: urlPath(file), name: file.name, text, bytes: new Blob([encode(text, base)]), etag: etag.current });
    }
    tools.leave.hold(null);
  }, []);
  if (entry.size > MOST && !loaded) return html`<${NoPreview} entry=${entry} spot=${spot} text=${t('viewer.text.large', { size: size(MOST) })} />`;
  if (state.error) return html`<${Failure} error=${state.error} retry=${fetchText} />`;
  if (loaded === undefined) return html`<div class="waiting"><${Skeleton} rows=${8} height=${28} /></div>`;
  if (loaded === null) return html`<${NoPreview} entry=${entry} spot=${spot} text=${t('viewer.text.other')} />`;

  const write = async (/** @type {{etag?: string, name?: string}} */ how) => {
    const text = handle.current?.text() ?? '';
    const made = await save(entry, encode(text, loaded), how);
    nudge();
    return made;
  };
  const onSave = async (/** @type {boolean} */ overwrites = false) => {
    if (isBusy || !handle.current || !isChanged) return;
    setBusy(true);
    try {
      const before = handle.current.text();
      const made = await write(overwrites ? {} : { etag: etag.current });
      shown.current = `${made.mod_time} ${made.size}`;
      etag.current = (await load(made))?.etag ?? '';
      handle.current?.markSaved();
      setChanged(handle.current?.text() !== before);
      toast(t('viewer.text.saved'));
    } catch (error) {
      if (error instanceof ApiError && error.code === CODE.precondition) setTimeout(choose);
      else toastError(error);
    } finally {
      setBusy(false);
    }
  };
  /** Somebody else wrote meanwhile. */
  const choose = async () => {
    const choice = await show((close) => html`<${Clash} close=${close} />`);
    if (choice === 'reload') {
      shown.current = version;
      await fetchText();
    } else if (choice === 'overwrite') onSaveNow.current(true);
    else if (choice === 'copy') {
      const [base, extension] = splitName(entry.name);
      try {
        const made = await write({ name: `${base} (${t('viewer.text.copy.suffix')})${extension}` });
        toast(t('viewer.text.copied', { name: visible(made.name) }));
        setChanged(false);
        await tools.leave.release();
        go(`${location.pathname}?show=${nameInAddress(made)}`, { replace: true, state: { entry: history.state?.entry } });
      } catch (error) {
        toastError(error);
      }
    }
  };
  const onSaveNow = { current: onSave };
  const canWrite = Boolean(entry.write);
  const facts = [loaded.encoding !== 'UTF-8' && loaded.encoding, loaded.ending === 'mixed' ? t('viewer.text.mixed') : loaded.ending !== '\n' && ENDINGS[loaded.ending]].filter(Boolean).join(' · ');
  return html`<div class="text-view" data-own>
    <div class="text-bar">
      <span class="grow soft small" role="status">${isChanged ? t('viewer.text.changed') : facts}</span>
      ${canWrite && html`<${Button} kind="primary" label=${t('save')} busy=${isBusy} why=${isChanged ? undefined : t('nothing.changed')} onClick=${() => onSave()} />`}
    </div>
    ${!canWrite && html`<${Notice} icon="lock-outline">${t('viewer.text.read')}<//>`}
    ${canWrite && loaded.encoding !== 'UTF-8' && html`<${Notice} kind="warn">${t('viewer.text.encoding', { encoding: loaded.encoding })}<//>`}
    <${Editor}
      key=${state.key}
      name=${entry.name}
      label=${visible(entry.name)}
      text=${loaded.text}
      draft=${state.draft}
      isMixed=${loaded.ending === 'mixed'}
      isReadOnly=${!canWrite}
      handle=${handle}
      onChange=${setChanged}
      onSave=${() => onSave()}
    />
  </div>`;
}

/** @param {{close: (choice?: 'reload' | 'overwrite' | 'copy') => void}} props */
function Clash({ close }) {
  return html`<${Dialog}
    title=${t('viewer.text.clash')}
    close=${close}
    footer=${html`
      <${Button} label=${t('viewer.text.reload')} onClick=${() => close('reload')} />
      <${Button} label=${t('viewer.text.overwrite')} kind="danger" onClick=${() => close('overwrite')} />
      <${Button} label=${t('viewer.text.copy')} kind="primary" onClick=${() => close('copy')} autofocus />
    `}
  ><p>${t('viewer.text.clash.text')}</p><//>`;
}
