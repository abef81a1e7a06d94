// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { size } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { go } from '../core/router.js';
import { reasonOf } from '../core/reason.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { Donut } from '../ui/charts.js';
import { show } from '../ui/dialog.js';
import { Failure, Notice, Skeleton } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { toast } from '../ui/toast.js';
import { Cover } from './cover.js';
import { AddDirectory } from './directory-pool.js';
import { IdleDisks } from './disks.js';
import { EMBEDDED, hasTask, isOffline, poolName } from './names.js';
import { OwnerOnly } from './owner-only.js';
import { Usage } from './usage.js';

/** Disks, and the pools that files lie in; the owner's. */
export function Storage() {
  return html`<${OwnerOnly} title=${t('nav.storage')} screen=${Overview} />`;
}

function Overview() {
  const pools = useLoaded((signal) => call('GET', '/pools', { signal }), [], { isBusy: (value) => hasTask(value?.list) });
  const disks = useLoaded((signal) => call('GET', '/disks', { signal }), []);
  const list = pools.value?.list ?? [];
  const addDirectory = async () => {
    const name = /** @type {string | undefined} */ (await show((close) => html`<${AddDirectory} close=${close} />`));
    if (!name) return;
    toast(t('pool.added'));
    go(`/storage/${encodeURIComponent(name)}`);
  };
  const reload = () => {
    pools.reload();
    disks.reload();
  };
  return html`<${Screen}
    title=${t('nav.storage')}
    under="/me"
    actions=${html`
      <a class="button" href="/tasks" title=${t('nav.tasks')}><${Icon} name="progress-clock" class="small" /><span>${t('nav.tasks')}</span></a>
      <${Button} icon="plus" label=${t('pool.add.directory')} onClick=${addDirectory} />`}
  >
    ${pools.value && html`<${IdleDisks} disks=${disks.value?.list ?? []} pools=${list} onChange=${reload} />`}
    ${disks.error && !disks.value && html`<p class="error" role="alert">${t('disks.error', { reason: reasonOf(disks.error) })}</p>`}
    ${pools.error && !pools.value ? html`<${Failure} error=${pools.error} retry=${pools.reload} />` : !pools.value ? html`<${Skeleton} rows=${2} height=${220} />`
      : html`<section class="block first"><h2>${t('pools')}</h2>
          <ul class="pools">${list.map((/** @type {any} */ pool) => html`<${PoolCard} key=${pool.name} pool=${pool} onChange=${pools.reload} />`)}</ul>
          ${list.length === 1 && html`<${Notice}><p>${t('pool.more')}</p><p class="row"><${Button} icon="plus" label=${t('pool.add.directory')} onClick=${addDirectory} /></p><//>`}
        </section>
        <${Usage} />`}
  <//>`;
}

/** @param {{pool: any, onChange: () => void}} props */
function PoolCard({ pool, onChange }) {
  const address = `/storage/${encodeURIComponent(pool.name)}`;
  return html`<li class="card pool">
    <h3><a href=${address}>${poolName(pool.name)}</a></h3>
    ${isOffline(pool) ? html`<${Notice} kind="warn" icon="alert-circle-outline">${t('pool.offline')}<//>` : html`<${PoolDonut} pool=${pool} />`}
    <p class="soft small">${pool.name === EMBEDDED
      ? t('pool.in-use', { used: size(pool.use_capacity), total: size(pool.capacity) })
      : `${t('pool.partitions', { n: pool.lv.length })} · ${t('pool.given', { used: size(pool.use_capacity), total: size(pool.capacity) })}`}</p>
    <${Cover} status=${pool.status} taskID=${pool.task_id} onChange=${onChange} />
    <a class="button" href=${address} aria-label=${t('pool.open.name', { name: poolName(pool.name) })}><span>${t('pool.open')}</span><${Icon} name="chevron-right" class="small" /></a>
  </li>`;
}

/**
 * What a pool's room was given to, or is used for.
 *
 * @param {{pool: any}} props
 */
export function PoolDonut({ pool }) {
  const free = { label: t(pool.name === EMBEDDED ? 'pool.free' : 'pool.left'), value: Math.max(0, pool.capacity - pool.use_capacity), kind: 'free' };
  const parts = pool.name === EMBEDDED
    ? [{ label: t('pool.used'), value: pool.use_capacity }]
    : pool.lv.map((/** @type {any} */ part) => ({ label: poolName(part.name), value: part.capacity }));
  return html`<${Donut} label=${poolName(pool.name)} total=${pool.capacity} parts=${[...parts, free]} />`;
}
