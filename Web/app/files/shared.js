// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { useLoaded } from '../core/load.js';
import { rootOf, urlPath } from '../core/path.js';
import { loadUnlocks, unlocked } from '../core/unlock.js';
import { Screen } from '../shell/screen.js';
import { isWorking } from '../shell/work.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { Tabs } from '../ui/tabs.js';
import { FolderCard } from './folder-card.js';
import { orCached } from './list-cache.js';
import { knownPlace, places } from './place-of.js';
import { isBusyWith, rootTasks } from './root-tasks.js';
import { named } from './root-name.js';
import { Receivers, aboutShare } from './share-list.js';
import { Stale } from './stale.js';

/** What others share with me, and what I share. */
export function Shared() {
  const [tab, setTab] = useState('received');
  return html`<${Screen} title=${t('nav.shared')}>
    <${Tabs} label=${t('nav.shared')} value=${tab} onChange=${setTab} tabs=${[{ value: 'received', label: t('shared.received') }, { value: 'given', label: t('shared.given') }]} />
    <div role="tabpanel" aria-label=${t(`shared.${tab}`)} class="tab-panel">${tab === 'received' ? html`<${Received} />` : html`<${Given} />`}</div>
  <//>`;
}

function Received() {
  const shares = useLoaded(
    async (signal) => {
      loadUnlocks();
      const [list, tasks] = await Promise.all([orCached('shared', () => call('GET', '/shares', { signal })), rootTasks(signal)]);
      return { ...list, tasks };
    },
    [],
    { isBusy: (value) => isWorking() || isBusyWith(value?.tasks) },
  );
  const open = useAtom(unlocked);
  // What one may not read is not there.
  const list = named(shares.value?.data.list ?? []).filter((/** @type {any} */ one) => one.read);
  if (shares.error && !shares.value) return html`<${Failure} error=${shares.error} retry=${shares.reload} />`;
  if (!shares.value) return html`<${Skeleton} height=${88} rows=${3} />`;
  if (list.length === 0) return html`<${Empty} icon="account-multiple-outline" title=${t('shared.empty')} text=${t('shared.empty.text')} />`;
  return html`<${Stale} at=${shares.value.cachedAt} /><ul class="cards">${list.map((/** @type {any} */ one) => html`<li key=${one.id}>
    <${FolderCard}
      folder=${one}
      until=${open.get(one.id)}
      subtitle=${aboutShare(one)}
      task=${shares.value?.tasks.get(one.id)}
      onChange=${shares.reload}
    />
  </li>`)}</ul>`;
}

function Given() {
  const shares = useLoaded(async (signal) => (await Promise.all([call('GET', '/shares/given', { signal }), places(signal)]))[0], []);
  /** One cannot give what one does not have. */
  const mayGive = (/** @type {'write' | 'deleted'} */ right, /** @type {any} */ share) => (knownPlace(rootOf(urlPath(share)) ?? 0)?.[right] === false ? t('why.right') : undefined);
  const list = shares.value?.list ?? [];
  if (shares.error && !shares.value) return html`<${Failure} error=${shares.error} retry=${shares.reload} />`;
  if (!shares.value) return html`<${Skeleton} />`;
  if (list.length === 0) return html`<${Empty} icon="share-variant-outline" title=${t('given.empty')} text=${t('given.empty.text')} />`;
  return html`<${Receivers} shares=${list} isSeveral may=${mayGive} onChange=${shares.reload} />`;
}
