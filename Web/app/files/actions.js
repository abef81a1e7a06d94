// @ts-check
// What can be done with entries, and why not where it cannot.
import { html, useState } from '../lib.js';
import { ApiError, CODE, call, url } from '../core/api.js';
import { t } from '../core/i18n.js';
import { nameOf, rootOf, splitName, urlPath } from '../core/path.js';
import { nudge } from '../core/poll.js';
import { go } from '../core/router.js';
import { follow } from '../shell/work.js';
import { Button } from '../ui/button.js';
import { Dialog, confirm, show } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Notice } from '../ui/feedback.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';

/** @typedef {import('./list-model.js').Entry} Entry */
/** @typedef {import('./place-of.js').FolderPlace} FolderPlace */

/**
 * What an operation is about: entries picked one by one, or everything in a folder but some.
 *
 * @typedef {{entries: Entry[], whole?: {parent: string, except: string[], etag: string, count: number}, place: FolderPlace}} Subject
 */

/** @param {Subject} subject */
export function countOf(subject) {
  return subject.whole?.count ?? subject.entries.length;
}

/**
 * How the API is told what is meant; names that are no UTF-8 go by `href`.
 *
 * @param {{path: string, href?: string}} entry
 */
export function reference(entry) {
  return entry.href ? { href: entry.href } : entry.path;
}

/**
 * Why an operation is not possible, or undefined where it is.
 *
 * @param {'share' | 'download' | 'move' | 'copy' | 'rename' | 'delete'} what
 * @param {Subject} subject
 * @returns {string | undefined}
 */
export function whyNot(what, subject) {
  const { entries, whole, place } = subject;
  const isRoot = entries.some((entry) => /^\/s\/\d+\/?$/.test(entry.path));
  const all = (/** @type {'read' | 'write' | 'deleted'} */ right) => (whole ? place[right] : entries.every((entry) => entry[right]));
  switch (what) {
    case 'download': return all('read') ? undefined : t('why.read');
    case 'copy': return place.isEncrypted ? t('why.encrypted') : isRoot ? t('why.root') : all('read') ? undefined : t('why.read');
    case 'move': return place.isEncrypted ? t('why.encrypted') : isRoot ? t('why.root') : all('deleted') ? undefined : t('why.delete');
    case 'delete': return isRoot ? t('why.root') : all('deleted') ? undefined : t('why.delete');
    case 'rename': return whole || entries.length !== 1 ? t('why.one') : isRoot ? t('why.root') : all('write') ? undefined : t('why.write');
    case 'share':
      if (whole || entries.some((entry) => entry.type !== 0)) return t('why.folders');
      if (place.isEncrypted || entries.some((entry) => entry.is_encrypt)) return t('why.share.encrypted');
      return all('write') ? undefined : t('why.write');
    default: return undefined;
  }
}

/** @param {Subject} subject */
function selectionBody(subject, /** @type {string} */ field) {
  if (!subject.whole) return { [field]: subject.entries.map(reference) };
  return { parent: pathOrHref(subject.whole.parent), all: true, except: subject.whole.except };
}

/** @param {string} encoded */
export function pathOrHref(encoded) {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return { href: encoded };
  }
}

/**
 * @param {Subject} subject
 * @returns {Record<string, string>}
 */
function conditions(subject) {
  return subject.whole ? { 'If-Match': subject.whole.etag } : {};
}

/**
 * Hands a download to the browser: one file as it is, anything else as an archive.
 *
 * @param {Subject} subject
 */
export async function download(subject) {
  const { entries, whole } = subject;
  try {
    if (!whole && entries.length === 1 && entries[0].type === 1) {
      fetchByBrowser(url(`/download${urlPath(entries[0])}`, { download: 1 }), entries[0].name);
      return;
    }
    const paths = whole ? [pathOrHref(whole.parent)] : entries.map(reference);
    const made = await call('POST', '/archives', { root: subject.place.root, json: { paths } });
    fetchByBrowser(made.url, '');
    toast(t('download.started'));
  } catch (error) {
    toastError(error);
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

/**
 * Moves or copies, as a task that goes on when the page is closed.
 *
 * @param {'move' | 'copy'} action
 * @param {Subject} subject
 * @param {string} destination percent-encoded path
 */
export async function transfer(action, subject, destination) {
  const root = rootOf(destination);
  try {
    const body = { action, destination: pathOrHref(destination), ...selectionBody(subject, 'sources'), on_conflict: 'rename' };
    const headers = { Prefer: 'respond-async', ...conditions(subject) };
    const reply = await call('PATCH', '/resources', { root, headers, json: body });
    const result = reply?.task_id ? await follow(reply.task_id, t(`${action}.running`, { n: countOf(subject) })) : reply;
    nudge();
    const ended = (result?.ended_shares ?? []).map((/** @type {any} */ share) => share.name).join(', ');
    const target = nameOf(destination) || t('nav.files');
    toast(ended ? t('move.ended', { names: ended }) : t(`${action}.done`, { n: countOf(subject), folder: visible(target) }), {
      action: action === 'move' && !subject.whole && !ended && result?.resources?.length
        ? { label: t('undo'), run: () => undoMove(subject, result.resources) }
        : { label: t('open'), run: () => go(`/folder${destination}`) },
    });
  } catch (error) {
    nudge();
    toastError(error);
  }
}

/**
 * @param {Subject} subject
 * @param {Entry[]} moved where they are now
 */
async function undoMove(subject, moved) {
  try {
    const first = urlPath(subject.entries[0]);
    const origin = first.slice(0, first.lastIndexOf('/'));
    await call('PATCH', '/resources', {
      json: { action: 'move', destination: pathOrHref(origin), sources: moved.map(reference), on_conflict: 'rename' },
    });
    nudge();
    toast(t('undone'));
  } catch (error) {
    toastError(error);
  }
}

/**
 * Deletes after saying what will be lost.
 *
 * @param {Subject} subject
 * @returns {Promise<boolean>} whether it was done
 */
export async function remove(subject) {
  const n = countOf(subject);
  const single = n === 1 && subject.entries[0];
  const isSure = await confirm({
    title: single ? t('delete.title.one', { name: visible(single.name) }) : t('delete.title', { n }),
    text: t('delete.text'),
    action: t('delete'),
    danger: true,
  });
  if (!isSure) return false;
  try {
    const reply = await call('DELETE', '/resources', {
      root: subject.place.root,
      headers: { Prefer: 'respond-async', ...conditions(subject) },
      json: selectionBody(subject, 'paths'),
    });
    if (reply?.task_id) await follow(reply.task_id, t('delete.running', { n }));
    nudge();
    toast(t('delete.done', { n }));
    return true;
  } catch (error) {
    nudge();
    toastError(error instanceof ApiError && error.code === CODE.precondition ? new Error(t('changed.meanwhile')) : error);
    return false;
  }
}

/**
 * @param {Entry} entry
 * @returns {Promise<Entry | undefined>} the entry under its new name
 */
export function rename(entry) {
  return show((close) => html`<${Rename} entry=${entry} close=${close} />`);
}

/** @param {{entry: Entry, close: (renamed?: Entry) => void}} props */
function Rename({ entry, close }) {
  const [name, setName] = useState(entry.name);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [base, extension] = entry.type === 1 ? splitName(entry.name) : [entry.name, ''];
  const changesExtension = entry.type === 1 && splitName(name)[1].toLowerCase() !== extension.toLowerCase();
  const send = async () => {
    if (isBusy) return;
    if (name === entry.name) {
      close();
      return;
    }
    setBusy(true);
    try {
      const { resource } = await call('PUT', `/resources${urlPath(entry)}`, { root: rootOf(urlPath(entry)), json: { name } });
      nudge();
      close(resource);
      toast(t('rename.done', { name: visible(name) }), { action: { label: t('undo'), run: () => undoRename(resource, entry.name) } });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return html`<${Dialog}
    title=${t('rename')}
    close=${close}
    onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="primary" label=${t('rename')} busy=${isBusy} why=${name ? undefined : t('name.empty')} />`}
  >
    <${Field}
      label=${t('name')}
      value=${name}
      onInput=${setName}
      problem=${problem}
      autocomplete="off"
      spellcheck=${false}
      inputRef=${(/** @type {HTMLInputElement | null} */ input) => {
        // Only the base name is selected, once, so that typing keeps the extension.
        if (input && !input.dataset.ready) {
          input.dataset.ready = 'yes';
          input.focus();
          input.setSelectionRange(0, base.length);
        }
      }}
    />
    ${changesExtension && html`<${Notice} kind="warn">${t('rename.extension')}<//>`}
  <//>`;
}

/**
 * @param {Entry} entry
 * @param {string} name
 */
async function undoRename(entry, name) {
  try {
    await call('PUT', `/resources${urlPath(entry)}`, { json: { name } });
    nudge();
  } catch (error) {
    toastError(error);
  }
}

/**
 * @param {string} parent percent-encoded path
 * @returns {Promise<Entry | undefined>}
 */
export function newFolder(parent) {
  return show((close) => html`<${NewFolder} parent=${parent} close=${close} />`);
}

/** @param {{parent: string, close: (made?: Entry) => void}} props */
function NewFolder({ parent, close }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (isBusy || !name) return;
    setBusy(true);
    try {
      const { resource } = await call('POST', `/resources${parent}/${encodeURIComponent(name)}`, { root: rootOf(parent) });
      nudge();
      close(resource);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return html`<${Dialog}
    title=${t('folder.new')}
    close=${close}
    onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="primary" label=${t('create')} busy=${isBusy} why=${name ? undefined : t('name.empty')} />`}
  ><${Field} label=${t('name')} value=${name} onInput=${setName} problem=${problem} autocomplete="off" autofocus /><//>`;
}

