// The service worker: keeps the app's own files for when there is no network, and takes what other apps share.
// It never adds a token to a request and never keeps an answer of the API.

const build = 'BUILD';
// A source tree changes under its address: its files are always asked for.
const keeps = build !== 'source';
const own = `/app/${build}/`;
const shell = `shell-${build}`;
const shared = 'shared-files';

self.addEventListener('install', (event) => {
  event.waitUntil(keeps ? fill() : self.skipWaiting());
});

// An older worker goes on serving its pages until they are closed or ask for this one: their files stay those that they
// began with.
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('shell-') && name !== shell) await caches.delete(name);
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
  if (!keeps || request.method !== 'GET' || request.headers.has('range')) return;
  if (address.pathname.startsWith(own)) event.respondWith(fromCache(request));
  else if (request.mode === 'navigate' && isApp(address.pathname)) event.respondWith(page(request));
});

/** Keeps the page and every file that it names. */
async function fill() {
  const cache = await caches.open(shell);
  const response = await fetch('/', { cache: 'no-store' });
  const text = await response.clone().text();
  const named = [...text.matchAll(/"(\/app\/[^"]+)"/g)].map((found) => found[1]);
  // Between two versions the page may be another's; the next visit installs the right one.
  if (!response.ok || named.some((address) => !address.startsWith(own))) throw new Error('the page is of another version');
  await cache.put('/', response);
  await cache.addAll([...new Set([...named, `${own}vendor/icons.svg`])]);
}

/** Pages of the server that are not the app's, and what is downloaded. */
function isApp(path) {
  return !/^\/(api|oauth|device|trust|metrics|app|wangpan)(\/|$)|\.\w+$/.test(path) || path.startsWith('/folder/');
}

/** A file whose address changes with its content: what was fetched once is right for ever. */
async function fromCache(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.status === 200) (await caches.open(shell)).put(request, fresh.clone());
  return fresh;
}

/**
 * The page: a fresh one where the server answers, so that a new version is seen at once. Away from home a phone's network does not
 * refuse the home's address, it says nothing for minutes.
 */
async function page(request) {
  const fresh = fetch(request);
  const kept = await caches.match('/');
  if (!kept) return fresh;
  const patience = new Promise((resolve) => setTimeout(resolve, 3000, kept));
  return Promise.race([fresh, patience]).catch(() => kept);
}

/** Files from another app: kept until the page has asked where they shall go. */
async function receive(request) {
  try {
    const form = await request.formData();
    const cache = await caches.open(shared);
    const files = form.getAll('files').filter((file) => typeof file !== 'string');
    const now = Date.now();
    for (const [index, file] of files.entries()) {
      const headers = { 'Content-Type': file.type, 'X-Name': encodeURIComponent(file.name), 'X-Modified': String(file.lastModified || now) };
      await cache.put(`/receive/${now}-${String(index).padStart(4, '0')}`, new Response(file, { headers }));
    }
    return Response.redirect('/receive', 303);
  } catch {
    // Too large for what the browser gives the app, or cut off.
    return Response.redirect('/receive?failed', 303);
  }
}
