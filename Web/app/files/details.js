// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { duration, fullDate, number, size } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { rootOf, urlPath } from '../core/path.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Name, visible } from '../ui/name.js';
import { Preview, describe } from './entry.js';
import { entryMenu } from './entry-menu.js';
import { extensionOf } from './kinds.js';

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

/** @param {{entry: Entry, place: import('./place-of.js').FolderPlace, close: () => void}} props */
function Details({ entry, place, close }) {
  const more = useLoaded((signal) => call('GET', `/details${urlPath(entry)}`, { signal, root: rootOf(urlPath(entry)) }), [entry.path], { polls: false });
  const media = more.value?.media ?? {};
  const rows = [
    ['details.kind', entry.type === 0 ? describe(entry) : extensionOf(entry.name).toUpperCase() || t('kind.file')],
    ['details.size', entry.type === 1 && `${size(entry.size)} (${t('details.bytes', { n: entry.size })})`],
    ['details.changed', entry.mod_time > 0 && fullDate(entry.mod_time)],
    ['details.taken', media.taken && new Date(media.taken).toString() !== 'Invalid Date' && fullDate(new Date(media.taken).getTime() / 1000)],
    ['details.dimensions', media.width && `${number(media.width)} × ${number(media.height)}`],
    ['details.duration', media.duration && duration(media.duration)],
    ['details.place', place.rootName],
    ['details.hash', more.value?.sha256 && html`<code class="small">${more.value.sha256}</code>`],
  ].filter(([, value]) => value);
  return html`<${Dialog}
    title=${visible(entry.name)}
    close=${close}
    footer=${html`<${Button} kind="primary" label=${t('close')} onClick=${close} />`}
  >
    <div class="details-preview"><${Preview} entry=${entry} large /></div>
    <p><strong><${Name} name=${entry.name} /></strong></p>
    <dl class="facts">${rows.map(([key, value]) => html`<div key=${key}><dt>${t(String(key))}</dt><dd>${value}</dd></div>`)}</dl>
    <div class="details-actions">${entryMenu({ entries: [entry], place }, { done: close }).map((item) => item === '-' || item.why || item.label === t('details') ? null : html`<${Button} icon=${item.icon} label=${item.label} kind=${item.danger ? 'plain danger-text' : 'plain'} onClick=${() => {
      close();
      item.action?.();
    }} />`)}</div>
  <//>`;
}
