// @ts-check
import { ApiError, CODE } from './api.js';
import { duration } from './format.js';
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
  if (!isOurs || !error.message) return t('failure.other');
  const wait = error instanceof ApiError && error.code === CODE.throttled ? error.retryAfter : 0;
  return wait > 0 ? t('failure.wait', { reason: error.message, time: duration(wait) }) : error.message;
}
