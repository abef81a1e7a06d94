// @ts-check
import { ApiError, CODE, call, hooks, token } from './api.js';
import { Atom } from './atom.js';
import * as db from './db.js';
import { t } from './i18n.js';

/**
 * @typedef {{user_id: number, account_name: string, nickname: string, is_owner: boolean}} User
 * @typedef {{token: string, user: User, area?: {id: number, name: string}, mediaAt?: number}} Session
 *   `mediaAt`: when the cookie for media was made
 */

/** After so long the cookie for media is made anew, well before it ends. */
const MEDIA_AGE = 24 * 3600_000;

/** Who is signed in: undefined until it is known, null when nobody is. */
export const session = new Atom(/** @type {Session | null | undefined} */ (undefined));

/** Why the last session ended, for the sign-in screen. */
export const endedBecause = new Atom('');

/** Who was signed in when the session ended by itself: he signs in again with his password alone. */
export const lastName = new Atom('');

/** Run when a session begins or ends; what belongs to one person is dropped then. */
const watchers = new Set(/** @type {((session: Session | null) => void | Promise<void>)[]} */ ([]));

/** @param {(session: Session | null) => void | Promise<void>} watcher */
export function onSession(watcher) {
  watchers.add(watcher);
}

// Only where there are pages: elsewhere it would keep a program from ending.
const channel = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hearth-session');

/** Finds the session that the browser keeps. */
export async function restore() {
  let kept;
  try {
    kept = await db.get('session', 'current');
  } catch {
    // A private window may have no database: one signs in for this page alone.
  }
  if (kept && Date.now() - (kept.mediaAt ?? 0) > MEDIA_AGE) {
    // Before anything is shown: a new cookie ends the one before, and what was asked for by that would not come.
    token.set(kept.token);
    if (await askForMedia()) {
      kept = { ...kept, mediaAt: Date.now() };
      await db.put('session', kept, 'current').catch(() => {});
    }
  }
  await become(kept ?? null, false);
  if (!kept) return;
  try {
    const user = await call('GET', `/users/${kept.user.user_id}`);
    await become({ ...kept, user: { ...kept.user, ...pick(user) } }, true);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === CODE.signedOut) return;
    // Without the network the app shows what it has.
  }
}

/**
 * @param {any} user
 * @returns {User}
 */
function pick(user) {
  const { user_id, account_name, nickname, is_owner } = user;
  return { user_id, account_name, nickname, is_owner };
}

/** Asks for the cookie by which pictures, clips and downloads are fetched; without it they do not show. */
function askForMedia() {
  return call('POST', '/sessions/media', { signal: AbortSignal.timeout(4000) }).then(() => true, () => false);
}

/**
 * Makes that cookie anew.
 *
 * @returns {Promise<boolean>} whether it is there
 */
export async function renewMedia() {
  const isNew = await askForMedia();
  if (isNew && session.value) await become({ ...session.value, mediaAt: Date.now() }, true);
  return isNew;
}

/**
 * Begins a session with what sign-in, set-up or an invitation answered.
 *
 * @param {any} reply
 */
export async function begin(reply) {
  endedBecause.set('');
  const area = await fetch('/api/v1/areas', { headers: { 'scope-token': reply.token } })
    .then((response) => response.json())
    .then((envelope) => envelope.data?.areas?.[0] ?? envelope.data)
    .catch(() => undefined);
  await become({ token: reply.token, mediaAt: Date.now(), user: pick(reply.user), area: area?.name ? { id: area.id, name: area.name } : undefined }, true);
  channel?.postMessage('changed');
}

/**
 * @param {string} accountName
 * @param {string} password
 */
export async function signIn(accountName, password) {
  await begin(await call('POST', '/sessions', { open: true, json: { account_name: accountName, password, client: clientName() } }));
}

/** Signs out here and on the server. */
export async function signOut() {
  let reason = '';
  try {
    await call('DELETE', '/sessions');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The session is forgotten here all the same; but the drive does not know it yet.
    if (error.code !== CODE.signedOut) reason = t('sign-out.unheard');
  }
  await end(reason);
}

/** @param {string} reason for people; empty when they asked for it */
export async function end(reason) {
  if (!session.value) return;
  endedBecause.set(reason);
  lastName.set(reason ? session.value.user.account_name : '');
  await become(null, true);
  channel?.postMessage('changed');
}

/** @param {Partial<User>} change what somebody changed of himself */
export async function changeUser(change) {
  if (session.value) await become({ ...session.value, user: { ...session.value.user, ...change } }, true);
}

/**
 * @param {Session | null} next
 * @param {boolean} keep
 */
async function become(next, keep) {
  const before = session.value;
  token.set(next?.token ?? null);
  if (keep) {
    try {
      if (next) await db.put('session', next, 'current');
      else await db.remove('session', 'current');
    } catch {
      // See restore().
    }
  }
  if (before?.token !== next?.token) for (const watcher of watchers) await watcher(next);
  session.set(next);
}

/** What the list of signed-in devices calls this browser. */
export function clientName() {
  const agent = navigator.userAgent;
  const browser = /Edg\//.test(agent) ? 'Edge' : /Firefox\//.test(agent) ? 'Firefox' : /Chrome\//.test(agent) ? 'Chrome' : /Safari\//.test(agent) ? 'Safari' : 'Web';
  const system = /iPhone|iPad/.test(agent) ? 'iOS' : /Android/.test(agent) ? 'Android' : /Windows/.test(agent) ? 'Windows' : /Mac OS/.test(agent) ? 'macOS' : /Linux/.test(agent) ? 'Linux' : '';
  return system ? t('client.on', { browser, system }) : browser;
}

hooks.signedOut = (error) => {
  end(error.message);
};

channel?.addEventListener('message', async () => {
  const kept = await db.get('session', 'current').catch(() => null);
  if (kept?.token !== session.value?.token) await become(kept ?? null, false);
});

if (typeof document !== 'undefined') {
  // A page may stay open for longer than the cookie lasts.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && session.value && Date.now() - (session.value.mediaAt ?? 0) > MEDIA_AGE) renewMedia();
  });
}
