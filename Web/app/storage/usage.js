// @ts-check
import { html } from '../lib.js';
import { ApiError, call } from '../core/api.js';
import { when } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { Bars } from '../ui/charts.js';
import { Failure, Progress, Skeleton } from '../ui/feedback.js';

/** How much lies in whose folders, as bars with words. */
export function Usage() {
  // The server counts when it is asked: until it has, one asks often.
  const usage = useLoaded((signal) => call('GET', '/usage', { signal }), [], { isBusy: (value) => Boolean(value?.is_counting) });
  // A server that does not count says so by having no such address.
  if (usage.error instanceof ApiError && usage.error.status === 404 && !usage.value) return null;
  return html`<section class="block">
    <h2>${t('usage.title')}</h2>
    <div class="card column">${content(usage)}</div>
  </section>`;
}

/** @param {{value: any, error: unknown, reload: () => void}} usage */
function content(usage) {
  if (usage.error && !usage.value) return html`<${Failure} error=${usage.error} retry=${usage.reload} />`;
  if (!usage.value) return html`<${Skeleton} rows=${3} height=${44} />`;
  const { list, shared, counted } = usage.value;
  if (!counted) return html`<p role="status">${t('usage.counting')}</p><${Progress} label=${t('usage.counting')} />`;
  const parts = list
    .map((/** @type {any} */ one) => ({ key: one.user_id, label: one.nickname, value: one.bytes, detail: t('usage.files', { n: one.files }) }))
    .sort((/** @type {any} */ one, /** @type {any} */ other) => other.value - one.value);
  if (shared) parts.push({ key: 'shared', label: t('usage.shared'), value: shared.bytes, detail: t('usage.files', { n: shared.files }), kind: '1' });
  return html`<${Bars} parts=${parts} label=${t('usage.title')} />
    <p class="soft small">${t('usage.text')} ${t('usage.counted', { time: when(counted) })}</p>`;
}
