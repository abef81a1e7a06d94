// @ts-check
import { t } from '../core/i18n.js';

/**
 * A root folder's name in the reader's language. The server calls the folder that each member has of his own after him, in the
 * words that older clients know: `Mum-文件`, with a number where that was taken.
 *
 * @param {string} name
 */
export function rootName(name) {
  return name.replace(/^(.+)-文件(\d*)$/su, (_, member, number) => t('root.personal', { name: member }) + (number && ` ${number}`));
}

/**
 * Root folders with names to show.
 *
 * @template {{name: string}} T
 * @param {T[]} roots
 * @returns {T[]}
 */
export function named(roots) {
  return roots.map((one) => ({ ...one, name: rootName(one.name) }));
}
