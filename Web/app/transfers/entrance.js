// @ts-check
// The button for uploads, with its menu.
import { html, useRef } from '../lib.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { openMenu } from '../ui/menu.js';
import { toastError } from '../ui/toast.js';
import { fromInput } from './collect.js';
import { add } from './engine.js';
import { canChooseFolders, hasHandles, pickFiles } from './pick.js';

export { DropZone } from './drop-zone.js';

/**
 * Puts what was chosen into the queue.
 *
 * @param {string} path percent-encoded folder
 * @param {Promise<import('./collect.js').Found[]>} chosen
 */
export async function take(path, chosen) {
  try {
    await add(path, await chosen);
  } catch (error) {
    toastError(error);
  }
}

/**
 * @param {{path: string, kind?: string, isSpread?: boolean}} props `isSpread`: a button for each kind instead of a menu
 */
export function UploadButton({ path, kind = '', isSpread = false }) {
  const inputs = useRef(/** @type {Record<string, any>} */ ({}));
  const input = (/** @type {string} */ name, /** @type {object} */ rest) => html`<input
    type="file"
    multiple
    hidden
    tabindex="-1"
    data-upload=${name}
    aria-hidden="true"
    ref=${(/** @type {any} */ element) => {
      inputs.current[name] = element;
    }}
    onChange=${(/** @type {any} */ event) => {
      // A copy: emptying the input empties its list.
      const chosen = Array.from(/** @type {FileList} */ (event.currentTarget.files));
      event.currentTarget.value = '';
      take(path, fromInput(chosen));
    }}
    ...${rest}
  />`;
  const choose = (/** @type {string} */ name) => inputs.current[name]?.click();
  const chooseFiles = async () => {
    const found = hasHandles() ? await pickFiles() : undefined;
    if (found) take(path, Promise.resolve(found));
    else choose('files');
  };
  const ways = [
    { label: t('upload.media'), icon: 'file-image-outline', action: () => choose('media') },
    { label: t('upload.files'), icon: 'file-upload-outline', action: chooseFiles },
    ...(canChooseFolders ? [{ label: t('upload.folder'), icon: 'folder-upload-outline', action: () => choose('folder') }] : []),
  ];
  return html`<span class=${`upload-button ${isSpread ? 'spread' : ''}`}>
    ${isSpread ? ways.map((way, index) => html`<${Button} key=${way.label} kind=${index === 0 ? 'primary' : ''} icon=${way.icon} label=${way.label} onClick=${way.action} />`) : html`<${Button}
      kind=${kind}
      icon="tray-arrow-up"
      label=${t('upload')}
      aria-haspopup="menu"
      onClick=${(/** @type {any} */ event) => openMenu(ways, event.currentTarget, t('upload'))}
    />`}
    ${input('media', { accept: 'image/*,video/*' })}${input('files', {})}${input('folder', { webkitdirectory: true })}
  </span>`;
}
