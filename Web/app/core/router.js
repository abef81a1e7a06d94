// @ts-check
import { Atom } from './atom.js';

/**
 * Where the app is: the path below the server's root, the query and what History keeps for it.
 *
 * @typedef {{path: string, query: URLSearchParams, state: any}} Place
 */

/**
 * Where an address leads. Links that are handed to people and programs hold what is secret behind `#`, which is never
 * sent to a server: `/#/invite/CODE`, `/#/auth-pan?callbackUrl=…`. They have no address of their own on the server.
 *
 * @param {string} path
 * @param {string} hash
 */
export function pathOf(path, hash) {
  const behind = path === '/' ? /^#(\/invite|\/auth-pan)(?:[/?]|$)/.exec(hash) : null;
  return behind ? behind[1] : path;
}

/** @returns {Place} */
function here() {
  return { path: pathOf(location.pathname, location.hash), query: new URLSearchParams(location.search), state: history.state ?? {} };
}

/** Where the app is. */
export const place = new Atom(typeof location === 'undefined' ? { path: '/', query: new URLSearchParams(), state: {} } : here());

/** @type {Map<string, number>} scroll positions by history key */
const scrolls = new Map();

const key = () => history.state?.key ?? 'first';

/**
 * Goes to a place of the app.
 *
 * @param {string} to path with query
 * @param {{replace?: boolean, state?: object}} [options]
 */
export function go(to, { replace = false, state = {} } = {}) {
  remember();
  const kept = { ...state, key: replace ? key() : Math.random().toString(36).slice(2) };
  if (replace) history.replaceState(kept, '', to);
  else history.pushState(kept, '', to);
  place.set(here());
}

/** Goes back, or to `fallback` where the app was opened here. */
export function back(fallback = '/') {
  if (history.state?.key) history.back();
  else go(fallback, { replace: true });
}

/** Keeps where the visible list stands. */
export function remember() {
  const scroller = document.querySelector('[data-scroller]');
  if (scroller) scrolls.set(key(), scroller.scrollTop);
}

/** Where the list of this place stood when it was left. */
export function rememberedScroll() {
  return scrolls.get(key()) ?? 0;
}

/** Follows links and the browser's buttons; called once. */
export function start() {
  history.scrollRestoration = 'manual';
  addEventListener('popstate', () => {
    const next = here();
    // A dialog's own step is no other place.
    if (next.path === place.value.path && String(next.query) === String(place.value.query)) return;
    place.set(next);
  });
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = /** @type {Element} */ (event.target).closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api/') || link.dataset.native !== undefined) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
