// @ts-check
// What a new home begins with: a folder for everybody, and somebody to share it with.
import { html, useRef, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { choice, keepChoice } from '../core/choices.js';
import { t } from '../core/i18n.js';
import { useLoaded } from '../core/load.js';
import { urlPath } from '../core/path.js';
import { go } from '../core/router.js';
import { session } from '../core/session.js';
import { Invite } from '../people/invite.js';
import { Button } from '../ui/button.js';
import { show } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { newFolder } from './new-folder.js';

/** Where it is kept that the steps were put away; on this device. */
const KEY = 'first-steps';

/**
 * Whether the owner is the only member, and whether somebody is invited.
 *
 * @returns {{isAlone: boolean, isWaiting: boolean, reload: () => void}}
 */
export function useAlone() {
  const isOwner = useAtom(session, (signedIn) => Boolean(signedIn?.user.is_owner));
  /** Once somebody has joined there is nothing left to look for. */
  const hasCompany = useRef(false);
  const found = useLoaded(
    async (signal) => {
      if (!isOwner || hasCompany.current) return { isAlone: false, isWaiting: false };
      const { users } = await call('GET', '/users', { signal });
      hasCompany.current = users.length > 1;
      if (hasCompany.current) return { isAlone: false, isWaiting: false };
      const { list } = await call('GET', '/invitations', { signal });
      return { isAlone: true, isWaiting: list.some((/** @type {any} */ one) => one.state === 'open' || one.state === 'pending') };
    },
    [isOwner],
  );
  return { isAlone: false, isWaiting: false, ...found.value, reload: found.reload };
}

/** @param {() => void} done */
export function invite(done) {
  show((close) => html`<${Invite} close=${close} />`).then(done);
}

/**
 * The first steps of a home, until somebody joins or they are put away.
 *
 * @param {{family: any}} props everybody's folder, from the list of what is shared
 */
export function FirstSteps({ family }) {
  const [isAway, setAway] = useState(() => choice(KEY) === 'done');
  const { isAlone, isWaiting, reload } = useAlone();
  const inside = useLoaded(async (signal) => (family && isAlone ? (await call('GET', `/resources/s/${family.id}`, { signal, query: { page_size: 1 } })).list : []), [family?.id, isAlone], { polls: false });
  if (isAway || !isAlone || !family || !inside.value) return null;
  const hasFolder = inside.value.length > 0;
  const make = async () => {
    const made = await newFolder(`/s/${family.id}`, { title: t('first.folder'), name: t('first.folder.name') });
    if (made) go(`/folder${urlPath(made)}`);
  };
  const putAway = () => {
    keepChoice(KEY, 'done');
    setAway(true);
  };
  return html`<section class="card first-steps" aria-label=${t('first.title')}>
    <header class="row"><h2 class="grow">${t('first.title')}</h2><${Button} icon="close" iconOnly label=${t('first.away')} onClick=${putAway} /></header>
    <ol>
      <${Step} number=${1} isDone=${hasFolder} title=${t('first.folder')} text=${t('first.folder.text')}
        action=${hasFolder ? html`<a class="button" href=${`/folder/s/${family.id}`}>${t('open')}</a>` : html`<${Button} kind="primary" label=${t('first.folder.action')} onClick=${make} />`} />
      <${Step} number=${2} isDone=${isWaiting} title=${t('first.invite')} text=${t(isWaiting ? 'first.invite.waiting' : 'first.invite.text')}
        action=${html`<${Button} kind=${hasFolder && !isWaiting ? 'primary' : ''} label=${t('members.invite')} onClick=${() => invite(reload)} />`} />
    </ol>
  </section>`;
}

/** @param {{number: number, isDone: boolean, title: string, text: string, action: any}} props */
function Step({ number, isDone, title, text, action }) {
  return html`<li class=${`step ${isDone ? 'done' : ''}`}>
    <span class="step-mark">${isDone ? html`<${Icon} name="check" class="small" /><span class="visually-hidden">${t('done')}</span>` : number}</span>
    <span class="grow"><strong>${title}</strong><span class="soft small">${text}</span></span>
    ${action}
  </li>`;
}

/** Above everybody's folder, while there is nobody but the owner to see it. */
export function InviteHint() {
  const { isAlone, isWaiting, reload } = useAlone();
  if (!isAlone || isWaiting) return null;
  return html`<div class="invite-hint"><${Icon} name="account-plus-outline" /><span class="grow">${t('first.alone')}</span>
    <${Button} kind="plain" label=${t('members.invite')} onClick=${() => invite(reload)} /></div>`;
}
