// @ts-check
import { html } from '../lib.js';
import { ApiError, call } from '../core/api.js';
import { size } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { decodeName } from '../core/path.js';
import { go } from '../core/router.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { CapacityBar } from '../ui/charts.js';
import { show } from '../ui/dialog.js';
import { Empty, Failure, Notice, Skeleton } from '../ui/feedback.js';
import { MenuButton } from '../ui/menu.js';
import { toast, toastError } from '../ui/toast.js';
import { Cover } from './cover.js';
import { confirmLoss, foldersOn } from './loss.js';
import { EMBEDDED, hasTask, isAtWork, isOffline, poolName } from './names.js';
import { OwnerOnly } from './owner-only.js';
import { PartitionForm } from './partition-form.js';
import { Disks, RenamePool } from './pool-dialogs.js';
import { PoolDonut } from './storage.js';

/** One pool with its partitions. @param {{parts: string[]}} props */
export function Pool({ parts }) {
  const name = decodeName(parts[0]);
  return html`<${OwnerOnly} title=${poolName(name)} screen=${Detail} name=${name} key=${name} />`;
}

/**
 * The list tells what is done to the pool and who shares its disk, the detail what is done to its partitions.
 *
 * @param {string} name
 * @param {AbortSignal} signal
 */
async function load(name, signal) {
  const [list, detail] = await Promise.all([
    call('GET', '/pools', { signal }),
    call('GET', `/pools/${encodeURIComponent(name)}`, { signal }).catch((error) => {
      if (error instanceof ApiError && error.code === 30004) return null;
      throw error;
    }),
  ]);
  const listed = list.list.find((/** @type {any} */ one) => one.name === name);
  if (!detail || !listed) return null;
  const devices = new Set(detail.pv.map((/** @type {any} */ disk) => disk.id));
  const neighbours = list.list.filter((/** @type {any} */ one) => one.name !== name && one.pv.some((/** @type {any} */ disk) => devices.has(disk.id)));
  return { ...detail, status: listed.status, task_id: listed.task_id, neighbours: neighbours.map((/** @type {any} */ one) => poolName(one.name)) };
}

/** @param {{name: string}} props */
function Detail({ name }) {
  const loaded = useLoaded((signal) => load(name, signal), [name], { isBusy: (value) => Boolean(value) && hasTask([value]) });
  const pool = loaded.value;
  const isOwn = name !== EMBEDDED;
  const free = pool ? Math.max(0, pool.capacity - pool.use_capacity) : 0;
  const why = !pool ? undefined : isAtWork(pool) ? t('task.waits') : isOffline(pool) ? t('pool.offline') : undefined;
  const removePool = async () => {
    try {
      const losses = await foldersOn(name);
      const used = pool.lv.reduce((/** @type {number} */ sum, /** @type {any} */ part) => sum + part.use_capacity, 0);
      const isSure = await confirmLoss({
        title: t('pool.delete.title', { name }), text: t('pool.delete.text', { n: pool.lv.length, size: size(used) }), head: t('loss.folders', { n: losses.length }), losses,
      });
      if (!isSure) return;
      await call('DELETE', `/pools/${encodeURIComponent(name)}`);
      go('/storage');
      toast(t('background'));
    } catch (error) {
      toastError(error);
    }
  };
  const removePart = async (/** @type {any} */ part) => {
    try {
      const losses = await foldersOn(name, part.name);
      const isSure = await confirmLoss({
        title: t('partition.delete.title', { name: part.name }), text: t('partition.delete.text', { size: size(part.use_capacity) }), head: t('loss.folders', { n: losses.length }), losses,
      });
      if (!isSure) return;
      await call('DELETE', `/partitions/${encodeURIComponent(part.name)}`, { json: { pool_name: name } });
      toast(t('background'));
    } catch (error) {
      toastError(error);
    }
    loaded.reload();
  };
  const edit = async (/** @type {any} */ part) => {
    const answer = await show((close) => html`<${PartitionForm} pool=${pool} part=${part} free=${free} close=${close} />`);
    if (answer === 'delete') await removePart(part);
    else if (answer) loaded.reload();
  };
  return html`<${Screen}
    title=${poolName(name)}
    backTo="/storage"
    actions=${isOwn && pool && html`
      <${Button} icon="plus" label=${t('partition.add')} why=${why} onClick=${() => edit(undefined)} />
      <${MenuButton} title=${name} label=${t('entry.menu', { name })} items=${() => [
        { label: t('rename'), icon: 'rename-box-outline', why: isAtWork(pool) ? t('task.waits') : undefined, action: () => show((close) => html`<${RenamePool} name=${name} close=${close} />`) },
        { label: t('delete'), icon: 'delete-outline', danger: true, why: isAtWork(pool) ? t('task.waits') : undefined, action: removePool },
      ]} />
    `}
  >
    ${loaded.error && pool === undefined ? html`<${Failure} error=${loaded.error} retry=${loaded.reload} />` : pool === undefined ? html`<${Skeleton} rows=${2} height=${200} />`
      : pool === null ? html`<${Empty} icon="harddisk" title=${t('missing.title')} text=${t('pool.missing')}><a class="button" href="/storage">${t('nav.storage')}</a><//>`
        : html`
          ${isOffline(pool) && html`<${Notice} kind="warn" icon="alert-circle-outline">${t('pool.offline')}<//>`}
          ${!isOwn && html`<${Notice}>${t('pool.default.text')}<//>`}
          <div class="card pool-head">
            ${!isOffline(pool) && html`<${PoolDonut} pool=${pool} />`}
            <${Facts} pool=${pool} free=${free} isOwn=${isOwn} />
            <${Cover} status=${pool.status} taskID=${pool.task_id} onChange=${loaded.reload} />
          </div>
          <section class="block"><h2>${t('partitions')}</h2>
            ${pool.lv.length === 0 ? html`<${Empty} icon="harddisk" title=${t('partition.none')} text=${t('partition.none.text')}><${Button} kind="primary" icon="plus" label=${t('partition.add')} why=${why} onClick=${() => edit(undefined)} /><//>`
              : html`<ul class="cards">${pool.lv.map((/** @type {any} */ part) => html`<${PartitionCard} key=${part.name} part=${part} isOwn=${isOwn} why=${why} edit=${() => edit(part)} remove=${() => removePart(part)} onChange=${loaded.reload} />`)}</ul>`}
          </section>
        `}
  <//>`;
}

/** @param {{pool: any, free: number, isOwn: boolean}} props */
function Facts({ pool, free, isOwn }) {
  return html`<dl class="pool-facts">
    <div><dt>${t(isOwn ? 'pool.fact.left' : 'pool.free')}</dt><dd class="number">${size(free)}</dd></div>
    <div><dt>${t(isOwn ? 'pool.fact.given' : 'pool.used')}</dt><dd class="number">${size(pool.use_capacity)}</dd></div>
    <div><dt>${t('pool.fact.total')}</dt><dd class="number">${size(pool.capacity)}</dd></div>
    ${pool.pv.length > 0 && html`<div><dt>${t('pool.fact.disks')}</dt><dd><${Button} kind="plain" label=${pool.pv.length === 1 ? pool.pv[0].name : t('pool.disks', { n: pool.pv.length })} aria-label=${t('task.of', { what: t('pool.disks.title', { name: poolName(pool.name) }), name: pool.pv.length === 1 ? pool.pv[0].name : t('pool.disks', { n: pool.pv.length }) })} onClick=${() => show((close) => html`<${Disks} pool=${pool} close=${close} />`)} /></dd></div>`}
  </dl>
  ${pool.neighbours.length > 0 && html`<p class="soft small">${t('pool.neighbours', { names: pool.neighbours.join(t('list.comma')) })}</p>`}`;
}

/** @param {{part: any, isOwn: boolean, why?: string, edit: () => void, remove: () => void, onChange: () => void}} props */
function PartitionCard({ part, isOwn, why, edit, remove, onChange }) {
  const off = why ?? (isAtWork(part) ? t('task.waits') : isOffline(part) ? t('pool.offline') : undefined);
  return html`<li class="card partition">
    <div class="row"><h3 class="grow" dir="auto">${poolName(part.name)}</h3>
      ${isOwn && html`<${MenuButton} title=${part.name} label=${t('entry.menu', { name: part.name })} items=${() => [
        { label: t('partition.edit'), icon: 'pencil-outline', why: off, action: edit },
        { label: t('delete'), icon: 'delete-outline', danger: true, why: off, action: remove },
      ]} />`}</div>
    ${isOffline(part) && html`<p class="soft small">${t('pool.offline')}</p>`}
    <${CapacityBar} used=${part.use_capacity} total=${part.capacity} label=${t('partition.use', { name: poolName(part.name) })} />
    <${Cover} status=${part.status} taskID=${part.task_id} onChange=${onChange} />
  </li>`;
}
