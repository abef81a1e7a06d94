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

/** The name of this step of the history, under which scroll positions are kept: `key` where the app went, `step` where it was opened. */
export const stepKey = () => history.state?.key ?? history.state?.step ?? 'first';

const newKey = () => Math.random().toString(36).slice(2);

/** What lies over the screen and closes by Back, the topmost last. @type {{close: () => void}[]} */
const overlays = [];

/** Whether a step back of ours is on its way: the browser makes it later. */
let isLeaving = false;

/** What waits for that step. @type {(() => void) | null} */
let waiting = null;

/**
 * Something opens over the screen: Back closes it instead of leaving the screen. All of them together have one step of
 * the history, so that a menu which opens a dialog leaves none behind.
 *
 * @param {() => void} close
 * @returns {() => void} to be called when it has closed
 */
export function overlay(close) {
  const one = { close };
  overlays.push(one);
  mark();
  return () => {
    const at = overlays.indexOf(one);
    if (at >= 0) overlays.splice(at, 1);
    // Another one may open in the same breath.
    if (overlays.length === 0) setTimeout(leaveStep);
  };
}

function mark() {
  if (overlays.length > 0 && !history.state?.overlay) history.pushState({ ...history.state, overlay: true }, '');
}

function leaveStep() {
  if (overlays.length > 0 || isLeaving || !history.state?.overlay) return;
  isLeaving = true;
  history.back();
}

/**
 * Goes to a place of the app.
 *
 * @param {string} to path with query
 * @param {{replace?: boolean, state?: object}} [options]
 */
export function go(to, { replace = false, state = {} } = {}) {
  if (isLeaving) {
    waiting = () => go(to, { replace, state });
    return;
  }
  // The step of what lies over the screen becomes the new place.
  const replaces = replace || Boolean(history.state?.overlay);
  const kept = replace ? { ...state, key: history.state?.key, step: history.state?.step } : { ...state, key: newKey() };
  if (replaces) history.replaceState(kept, '', to);
  else history.pushState(kept, '', to);
  place.set(here());
}

/** Goes back, or to `fallback` where the app was opened here. */
export function back(fallback = '/') {
  if (isLeaving) waiting = () => back(fallback);
  else if (history.state?.key) history.back();
  else go(fallback, { replace: true });
}

/**
 * Writes into the address what it should lead to later, without going anywhere.
 *
 * @param {string} to path with query
 */
export function note(to) {
  if (isLeaving || history.state?.overlay || to === location.pathname + location.search) return;
  history.replaceState(history.state, '', to);
}

function onPop() {
  if (isLeaving) {
    isLeaving = false;
    mark();
    const next = waiting;
    waiting = null;
    next?.();
    return;
  }
  if (overlays.length > 0 && !history.state?.overlay) {
    const top = overlays[overlays.length - 1];
    if (overlays.length > 1) mark();
    top.close();
  }
  const next = here();
  // A dialog's own step is no other place.
  if (next.path === place.value.path && String(next.query) === String(place.value.query)) return;
  place.set(next);
}

/** Follows links and the browser's buttons; called once. */
export function start() {
  history.scrollRestoration = 'manual';
  // An address that was typed is another step than the one before it; a reload is the same.
  if (!history.state?.key && !history.state?.step) history.replaceState({ ...history.state, step: newKey() }, '');
  // The step of a dialog that was open when the page was reloaded.
  if (history.state?.overlay) history.replaceState({ ...history.state, overlay: undefined }, '');
  addEventListener('popstate', onPop);
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = /** @type {Element} */ (event.target).closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api/') || link.dataset.native !== undefined) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
