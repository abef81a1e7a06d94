// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { duration, fullDate, number, size } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { parentOf, rootOf, urlPath } from '../core/path.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { visible } from '../ui/name.js';
import { Preview, describe } from './entry.js';
import { stepsTo } from './breadcrumb.js';
import { entryMenu } from './entry-menu.js';
import { extensionOf, kindOf } from './kinds.js';
import { rightsText } from './share-list.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * Everything about one entry, with what can be done with it.
 *
 * @param {Entry} entry
 * @param {import('./place-of.js').FolderPlace} place
 */
export function showDetails(entry, place) {
  return show((close) => html`<${Details} entry=${entry} place=${place} close=${close} />`);
}

/** What a file is by its name. @param {string} name */
function kindText(name) {
  const extension = extensionOf(name).toUpperCase();
  const kind = t(`kind.${kindOf(name)}`);
  return extension && extension.length <= 8 ? t('details.kind.of', { kind, extension: visible(extension) }) : kind;
}

/** The folders that an entry lies in, from the top. @param {{entry: Entry, place: import('./place-of.js').FolderPlace}} props */
function Way({ entry, place }) {
  const parent = parentOf(urlPath(entry));
  const steps = stepsTo(parent || urlPath(entry), place.rootName, place.isShared);
  return (parent ? steps.slice(1) : steps.slice(0, 1)).map((step, index) => html`${index > 0 && ' / '}<bdi>${visible(step.label)}</bdi>`);
}

/** @param {{entry: Entry, place: import('./place-of.js').FolderPlace, close: () => void}} props */
function Details({ entry, place, close }) {
  const more = useLoaded((signal) => call('GET', `/details${urlPath(entry)}`, { signal, root: rootOf(urlPath(entry)) }), [entry.path], { polls: false });
  const inside = useLoaded(async (signal) => (entry.type === 0 ? (await call('GET', `/resources${urlPath(entry)}`, { signal, query: { page: 1, page_size: 1 } })).pager.total_rows : undefined), [entry.path], { polls: false });
  const media = more.value?.media ?? {};
  const isDocument = kindOf(entry.name) === 'pdf';
  const rows = [
    ['details.kind', entry.type === 0 ? describe(entry) : kindText(entry.name)],
    ['details.size', entry.type === 1 && `${size(entry.size)} (${t('details.bytes', { n: entry.size })})`],
    ['details.changed', entry.mod_time > 0 && fullDate(entry.mod_time)],
    ['details.taken', media.taken && new Date(media.taken).toString() !== 'Invalid Date' && fullDate(new Date(media.taken).getTime() / 1000)],
    ['details.dimensions', media.width && `${number(media.width)} × ${number(media.height)}`],
    ['details.duration', media.duration && duration(media.duration)],
    [isDocument ? 'details.pages' : 'details.frames', media.frames > 1 && number(media.frames)],
    ['details.files', inside.value !== undefined && t('details.inside', { n: inside.value })],
    ['details.place', html`<${Way} entry=${entry} place=${place} />`],
    ['details.rights', rightsText(entry)],
    ['details.hash', more.value?.sha256 && html`<code class="small">${more.value.sha256}</code>`],
  ].filter(([, value]) => value);
  return html`<${Dialog}
    title=${visible(entry.name)}
    close=${close}
    wide
  >
    <div class="details-preview"><${Preview} entry=${entry} /></div>
    <dl class="facts">${rows.map(([key, value]) => html`<div key=${key}><dt>${t(String(key))}</dt><dd>${value}</dd></div>`)}</dl>
    <div class="details-actions">${entryMenu({ entries: [entry], place }, { done: close }).map((item) => item === '-' || item.why || item.label === t('details') ? null : html`<${Button} icon=${item.icon} label=${item.label} kind=${item.danger ? 'danger-text' : ''} onClick=${() => {
      close();
      item.action?.();
    }} />`)}</div>
  <//>`;
}
