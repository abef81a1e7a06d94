// @ts-check

/** Units of partitions, as the API takes them; powers of 1 024. */
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

/**
 * What is sent for an amount: the API takes whole numbers alone, so that a fraction goes in megabytes, in steps of 4.
 *
 * @param {number} amount
 * @param {string} unit
 * @returns {{capacity: number, unit: string}}
 */
export function capacityOf(amount, unit) {
  if (Number.isInteger(amount)) return { capacity: amount, unit };
  return { capacity: Math.max(4, Math.round(toBytes(amount, unit) / BYTES.MB / 4) * 4), unit: 'MB' };
}
