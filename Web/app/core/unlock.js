// @ts-check
import { html, useState } from '../lib.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { PasswordField } from '../ui/field.js';
import { visible } from '../ui/name.js';
import { useSending } from '../ui/sending.js';
import { ApiError, CODE, call, hooks } from './api.js';
import { Atom } from './atom.js';
import { duration } from './format.js';
import { t } from './i18n.js';
import { onSession } from './session.js';

/** @type {Map<number, Promise<boolean>>} one question per folder, however many calls wait for it */
const asking = new Map();

/** Those folders: what was seen of them is not shown while their password is asked for. */
export const askedFor = new Atom(/** @type {Set<number>} */ (new Set()));

/** Run after a folder was unlocked or locked. */
const watchers = new Set(/** @type {((root: number) => void)[]} */ ([]));

/** Until when folders are open on this device, by root (seconds since 1970). */
export const unlocked = new Atom(/** @type {Map<number, number>} */ (new Map()));

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

// A folder whose time has run out is not shown as open any longer.
unlocked.subscribe((open) => {
  clearTimeout(timer);
  if (open.size === 0) return;
  const drop = () => unlocked.update((before) => new Map([...before].filter(([, until]) => until * 1000 > Date.now())));
  timer = setTimeout(drop, Math.max(0, Math.min(...open.values()) * 1000 - Date.now()) + 100);
});

/** Asks which folders are open; what cannot be asked stays as it was seen. */
export async function loadUnlocks() {
  try {
    const { list } = await call('GET', '/unlocks');
    unlocked.set(new Map(list.map((/** @type {any} */ one) => [one.root_id, one.until])));
  } catch {
    // The screen that asks says by itself when the drive is away.
  }
}

/**
 * How long a folder stays open, for people.
 *
 * @param {number} until
 */
export function openFor(until) {
  return t('unlock.left', { time: duration(Math.max(60, Math.round((until - Date.now() / 1000) / 60) * 60)) });
}

onSession((session) => {
  if (!session) unlocked.set(new Map());
});

/** @param {(root: number) => void} watcher */
export function onLockChange(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Asks for a folder's password.
 *
 * @param {number} root
 * @param {string} [name] of the folder
 * @returns {Promise<boolean>} whether it is open now
 */
export function unlock(root, name) {
  const running = asking.get(root);
  if (running) return running;
  const asked = ask(root, name).finally(() => {
    asking.delete(root);
    askedFor.set(new Set(asking.keys()));
  });
  asking.set(root, asked);
  askedFor.set(new Set(asking.keys()));
  return asked;
}

/**
 * Locks a folder for this device.
 *
 * @param {number} root
 */
export async function lock(root) {
  await call('DELETE', `/unlocks/${root}`);
  unlocked.update((before) => new Map([...before].filter(([one]) => one !== root)));
  for (const watcher of watchers) watcher(root);
}

/**
 * @param {number} root
 * @param {string} [name]
 */
async function ask(root, name) {
  const title = name ?? (await call('GET', `/folders/${root}`).then((folder) => folder.name).catch(() => '')) ?? '';
  const isOpen = await show((close) => html`<${Ask} root=${root} name=${title} close=${close} />`);
  if (!isOpen) return false;
  loadUnlocks();
  for (const watcher of watchers) watcher(root);
  return true;
}

/** @param {{root: number, name: string, close: (isOpen?: boolean) => void}} props */
function Ask({ root, name, close }) {
  const [password, setPassword] = useState('');
  const { isBusy, problem, waiting, sending } = useSending();
  const send = () => sending(async () => {
    await call('PATCH', `/folders/s/${root}`, { json: { password } }).catch((error) => {
      throw error instanceof ApiError && error.code === CODE.folderPassword ? new Error(t('unlock.wrong')) : error;
    });
    close(true);
  });
  return html`<${Dialog}
    title=${t('unlock.title', { name: visible(name) })}
    close=${close}
    onSubmit=${send}
    footer=${html`
      <${Button} label=${t('cancel')} onClick=${() => close(false)} />
      <${Button} type="submit" kind="primary" label=${t('unlock.open')} busy=${isBusy} why=${waiting ?? (password ? undefined : t('unlock.password'))} />
    `}
  >
    <p class="soft">${t('unlock.text')}</p>
    <${PasswordField} label=${t('unlock.password')} value=${password} onInput=${setPassword} problem=${problem} autocomplete="off" autofocus />
    <p class="soft small">${t('unlock.forgot')} <a href="/folders" onClick=${() => close(false)}>${t('nav.folders')}</a></p>
  <//>`;
}

hooks.locked = (root) => unlock(root);
hooks.unreachable = () => t('unreachable');
