// @ts-check
import { html, useEffect, useLayoutEffect, useRef, useState } from '../lib.js';
import { BASE, call, url } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { rootOf, urlPath } from '../core/path.js';
import { back, go } from '../core/router.js';
import { download } from '../files/actions.js';
import { showDetails } from '../files/details.js';
import { entryMenu } from '../files/entry-menu.js';
import { kindOf } from '../files/kinds.js';
import { hasDialog } from '../ui/dialog.js';
import { Button } from '../ui/button.js';
import { Failure, Skeleton } from '../ui/feedback.js';
import { MenuButton } from '../ui/menu.js';
import { Name, visible } from '../ui/name.js';
import { NoPreview } from './no-preview.js';
import { Picture } from './picture.js';
import { Player } from './player.js';
import { Later } from './later.js';

/** @typedef {import('../files/list-model.js').Entry} Entry */

/** @param {{path: string, href?: string}} entry */
export function contentAddress(entry) {
  return url(`/download${urlPath(entry)}`);
}

/** @param {Entry} entry @param {256 | 1280} size */
export function pictureAddress(entry, size) {
  if (!entry.thumbnail_url) return '';
  return `${BASE}/${entry.thumbnail_url.replace(/size=\d+/, `size=${size}`)}`;
}

/**
 * Shows one file over the folder it lies in, with a way to its neighbours.
 *
 * @param {{model: import('../files/list-model.js').ListModel, name: string, spot: import('../files/place-of.js').FolderPlace}} props
 */
export function Viewer({ model, name, spot }) {
  useAtom(model.state);
  const found = find(model, name);
  const [asked, setAsked] = useState(/** @type {{name: string, entry?: Entry, error?: unknown}} */ ({ name: '' }));
  useEffect(() => {
    // An address that was opened directly: the file may stand on a page that nobody has looked at.
    if (found || model.state.value.count === undefined || asked.name === name) return;
    setAsked({ name });
    const path = `${model.path}/${encodeURIComponent(name)}`;
    call('GET', `/details${path}`, { root: rootOf(path) }).then(
      (reply) => setAsked({ name, entry: reply.resource }),
      (error) => setAsked({ name, error }),
    );
  });
  const entry = found?.entry ?? (asked.name === name ? asked.entry : undefined);
  return html`<${Frame} key="viewer" model=${model} entry=${entry} error=${asked.name === name ? asked.error : undefined} index=${found?.index ?? -1} spot=${spot} name=${name} />`;
}

/**
 * @param {import('../files/list-model.js').ListModel} model
 * @param {string} name
 */
function find(model, name) {
  for (const [index, entry] of model.known()) if (entry.type === 1 && entry.name === name) return { index, entry };
  return undefined;
}

/**
 * @param {import('../files/list-model.js').ListModel} model
 * @param {number} index
 * @param {1 | -1} step
 * @returns {Entry | undefined}
 */
function neighbour(model, index, step) {
  if (index < 0) return undefined;
  for (let place = index + step; place >= 0 && place < (model.state.value.count ?? 0); place += step) {
    const entry = model.at(place);
    if (!entry) {
      model.want(place, place + 1);
      return undefined;
    }
    if (entry.type === 1) return entry;
  }
  return undefined;
}

/**
 * @param {{model: import('../files/list-model.js').ListModel, entry: Entry | undefined, error: unknown, index: number, spot: any, name: string}} props
 */
function Frame({ model, entry, error, index, spot, name }) {
  const element = useRef(/** @type {any} */ (null));
  const close = () => {
    if (history.state?.entry || history.state?.viewer) back(`/folder${model.path}`);
    else go(`/folder${model.path}`, { replace: true });
  };
  const before = neighbour(model, index, -1);
  const after = neighbour(model, index, 1);
  const turn = (/** @type {Entry | undefined} */ to) => to && go(`${location.pathname}?show=${encodeURIComponent(to.name)}`, { replace: true, state: { viewer: true } });
  useLayoutEffect(() => {
    const focused = document.activeElement;
    element.current.showModal();
    return () => {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    };
  }, []);
  const keys = useRef(/** @type {(event: KeyboardEvent) => void} */ (() => {}));
  keys.current = (event) => {
    if (/** @type {Element} */ (event.target).closest?.('video, audio, input, textarea, .editor')) return;
    if (event.key === 'ArrowLeft') turn(before);
    else if (event.key === 'ArrowRight') turn(after);
    else return;
    event.preventDefault();
  };
  const subject = entry && { entries: [entry], place: spot };
  return html`<dialog
    ref=${element}
    class="viewer"
    aria-label=${visible(name)}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => keys.current(event)}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (!hasDialog()) close();
    }}
  >
    <header class="viewer-bar">
      <${Button} icon="arrow-left" iconOnly label=${t('close')} onClick=${close} />
      <h2 class="grow"><${Name} name=${name} /></h2>
      ${subject && html`
        <${Button} icon="download" iconOnly label=${t('download')} onClick=${() => download(subject)} />
        <${Button} icon="information-outline" iconOnly label=${t('details')} onClick=${() => showDetails(entry, spot)} />
        <${MenuButton} title=${visible(name)} items=${() => entryMenu(subject, { done: close }).filter((item) => item === '-' || item.label !== t('open'))} />
      `}
    </header>
    <div class="stage">
      ${error ? html`<${Failure} error=${error} />` : !entry ? html`<${Skeleton} rows=${1} />` : html`<${Content} key=${entry.path} entry=${entry} spot=${spot} onBefore=${before && (() => turn(before))} onAfter=${after && (() => turn(after))} />`}
    </div>
    ${before && html`<${Button} class="viewer-turn before" icon="chevron-left" iconOnly label=${t('viewer.before')} onClick=${() => turn(before)} />`}
    ${after && html`<${Button} class="viewer-turn after" icon="chevron-right" iconOnly label=${t('viewer.after')} onClick=${() => turn(after)} />`}
  </dialog>`;
}

/** @param {{entry: Entry, spot: any, onBefore?: () => void, onAfter?: () => void}} props */
function Content({ entry, spot, onBefore, onAfter }) {
  switch (kindOf(entry.name)) {
    case 'picture': return html`<${Picture} entry=${entry} onBefore=${onBefore} onAfter=${onAfter} />`;
    case 'video':
    case 'audio': return html`<${Player} entry=${entry} />`;
    case 'pdf': return html`<${Later} load=${() => import('./pdf.js')} name="Pdf" entry=${entry} />`;
    case 'text': return html`<${Later} load=${() => import('./text.js')} name="Text" entry=${entry} spot=${spot} />`;
    default: return html`<${NoPreview} entry=${entry} />`;
  }
}
