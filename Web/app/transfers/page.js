// @ts-check
import { html, useRef, useState } from '../lib.js';
import { isReachable } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { duration, size, speed as speedText, when } from '../core/format.js';
import { t } from '../core/i18n.js';
import { place } from '../core/router.js';
import { iconOf } from '../files/kinds.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { Empty, Notice, Progress } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { NARROW, useMedia } from '../ui/media.js';
import { Name } from '../ui/name.js';
import { Tabs } from '../ui/tabs.js';
import { toast } from '../ui/toast.js';
import { WindowList } from '../ui/window-list.js';
import { clearFinished, pauseAll, rejoin, rejoinByHandles, resume } from './commands.js';
import { clearDownloads, downloads } from './downloads.js';
import { changed, list, speed } from './queue.js';
import { actionOf, rowHeight, TransferRow } from './row.js';
import { ENDED } from './rows.js';
import { SpeedLine } from './speed-line.js';
import { summary } from './summary.js';

/** @typedef {import('./rows.js').Upload} Upload */
/** @typedef {'open' | 'failed' | 'done' | 'downloads'} Shown */

/** @param {Upload} row @returns {Shown} */
function tabOf(row) {
  if (ENDED.has(row.state)) return 'done';
  return row.state === 'failed' || row.state === 'clash' ? 'failed' : 'open';
}

/** Everything that is being sent, that needs somebody, and that arrived. */
export function Transfers() {
  useAtom(changed);
  const handed = useAtom(downloads);
  const height = rowHeight(useMedia(NARROW));
  const all = summary();
  const wanted = useAtom(place, (here) => here.query.get('tab'));
  const [chosen, setChosen] = useState(/** @type {Shown | undefined} */ (undefined));
  useAtom(isReachable);
  const tab = chosen ?? (wanted === 'failed' ? 'failed' : 'open');
  const input = useRef(/** @type {any} */ (null));
  const counts = { open: all.open - all.failed - all.clash, failed: all.failed + all.clash, done: all.done + all.skipped, downloads: handed.length };
  const rows = tab === 'downloads' ? [] : list().filter((row) => tabOf(row) === tab);
  const chooseFile = () => input.current?.click();
  const isMoving = all.running + all.waiting > 0;
  return html`<${Screen}
    title=${t('nav.transfers')}
    scrolls=${false}
    actions=${html`
      ${(isMoving || all.paused > 0) && html`<${Button} icon=${isMoving ? 'pause' : 'play'} label=${t(isMoving ? 'transfers.pause.all' : 'transfers.resume.all')} onClick=${() => pauseAll(isMoving)} />`}
      ${tab === 'failed' && rows.some((row) => actionOf(row) === 'retry') && html`<${Button} icon="reload" label=${t('transfers.retry.all')} onClick=${() => resume(rows.filter((row) => row.state === 'failed').map((row) => row.id))} />`}
      ${tab === 'done' && counts.done > 0 && html`<${Button} icon="close" label=${t('transfers.clear')} onClick=${clearFinished} />`}
      ${tab === 'downloads' && counts.downloads > 0 && html`<${Button} icon="close" label=${t('transfers.clear')} onClick=${clearDownloads} />`}
    `}
  >
    <div class="transfers-head">
      <input type="file" multiple hidden tabindex="-1" aria-hidden="true" data-upload="again" ref=${input} onChange=${(/** @type {any} */ event) => {
        const files = Array.from(/** @type {FileList} */ (event.currentTarget.files));
        event.currentTarget.value = '';
        if (files.length && rejoin(files) === 0) toast(t('transfers.file.other'), { isError: true });
      }} />
      ${all.file > 0 && html`<${Notice} kind="warn" icon="file-upload-outline">
        <p>${t(all.withHandle === all.file ? 'transfers.permit' : 'transfers.file', { n: all.file })}</p>
        <p class="row">
          ${all.withHandle > 0 && html`<${Button} label=${t('transfers.permit.ask')} onClick=${rejoinByHandles} />`}
          ${all.withHandle < all.file && html`<${Button} label=${t('transfers.file.choose')} onClick=${chooseFile} />`}
        </p>
      <//>`}
      ${isMoving && html`<div class="transfers-total">
        <p class="row"><span class="grow number">${t('transfers.total', { sent: size(all.sent), total: size(all.total) })}</span>
          <span class="soft number">${paceText(all)}</span></p>
        <${Progress} value=${all.share} label=${t('nav.transfers')} />
        <${SpeedLine} values=${speed.history} />
      </div>`}
      <${Tabs} label=${t('nav.transfers')} value=${tab} onChange=${setChosen} tabs=${/** @type {Shown[]} */ (['open', 'failed', 'done', 'downloads']).map((value) => ({ value, label: t(`transfers.tab.${value}`), count: counts[value] }))} />
    </div>
    <div class="transfers-list" role="tabpanel" aria-label=${t(`transfers.tab.${tab}`)}>
      ${counts[tab] === 0
        ? html`<${Empty} icon="swap-vertical" title=${t(`transfers.empty.${tab}`)} text=${t(tab === 'downloads' ? 'transfers.empty.handed' : 'transfers.empty.text')} />`
        : tab === 'downloads'
          ? html`<${WindowList} key=${tab} count=${handed.length} height=${height} label=${t('transfers.tab.downloads')} draw=${(/** @type {number} */ index) => handed[index] && html`<${Handed} one=${handed[index]} />`} />`
          : html`<${WindowList} key=${tab} count=${rows.length} height=${height} label=${t(`transfers.tab.${tab}`)} draw=${(/** @type {number} */ index) => rows[index] && html`<${TransferRow} row=${rows[index]} chooseFile=${chooseFile} />`} />`}
    </div>
  <//>`;
}

/** @param {import('./summary.js').Summary} all */
export function paceText(all) {
  // What was fast a moment ago is not now.
  if (!isReachable.value) return t('dock.away');
  return [all.speed > 0 && speedText(all.speed), all.left !== undefined && t('dock.left', { time: duration(all.left) })].filter(Boolean).join(' · ');
}

/** @param {{one: import('./downloads.js').Download}} props */
function Handed({ one }) {
  return html`<div class="transfer">
    <${Icon} name=${one.name ? iconOf({ type: 1, name: one.name }) : 'archive-outline'} />
    <div class="grow transfer-text">
      <${Name} name=${one.name || t('transfers.archive')} />
      <span class="small soft">${t('transfers.handed', { time: when(one.at) })}</span>
    </div>
  </div>`;
}
