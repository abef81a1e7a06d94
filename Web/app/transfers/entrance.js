// @ts-check
// The ways in: a button with its menu, drops from outside, paste.
import { html, useEffect, useRef, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { nameOf, rootOf } from '../core/path.js';
import { hasDialog } from '../ui/dialog.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { openMenu } from '../ui/menu.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { fromInput, fromTransfer } from './collect.js';
import { add } from './engine.js';

/**
 * @param {string} path percent-encoded folder
 * @param {Promise<import('./collect.js').Found[]> | import('./collect.js').Found[]} chosen
 */
async function take(path, chosen) {
  try {
    const found = await chosen;
    if (found.length === 0) return;
    await add(path, found);
  } catch (error) {
    toastError(error);
  }
}

/** Folders can be chosen on computers; phones have no such picker. */
const canChooseFolders = typeof document !== 'undefined' && 'webkitdirectory' in document.createElement('input');

/**
 * @param {{path: string, kind?: string}} props
 */
export function UploadButton({ path, kind = '' }) {
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
      const chosen = fromInput(event.currentTarget.files);
      event.currentTarget.value = '';
      take(path, chosen);
    }}
    ...${rest}
  />`;
  const choose = (/** @type {string} */ name) => inputs.current[name]?.click();
  return html`<span class="upload-button">
    <${Button}
      kind=${kind}
      icon="tray-arrow-up"
      label=${t('upload')}
      aria-haspopup="menu"
      onClick=${(/** @type {any} */ event) => openMenu([
        { label: t('upload.media'), icon: 'file-image-outline', action: () => choose('media') },
        { label: t('upload.files'), icon: 'file-upload-outline', action: () => choose('files') },
        ...(canChooseFolders ? [{ label: t('upload.folder'), icon: 'folder-upload-outline', action: () => choose('folder') }] : []),
      ], event.currentTarget, t('upload'))}
    />
    ${input('media', { accept: 'image/*,video/*' })}${input('files', {})}${input('folder', { webkitdirectory: true })}
  </span>`;
}

/**
 * Takes what is dropped from outside, or pasted, into a folder, and says which folder that is.
 *
 * @param {{path: string, isAllowed: boolean, children?: any}} props
 */
export function DropZone({ path, isAllowed, children }) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const brings = (/** @type {DragEvent} */ event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
  useEffect(() => {
    if (!isAllowed) return undefined;
    const onPaste = (/** @type {ClipboardEvent} */ event) => {
      if (hasDialog() || !event.clipboardData?.files.length) return;
      event.preventDefault();
      take(path, fromTransfer(event.clipboardData));
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, [path, isAllowed]);
  const name = visible(nameOf(path) === String(rootOf(path)) ? '' : nameOf(path));
  return html`<div
    class=${`drop-zone ${isOver ? 'over' : ''}`}
    onDragEnter=${(/** @type {DragEvent} */ event) => {
      if (!brings(event)) return;
      event.preventDefault();
      depth.current += 1;
      setOver(true);
    }}
    onDragOver=${(/** @type {DragEvent} */ event) => {
      if (!brings(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = isAllowed ? 'copy' : 'none';
    }}
    onDragLeave=${(/** @type {DragEvent} */ event) => {
      if (!brings(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) setOver(false);
    }}
    onDrop=${(/** @type {DragEvent} */ event) => {
      depth.current = 0;
      setOver(false);
      if (!brings(event) || !event.dataTransfer) return;
      event.preventDefault();
      if (isAllowed) take(path, fromTransfer(event.dataTransfer));
      else toast(t('why.write'), { isError: true });
    }}
  >
    ${children}
    ${isOver && html`<div class="drop-hint" role="status"><${Icon} name="cloud-upload-outline" class="large" /><strong>${isAllowed ? (name ? t('upload.drop.into', { name }) : t('upload.drop')) : t('why.write')}</strong></div>`}
  </div>`;
}
