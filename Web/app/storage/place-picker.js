// @ts-check
import { html } from '../lib.js';
import { size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { Notice } from '../ui/feedback.js';
import { Select } from '../ui/field.js';
import { isAtWork, isOffline, poolName } from './names.js';

/** @typedef {{pool: string, part: string}} Place */

/**
 * A pool, then a partition of it.
 *
 * @param {{pools: any[], value: Place, onChange: (place: Place) => void, label: string, hint?: string, isOwner?: boolean}} props
 */
export function PlacePicker({ pools, value, onChange, label, hint, isOwner = false }) {
  const pool = pools.find((one) => one.name === value.pool);
  const parts = pool?.lv ?? [];
  const why = (/** @type {any} */ one) => (isOffline(one) ? t('pool.offline.short') : isAtWork(one) ? t('task.busy') : '');
  const choosePool = (/** @type {string} */ name) => {
    const first = pools.find((one) => one.name === name)?.lv[0];
    onChange({ pool: name, part: first?.name ?? '' });
  };
  // The embedded pool has the one partition: nothing to choose.
  const isPlain = parts.length === 1 && poolName(parts[0].name) === poolName(value.pool);
  return html`<fieldset class="column-tight"><legend class="label">${label}</legend>
    <div class="place-picker">
      <${Select} label=${t('place.pool')} value=${value.pool} onChange=${choosePool} options=${pools.map((one) => ({ value: one.name, label: [poolName(one.name), why(one)].filter(Boolean).join(' – ') }))} />
      ${parts.length > 0 && !isPlain && html`<${Select} label=${t('place.partition')} value=${value.part} onChange=${(/** @type {string} */ part) => onChange({ ...value, part })}
        options=${parts.map((/** @type {any} */ one) => ({ value: one.name, label: t('place.free', { name: poolName(one.name), size: size(Math.max(0, one.capacity - one.use_capacity)) }) }))} />`}
    </div>
    ${isPlain && html`<span class="hint">${t('folders.place.free', { size: size(Math.max(0, parts[0].capacity - parts[0].use_capacity)) })}</span>`}
    ${hint && html`<span class="hint">${hint}</span>`}
    ${pool && parts.length === 0 && html`<${Notice} kind="warn" icon="alert-circle-outline">${t(isOwner ? 'place.none.owner' : 'place.none')}<//>`}
    ${pool && isOffline(pool) && html`<${Notice} kind="warn" icon="alert-circle-outline">${t('pool.offline')}<//>`}
  </fieldset>`;
}
