// @ts-check
import { t } from '../core/i18n.js';
import { nameOf, parentOf } from '../core/path.js';

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

/**
 * How a folder is called: below its root by its own name, at the top by the root's.
 *
 * @param {string} path percent-encoded
 * @param {string} root the root's name
 */
export function folderName(path, root) {
  return parentOf(path) === '' ? root : nameOf(path);
}
