// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { useLoaded } from '../core/load.js';
import { nudge } from '../core/poll.js';
import { session } from '../core/session.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { Check } from '../ui/field.js';
import { initial, visible } from '../ui/name.js';
import { useSending } from '../ui/sending.js';
import { toast } from '../ui/toast.js';
import { Receivers } from './share-list.js';
import { reference } from './subject.js';

/** @typedef {import('./list-model.js').Entry} Entry */
/** @typedef {{read: boolean, write: boolean, deleted: boolean}} Rights */

/**
 * Shares directories with members, changes or ends what was shared.
 *
 * @param {Entry[]} entries
 * @returns {Promise<boolean | undefined>} whether it was shared
 */
export function shareFolders(entries) {
  return show((close) => html`<${Share} entries=${entries} close=${close} />`);
}

/** @param {{entries: Entry[], close: (isDone?: boolean) => void}} props */
function Share({ entries, close }) {
  const [chosen, setChosen] = useState(/** @type {Set<number>} */ (new Set()));
  const [rights, setRights] = useState(/** @type {Rights} */ ({ read: true, write: false, deleted: false }));
  const { isBusy, problem, sending } = useSending();
  const me = session.value?.user.user_id;
  const members = useLoaded((signal) => call('GET', '/users', { signal }).then((reply) => (reply.users ?? reply.list).filter((/** @type {any} */ one) => one.user_id !== me && !one.is_disabled)), [], { polls: false });
  const given = useLoaded((signal) => call('GET', '/shares/given', { signal }).then((reply) => reply.list.filter((/** @type {any} */ one) => entries.some((entry) => entry.path === one.path))), [], { polls: false });
  /** One cannot give what one does not have. */
  const may = (/** @type {keyof Rights} */ right) => (entries.every((entry) => entry[right]) ? undefined : t('why.right'));
  const has = (/** @type {number} */ user) => entries.every((entry) => (given.value ?? []).some((/** @type {any} */ one) => one.path === entry.path && one.to_user.id === user));
  const send = async () => {
    await sending(async () => {
      // Writing and deleting imply reading; without reading there is nothing to share.
      await call('POST', '/shares', { json: { to_users: [...chosen], paths: entries.map(reference), read: 1, write: Number(rights.write), deleted: Number(rights.deleted) } });
      nudge();
      close(true);
      toast(t('share.done', { n: chosen.size }));
    });
  };
  const everybody = members.value?.length > 0 && chosen.size === members.value.length;
  return html`<${Dialog}
    title=${entries.length === 1 ? t('share.title.one', { name: visible(entries[0].name) }) : t('share.title', { n: entries.length })}
    close=${close}
    wide
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} kind="primary" icon="share-variant-outline" label=${t('share')} busy=${isBusy} why=${chosen.size ? undefined : t('share.choose')} onClick=${send} />`}
  >
    ${given.value?.length > 0 && html`<section>
      <h3>${t('share.now')}</h3>
      <${Receivers} shares=${given.value} isSeveral=${entries.length > 1} may=${may} onChange=${given.reload} />
    </section>`}
    <section>
      <h3>${t('share.with')}</h3>
      ${members.error ? html`<${Failure} error=${members.error} retry=${members.reload} />`
        : !members.value ? html`<${Skeleton} rows=${3} />`
          : members.value.length === 0 ? html`<${Empty} icon="account-plus-outline" title=${t('share.nobody')} text=${t('share.nobody.text')} />`
            : html`
              ${members.value.length > 1 && html`<${Check} label=${t('share.everybody')} checked=${everybody} onChange=${(/** @type {boolean} */ on) => setChosen(new Set(on ? members.value.map((/** @type {any} */ one) => one.user_id) : []))} />`}
              ${members.value.map((/** @type {any} */ one) => html`<${Check}
                key=${one.user_id}
                label=${html`<span class="row"><span class="avatar" aria-hidden="true">${initial(one.nickname)}</span><span class="grow"><span dir="auto">${visible(one.nickname)}</span>${has(one.user_id) && html`<br /><span class="soft small">${t('share.has')}</span>`}</span></span>`}
                checked=${chosen.has(one.user_id)}
                onChange=${(/** @type {boolean} */ on) => {
                  const next = new Set(chosen);
                  if (on) next.add(one.user_id);
                  else next.delete(one.user_id);
                  setChosen(next);
                }}
              />`)}
            `}
    </section>
    <fieldset>
      <legend><h3>${t('share.rights')}</h3></legend>
      <${Check} label=${t('right.read')} checked=${true} why=${t('right.read.always')} onChange=${() => {}} />
      <${Check} label=${t('right.write')} checked=${rights.write} why=${may('write')} onChange=${(/** @type {boolean} */ on) => setRights({ ...rights, write: on })} />
      <${Check} label=${t('right.delete')} checked=${rights.deleted} why=${may('deleted')} onChange=${(/** @type {boolean} */ on) => setRights({ ...rights, deleted: on })} />
    </fieldset>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
  <//>`;
}

export { initial } from '../ui/name.js';
