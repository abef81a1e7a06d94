// The service worker: keeps the app's own files for when there is no network, and takes what other apps share.
// It never adds a token to a request and never keeps an answer of the API.

const BUILD = 'BUILD';
const SHELL = `shell-${BUILD}`;
const SHARED = 'shared-files';
const FILES = ['/', `/app/${BUILD}/app/main.js`, `/app/${BUILD}/styles/app.css`, `/app/${BUILD}/vendor/icons.svg`, `/app/${BUILD}/images/icon.svg`];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('shell-') && name !== SHELL) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== location.origin) return;
  if (request.method === 'POST' && address.pathname === '/receive') {
    event.respondWith(receive(request));
    return;
  }
  if (request.method !== 'GET' || address.pathname.startsWith('/api/')) return;
  if (address.pathname.startsWith(`/app/${BUILD}/`)) event.respondWith(fromCache(request));
  else if (request.mode === 'navigate' && isApp(address.pathname)) event.respondWith(page(request));
});

/** Pages of the server that are not the app's: consent, trust. */
function isApp(path) {
  return !/^\/(oauth|device|trust|metrics|hearth\.css)/.test(path);
}

/** A file whose name changes with its content: what was fetched once is right for ever. */
async function fromCache(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok && fresh.status === 200) (await caches.open(SHELL)).put(request, fresh.clone());
  return fresh;
}

/** The page: a fresh one where the server answers, so that a new version is seen at once. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('/')) ?? Response.error();
  }
}

/** Files from another app: kept until the page has asked where they shall go. */
async function receive(request) {
  const form = await request.formData();
  const cache = await caches.open(SHARED);
  let count = 0;
  for (const file of form.getAll('files')) {
    if (typeof file === 'string') continue;
    count += 1;
    const headers = { 'Content-Type': file.type, 'X-Name': encodeURIComponent(file.name), 'X-Modified': String(file.lastModified) };
    await cache.put(`/receive/${Date.now()}-${count}`, new Response(file, { headers }));
  }
  return Response.redirect('/receive', 303);
}
