// @ts-check
import { Atom } from '../core/atom.js';
import { choice, keepChoice } from '../core/choices.js';

/** @typedef {{layout: 'list' | 'grid', sort: 'name' | 'mtime' | 'size' | 'type', order: 'asc' | 'desc'}} View */

/** @returns {View} */
function kept() {
  try {
    const stored = JSON.parse(choice('view') ?? '{}');
    return {
      layout: stored.layout === 'grid' ? 'grid' : 'list',
      sort: ['name', 'mtime', 'size', 'type'].includes(stored.sort) ? stored.sort : 'name',
      order: stored.order === 'desc' ? 'desc' : 'asc',
    };
  } catch {
    return { layout: 'list', sort: 'name', order: 'asc' };
  }
}

/** How lists are shown; kept on this device. */
export const view = new Atom(kept());

/** @param {Partial<View>} change */
export function setView(change) {
  view.update((before) => ({ ...before, ...change }));
  keepChoice('view', JSON.stringify(view.value));
}

/**
 * Sorts by this; the same again turns the order round.
 *
 * @param {View['sort']} key
 */
export function sortBy(key) {
  const { sort, order } = view.value;
  setView({ sort: key, order: key === sort ? (order === 'asc' ? 'desc' : 'asc') : 'asc' });
}
