// @ts-check
import { html, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { useLoaded } from '../core/load.js';
import { nameOf, parentOf, rootOf, urlPath } from '../core/path.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Failure, Skeleton } from '../ui/feedback.js';
import { Name, visible } from '../ui/name.js';
import { newFolder } from './new-folder.js';
import { Directories, Roots } from './picker-lists.js';
import { places } from './place-of.js';
import { countOf, originOf, whyNotInto } from './subject.js';
import { transfer } from './transfer.js';

/** @typedef {import('./subject.js').Subject} Subject */

/**
 * Asks where to, and moves or copies.
 *
 * @param {'move' | 'copy'} action
 * @param {Subject} subject
 * @param {string} [start] the folder that it begins at; '' for all of them
 * @returns {Promise<boolean>} whether it was done
 */
export async function choosePlace(action, subject, start = originOf(subject)) {
  const chosen = await show((close) => html`<${Picker} action=${action} subject=${subject} start=${start} close=${close} />`);
  return chosen ? transfer(action, subject, chosen.path, visible(chosen.name)) : false;
}

/**
 * Asks for a folder to put something into.
 *
 * @param {string} title
 * @param {string} label of the button that takes the folder
 * @returns {Promise<{path: string, name: string} | undefined>} percent-encoded path, and what it is called
 */
export function pickFolder(title, label) {
  return show((close) => html`<${Picker} title=${title} label=${label} start="" close=${close} />`);
}

/**
 * @param {{action?: 'move' | 'copy', subject?: Subject, title?: string, label?: string, start: string,
 *   close: (chosen?: {path: string, name: string}) => void}} props
 */
function Picker({ action, subject, title, label, start, close }) {
  const [path, setPath] = useState(start);
  const [made, setMade] = useState(0);
  const roots = useLoaded((signal) => places(signal), [], { polls: false });
  const root = roots.value && [...roots.value.own, ...roots.value.shared].find((one) => one.id === rootOf(path));
  const mayWrite = root ? Boolean(root.write) : true;
  const isTop = path === `/s/${rootOf(path)}`;
  const name = isTop ? root?.name ?? '' : nameOf(path);
  const why = !path ? t('picker.choose') : action && subject ? whyNotInto(action, subject, path, mayWrite) : mayWrite ? undefined : t('why.write');
  const onNewFolder = async () => {
    const entry = await newFolder(path);
    if (!entry) return;
    setMade(made + 1);
    setPath(urlPath(entry));
  };
  return html`<${Dialog}
    title=${title ?? t(`${action}.title`, { n: subject ? countOf(subject) : 0, name: subject?.entries.length === 1 ? visible(subject.entries[0].name) : '' })}
    close=${close}
    wide
    class="picker"
    footer=${html`
      <${Button} class="picker-new" icon="folder-plus-outline" label=${t('folder.new')} why=${!path ? t('picker.choose') : mayWrite ? undefined : t('why.write')} onClick=${onNewFolder} />
      <span class="grow"></span>
      <${Button} label=${t('cancel')} onClick=${() => close()} />
      <${Button} kind="primary" label=${label ?? t(`${action}.here`)} why=${why} onClick=${() => close({ path, name })} />
    `}
  >
    <div class="row picker-path">
      ${path && html`<${Button} icon="arrow-left" iconOnly label=${t('up')} onClick=${() => setPath(parentOf(path))} />`}
      <strong class="grow" role="status"><${Name} name=${path ? name : t('picker.places')} /></strong>
    </div>
    <p class="soft small picker-why" role="status">${path ? why ?? '' : ''}</p>
    ${path
      ? html`<${Directories} key=${`${path} ${made}`} path=${path} subject=${subject} action=${action} onOpen=${setPath} />`
      : roots.error && !roots.value
        ? html`<${Failure} error=${roots.error} retry=${roots.reload} />`
        : !roots.value
          ? html`<div class="picker-list"><${Skeleton} /></div>`
          : html`<${Roots} roots=${roots.value} action=${action} subject=${subject} onOpen=${setPath} />`}
  <//>`;
}
