// @ts-check
import { html, useState } from '../lib.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { PasswordField } from '../ui/field.js';
import { ApiError, call, hooks } from './api.js';
import { t } from './i18n.js';

/** @type {Map<number, Promise<boolean>>} one question per folder, however many calls wait for it */
const asking = new Map();

/** Run after a folder was unlocked or locked. */
const watchers = new Set(/** @type {((root: number) => void)[]} */ ([]));

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
  const asked = ask(root, name).finally(() => asking.delete(root));
  asking.set(root, asked);
  return asked;
}

/**
 * Locks a folder for this device.
 *
 * @param {number} root
 */
export async function lock(root) {
  await call('DELETE', `/unlocks/${root}`);
  for (const watcher of watchers) watcher(root);
}

/**
 * @param {number} root
 * @param {string} [name]
 */
async function ask(root, name) {
  const title = name ?? (await call('GET', `/folders/${root}`).then((folder) => folder.name).catch(() => '')) ?? '';
  const isOpen = await show((close) => html`<${Ask} root=${root} name=${title} close=${close} />`);
  if (isOpen) for (const watcher of watchers) watcher(root);
  return Boolean(isOpen);
}

/** @param {{root: number, name: string, close: (isOpen?: boolean) => void}} props */
function Ask({ root, name, close }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      await call('PATCH', `/folders/s/${root}`, { json: { password } });
      close(true);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
      setBusy(false);
    }
  };
  return html`<${Dialog}
    title=${t('unlock.title', { name })}
    close=${close}
    onSubmit=${send}
    footer=${html`
      <${Button} label=${t('cancel')} onClick=${() => close(false)} />
      <${Button} type="submit" kind="primary" label=${t('unlock.open')} busy=${isBusy} why=${password ? undefined : t('unlock.password')} />
    `}
  >
    <p class="soft">${t('unlock.text')}</p>
    <${PasswordField} label=${t('unlock.password')} value=${password} onInput=${setPassword} problem=${problem} autocomplete="off" autofocus />
  <//>`;
}

hooks.locked = (root) => unlock(root);
hooks.unreachable = () => t('unreachable');
