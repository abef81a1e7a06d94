// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { go } from '../core/router.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { useSending } from '../ui/sending.js';
import { poolName } from './names.js';

/** @param {{name: string, close: () => void}} props */
export function RenamePool({ name, close }) {
  const [next, setNext] = useState(name);
  const { isBusy, problem, sending } = useSending();
  const why = !next ? t('name.empty') : next === name ? t('nothing.changed') : undefined;
  const send = async () => {
    if (why) return;
    await sending(async () => {
      await call('PUT', `/pools/${encodeURIComponent(name)}`, { json: { new_name: next } });
      close();
      // Where the dialog's own step in the history has gone: its address follows the name.
      setTimeout(() => go(`/storage/${encodeURIComponent(next)}`, { replace: true }));
    });
  };
  return html`<${Dialog} title=${t('pool.rename', { name })} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('save')} busy=${isBusy} why=${why} />`}
  ><${Field} label=${t('pool.name')} hint=${t('pool.name.hint')} value=${next} onInput=${setNext} problem=${problem} maxlength="50" autocomplete="off" autocapitalize="none" autofocus /><//>`;
}

/** What a pool lies on. @param {{pool: any, close: () => void}} props */
export function Disks({ pool, close }) {
  return html`<${Dialog} title=${t('pool.disks.title', { name: poolName(pool.name) })} close=${close}
    footer=${html`<${Button} kind="primary" label=${t('close')} onClick=${close} autofocus />`}
  ><ul class="list-plain">${pool.pv.map((/** @type {any} */ disk) => html`<li key=${disk.id}><${Icon} name="harddisk" /><span class="grow" dir="auto">${disk.name}</span><span class="number soft">${size(disk.capacity)}</span></li>`)}</ul><//>`;
}
