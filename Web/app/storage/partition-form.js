// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field, Select } from '../ui/field.js';
import { useSending } from '../ui/sending.js';
import { toast } from '../ui/toast.js';
import { UNITS, capacityOf, inUnit, toBytes } from './units.js';

/** Codes that are about the name; the others are about the size. */
const OF_NAME = [40001, 40002, 40007];
const fieldOf = (/** @type {number} */ code) => (OF_NAME.includes(code) ? 'name' : 'capacity');

/**
 * Adds a partition or changes one; the size can only grow.
 *
 * @param {{pool: any, part?: any, free: number, close: (answer?: 'done' | 'delete') => void}} props a new one without `part`
 */
export function PartitionForm({ pool, part, free, close }) {
  const before = part ? inUnit(part.capacity) : { amount: 10, unit: 'GB' };
  const [name, setName] = useState(part?.name ?? '');
  const [amount, setAmount] = useState(String(before.amount));
  const [unit, setUnit] = useState(before.unit);
  const { isBusy, at, sending } = useSending(fieldOf);
  const wanted = Number(amount.replace(',', '.'));
  // The size as it is shown is no change, also where it is rounded.
  const isSame = part && wanted === before.amount && unit === before.unit;
  const bytes = isSame ? part.capacity : toBytes(wanted, unit);
  const room = free + (part?.capacity ?? 0);
  const shrinks = part && wanted > 0 && bytes < part.capacity ? t('partition.shrink', { size: size(part.capacity) }) : '';
  const exceeds = bytes > room ? t('partition.room', { free: size(room) }) : '';
  const why = !name || !(wanted > 0) ? t('partition.both') : shrinks || exceeds || (isSame && name === part.name ? t('nothing.changed') : undefined);
  const send = async () => {
    if (why) return;
    await sending(async () => {
      const body = { pool_name: pool.name, ...(isSame && !Number.isInteger(part.capacity / 2 ** 20) ? { capacity: before.amount, unit } : capacityOf(wanted, unit)) };
      if (part) await call('PUT', `/partitions/${encodeURIComponent(part.name)}`, { json: { ...body, new_name: name } });
      else await call('POST', '/partitions', { json: { ...body, name } });
      close('done');
      toast(isSame ? t('partition.renamed') : t('background'));
    });
  };
  return html`<${Dialog} title=${t(part ? 'partition.edit' : 'partition.add')} close=${() => close()} onSubmit=${send}
    footer=${html`
      ${part && html`<${Button} kind="plain" icon="delete-outline" label=${t('delete')} class="at-start" onClick=${() => close('delete')} />`}
      <${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="primary" label=${t(part ? 'save' : 'create')} busy=${isBusy} why=${why} />`}
  >
    <${Field} label=${t('name')} hint=${t('pool.name.hint')} value=${name} onInput=${setName} problem=${at('name')} maxlength="50" autocomplete="off" autocapitalize="none" autofocus />
    <div class="capacity-field">
      <${Field} label=${t('partition.capacity')} inputmode="decimal" value=${amount} onInput=${setAmount} maxlength="9" autocomplete="off"
        problem=${at('capacity') || shrinks || exceeds} hint=${unit === 'MB' ? t('partition.hint.step') : undefined} />
      <${Select} label=${t('partition.unit')} value=${unit} onChange=${setUnit} options=${UNITS.map((value) => ({ value, label: value }))} />
    </div>
    <p class="soft small">${part ? t('partition.hint.edit', { size: size(part.capacity), free: size(free) }) : t('partition.hint', { free: size(free) })}</p>
    ${part && isSame && name === part.name && html`<p class="soft small" role="status">${t('nothing.changed')}</p>`}
    <p class="soft small">${t('partition.background')}</p>
  <//>`;
}
