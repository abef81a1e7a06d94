// @ts-check

/** @typedef {import('./list-model.js').Entry} Entry */

/** Rows that are looked through: of a very long list only the beginning. */
const SOUGHT = 4000;

/**
 * Looks for entries in a list, also where nobody has seen it yet.
 *
 * @param {import('./list-model.js').ListModel} model
 * @param {(entry: Entry) => boolean} fits
 * @param {number} [most] there are at most so many of them
 * @returns {Promise<[number, Entry][]>} their places in the list, in order
 */
export async function seek(model, fits, most = 1) {
  const known = () => [...model.known()].filter(([, entry]) => fits(entry));
  const found = known();
  if (found.length >= most) return found;
  await model.ensure(0, Math.min(model.state.value.count ?? 0, SOUGHT));
  return known();
}
