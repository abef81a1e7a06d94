// @ts-check
// What other apps shared and nobody has placed yet. The service worker puts it here (Web/sw.js).
import { endedBecause, onSession } from '../core/session.js';

const SHARED = 'shared-files';

/** @returns {Promise<File[]>} in the order in which they were shared */
export async function waiting() {
  if (!('caches' in globalThis)) return [];
  const cache = await caches.open(SHARED);
  const files = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (!response) continue;
    const blob = await response.blob();
    const name = decodeURIComponent(response.headers.get('X-Name') || 'file');
    files.push(new File([blob], name, { type: blob.type, lastModified: Number(response.headers.get('X-Modified')) || Date.now() }));
  }
  return files;
}

/** They have found their place, or are not wanted. */
export async function forget() {
  if ('caches' in globalThis) await caches.delete(SHARED).catch(() => false);
}

// Who signs out leaves nothing behind. A session that has run out keeps them: after a new sign-in they are there.
onSession((next) => (next || endedBecause.value ? undefined : forget()));
