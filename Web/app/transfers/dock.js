// @ts-check
import { html } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { duration, speed as speedText } from '../core/format.js';
import { t } from '../core/i18n.js';
import { place } from '../core/router.js';
import { Button } from '../ui/button.js';
import { Progress } from '../ui/feedback.js';
import { changed, clearFinished, isPaused, pauseAll } from './engine.js';
import { summary } from './summary.js';

/** A line about the uploads that stays while one looks at other things. */
export function Dock() {
  useAtom(changed);
  const isOnPage = useAtom(place, (here) => here.path === '/transfers');
  const all = summary();
  if (isOnPage || all.open + all.done === 0) return null;
  const isDone = all.open === 0;
  const text = isDone ? t('dock.done', { n: all.done })
    : all.failed > 0 && all.failed === all.open ? t('dock.failed', { n: all.failed })
      : all.waitsForFile === all.open ? t('dock.file', { n: all.waitsForFile })
        : t('dock.running', { n: all.open });
  return html`<aside class="dock" aria-label=${t('nav.transfers')}>
    <a class="grow dock-text" href="/transfers">
      <span>${text}</span>
      ${!isDone && html`<span class="soft small number">${all.speed > 0 && speedText(all.speed)}${all.left !== undefined && ` · ${t('dock.left', { time: duration(all.left) })}`}</span>`}
      ${!isDone && html`<${Progress} value=${all.share} label=${text} />`}
    </a>
    ${isDone
      ? html`<${Button} icon="close" iconOnly label=${t('transfers.clear')} onClick=${clearFinished} />`
      : html`<${Button} icon=${isPaused() ? 'play' : 'pause'} iconOnly label=${t(isPaused() ? 'transfers.resume.all' : 'transfers.pause.all')} onClick=${() => pauseAll(!isPaused())} />`}
  </aside>`;
}
