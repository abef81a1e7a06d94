// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { size } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { decodeName } from '../core/path.js';
import { go } from '../core/router.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { CapacityBar, Donut } from '../ui/charts.js';
import { Dialog, confirm, show } from '../ui/dialog.js';
import { Empty, Failure, Notice, Skeleton } from '../ui/feedback.js';
import { Field, Select } from '../ui/field.js';
import { MenuButton } from '../ui/menu.js';
import { toast, toastError } from '../ui/toast.js';
import { Cover } from './cover.js';
import { UNITS, freePart, inUnit, poolName, toBytes } from './names.js';
import { hasTask } from './storage.js';

/** One pool with its partitions. @param {{parts: string[]}} props */
export function Pool({ parts }) {
  const name = decodeName(parts[0]);
  const pools = useLoaded((signal) => call('GET', '/pools', { signal }), [name], { isBusy: (value) => hasTask(value?.list) });
  const pool = pools.value?.list.find((/** @type {any} */ one) => one.name === name);
  const isOwn = name !== '_default_';
  const free = pool ? Math.max(0, pool.capacity - pool.use_capacity) : 0;
  const attempt = async (/** @type {() => Promise<any>} */ work, /** @type {string} */ text) => {
    try {
      await work();
      pools.reload();
      toast(text);
    } catch (error) {
      toastError(error);
    }
  };
  const removePool = async () => {
    const isSure = await confirm({ title: t('pool.delete.title', { name }), text: t('pool.delete.text'), action: t('delete'), danger: true });
    if (!isSure) return;
    try {
      await call('DELETE', `/pools/${encodeURIComponent(name)}`);
      go('/storage');
      toast(t('background'));
    } catch (error) {
      toastError(error);
    }
  };
  const removePart = async (/** @type {any} */ part) => {
    const isSure = await confirm({ title: t('partition.delete.title', { name: part.name }), text: t('partition.delete.text', { size: size(part.use_capacity) }), action: t('delete'), danger: true });
    if (isSure) await attempt(() => call('DELETE', `/partitions/${encodeURIComponent(part.name)}`, { json: { pool_name: name } }), t('background'));
  };
  return html`<${Screen}
    title=${poolName(name)}
    backTo="/storage"
    actions=${isOwn && pool && html`
      <${Button} kind="primary" icon="plus" label=${t('partition.add')} why=${pool.status === 'offline' ? t('pool.offline') : undefined} onClick=${() => show((close) => html`<${EditPartition} pool=${pool} free=${free} close=${close} />`).then(pools.reload)} />
      <${MenuButton} title=${name} items=${() => [
        { label: t('rename'), icon: 'rename-box-outline', action: () => show((close) => html`<${RenamePool} name=${name} close=${close} />`) },
        { label: t('delete'), icon: 'delete-outline', danger: true, action: removePool },
      ]} />
    `}
  >
    ${pools.error && !pools.value ? html`<${Failure} error=${pools.error} retry=${pools.reload} />` : !pools.value ? html`<${Skeleton} rows=${2} height=${200} />`
      : !pool ? html`<${Empty} icon="harddisk" title=${t('missing.title')} text=${t('missing.text')}><a class="button" href="/storage">${t('nav.storage')}</a><//>`
        : html`
          ${pool.status === 'offline' && html`<${Notice} kind="warn">${t('pool.offline')}<//>`}
          ${!isOwn && html`<${Notice}>${t('pool.default.text')}<//>`}
          <div class="card pool-head"><${Donut} label=${poolName(name)} total=${pool.capacity} parts=${[...pool.lv.map((/** @type {any} */ one) => ({ label: poolName(one.name), value: isOwn ? one.capacity : pool.use_capacity })), freePart(pool.capacity, pool.use_capacity)]} />
            <p class="soft">${t('pool.room', { free: size(free), total: size(pool.capacity) })}</p>
            ${pool.pv?.length > 0 && html`<p class="soft small">${t('pool.on', { names: pool.pv.map((/** @type {any} */ one) => one.name || one.path || '').filter(Boolean).join(', ') })}</p>`}
            <${Cover} status=${pool.status} taskID=${pool.task_id} onChange=${pools.reload} /></div>
          <section class="block"><h2>${t('partitions')}</h2>
            ${pool.lv.length === 0 ? html`<${Empty} icon="harddisk" title=${t('partition.none')} text=${t('partition.none.text')} />`
              : html`<ul class="cards">${pool.lv.map((/** @type {any} */ part) => html`<li key=${part.name} class="card partition">
                  <div class="row"><h3 class="grow">${poolName(part.name)}</h3>
                    ${isOwn && html`<${MenuButton} title=${part.name} items=${() => [
                      { label: t('partition.edit'), icon: 'pencil-outline', why: part.status.endsWith('_1') ? t('task.waits') : undefined, action: () => show((close) => html`<${EditPartition} pool=${pool} part=${part} free=${free} close=${close} />`).then(pools.reload) },
                      { label: t('delete'), icon: 'delete-outline', danger: true, action: () => removePart(part) },
                    ]} />`}</div>
                  <${CapacityBar} used=${part.use_capacity} total=${part.capacity} label=${poolName(part.name)} />
                  <${Cover} status=${part.status} taskID=${part.task_id} onChange=${pools.reload} />
                </li>`)}</ul>`}
          </section>
        `}
  <//>`;
}

/** @param {{name: string, close: () => void}} props */
function RenamePool({ name, close }) {
  const [next, setNext] = useState(name);
  const [problem, setProblem] = useState('');
  const send = async () => {
    try {
      await call('PUT', `/pools/${encodeURIComponent(name)}`, { json: { new_name: next } });
      close();
      go(`/storage/${encodeURIComponent(next)}`, { replace: true });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<${Dialog} title=${t('rename')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('save')} why=${next === name ? t('nothing.changed') : undefined} />`}
  ><${Field} label=${t('pool.name')} hint=${t('pool.name.hint')} value=${next} onInput=${setNext} problem=${problem} maxlength="50" autofocus /><//>`;
}

/** @param {{pool: any, part?: any, free: number, close: () => void}} props a new one without `part` */
function EditPartition({ pool, part, free, close }) {
  const before = part ? inUnit(part.capacity) : { amount: 10, unit: 'GB' };
  const [name, setName] = useState(part?.name ?? '');
  const [amount, setAmount] = useState(String(before.amount));
  const [unit, setUnit] = useState(before.unit);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const bytes = toBytes(Number(amount), unit);
  const why = !name || !(Number(amount) > 0) ? t('partition.both')
    : part && name === part.name && bytes === part.capacity ? t('nothing.changed')
      : part && bytes < part.capacity ? t('partition.shrink')
        : bytes - (part?.capacity ?? 0) > free ? t('partition.room', { free: size(free) }) : undefined;
  const send = async () => {
    if (isBusy || why) return;
    setBusy(true);
    try {
      const body = { pool_name: pool.name, capacity: Number(amount), unit };
      if (part) await call('PUT', `/partitions/${encodeURIComponent(part.name)}`, { json: { ...body, new_name: name } });
      else await call('POST', '/partitions', { json: { ...body, name } });
      close();
      toast(t('background'));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${t(part ? 'partition.edit' : 'partition.add')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('save')} busy=${isBusy} why=${why} />`}
  >
    <${Field} label=${t('name')} hint=${t('pool.name.hint')} value=${name} onInput=${setName} maxlength="50" autocomplete="off" autofocus />
    <div class="row capacity-field"><${Field} label=${t('partition.capacity')} type="number" inputmode="numeric" min="1" step="1" value=${amount} onInput=${setAmount} problem=${problem} />
      <${Select} label=${t('partition.unit')} value=${unit} onChange=${setUnit} options=${UNITS.map((value) => ({ value, label: value }))} /></div>
    <p class="soft small">${why ?? t('partition.hint')}</p>
  <//>`;
}
