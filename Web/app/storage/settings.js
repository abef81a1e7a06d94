// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { Failure, Skeleton } from '../ui/feedback.js';
import { Check, Select } from '../ui/field.js';
import { toast, toastError } from '../ui/toast.js';
import { poolName } from './names.js';

/** Where new members' folders go, and what becomes of those who leave. */
export function Settings() {
  const loaded = useLoaded(async (signal) => {
    const [settings, pools] = await Promise.all([call('GET', '/settings', { signal }), call('GET', '/pools', { signal })]);
    return { settings, pools: pools.list };
  }, [], { polls: false });
  const [place, setPlace] = useState('');
  const [isDeleting, setDeleting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!loaded.value) return;
    const { settings } = loaded.value;
    setPlace(`${settings.pool_name}/${settings.partition_name}`);
    setDeleting(Boolean(settings.is_auto_del));
  }, [loaded.value]);
  const before = loaded.value?.settings;
  const isSame = before && place === `${before.pool_name}/${before.partition_name}` && isDeleting === Boolean(before.is_auto_del);
  const save = async () => {
    setBusy(true);
    try {
      const [pool, part] = place.split('/');
      await call('POST', '/settings', { json: { pool_name: pool, partition_name: part, is_auto_del: Number(isDeleting) } });
      await loaded.reload();
      toast(t('settings.saved'));
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
  return html`<${Screen} title=${t('nav.settings')} narrow>
    ${loaded.error && !loaded.value ? html`<${Failure} error=${loaded.error} retry=${loaded.reload} />` : !loaded.value ? html`<${Skeleton} rows=${3} />`
      : html`<div class="card column">
          <${Select} label=${t('settings.place')} hint=${t('settings.place.hint')} value=${place} onChange=${setPlace} options=${loaded.value.pools.flatMap((/** @type {any} */ pool) => pool.lv.map((/** @type {any} */ part) => ({ value: `${pool.name}/${part.name}`, label: `${poolName(pool.name)} · ${poolName(part.name)}` })))} />
          <${Check} label=${t('settings.delete')} checked=${isDeleting} onChange=${setDeleting} />
          <p class="soft small">${t(isDeleting ? 'settings.delete.on' : 'settings.delete.off')}</p>
          <p class="row end"><${Button} kind="primary" label=${t('save')} busy=${isBusy} why=${isSame ? t('nothing.changed') : undefined} onClick=${save} /></p>
        </div>`}
  <//>`;
}
