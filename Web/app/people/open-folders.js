// @ts-check
import { html, useEffect } from '../lib.js';
import { call } from '../core/api.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { lock, onLockChange, openFor } from '../core/unlock.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { visible } from '../ui/name.js';
import { toastError } from '../ui/toast.js';

/** Encrypted folders that this device has open; nothing while there are none. */
export function OpenFolders() {
  const open = useLoaded((signal) => call('GET', '/unlocks', { signal }), []);
  useEffect(() => onLockChange(() => open.reload()), []);
  /** @type {{root_id: number, name: string, until: number}[]} */
  const list = open.value?.list ?? [];
  if (list.length === 0) return null;
  const close = async (/** @type {typeof list} */ chosen) => {
    try {
      for (const one of chosen) await lock(one.root_id);
    } catch (error) {
      toastError(error);
    }
    open.reload();
  };
  return html`<section class="block"><h2>${t('open-folders')}</h2>
    <ul class="list-plain" aria-label=${t('open-folders')}>${list.map((one) => html`<li key=${one.root_id}>
      <${Icon} name="folder-lock-open" />
      <span class="grow person"><bdi>${visible(one.name)}</bdi><span class="soft small">${openFor(one.until)}</span></span>
      <${Button} kind="plain" label=${t('lock.now')} aria-label=${t('lock.now.name', { name: visible(one.name) })} onClick=${() => close([one])} />
    </li>`)}</ul>
    ${list.length > 1 && html`<p class="row wrap"><${Button} icon="lock-outline" label=${t('open-folders.all')} onClick=${() => close(list)} /></p>`}
  </section>`;
}
