// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { Icon } from '../ui/icon.js';

/**
 * The titles above the columns; each sorts by its column.
 *
 * @param {{sort: string, order: string, onSort: (sort: any) => void}} props
 */
export function ColumnHeads({ sort, order, onSort }) {
  const head = (/** @type {string} */ key, /** @type {string} */ extra) => html`<button
    type="button"
    class=${`column-head ${extra}`}
    aria-pressed=${String(sort === key)}
    aria-label=${sort === key ? t('sort.by.now', { what: t(`sort.${key}`), order: t(`order.${order}`) }) : t('sort.by', { what: t(`sort.${key}`) })}
    onClick=${() => onSort(key)}
  >${t(`sort.${key}`)}${sort === key && html`<${Icon} name=${order === 'asc' ? 'arrow-up' : 'arrow-down'} class="small" />`}</button>`;
  return html`<div class="column-heads" role="group" aria-label=${t('sort')}>${head('name', 'entry-text')}${head('size', 'entry-size')}${head('mtime', 'entry-time')}</div>`;
}
