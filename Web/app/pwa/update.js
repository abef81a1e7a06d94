// @ts-check
import { html, useEffect } from '../lib.js';
import { hooks, isReachable } from '../core/api.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { changed, isBusy } from '../transfers/engine.js';
import { Button } from '../ui/button.js';
import { reload } from './install.js';

const EVERY = 5 * 60_000;

/** Whether the server has another app than this page. */
export const isOld = new Atom(false);

/** Asks the server which app it has. */
export async function lookForUpdate() {
  const mine = document.querySelector('meta[name="hearth-build"]')?.getAttribute('content');
  try {
    const { build } = await (await fetch('/app/version', { cache: 'no-store' })).json();
    if (build && build !== mine) isOld.set(true);
  } catch {
    // The server is being started, or an older one is there: the next look tells.
  }
}

hooks.partMissing = () => {
  lookForUpdate();
};

function look() {
  if (!document.hidden) lookForUpdate();
}

/** Says when the server has a newer app than this page. It never loads anew by itself, least of all during an upload. */
export function UpdateNotice() {
  const shown = useAtom(isOld);
  const busy = useAtom(changed, isBusy);
  useEffect(() => {
    const timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', look);
    // A server that was away may be a new one.
    const end = isReachable.subscribe((isThere) => isThere && look());
    return () => {
      end();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return shown && html`<div class="banner" role="status"><span class="grow">${t('app.updated')}</span>
    <${Button} label=${t('app.reload')} why=${busy ? t('app.reload.busy') : undefined} onClick=${reload} /></div>`;
}
