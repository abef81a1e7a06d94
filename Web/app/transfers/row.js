// @ts-check
import { html } from '../lib.js';
import { CODE, isReachable } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { duration, size, speed as speedText } from '../core/format.js';
import { t } from '../core/i18n.js';
import { rootOf } from '../core/path.js';
import { unlock } from '../core/unlock.js';
import { iconOf } from '../files/kinds.js';
import { Button } from '../ui/button.js';
import { Progress } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { Name, visible } from '../ui/name.js';
import { askClash } from './clash.js';
import { drop, pause, resume } from './commands.js';
import { CHANGED } from './problems.js';
import { advanceOf, paceOf } from './queue.js';
import { ENDED } from './rows.js';

/** @typedef {import('./rows.js').Upload} Upload */

/** What each state offers: icon, the text of its button, and what it does. */
const ACTIONS = {
  pause: { icon: 'pause', label: 'transfers.pause', run: (/** @type {Upload} */ row) => pause([row.id]) },
  resume: { icon: 'play', label: 'transfers.resume', run: (/** @type {Upload} */ row) => resume([row.id]) },
  retry: { icon: 'reload', label: 'transfers.retry', run: (/** @type {Upload} */ row) => resume([row.id]) },
  unlock: { icon: 'lock-open-variant-outline', label: 'transfers.unlock', run: (/** @type {Upload} */ row) => unlock(rootOf(row.folder) ?? 0) },
  choose: { icon: 'content-copy', label: 'transfers.choose', run: askClash },
  file: { icon: 'file-upload-outline', label: 'transfers.file.one', run: (/** @type {Upload} */ _, /** @type {() => void} */ chooseFile) => chooseFile() },
};

/**
 * @param {Upload} row
 * @returns {keyof typeof ACTIONS | undefined}
 */
export function actionOf(row) {
  switch (row.state) {
    case 'waiting':
    case 'running': return 'pause';
    case 'paused': return 'resume';
    case 'clash': return 'choose';
    case 'file': return 'file';
    case 'failed': return row.code === CODE.folderPassword ? 'unlock' : row.code === CHANGED && !row.handle ? 'file' : 'retry';
    default: return undefined;
  }
}

/**
 * One upload.
 *
 * @param {{row: Upload, chooseFile: () => void}} props `chooseFile` lets people pick lost files again
 */
export function TransferRow({ row, chooseFile }) {
  const name = visible(row.name);
  const isAway = !useAtom(isReachable);
  const kind = actionOf(row);
  const action = kind && ACTIONS[kind];
  const isProblem = row.state === 'failed' || row.state === 'clash';
  return html`<div class="transfer" data-state=${row.state}>
    <${Icon} name=${row.kind === 'folder' ? 'folder-outline' : iconOf({ type: 1, name: row.name })} />
    <div class="grow transfer-text">
      <${Name} name=${row.parents ? `${row.parents}/${row.name}` : row.name} />
      <span class=${`small number transfer-state ${isProblem ? 'error' : 'soft'}`} title=${isProblem ? row.error : undefined}>${textOf(row, isAway)}</span>
      ${row.state === 'running' && html`<${Progress} value=${row.size > 0 ? advanceOf(row).sent / row.size : undefined} label=${name} />`}
    </div>
    ${action && html`<${Button} icon=${action.icon} iconOnly label=${t(action.label, { name })} onClick=${() => action.run(row, chooseFile)} />`}
    ${row.state === 'done' && html`<a class="button icon-only" href=${`/folder${row.folder}`} aria-label=${t('transfers.show', { name })} title=${t('transfers.show', { name })}><${Icon} name="folder-outline" /></a>`}
    <${Button} icon="close" iconOnly label=${t(ENDED.has(row.state) ? 'transfers.forget' : 'transfers.cancel', { name })} onClick=${() => drop([row.id])} />
  </div>`;
}

/** How high a row is: on narrow screens its words take two lines. @param {boolean} isNarrow */
export const rowHeight = (isNarrow) => (isNarrow ? 92 : 72);

/**
 * @param {Upload} row
 * @param {boolean} isAway whether the drive cannot be reached
 */
function textOf(row, isAway) {
  const { sent, hashed } = advanceOf(row);
  switch (row.state) {
    case 'running': {
      if (isAway) return t('upload.state.away', { sent: size(sent), total: size(row.size) });
      if (row.kind === 'folder') return t('upload.state.folder');
      const share = Math.floor((hashed / Math.max(1, row.size)) * 100);
      if (sent >= row.size) return share < 100 ? t('upload.state.checking', { share }) : t('upload.state.finishing');
      const pace = paceOf(row);
      const parts = [t('upload.state.running', { sent: size(sent), total: size(row.size) })];
      if (pace.speed > 0) parts.push(speedText(pace.speed));
      if (pace.left !== undefined) parts.push(t('dock.left', { time: duration(pace.left) }));
      // Each stays whole where the line is broken.
      return parts.map((part, index) => html`<span class="whole">${part}${index < parts.length - 1 ? ' ·' : ''}</span> `);
    }
    case 'paused': return sent > 0 ? t('upload.state.paused.at', { sent: size(sent), total: size(row.size) }) : t('upload.state.paused');
    case 'failed': return row.error;
    case 'done': return row.kind === 'folder' ? t('upload.state.folder.done') : size(row.size);
    default: return t(`upload.state.${row.state}`);
  }
}
