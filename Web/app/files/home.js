// @ts-check
import { html, useEffect } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { useLoaded } from '../core/load.js';
import { loadUnlocks, unlocked } from '../core/unlock.js';
import { Screen } from '../shell/screen.js';
import { isWorking } from '../shell/work.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { FolderCard } from './folder-card.js';
import { orCached } from './list-cache.js';
import { Stale } from './stale.js';
import { isBusyWith, rootTasks } from './root-tasks.js';

/** My files: the folders that are mine. */
export function Home() {
  const folders = useLoaded(
    async (signal) => {
      const [list, tasks] = await Promise.all([orCached('home', () => call('GET', '/resources/', { signal })), rootTasks(signal)]);
      return { ...list, tasks };
    },
    [],
    { isBusy: (value) => isWorking() || isBusyWith(value?.tasks) },
  );
  const open = useAtom(unlocked);
  useEffect(() => {
    loadUnlocks().catch(() => {});
  }, []);
  // What one may not read is not there.
  const list = (folders.value?.data.list ?? []).filter((/** @type {any} */ one) => one.read);
  return html`<${Screen} title=${t('nav.files')}>
    <${Stale} at=${folders.value?.cachedAt ?? 0} />
    ${folders.error && !folders.value ? html`<${Failure} error=${folders.error} retry=${folders.reload} />`
      : !folders.value ? html`<${Skeleton} height=${88} rows=${3} />`
        : list.length === 0 ? html`<${Empty} icon="folder-outline" title=${t('home.empty')} text=${t('home.empty.text')} />`
          : html`<ul class="cards">${list.map((/** @type {any} */ folder) => html`<li key=${folder.id}>
              <${FolderCard} folder=${folder} until=${open.get(folder.id)} task=${folders.value?.tasks.get(folder.id)} onChange=${folders.reload} />
            </li>`)}</ul>`}
  <//>`;
}
