// @ts-check

/**
 * What is known of a list.
 *
 * @typedef {object} ListState
 * @property {number | undefined} count rows; undefined while nothing is known
 * @property {number} version grows with every change
 * @property {unknown} error
 * @property {number} cachedAt when the rows were kept that stand here because the drive cannot be reached (seconds since 1970), otherwise 0
 * @property {number} cachedOf how many there were in all then
 */

/** @returns {ListState} of a list that nobody has asked for */
export function nothingKnown() {
  return { count: undefined, version: 0, error: undefined, cachedAt: 0, cachedOf: 0 };
}
