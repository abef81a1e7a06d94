// @ts-check
import { t } from '../core/i18n.js';

/**
 * The name of a pool or partition for people: the embedded one has none of its own.
 *
 * @param {string} name
 */
export function poolName(name) {
  return name === '_default_' ? t('pool.default') : name;
}

/**
 * What is free, for charts.
 *
 * @param {number} capacity
 * @param {number} used
 */
export function freePart(capacity, used) {
  return { label: t('pool.free'), value: Math.max(0, capacity - used), kind: 'free' };
}

/** Units of partitions, as the API takes them. */
export const UNITS = ['MB', 'GB', 'TB'];

/** @type {Record<string, number>} */
const BYTES = { MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 };

/**
 * A limit as a number and a unit that say it without a fraction.
 *
 * @param {number} bytes
 * @returns {{amount: number, unit: string}}
 */
export function inUnit(bytes) {
  for (const unit of ['TB', 'GB']) if (bytes >= BYTES[unit] && bytes % BYTES[unit] === 0) return { amount: bytes / BYTES[unit], unit };
  return { amount: Math.round(bytes / BYTES.MB), unit: 'MB' };
}

/**
 * @param {number} amount
 * @param {string} unit
 */
export function toBytes(amount, unit) {
  return amount * BYTES[unit];
}
