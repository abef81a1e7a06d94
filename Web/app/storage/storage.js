// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { size } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { Donut } from '../ui/charts.js';
import { Dialog, show } from '../ui/dialog.js';
import { Failure, Notice, Skeleton } from '../ui/feedback.js';
import { Field } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { Cover } from './cover.js';
import { freePart, poolName } from './names.js';

/** Disks, and the pools that files lie in. */
export function Storage() {
  const pools = useLoaded((signal) => call('GET', '/pools', { signal }), [], { isBusy: (value) => hasTask(value?.list) });
  const disks = useLoaded((signal) => call('GET', '/disks', { signal }), []);
  const idle = disks.value?.list ?? [];
  return html`<${Screen}
    title=${t('nav.storage')}
    actions=${html`<${Button} icon="plus" label=${t('pool.add.directory')} onClick=${() => show((close) => html`<${AddDirectory} close=${close} />`).then(pools.reload)} />`}
  >
    ${idle.length > 0 && html`<${Notice} icon="harddisk">${t('disks.idle', { n: idle.length })}<ul>${idle.map((/** @type {any} */ disk) => html`<li key=${disk.name}><strong>${disk.name}</strong> · ${size(disk.capacity)}</li>`)}</ul><p class="small">${t('disks.how')}</p><//>`}
    ${pools.error && !pools.value ? html`<${Failure} error=${pools.error} retry=${pools.reload} />` : !pools.value ? html`<${Skeleton} rows=${2} height=${220} />`
      : html`<ul class="pools">${pools.value.list.map((/** @type {any} */ pool) => html`<li key=${pool.name} class="card pool">
          <h2><a href=${`/storage/${encodeURIComponent(pool.name)}`}>${poolName(pool.name)}</a></h2>
          ${pool.status === 'offline' ? html`<${Notice} kind="warn">${t('pool.offline')}<//>` : html`
            <${Donut}
              label=${poolName(pool.name)}
              total=${pool.capacity}
              parts=${[...pool.lv.map((/** @type {any} */ one) => ({ label: poolName(one.name), value: pool.lv.length > 1 ? one.capacity : pool.use_capacity })), freePart(pool.capacity, pool.use_capacity)]}
            />
            <p class="soft small">${t('pool.partitions', { n: pool.lv.length })}</p>
          `}
          <${Cover} status=${pool.status} taskID=${pool.task_id} onChange=${pools.reload} />
          <a class="button" href=${`/storage/${encodeURIComponent(pool.name)}`}><span>${t('pool.open')}</span><${Icon} name="chevron-right" class="small" /></a>
        </li>`)}</ul>`}
  <//>`;
}

/** @param {any[] | undefined} list */
export function hasTask(list) {
  return (list ?? []).some((one) => String(one.status ?? '').endsWith('_1') || (one.lv ?? []).some((/** @type {any} */ part) => String(part.status ?? '').endsWith('_1')));
}

/** @param {{close: () => void}} props */
function AddDirectory({ close }) {
  const [name, setName] = useState('');
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await call('POST', '/pools/directory', { json: { name, path } });
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${t('pool.add.directory')} close=${close} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${close} /><${Button} type="submit" kind="primary" label=${t('pool.add')} busy=${isBusy} why=${name && path ? undefined : t('pool.add.both')} />`}
  >
    <p class="soft">${t('pool.add.text')}</p>
    <${Field} label=${t('pool.name')} hint=${t('pool.name.hint')} value=${name} onInput=${setName} maxlength="50" autocomplete="off" autofocus />
    <${Field} label=${t('pool.path')} hint=${t('pool.path.hint')} value=${path} onInput=${setPath} problem=${problem} autocomplete="off" spellcheck=${false} />
  <//>`;
}

