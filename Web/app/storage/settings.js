// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { Screen } from '../shell/screen.js';
import { Button } from '../ui/button.js';
import { Failure, Notice, Skeleton } from '../ui/feedback.js';
import { Check } from '../ui/field.js';
import { useSending } from '../ui/sending.js';
import { toast } from '../ui/toast.js';
import { OwnerOnly } from './owner-only.js';
import { PlacePicker } from './place-picker.js';

/** Where new members' folders go, and what becomes of those who leave; the owner's. */
export function Settings() {
  return html`<${OwnerOnly} title=${t('nav.settings')} screen=${Loaded} />`;
}

function Loaded() {
  const loaded = useLoaded(async (signal) => {
    const [settings, pools] = await Promise.all([call('GET', '/settings', { signal }), call('GET', '/pools', { signal })]);
    return { settings, pools: pools.list };
  }, [], { polls: false });
  return html`<${Screen} title=${t('nav.settings')} under="/me" narrow>
    ${loaded.error && !loaded.value ? html`<${Failure} error=${loaded.error} retry=${loaded.reload} />` : !loaded.value ? html`<${Skeleton} rows=${3} />`
      : html`<${Form} ...${loaded.value} reload=${loaded.reload} />`}
  <//>`;
}

/** @param {{settings: any, pools: any[], reload: () => Promise<void>}} props */
function Form({ settings, pools, reload }) {
  const [place, setPlace] = useState({ pool: settings.pool_name, part: settings.partition_name });
  const [isDeleting, setDeleting] = useState(Boolean(settings.is_auto_del));
  const { isBusy, problem, sending } = useSending();
  const isSame = place.pool === settings.pool_name && place.part === settings.partition_name && isDeleting === Boolean(settings.is_auto_del);
  const why = isSame ? t('nothing.changed') : place.part ? undefined : t('place.need');
  const save = () => sending(async () => {
    await call('POST', '/settings', { json: { pool_name: place.pool, partition_name: place.part, is_auto_del: Number(isDeleting) } });
    await reload();
    toast(t('settings.saved'));
  });
  return html`<div class="card column">
    <${PlacePicker} pools=${pools} value=${place} onChange=${setPlace} label=${t('settings.place')} hint=${t('settings.place.hint')} isOwner />
    <hr class="rule" />
    <${Check} label=${t('settings.delete')} checked=${isDeleting} onChange=${setDeleting} role="switch" />
    ${isDeleting ? html`<${Notice} kind="warn" icon="alert-circle-outline">${t('settings.delete.on')}<//>` : html`<p class="soft small">${t('settings.delete.off')}</p>`}
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <p class="row end"><${Button} kind="primary" label=${t('save')} busy=${isBusy} why=${why} onClick=${save} /></p>
  </div>`;
}
