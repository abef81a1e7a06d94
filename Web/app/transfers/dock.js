// @ts-check
import { html, useState } from '../lib.js';
import { isReachable } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { place } from '../core/router.js';
import { Button } from '../ui/button.js';
import { Progress } from '../ui/feedback.js';
import { visible } from '../ui/name.js';
import { askClash } from './clash.js';
import { clearFinished, pauseAll } from './commands.js';
import { paceText } from './page.js';
import { changed, list } from './queue.js';
import { reading } from './reading.js';
import { summary } from './summary.js';

/** A line about the uploads that stays while one looks at other things. */
export function Dock() {
  useAtom(changed);
  useAtom(isReachable);
  const [seen, setSeen] = useState(/** @type {Set<number>} */ (new Set()));
  const read = useAtom(reading);
  const isOnPage = useAtom(place, (here) => here.path === '/transfers');
  const all = summary();
  if (read) {
    return html`<aside class="dock" aria-label=${t('nav.transfers')}>
      <span class="grow dock-text" role="status">${t('dock.reading', { n: read.count })}</span>
      <${Button} label=${t('cancel')} onClick=${read.stop} />
    </aside>`;
  }
  if (isOnPage || all.open + all.done + all.skipped === 0) return null;
  const isMoving = all.running + all.waiting > 0;
  // Failures that were seen stand on the page until they are dismissed there; a new one comes back here.
  const failed = all.failed > 0 && all.failed === all.open ? list().filter((row) => row.state === 'failed').map((row) => row.id) : [];
  const isFailedOnly = failed.length > 0;
  if (isFailedOnly && failed.every((id) => seen.has(id))) return null;
  const text = textOf(all);
  const problem = all.firstFailed && `${visible(all.firstFailed.name)}: ${all.firstFailed.error}`;
  return html`<aside class="dock" aria-label=${t('nav.transfers')}>
    <a class="grow dock-text" href=${all.failed + all.clash > 0 ? '/transfers?tab=failed' : '/transfers'}>
      <span role="status">${text}</span>
      ${isMoving && html`<span class="soft small number">${paceText(all)}</span>`}
      ${problem && html`<span class="small error cut-line" role="alert" title=${problem}>${problem}</span>`}
      ${all.failed > 0 && html`<span class="small dock-more">${t('dock.look')}</span>`}
      ${isMoving && html`<${Progress} value=${all.share} label=${text} />`}
    </a>
    ${all.firstClash && html`<${Button} label=${t('dock.choose')} onClick=${() => all.firstClash && askClash(all.firstClash)} />`}
    ${isFailedOnly && html`<${Button} icon="close" iconOnly label=${t('dock.later')} onClick=${() => setSeen(new Set(failed))} />`}
    ${all.open === 0
      ? html`<${Button} icon="close" iconOnly label=${t('transfers.clear')} onClick=${clearFinished} />`
      : (isMoving || all.paused > 0) && html`<${Button} icon=${isMoving ? 'pause' : 'play'} iconOnly label=${t(isMoving ? 'transfers.pause.all' : 'transfers.resume.all')} onClick=${() => pauseAll(isMoving)} />`}
  </aside>`;
}

/** @param {import('./summary.js').Summary} all */
function textOf(all) {
  const moving = all.running + all.waiting;
  if (moving > 0) return t('dock.running', { n: moving });
  if (all.clash > 0) return t('dock.clash', { n: all.clash });
  if (all.failed > 0) return t('dock.failed', { n: all.failed });
  if (all.file > 0) return t('dock.file', { n: all.file });
  if (all.paused > 0) return t('dock.paused', { n: all.paused });
  if (all.done === 0) return t('dock.skipped', { n: all.skipped });
  const done = t('dock.done', { n: all.done });
  return all.skipped > 0 ? t('dock.done.but', { done, n: all.skipped }) : done;
}
