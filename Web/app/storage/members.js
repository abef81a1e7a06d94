// @ts-check
import { html, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Empty } from '../ui/feedback.js';
import { Check } from '../ui/field.js';
import { initial } from '../files/share.js';
import { RIGHTS, fullRights, withRight } from './rights.js';

/** @typedef {import('./rights.js').Auth} Auth */
/** @typedef {Map<number, Auth>} Members by account */

/**
 * A member's three rights as chips.
 *
 * @param {{name: string, auth: Auth, onChange: (auth: Auth) => void}} props
 */
export function RightChips({ name, auth, onChange }) {
  return html`<span class="right-chips" role="group" aria-label=${t('rights.of', { name })}>
    ${RIGHTS.map((right) => html`<button type="button" key=${right} class="right-chip" aria-pressed=${String(Boolean(auth[right]))} onClick=${() => onChange(withRight(auth, right, !auth[right]))}>${t(`rights.${right}`)}</button>`)}
  </span>`;
}

/** @param {{user: any}} props */
function Person({ user }) {
  return html`<span class="row"><span class="avatar" aria-hidden="true">${initial(user.nickname)}</span><span dir="auto">${user.nickname}</span></span>`;
}

/**
 * The members of a folder with their rights.
 *
 * @param {{users: any[], members: Members, onChange: (members: Members) => void, isFixed?: boolean}} props
 */
export function MemberList({ users, members, onChange, isFixed = false }) {
  if (members.size === 0) return html`<p class="soft">${t('folders.members.none')}</p>`;
  const set = (/** @type {number} */ id, /** @type {Auth | null} */ auth) => {
    const next = new Map(members);
    if (auth) next.set(id, auth);
    else next.delete(id);
    onChange(next);
  };
  return html`<ul class="list-plain members">${[...members].map(([id, auth]) => {
    const user = users.find((one) => one.user_id === id) ?? { nickname: `#${id}` };
    return html`<li key=${id}>
      <span class="grow"><${Person} user=${user} />${!auth.read && html`<span class="soft small">${t('rights.none')}</span>`}</span>
      <${RightChips} name=${user.nickname} auth=${auth} onChange=${(/** @type {Auth} */ next) => set(id, next)} />
      ${!isFixed && html`<${Button} icon="close" iconOnly label=${t('folders.members.remove', { name: user.nickname })} onClick=${() => set(id, null)} />`}
    </li>`;
  })}</ul>`;
}

/**
 * Chooses members: one of a private folder, any number of a shared one, with rights for all of them at once.
 *
 * @param {{users: any[], members: Members, isPrivate: boolean, close: (members?: Members) => void}} props
 */
export function AddMembers({ users, members, isPrivate, close }) {
  const [chosen, setChosen] = useState(members);
  const candidates = users.filter((user) => (!user.is_disabled && user.state !== 'leaving') || members.has(user.user_id));
  const set = (/** @type {number} */ id, /** @type {Auth | null} */ auth) => {
    const next = new Map(isPrivate ? [] : chosen);
    if (auth) next.set(id, auth);
    else next.delete(id);
    setChosen(next);
  };
  const isEverybody = candidates.length > 0 && candidates.every((user) => chosen.has(user.user_id));
  // What all have in common; a chip of it changes all.
  const common = { u_id: 0, ...Object.fromEntries(RIGHTS.map((right) => [right, Number([...chosen.values()].every((auth) => auth[right]))])) };
  const why = chosen.size === 0 ? t('folders.members.none') : isPrivate && chosen.size !== 1 ? t('folders.members.one') : undefined;
  return html`<${Dialog} title=${t(isPrivate ? 'folders.members.choose.one' : 'folders.members.choose')} close=${() => close()} wide
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} kind="primary" label=${t('folders.members.take', { n: chosen.size })} why=${why} onClick=${() => close(chosen)} />`}
  >
    ${isPrivate && html`<p class="soft">${t('folders.members.one')}</p>`}
    ${candidates.length === 0 ? html`<${Empty} icon="account-plus-outline" title=${t('share.nobody')} text=${t('share.nobody.text')} />` : html`
      ${!isPrivate && html`<div class="batch">
        <${Check} label=${t('share.everybody')} checked=${isEverybody} onChange=${(/** @type {boolean} */ on) => setChosen(on ? new Map(candidates.map((user) => [user.user_id, chosen.get(user.user_id) ?? fullRights(user.user_id)])) : new Map())} />
        ${chosen.size > 0 && html`<span class="row wrap"><span class="soft small">${t('rights.all')}</span>
          <${RightChips} name=${t('rights.chosen')} auth=${/** @type {any} */ (common)} onChange=${(/** @type {Auth} */ next) => setChosen(new Map([...chosen].map(([id]) => [id, { ...next, u_id: id }])))} /></span>`}
      </div>`}
      <ul class="list-plain members">${candidates.map((user) => {
        const auth = chosen.get(user.user_id);
        return html`<li key=${user.user_id}>
          <label class="check grow">
            <input type=${isPrivate ? 'radio' : 'checkbox'} name="member" checked=${Boolean(auth)} onChange=${(/** @type {any} */ event) => set(user.user_id, event.currentTarget.checked ? fullRights(user.user_id) : null)} />
            <${Person} user=${user} />
          </label>
          ${auth && html`<${RightChips} name=${user.nickname} auth=${auth} onChange=${(/** @type {Auth} */ next) => set(user.user_id, next)} />`}
        </li>`;
      })}</ul>`}
  <//>`;
}
