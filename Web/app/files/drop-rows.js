// @ts-check
import { t } from '../core/i18n.js';
import { urlPath } from '../core/path.js';

/**
 * Finds the folder of a list that files from outside are held over.
 *
 * @param {import('./list-model.js').ListModel} model
 * @returns {(under: Element) => import('../transfers/drop-target.js').Spot | null}
 */
export function folderUnder(model) {
  return (under) => {
    const element = /** @type {HTMLElement | null} */ (under.closest('.entry[data-index]'));
    const entry = element && model.at(Number(element.dataset.index));
    if (!entry || entry.type !== 0) return null;
    return { element, target: { path: urlPath(entry), name: entry.name, why: entry.write ? undefined : t('why.write') } };
  };
}
