// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { useLoaded } from '../core/load.js';
import { loadUnlocks, unlocked } from '../core/unlock.js';
import { Screen } from '../shell/screen.js';
import { isWorking } from '../shell/work.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { FirstSteps } from './first-steps.js';
import { FolderCard } from './folder-card.js';
import { HomeActions } from './home-actions.js';
import { orCached } from './list-cache.js';
import { aboutShare } from './share-list.js';
import { named } from './root-name.js';
import { Stale } from './stale.js';
import { isBusyWith, rootTasks } from './root-tasks.js';

/** The folders that are mine, and below them those that others share with me: where everybody begins. */
export function Home() {
  const folders = useLoaded(
    async (signal) => {
      loadUnlocks();
      const [list, shared, tasks] = await Promise.all([
        orCached('home', () => call('GET', '/resources/', { signal })),
        orCached('shared', () => call('GET', '/shares', { signal })),
        rootTasks(signal),
      ]);
      return { ...list, shared: shared.data.list, tasks };
    },
    [],
    { isBusy: (value) => isWorking() || isBusyWith(value?.tasks) },
  );
  const open = useAtom(unlocked);
  const cards = (/** @type {any[]} */ some, /** @type {(folder: any) => string | undefined} */ about) => html`<ul class="cards">${some.map((folder) => html`<li key=${folder.id}>
    <${FolderCard} folder=${folder} until=${open.get(folder.id)} subtitle=${about(folder)} task=${folders.value?.tasks.get(folder.id)} onChange=${folders.reload} />
  </li>`)}</ul>`;
  const shared = named(folders.value?.shared ?? []).filter((/** @type {any} */ one) => one.read);
  // What one may not read is not there.
  const list = named(folders.value?.data.list ?? []).filter((/** @type {any} */ one) => one.read);
  return html`<${Screen} title=${t('nav.files')} class="folder-screen" keepsBar actions=${html`<${HomeActions} own=${list} shared=${shared} />`}>
    <${Stale} at=${folders.value?.cachedAt ?? 0} />
    ${folders.error && !folders.value ? html`<${Failure} error=${folders.error} retry=${folders.reload} />`
      : !folders.value ? html`<${Skeleton} height=${88} rows=${3} />`
        : list.length === 0 ? html`<${Empty} icon="folder-outline" title=${t('home.empty')} text=${t('home.empty.text')} />`
          : html`<${FirstSteps} family=${shared.find((/** @type {any} */ one) => one.is_family_path)} />${cards(list, () => undefined)}`}
    ${shared.length > 0 && html`<section class="block"><h2>${t('nav.shared')}</h2>${cards(shared, aboutShare)}</section>`}
  <//>`;
}
