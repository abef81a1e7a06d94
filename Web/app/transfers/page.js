// @ts-check
import { html, useRef, useState } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { duration, size, speed as speedText } from '../core/format.js';
import { t } from '../core/i18n.js';
import { iconOf } from '../files/kinds.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { Empty, Notice, Progress } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { Name } from '../ui/name.js';
import { Tabs } from '../ui/tabs.js';
import { WindowList } from '../ui/window-list.js';
import { advanceOf, changed, clearFinished, drop, isPaused, list, pause, pauseAll, rejoin, resume, speed } from './engine.js';
import { ENDED } from './rows.js';
import { SpeedLine } from './speed-line.js';
import { summary } from './summary.js';

/** @typedef {import('./rows.js').Upload} Upload */

/** @type {Record<string, (row: Upload) => boolean>} */
const SHOWN = {
  open: (row) => !ENDED.has(row.state) && row.state !== 'failed' && row.state !== 'clash',
  failed: (row) => row.state === 'failed' || row.state === 'clash',
  done: (row) => ENDED.has(row.state),
};

/** Everything that is being sent, that failed, and that arrived. */
export function Transfers() {
  useAtom(changed);
  const all = summary();
  const [tab, setTab] = useState(/** @type {keyof typeof SHOWN} */ ('open'));
  const rows = list().filter(SHOWN[tab]);
  const input = useRef(/** @type {any} */ (null));
  const counts = { open: list().filter(SHOWN.open).length, failed: all.failed, done: all.done };
  return html`<${Screen}
    title=${t('nav.transfers')}
    scrolls=${false}
    actions=${html`
      ${counts.open > 0 && html`<${Button} icon=${isPaused() ? 'play' : 'pause'} label=${t(isPaused() ? 'transfers.resume.all' : 'transfers.pause.all')} onClick=${() => pauseAll(!isPaused())} />`}
      ${tab === 'failed' && all.failed > 0 && html`<${Button} icon="reload" label=${t('transfers.retry.all')} onClick=${() => resume(rows.map((row) => row.id))} />`}
      ${tab === 'done' && all.done > 0 && html`<${Button} icon="close" label=${t('transfers.clear')} onClick=${clearFinished} />`}
    `}
  >
    <div class="transfers-head">
      ${all.waitsForFile > 0 && html`<${Notice} kind="warn" icon="file-upload-outline">
        <p>${t('transfers.file', { n: all.waitsForFile })}</p>
        <input type="file" multiple hidden tabindex="-1" aria-hidden="true" data-upload="again" ref=${input} onChange=${(/** @type {any} */ event) => {
          rejoin([...event.currentTarget.files]);
          event.currentTarget.value = '';
        }} />
        <${Button} label=${t('transfers.file.choose')} onClick=${() => input.current?.click()} />
      <//>`}
      ${all.open > 0 && html`<div class="transfers-total">
        <p class="row"><span class="grow number">${t('transfers.total', { sent: size(all.sent), total: size(all.total) })}</span>
          <span class="soft number">${all.speed > 0 ? speedText(all.speed) : ''}${all.left !== undefined ? ` · ${t('dock.left', { time: duration(all.left) })}` : ''}</span></p>
        <${Progress} value=${all.share} label=${t('nav.transfers')} />
        <${SpeedLine} values=${speed.history} />
      </div>`}
      <${Tabs} label=${t('nav.transfers')} value=${tab} onChange=${setTab} tabs=${Object.keys(SHOWN).map((value) => ({ value, label: t(`transfers.tab.${value}`), count: counts[/** @type {keyof typeof counts} */ (value)] }))} />
    </div>
    <div class="transfers-list" role="tabpanel" aria-label=${t(`transfers.tab.${tab}`)}>
      ${rows.length === 0
        ? html`<${Empty} icon="swap-vertical" title=${t(`transfers.empty.${tab}`)} text=${t('transfers.empty.text')} />`
        : html`<${WindowList} key=${tab} count=${rows.length} height=${72} label=${t(`transfers.tab.${tab}`)} draw=${(/** @type {number} */ index) => rows[index] && html`<${Row} row=${rows[index]} />`} />`}
    </div>
  <//>`;
}

/** @param {{row: Upload}} props */
function Row({ row }) {
  const { sent, hashed } = advanceOf(row);
  const canPause = row.state === 'running' || row.state === 'waiting';
  const canResume = ['paused', 'failed', 'clash'].includes(row.state);
  const text = {
    waiting: t('upload.state.waiting'),
    running: sent >= row.size && row.size > 0 ? t('upload.state.finishing', { share: Math.floor((hashed / Math.max(1, row.size)) * 100) }) : t('upload.state.running', { sent: size(sent), total: size(row.size) }),
    paused: t('upload.state.paused'),
    failed: row.error,
    clash: t('upload.state.clash'),
    file: t('upload.state.file'),
    done: size(row.size),
    skipped: t('upload.state.skipped'),
  }[row.state];
  return html`<div class="transfer">
    <${Icon} name=${iconOf({ type: 1, name: row.name })} />
    <div class="grow transfer-text">
      <${Name} name=${row.parents ? `${row.parents}/${row.name}` : row.name} />
      <span class=${`small number ${row.state === 'failed' || row.state === 'clash' ? 'error' : 'soft'}`}>${text}</span>
      ${row.state === 'running' && html`<${Progress} value=${row.size > 0 ? sent / row.size : undefined} label=${row.name} />`}
    </div>
    ${canPause && html`<${Button} icon="pause" iconOnly label=${t('transfers.pause', { name: row.name })} onClick=${() => pause([row.id])} />`}
    ${canResume && html`<${Button} icon=${row.state === 'paused' ? 'play' : 'reload'} iconOnly label=${t(row.state === 'paused' ? 'transfers.resume' : 'transfers.retry', { name: row.name })} onClick=${() => resume([row.id])} />`}
    ${row.state === 'done' && html`<a class="button icon-only" href=${`/folder${row.folder}`} aria-label=${t('transfers.show', { name: row.name })} title=${t('transfers.show', { name: row.name })}><${Icon} name="folder-outline" /></a>`}
    <${Button} icon="close" iconOnly label=${t(ENDED.has(row.state) ? 'transfers.forget' : 'transfers.cancel', { name: row.name })} onClick=${() => drop([row.id])} />
  </div>`;
}
