// @ts-check
import { html } from '../lib.js';
import { ApiError, call } from '../core/api.js';
import { fullDate, when } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { confirm } from '../ui/dialog.js';
import { Failure, Skeleton } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { visible } from '../ui/name.js';
import { toast, toastError } from '../ui/toast.js';

/** @typedef {{id: number, client: string, created: number, last_used: number, expires: number, current: boolean}} Device */

/** @param {Device} one */
const nameOf = (one) => (one.client ? visible(one.client) : t('devices.unnamed'));

/** Browsers, phones and programs that are signed in as oneself. */
export function Devices() {
  const sessions = useLoaded((signal) => call('GET', '/sessions', { signal }), []);
  if (sessions.error && !sessions.value) return html`<${Failure} error=${sessions.error} retry=${sessions.reload} />`;
  if (!sessions.value) return html`<${Skeleton} rows=${2} />`;
  /** @type {Device[]} */
  const all = [...sessions.value.list].sort((one, other) => Number(other.current) - Number(one.current) || other.last_used - one.last_used);
  const others = all.filter((one) => !one.current);
  const end = async (/** @type {Device[]} */ chosen) => {
    /** @type {unknown} */
    let failed;
    for (const one of chosen) {
      await call('DELETE', `/sessions/${one.id}`).catch((error) => {
        // One that has signed out by itself meanwhile is no reason to leave the others signed in.
        if (!(error instanceof ApiError && error.isGone)) failed ??= error;
      });
    }
    if (failed) toastError(failed);
    else toast(t('devices.ended', { n: chosen.length }));
    sessions.reload();
  };
  const endOne = async (/** @type {Device} */ one) => {
    if (await confirm({ title: t('devices.end.title', { name: nameOf(one) }), text: t('devices.end.text'), action: t('sign-out'), danger: true })) await end([one]);
  };
  const endOthers = async () => {
    if (await confirm({ title: t('devices.others.title', { n: others.length }), text: t('devices.others.text'), action: t('devices.others'), danger: true })) await end(others);
  };
  return html`
    <ul class="list-plain devices">${all.map((one) => html`<li key=${one.id}>
      <${Icon} name="devices" />
      <span class="grow person"><span class="person-name"><bdi>${nameOf(one)}</bdi>${one.current && html`<span class="chip good">${t('devices.this')}</span>`}</span>
        <span class="soft small" title=${fullDate(one.created)}>${one.current ? t('devices.since', { time: when(one.created) }) : t('devices.used', { time: when(one.last_used) })}</span></span>
      ${!one.current && html`<${Button} kind="plain" label=${t('sign-out')} aria-label=${t('devices.end.title', { name: nameOf(one) })} onClick=${() => endOne(one)} />`}
    </li>`)}</ul>
    ${others.length > 0
      ? html`<p class="row wrap"><${Button} icon="logout" label=${t('devices.others')} onClick=${endOthers} /></p>`
      : html`<p class="soft small">${t('devices.alone')}</p>`}
  `;
}
