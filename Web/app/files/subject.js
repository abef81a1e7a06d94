// @ts-check
// What an operation is about, and why it is not possible where it is not.
import { t } from '../core/i18n.js';
import { parentOf, rootOf, urlPath } from '../core/path.js';

/** @typedef {import('./list-model.js').Entry} Entry */
/** @typedef {import('./place-of.js').FolderPlace} FolderPlace */

/**
 * Entries picked one by one, or everything in a folder but some.
 *
 * @typedef {{entries: Entry[], whole?: {parent: string, except: Entry[], etag: string, count: number}, place: FolderPlace}} Subject
 */

/** @typedef {'share' | 'download' | 'move' | 'copy' | 'rename' | 'delete'} Operation */

/** @param {Subject} subject */
export function countOf(subject) {
  return subject.whole?.count ?? subject.entries.length;
}

/** The folder that it lies in, percent-encoded. @param {Subject} subject */
export function originOf(subject) {
  return subject.whole?.parent ?? (subject.entries[0] ? parentOf(urlPath(subject.entries[0])) : '');
}

/**
 * How the API is told what is meant; names that are no UTF-8 go by `href`.
 *
 * @param {{path: string, href?: string}} entry
 */
export function reference(entry) {
  return entry.href ? { href: entry.href } : entry.path;
}

/** @param {string} encoded */
export function pathOrHref(encoded) {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return { href: encoded };
  }
}

/** @param {{path: string}} entry */
export function isRoot(entry) {
  return /^\/s\/\d+\/?$/.test(entry.path);
}

/**
 * Why an operation is not possible, or undefined where it is.
 *
 * @param {Operation} what
 * @param {Subject} subject
 * @returns {string | undefined}
 */
export function whyNot(what, subject) {
  const { entries, whole, place } = subject;
  const hasRoot = entries.some(isRoot);
  // What one person shared is a folder in his; other roots have their screen.
  const isManaged = hasRoot && !place.isReceived;
  const all = (/** @type {'read' | 'write' | 'deleted'} */ right) => (whole ? place[right] : entries.every((entry) => entry[right]));
  // The API names what is left out by names, which have to be text.
  if (whole?.except.some((entry) => entry.href) && what !== 'download') return t('why.except');
  switch (what) {
    case 'download': return all('read') ? undefined : t('why.read');
    case 'copy': return hasRoot && place.isEncrypted ? t('why.encrypted') : all('read') ? undefined : t('why.read');
    case 'move': return hasRoot ? t(place.isReceived ? 'why.received' : 'why.root') : all('deleted') ? undefined : t('why.move');
    case 'delete': return isManaged ? t('why.root') : all('deleted') ? undefined : t('why.delete');
    case 'rename': return whole || entries.length !== 1 ? t('why.one') : isManaged ? t('why.root') : all('write') ? undefined : t('why.write');
    case 'share':
      if (whole || entries.some((entry) => entry.type !== 0)) return t('why.folders');
      if (place.isEncrypted || entries.some((entry) => entry.is_encrypt)) return t('why.share.encrypted');
      return all('write') ? undefined : t('why.write');
    default: return undefined;
  }
}

/**
 * Why something cannot go into a folder, as far as it is known without asking.
 *
 * @param {'move' | 'copy'} action
 * @param {Subject} subject
 * @param {string} destination percent-encoded folder
 * @param {boolean} [mayWrite] there, where that is known
 * @returns {string | undefined}
 */
export function whyNotInto(action, subject, destination, mayWrite) {
  const isElsewhere = rootOf(destination) !== subject.place.root;
  if (mayWrite === false) return t('why.write');
  if (subject.place.isEncrypted && isElsewhere) return t('why.encrypted');
  if (action === 'move' && subject.place.isReceived && isElsewhere) return t('why.received');
  if (subject.entries.some((entry) => entry.type === 0 && `${destination}/`.startsWith(`${urlPath(entry)}/`))) return t('picker.inside');
  if (subject.whole && destination !== subject.whole.parent && `${destination}/`.startsWith(`${subject.whole.parent}/`)) {
    // Into one of the directories that are left where they are.
    const inside = destination.slice(subject.whole.parent.length + 1).split('/')[0];
    if (!subject.whole.except.some((entry) => encodeURIComponent(entry.name) === inside)) return t('picker.inside');
  }
  if (destination === originOf(subject)) return t('picker.same');
  return undefined;
}

/**
 * @param {Subject} subject
 * @param {string} field what the API calls entries that were picked one by one
 */
export function bodyOf(subject, field) {
  if (!subject.whole) return { [field]: subject.entries.map(reference) };
  return { parent: pathOrHref(subject.whole.parent), all: true, except: subject.whole.except.map((entry) => entry.name) };
}

/**
 * @param {Subject} subject
 * @returns {Record<string, string>}
 */
export function conditionsOf(subject) {
  return subject.whole ? { 'If-Match': subject.whole.etag } : {};
}
