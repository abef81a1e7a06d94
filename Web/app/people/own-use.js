// @ts-check
import { html } from '../lib.js';
import { ApiError, call } from '../core/api.js';
import { size } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';

/**
 * How much lies in the personal and private folders of one member, in a sentence; nothing where the server does not count.
 *
 * @param {{user: number}} props
 */
export function OwnUse({ user }) {
  // Counted when it is asked for: until then one asks often.
  const usage = useLoaded((signal) => call('GET', '/usage', { signal }), [], { isBusy: (value) => Boolean(value?.is_counting) });
  if (usage.error instanceof ApiError && !usage.value) return null;
  if (!usage.value?.counted) return html`<p class="soft" role="status">${usage.value ? t('usage.counting') : ''}</p>`;
  const own = usage.value.list.find((/** @type {{user_id: number}} */ one) => one.user_id === user) ?? { bytes: 0, files: 0 };
  return html`<p class="own-use">${t('me.use', { size: size(own.bytes), n: own.files })}</p>`;
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
