// @ts-check
// The service worker is only there over TLS; over plain HTTP the app works without it.
import './shared-files.js';

/** Where the worker stands; undefined without one. */
async function registration() {
  return 'serviceWorker' in navigator && isSecureContext ? navigator.serviceWorker.getRegistration('/') : undefined;
}

/** Has the browser keep the app, so that it opens without network and other apps can share with it. */
export function startWorker() {
  if (!('serviceWorker' in navigator) || !isSecureContext) return;
  navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
    // A private window, or a certificate that the browser was only told to overlook.
  });
}

/** Loads the page anew, with the newest worker behind it. */
export async function reload() {
  const found = await registration().catch(() => undefined);
  const next = found?.waiting;
  if (!next) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  next.postMessage('take over');
}
