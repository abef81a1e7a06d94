// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { number, size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { rootName } from '../files/root-name.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Notice } from '../ui/feedback.js';
import { visible } from '../ui/name.js';
import { placeOf } from './names.js';

/** @typedef {{name: string, detail?: string}} Loss */

const SHOWN = 8;

/**
 * Asks before something is deleted for good, and names all that goes.
 *
 * @param {{title: string, text: string, losses?: Loss[], head?: string, action?: string}} question
 * @returns {Promise<boolean>}
 */
export async function confirmLoss({ title, text, losses = [], head = '', action = t('delete') }) {
  const answer = await show((close) => html`<${Dialog} title=${title} close=${close}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} autofocus /><${Button} kind="danger" label=${action} onClick=${() => close(true)} />`}
  >
    <p>${text}</p>
    ${losses.length > 0 && html`
      ${head && html`<h3>${head}</h3>`}
      <ul class="losses">${losses.slice(0, SHOWN).map((one) => html`<li><span class="grow" dir="auto">${visible(one.name)}</span>${one.detail && html`<span class="soft number">${one.detail}</span>`}</li>`)}
        ${losses.length > SHOWN && html`<li class="soft">${t('loss.more', { n: losses.length - SHOWN })}</li>`}</ul>`}
    <${Notice} kind="danger" icon="alert-circle-outline">${t('loss.forever')}<//>
  <//>`);
  return answer === true;
}

/**
 * How much lies in each first-level folder, as far as it is counted; nothing where the server does not tell.
 *
 * @returns {Promise<Map<number, {bytes: number, files: number}>>}
 */
export async function folderSizes() {
  try {
    const usage = await call('GET', '/usage');
    return new Map(usage.folders.map((/** @type {any} */ one) => [one.id, one]));
  } catch {
    return new Map();
  }
}

/**
 * Size and count of files, for people.
 *
 * @param {{bytes: number, files: number} | undefined} sum
 */
export function sumText(sum) {
  if (sum?.files === 0) return t('loss.empty');
  return sum ? t('loss.sum', { size: size(sum.bytes), n: sum.files, files: number(sum.files) }) : '';
}

/**
 * The folders that go with a pool or a partition.
 *
 * @param {string} pool
 * @param {string} [part]
 * @returns {Promise<Loss[]>}
 */
export async function foldersOn(pool, part) {
  const [folders, sizes] = await Promise.all([call('GET', '/folders', { query: { page_size: 0 } }), folderSizes()]);
  return folders.list
    .filter((/** @type {any} */ folder) => {
      const [itsPool, itsPart] = placeOf(folder);
      return itsPool === pool && (part === undefined || itsPart === part);
    })
    .map((/** @type {any} */ folder) => ({ name: rootName(folder.name), detail: sumText(sizes.get(folder.id)) }));
}
