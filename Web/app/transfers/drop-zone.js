// @ts-check
// What is dropped on the page from outside, or pasted, goes into the folder that is shown; the page says which one that is.
import { html, useEffect, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { nameOf, rootOf } from '../core/path.js';
import { hasDialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { visible } from '../ui/name.js';
import { toast } from '../ui/toast.js';
import { fromTransfer, namePasted } from './collect.js';
import { take } from './entrance.js';

/** @typedef {{path: string, isAllowed: boolean, setOver: (isOver: boolean) => void}} Target */

/** @type {Target | undefined} the folder that is shown */
let target;
let depth = 0;
let isListening = false;

/** @param {DragEvent} event */
function bringsFiles(event) {
  return [...(event.dataTransfer?.types ?? [])].includes('Files');
}

/** Looks after every drop: where there is no folder, it must not make the browser leave the app for the file. */
export function listen() {
  if (isListening) return;
  isListening = true;
  addEventListener('dragenter', (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    depth += 1;
    if (!hasDialog()) target?.setOver(true);
  });
  addEventListener('dragover', (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = target?.isAllowed && !hasDialog() ? 'copy' : 'none';
  });
  addEventListener('dragleave', (event) => {
    if (!bringsFiles(event)) return;
    depth -= 1;
    if (depth <= 0) leave();
  });
  addEventListener('drop', (event) => {
    leave();
    if (!bringsFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    if (hasDialog()) return;
    if (!target) toast(t('upload.drop.where'), { isError: true });
    else if (target.isAllowed) take(target, fromTransfer(event.dataTransfer));
    else toast(t('why.write'), { isError: true });
  });
  addEventListener('paste', (event) => {
    if (!target || hasDialog() || !event.clipboardData?.files.length || isField(event.target)) return;
    event.preventDefault();
    if (target.isAllowed) take(target, fromTransfer(event.clipboardData).then((found) => namePasted(found, (time) => t('upload.pasted', { time }))));
    else toast(t('why.write'), { isError: true });
  });
}

function leave() {
  depth = 0;
  target?.setOver(false);
}

/** @param {EventTarget | null} element text is pasted into fields */
function isField(element) {
  return element instanceof Element && Boolean(element.closest('input, textarea, [contenteditable]'));
}

/**
 * @param {{path: string, isAllowed: boolean, children?: any}} props
 */
export function DropZone({ path, isAllowed, children }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const mine = { path, isAllowed, setOver };
    target = mine;
    return () => {
      if (target === mine) target = undefined;
    };
  }, [path, isAllowed]);
  const name = visible(nameOf(path) === String(rootOf(path)) ? '' : nameOf(path));
  return html`<div class=${`drop-zone ${isOver ? 'over' : ''}`}>
    ${children}
    ${isOver && html`<div class="drop-hint" role="status">
      <${Icon} name="cloud-upload-outline" class="large" />
      <strong>${isAllowed ? (name ? t('upload.drop.into', { name }) : t('upload.drop')) : t('why.write')}</strong>
    </div>`}
  </div>`;
}
