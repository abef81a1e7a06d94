// @ts-check
import { html } from '../lib.js';
import { ApiError, call } from '../core/api.js';
import { size, when } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { places } from '../files/place-of.js';
import { Bars } from '../ui/charts.js';
import { Failure, Skeleton } from '../ui/feedback.js';
import { visible } from '../ui/name.js';

/**
 * How much lies in the personal and private folders of one member, by folder, under its heading; nothing where the server does not count.
 *
 * @param {{user: number}} props
 */
export function OwnUse({ user }) {
  const usage = useLoaded(
    async (signal) => {
      const [counts, roots] = await Promise.all([call('GET', '/usage', { signal }), places(signal)]);
      return { ...counts, roots: roots.own };
    },
    [],
    // Counted when it is asked for: until then one asks often.
    { isBusy: (value) => Boolean(value?.is_counting) },
  );
  // A server that does not count says so by having no such address.
  if (usage.error instanceof ApiError && usage.error.status === 404 && !usage.value) return null;
  return html`<section class="block"><h2>${t('me.space')}</h2>${content(usage, user)}</section>`;
}

/** @param {{value: any, error: unknown, reload: () => void}} usage @param {number} user */
function content(usage, user) {
  if (usage.error && !usage.value) return html`<${Failure} error=${usage.error} retry=${usage.reload} />`;
  if (!usage.value) return html`<${Skeleton} rows=${2} />`;
  if (!usage.value.counted) return html`<p class="soft" role="status">${t('usage.counting')}</p>`;
  const own = usage.value.list.find((/** @type {{user_id: number}} */ one) => one.user_id === user) ?? { bytes: 0, files: 0 };
  return html`<div class="card column own-use">
    <${Bars} parts=${partsOf(usage.value)} label=${t('me.space')} />
    <p class="soft small">${t('me.use', { size: size(own.bytes), n: own.files })} ${t('usage.counted', { time: when(usage.value.counted) })}</p>
  </div>`;
}

/**
 * One's own folders, the largest first.
 *
 * @param {{roots: {id: number, name: string}[], folders: {id: number, bytes: number, files: number}[]}} counted
 * @returns {import('../ui/charts.js').Part[]}
 */
function partsOf({ roots, folders }) {
  const sums = new Map(folders.map((one) => [one.id, one]));
  return roots
    .flatMap(({ id, name }) => {
      const sum = sums.get(id);
      return sum ? [{ key: id, label: visible(name), value: sum.bytes, detail: t('usage.files', { n: sum.files }) }] : [];
    })
    .sort((one, other) => other.value - one.value);
}

/**
 * The same for a question: what lies there now, or '' while nobody has counted.
 *
 * @param {number} user
 * @returns {Promise<string>}
 */
export async function usageOf(user) {
  const usage = await call('GET', '/usage').catch(() => null);
  const one = usage?.counted ? usage.list.find((/** @type {{user_id: number}} */ row) => row.user_id === user) : null;
  return one ? t('members.remove.use', { size: size(one.bytes), n: one.files }) : '';
}
