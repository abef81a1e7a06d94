// @ts-check
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';
import { pathOrHref, reference } from './subject.js';
import { ListModel } from './list-model.js';
import { downloadAddress, faultOf } from './media.js';

/** @typedef {import('./subject.js').Subject} Subject */

/**
 * Hands a download to the browser: one file as it is, anything else as an archive that is made while it is sent.
 *
 * @param {Subject} subject
 */
export async function download(subject) {
  const { entries, whole } = subject;
  try {
    if (!whole && entries.length === 1 && entries[0].type === 1) {
      // The browser would show a refusal as a broken download: the password is asked for before, and what else is in the way is told.
      if (subject.place.isEncrypted) await call('GET', `/resources/s/${subject.place.root}`, { root: subject.place.root, query: { page_size: 1 } });
      const { error } = await faultOf(entries[0]);
      if (error) throw error;
      fetchByBrowser(downloadAddress(entries[0]), entries[0].name);
      return;
    }
    const paths = whole ? await pathsOf(whole) : entries.map(reference);
    const made = await call('POST', '/archives', { root: subject.place.root, json: { paths } });
    fetchByBrowser(made.url, '');
    toast(entries.length === 1 ? t('download.folder', { name: visible(entries[0].name) }) : t('download.started'));
  } catch (error) {
    toastError(error);
  }
}

/**
 * The folder itself, or every entry of it where some are left out.
 *
 * @param {NonNullable<Subject['whole']>} whole
 */
async function pathsOf(whole) {
  if (whole.except.length === 0) return [pathOrHref(whole.parent)];
  const model = new ListModel(whole.parent, { sort: 'name', order: 'asc', filter: '' });
  try {
    await model.load(0);
    await model.ensure(0, model.state.value.count ?? 0);
    const left = new Set(whole.except.map((entry) => entry.path));
    return [...model.known()].map(([, entry]) => entry).filter((entry) => !left.has(entry.path)).map(reference);
  } finally {
    model.close();
  }
}

/**
 * @param {string} address
 * @param {string} name
 */
function fetchByBrowser(address, name) {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
