// @ts-check
// Idle disks: found by the server, made a pool or part of one. That formats them, so it is asked with the disk's name.
import { html, useState } from '../lib.js';
import { ApiError, call } from '../core/api.js';
import { size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Notice } from '../ui/feedback.js';
import { Check, Field } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { useSending } from '../ui/sending.js';
import { toast } from '../ui/toast.js';
import { EMBEDDED, isAtWork, isOffline } from './names.js';

/** The disk cannot be mounted: worth another try (wangpan-api, 13.6). */
const NOT_MOUNTED = 205;

/** @typedef {{id: string, name: string, capacity: number}} Disk */

/**
 * The disks that belong to no pool yet.
 *
 * @param {{disks: Disk[], pools: any[], onChange: () => void}} props
 */
export function IdleDisks({ disks, pools, onChange }) {
  if (disks.length === 0) return null;
  return html`<section class="block">
    <h2>${t('disks.idle', { n: disks.length })}</h2>
    <ul class="cards">${disks.map((disk) => html`<li key=${disk.id || disk.name} class="card idle-disk">
      <${Icon} name="harddisk" class="large" />
      <div class="grow"><h3 dir="auto">${disk.name}</h3><p class="soft small">${size(disk.capacity)}</p></div>
      <${Button} kind="primary" icon="plus" label=${t('disks.add')} aria-label=${t('disks.add.name', { name: disk.name })} onClick=${() => addDisk(disk, pools).then(onChange)} />
    </li>`)}</ul>
  </section>`;
}

/**
 * @param {Disk} disk
 * @param {any[]} pools
 */
async function addDisk(disk, pools) {
  let kept = /** @type {{pool: string, name: string} | undefined} */ (undefined);
  // Each failed mount is told, and the same choice can be sent again.
  for (;;) {
    const answer = /** @type {any} */ (await show((close) => html`<${AddDisk} disk=${disk} pools=${pools} kept=${kept} close=${close} />`));
    if (!answer?.failed) return;
    kept = answer.failed;
    const again = await show((close) => html`<${Dialog} title=${t('disks.failed.title')} close=${close}
      footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} kind="primary" icon="reload" label=${t('disks.again')} onClick=${() => close(true)} autofocus />`}
    ><p>${t('disks.failed.text', { name: disk.name })}</p><p class="soft">${answer.reason}</p><//>`);
    if (!again) return;
  }
}

const NEW = '';

/** @param {{disk: Disk, pools: any[], kept?: {pool: string, name: string}, close: (answer?: any) => void}} props */
function AddDisk({ disk, pools, kept, close }) {
  const own = pools.filter((pool) => pool.name !== EMBEDDED);
  const [pool, setPool] = useState(kept?.pool ?? own.find((one) => !isOffline(one) && !isAtWork(one))?.name ?? NEW);
  const [name, setName] = useState(kept?.name ?? '');
  const [isSure, setSure] = useState(false);
  const { isBusy, problem, sending } = useSending();
  const why = pool === NEW && !name ? t('disks.name') : isSure ? undefined : t('disks.sure.why');
  const send = async () => {
    if (why) return;
    await sending(async () => {
      try {
        if (pool === NEW) await call('POST', '/pools', { json: { name, disk_name: disk.name } });
        else await call('POST', '/disks', { json: { pool_name: pool, disk_name: disk.name } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === NOT_MOUNTED)) throw error;
        close({ failed: { pool, name }, reason: error.message });
        return;
      }
      close();
      toast(t('disks.done', { name: disk.name }));
    });
  };
  const choice = (/** @type {string} */ value, /** @type {any} */ label, /** @type {string | undefined} */ off = undefined) => html`<label class="check" key=${value}>
    <input type="radio" name="pool" checked=${pool === value} disabled=${Boolean(off)} onChange=${() => setPool(value)} />
    <span dir="auto">${label}${off && html` <span class="soft small">${off}</span>`}</span></label>`;
  return html`<${Dialog} title=${t('disks.title', { name: disk.name })} close=${() => close()} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="danger" label=${t('disks.format')} busy=${isBusy} why=${why} />`}
  >
    <fieldset class="column-tight"><legend class="label">${t('disks.where')}</legend>
      ${own.map((one) => choice(one.name, one.name, isOffline(one) ? t('pool.offline.short') : isAtWork(one) ? t('task.waits') : undefined))}
      ${choice(NEW, t('disks.new'))}
    </fieldset>
    ${pool === NEW && html`<${Field} label=${t('pool.name')} hint=${t('pool.name.hint')} value=${name} onInput=${setName} maxlength="50" autocomplete="off" autofocus />`}
    <${Notice} kind="danger" icon="alert-circle-outline">${t('disks.warning', { name: disk.name, size: size(disk.capacity) })}<//>
    <${Check} label=${t('disks.sure', { name: disk.name })} checked=${isSure} onChange=${setSure} />
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
  <//>`;
}
