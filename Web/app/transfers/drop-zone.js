// @ts-check
// What is dropped on the page from outside, or pasted, goes into the folder that is meant; the page says which one that is.
import { html, useEffect } from '../lib.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { rootOf } from '../core/path.js';
import { unlock } from '../core/unlock.js';
import { personalOf } from '../files/personal.js';
import { pickFolder } from '../files/picker.js';
import { places } from '../files/place-of.js';
import { hasDialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { fromTransfer, namePasted } from './collect.js';
import { targetAt } from './drop-target.js';
import { take } from './entrance.js';
import { taking } from './taking.js';

/** @typedef {import('./drop-target.js').DropTarget} DropTarget */

/**
 * Where what hovers over the page would go.
 *
 * @typedef {{element: Element | null, target: DropTarget | null | undefined}} Hovered `target` undefined while that is not known, null
 *   where it will be asked for
 */

const hovered = new Atom(/** @type {Hovered | null} */ (null));

/** Whether the screens are there: before somebody has signed in nothing is taken. */
let isReady = false;
let isListening = false;
let depth = 0;
/** @type {Promise<DropTarget | undefined> | undefined} one's own folder, asked for once while something hovers */
let asked;

/** @param {DragEvent} event */
function bringsFiles(event) {
  return [...(event.dataTransfer?.types ?? [])].includes('Files');
}

/** Looks after every drop: where none is taken, it must not make the browser leave the app for the file. */
export function listen() {
  if (isListening) return;
  isListening = true;
  addEventListener('dragenter', (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    depth += 1;
    hover(event);
  });
  addEventListener('dragover', (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    hover(event);
    if (event.dataTransfer) event.dataTransfer.dropEffect = hovered.value && !hovered.value.target?.why ? 'copy' : 'none';
  });
  addEventListener('dragleave', (event) => {
    if (!bringsFiles(event)) return;
    depth -= 1;
    const isOut = event.clientX <= 0 || event.clientY <= 0 || event.clientX >= innerWidth || event.clientY >= innerHeight;
    if (depth <= 0 || (isOut && !event.relatedTarget)) leave();
  });
  addEventListener('drop', (event) => {
    leave();
    if (!bringsFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    if (isReady && !hasDialog()) receive(targetAt(event.target).target, fromTransfer(event.dataTransfer));
  });
  addEventListener('paste', (event) => {
    if (!isReady || hasDialog() || !event.clipboardData?.files.length || isField(event.composedPath()[0])) return;
    event.preventDefault();
    // What is pasted has no place of its own: it goes into the open folder.
    receive(targetAt(null).target, fromTransfer(event.clipboardData).then((found) => namePasted(found, (time) => t('upload.pasted', { time }))));
  });
}

/** @param {DragEvent} event */
function hover(event) {
  if (!isReady || hasDialog()) {
    mark(null);
    return;
  }
  const { element, target } = targetAt(event.target);
  const before = hovered.value;
  const known = target ?? (before && !before.element ? before.target : undefined);
  if (before && before.element === element && before.target?.path === known?.path && before.target?.why === known?.why) return;
  mark({ element, target: known });
  if (known !== undefined) return;
  asked ??= usual();
  asked.then((found) => {
    if (hovered.value && !hovered.value.element && hovered.value.target === undefined) mark({ element: null, target: found ?? null });
  });
}

/** @param {Hovered | null} next */
function mark(next) {
  if (hovered.value === next) return;
  hovered.value?.element?.classList.remove('target');
  if (next?.target && !next.target.why) next.element?.classList.add('target');
  hovered.set(next);
}

function leave() {
  depth = 0;
  asked = undefined;
  mark(null);
}

/** @param {EventTarget | null} element text is pasted into fields */
function isField(element) {
  return element instanceof Element && Boolean(element.closest('input, textarea, [contenteditable]'));
}

/**
 * Where things go that are given no place: one's own folder.
 *
 * @returns {Promise<DropTarget | undefined>}
 */
async function usual() {
  const own = await places().then((all) => personalOf(all.own)).catch(() => undefined);
  return own && { path: `/s/${own.id}`, name: own.name };
}

/**
 * @param {DropTarget | undefined} target
 * @param {Promise<import('./collect.js').Found[]>} found taken out of the event already
 */
function receive(target, found) {
  found.catch(() => {});
  return taking(receiveInto(target, found));
}

/**
 * @param {DropTarget | undefined} target
 * @param {Promise<import('./collect.js').Found[]>} found
 */
async function receiveInto(target, found) {
  if (target?.why) {
    toast(`${visible(target.name)}: ${target.why}`, { isError: true });
    return;
  }
  try {
    const place = target ?? (await usual()) ?? (await pickFolder(t('upload.where'), t('picker.take')));
    if (!place || (target?.isLocked && !(await unlock(rootOf(target.path) ?? 0, target.name)))) return;
    await take(place, found);
  } catch (error) {
    toastError(error);
  }
}

/** Says where what hovers over the page would go, or why it cannot; once in the page. */
export function DropHint() {
  const over = useAtom(hovered);
  useEffect(() => {
    isReady = true;
    return () => {
      isReady = false;
      leave();
    };
  }, []);
  if (!over) return null;
  const { element, target } = over;
  const name = target ? visible(target.name) : '';
  return html`<div class=${`drop-hint ${element ? 'on-spot' : ''} ${target?.why ? 'refused' : ''}`}>
    <p role="status"><${Icon} name=${target?.why ? 'alert-circle-outline' : 'cloud-upload-outline'} />
      <span>${target?.why ? `${name}: ${target.why}` : target ? t('upload.drop.into', { name }) : t(target === null ? 'upload.drop.where' : 'upload.drop')}</span></p>
  </div>`;
}
