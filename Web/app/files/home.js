// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { onLockChange } from '../core/unlock.js';
import { useEffect } from '../lib.js';
import { Screen } from '../shell/screen.js';
import { isWorking } from '../shell/work.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { FolderCard } from './folder-card.js';

/** My files: the folders that are mine. */
export function Home() {
  const folders = useLoaded((signal) => call('GET', '/resources/', { signal }), [], { isBusy: isWorking });
  const locks = useLoaded((signal) => call('GET', '/unlocks', { signal }), [], { polls: false });
  useEffect(() => onLockChange(locks.reload), []);
  const list = folders.value?.list ?? [];
  const open = new Set((locks.value?.list ?? []).map((/** @type {any} */ one) => one.root_id));
  return html`<${Screen} title=${t('nav.files')}>
    ${folders.error && !folders.value ? html`<${Failure} error=${folders.error} retry=${folders.reload} />`
      : !folders.value ? html`<${Skeleton} height=${88} rows=${3} />`
        : list.length === 0 ? html`<${Empty} icon="folder-outline" title=${t('home.empty')} text=${t('home.empty.text')} />`
          : html`<ul class="cards">${list.map((/** @type {any} */ folder) => html`<li key=${folder.id}><${FolderCard} folder=${{ ...folder, type: 0 }} isOpen=${open.has(folder.id)} /></li>`)}</ul>`}
  <//>`;
}
