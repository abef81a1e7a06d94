// @ts-check
import { ApiError } from './api.js';
import { t } from './i18n.js';

/**
 * What people are told of an error: the drive's reason or a text of ours. What browsers say of their own is in words that only
 * programmers know, and in one language.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function reasonOf(error) {
  const isOurs = error instanceof ApiError || (error instanceof Error && error.name === 'Error');
  return isOurs && error.message ? error.message : t('failure.other');
}
