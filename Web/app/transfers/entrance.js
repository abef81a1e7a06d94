// @ts-check
// The button for uploads, with its menu.
import { html, useRef } from '../lib.js';
import { t } from '../core/i18n.js';
import { go, place } from '../core/router.js';
import { pickFolder } from '../files/picker.js';
import { Button } from '../ui/button.js';
import { openMenu } from '../ui/menu.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { add } from './adding.js';
import { fromInput } from './collect.js';
import { canChooseFolders, hasHandles, pickFiles } from './pick.js';
import { taking } from './taking.js';

export { DropZone } from './drop-target.js';

/**
 * Puts what was chosen into the queue, and says where it goes unless that folder is on the screen.
 *
 * @param {{path: string, name?: string}} folder percent-encoded path, and what it is called
 * @param {Promise<import('./collect.js').Found[]>} chosen
 */
export async function take({ path, name }, chosen) {
  try {
    const found = await taking(chosen);
    const address = `/folder${path}`;
    if (name && found.length > 0 && place.value.path !== address) {
      toast(t('upload.begun', { name: visible(name) }), { action: { label: t('open'), run: () => go(address) } });
    }
    await add(path, found);
  } catch (error) {
    toastError(error);
  }
}

/**
 * @param {{path: string, name?: string, hasOthers?: boolean, kind?: string, isSpread?: boolean}} props `name` of the folder where
 *   that is not on the screen; `hasOthers`: another can be chosen; `isSpread`: a button for each kind instead of a menu
 */
export function UploadButton({ path, name = '', hasOthers = false, kind = '', isSpread = false }) {
  /** Where what is chosen goes: the pickers answer later. */
  const into = useRef({ path, name });
  const inputs = useRef(/** @type {Record<string, any>} */ ({}));
  const input = (/** @type {string} */ way, /** @type {object} */ rest) => html`<input
    type="file"
    multiple
    hidden
    tabindex="-1"
    data-upload=${way}
    aria-hidden="true"
    ref=${(/** @type {any} */ element) => {
      inputs.current[way] = element;
    }}
    onChange=${(/** @type {any} */ event) => {
      // A copy: emptying the input empties its list.
      const chosen = Array.from(/** @type {FileList} */ (event.currentTarget.files));
      event.currentTarget.value = '';
      take(into.current, fromInput(chosen));
    }}
    ...${rest}
  />`;
  const choose = (/** @type {string} */ way) => inputs.current[way]?.click();
  const chooseFiles = async () => {
    const found = hasHandles() ? await pickFiles() : undefined;
    if (found) take(into.current, Promise.resolve(found));
    else choose('files');
  };
  const ways = [
    { label: t('upload.media'), icon: 'file-image-outline', action: () => choose('media') },
    { label: t('upload.files'), icon: 'file-upload-outline', action: chooseFiles },
    ...(canChooseFolders ? [{ label: t('upload.folder'), icon: 'folder-upload-outline', action: () => choose('folder') }] : []),
  ];
  const ask = (/** @type {Element} */ button, /** @type {{path: string, name: string}} */ folder, /** @type {boolean} */ mayChange) => {
    into.current = folder;
    const elsewhere = async () => {
      const chosen = await pickFolder(t('upload.where'), t('picker.take'));
      if (chosen) ask(button, chosen, false);
    };
    const title = folder.name ? t('upload.to', { name: visible(folder.name) }) : t('upload');
    openMenu(mayChange ? [...ways, '-', { label: t('upload.elsewhere'), icon: 'folder-outline', action: elsewhere }] : ways, button, title, { isTitled: Boolean(folder.name) });
  };
  return html`<span class=${`upload-button ${isSpread ? 'spread' : ''}`}>
    ${isSpread ? ways.map((way, index) => html`<${Button} key=${way.label} kind=${index === 0 ? 'primary' : ''} icon=${way.icon} label=${way.label} onClick=${way.action} />`) : html`<${Button}
      kind=${kind}
      icon="tray-arrow-up"
      label=${t('upload')}
      aria-haspopup="menu"
      onClick=${(/** @type {any} */ event) => ask(event.currentTarget, { path, name }, hasOthers)}
    />`}
    ${input('media', { accept: 'image/*,video/*' })}${input('files', {})}${input('folder', { webkitdirectory: true })}
  </span>`;
}
