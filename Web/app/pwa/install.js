// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { isBusy } from '../transfers/engine.js';
import { Button } from '../ui/button.js';

/** The service worker is only there over TLS; over plain HTTP the app works without it. */
export function startWorker() {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {});
}

/** Says when the server has a newer app than this page. It never loads anew by itself, least of all during an upload. */
export function UpdateNotice() {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const mine = document.querySelector('meta[name="hearth-build"]')?.getAttribute('content');
    const look = async () => {
      if (document.hidden) return;
      try {
        const { build } = await (await fetch('/app/version', { cache: 'no-store' })).json();
        if (build && build !== mine) setOld(true);
      } catch {
        // The server is being started, or an older one is there: the next look tells.
      }
    };
    const timer = setInterval(look, 5 * 60_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isOld && html`<div class="banner" role="status"><span class="grow">${t('app.updated')}</span>
    <${Button} label=${t('app.reload')} why=${isBusy() ? t('app.reload.busy') : undefined} onClick=${() => location.reload()} /></div>`;
}
