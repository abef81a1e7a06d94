// @ts-check
import { html, useState } from '../lib.js';
import { ApiError, call } from '../core/api.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { rootName } from '../files/root-name.js';
import { Button } from '../ui/button.js';
import { Dialog, confirm, show } from '../ui/dialog.js';
import { Failure, Notice, Skeleton } from '../ui/feedback.js';
import { Check, Field } from '../ui/field.js';
import { visible } from '../ui/name.js';
import { useSending } from '../ui/sending.js';
import { toast } from '../ui/toast.js';
import { NewPassword } from './folder-password.js';
import { AddMembers, MemberList } from './members.js';
import { isOffline, placeName } from './names.js';
import { PlacePicker } from './place-picker.js';
import { fullRights, passwordFault } from './rights.js';

const [PRIVATE, SHARED] = [1, 2];
/** The target partition has too little room (wangpan-api, 13.6: a dialog of its own). */
const TOO_SMALL = 20019;
/** Which field a refusal is about. @type {Record<number, string>} */
const FIELD = { 20000: 'name', 20011: 'name', 20013: 'name', 20027: 'name', 20014: 'members', 20015: 'members', 10004: 'members', 20020: 'password', 20021: 'password', 20002: 'password', 30004: 'place', 40005: 'place' };
const fieldOf = (/** @type {number} */ code) => FIELD[code] ?? 'all';

/**
 * Makes a folder or changes one: its name, place, kind and members with their rights.
 *
 * @param {{folder: any, close: (answer?: any) => void}} props null makes a new one; closes with what the server answered, or `'delete'`
 */
export function FolderForm({ folder, close }) {
  const loaded = useLoaded(async (signal) => {
    const [pools, users, settings, detail] = await Promise.all([
      call('GET', '/pools', { signal }), call('GET', '/users', { signal }), call('GET', '/settings', { signal }),
      folder ? call('GET', `/folders/${folder.id}`, { signal }) : null,
    ]);
    return { pools: pools.list, users: users.users, settings, detail };
  }, [], { polls: false });
  const title = t(folder ? 'folders.edit' : 'folders.add');
  if (loaded.error && !loaded.value) return html`<${Dialog} title=${title} close=${() => close()} wide><${Failure} error=${loaded.error} retry=${loaded.reload} /><//>`;
  if (!loaded.value) return html`<${Dialog} title=${title} close=${() => close()} wide><${Skeleton} rows=${4} /><//>`;
  return html`<${Form} title=${title} folder=${folder} close=${close} ...${loaded.value} />`;
}

/** @param {any} detail @param {any} settings @param {any[]} pools */
function firstPlace(detail, settings, pools) {
  if (detail) return { pool: detail.pool_name, part: detail.partition_name };
  const usual = pools.find((pool) => pool.name === settings.pool_name && !isOffline(pool));
  if (usual) return { pool: usual.name, part: settings.partition_name };
  return { pool: pools[0]?.name ?? '', part: pools[0]?.lv[0]?.name ?? '' };
}

/** @param {any} detail @param {any[]} users @returns {import('./members.js').Members} */
function firstMembers(detail, users) {
  if (detail) return new Map((detail.auth ?? []).map((/** @type {any} */ one) => [one.u_id, { u_id: one.u_id, read: one.read, write: one.write, deleted: one.deleted }]));
  const me = users.find((user) => user.user_id === session.value?.user.user_id);
  return new Map(me ? [[me.user_id, fullRights(me.user_id)]] : []);
}

/** @param {{title: string, folder: any, pools: any[], users: any[], settings: any, detail: any, close: (answer?: any) => void}} props */
function Form({ title, folder, pools, users, settings, detail, close }) {
  // Somebody's own folder has a name of the drive's, which people see in their language.
  const called = rootName(detail?.name ?? '');
  const [name, setName] = useState(called);
  const [mode, setMode] = useState(detail?.mode ?? SHARED);
  const [isEncrypted, setEncrypted] = useState(Boolean(detail?.is_encrypt));
  const [[password, again], setPassword] = useState(['', '']);
  const [place, setPlace] = useState(() => firstPlace(detail, settings, pools));
  const [members, setMembers] = useState(() => firstMembers(detail, users));
  const { isBusy, at, sending } = useSending(fieldOf);
  const isOwner = Boolean(session.value?.user.is_owner);
  // A member's own folder stays his, everybody's folder is called what the home is called.
  const isPersonal = folder?.kind === 'personal';
  const isFamily = folder?.kind === 'family';
  const isKindFixed = isPersonal || isFamily || Boolean(folder && isEncrypted);
  const fault = !folder && isEncrypted ? passwordFault(password, again) : '';
  const why = !name.trim() ? t('name.empty')
    : !place.part ? t('place.need')
      : members.size === 0 ? t('folders.members.none')
        : mode === PRIVATE && members.size !== 1 ? t('folders.members.one')
          : fault ? t(fault) : undefined;
  const choose = async () => {
    const chosen = await show((done) => html`<${AddMembers} users=${users} members=${members} isPrivate=${mode === PRIVATE} close=${done} />`);
    if (chosen) setMembers(/** @type {any} */ (chosen));
  };
  const setKind = (/** @type {number} */ next) => {
    setMode(next);
    if (next === SHARED) setEncrypted(false);
    // Of several nobody can guess which one stays, but the one who is looking is the likely one.
    else if (members.size > 1) {
      const me = session.value?.user.user_id ?? 0;
      const own = members.get(me);
      setMembers(new Map(own ? [[me, own]] : [...members].slice(0, 1)));
    }
  };
  const send = async () => {
    if (isBusy || why) return;
    const moves = detail && (place.pool !== detail.pool_name || place.part !== detail.partition_name);
    if (moves && !(await confirm({ title: t('folders.move.title', { name: visible(name), place: placeName(place.pool, place.part) }), text: t('folders.move.text'), action: t('folders.move') }))) return;
    await sending(async () => {
      const body = { name: detail && name === called ? detail.name : name, mode, pool_name: place.pool, partition_name: place.part, auth: [...members.values()] };
      const secret = isEncrypted && { pwd: password, confirm_pwd: again };
      try {
        const made = folder
          ? await call('PUT', `/folders/${folder.id}`, { json: body })
          : await call('POST', '/folders', { json: { ...body, is_encrypt: Number(isEncrypted), ...secret } });
        close(made ?? {});
        toast(made?.task_id ? t('background') : t(folder ? 'folders.saved' : 'folders.made'));
      } catch (error) {
        if (!(error instanceof ApiError && error.code === TOO_SMALL)) throw error;
        tooSmall(name, place, error.message);
      }
    });
  };
  return html`<${Dialog}
    title=${title}
    close=${() => close()}
    wide
    onSubmit=${send}
    footer=${html`
      ${folder && !isPersonal && html`<${Button} kind="plain" icon="delete-outline" label=${t('delete')} class="at-start" onClick=${() => close('delete')} />`}
      <${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="primary" label=${t(folder ? 'save' : 'create')} busy=${isBusy} why=${why} />`}
  >
    ${isPersonal && html`<${Notice}>${t('folders.personal.text')}<//>`}
    ${isFamily && html`<${Notice}>${t('folders.family.text')}<//>`}
    <${Field} label=${t('name')} value=${name} onInput=${setName} problem=${at('name')} maxlength="100" autocomplete="off" readonly=${isFamily} autofocus />
    ${isKindFixed
      ? html`<p class="soft">${t(isEncrypted ? 'folders.encrypted.fixed' : mode === SHARED ? 'folders.shared' : 'folders.private')}</p>`
      : html`<fieldset class="field"><legend class="label">${t('folders.kind')}</legend>
          <div class="segmented">${[SHARED, PRIVATE].map((value) => html`<button type="button" key=${value} aria-pressed=${String(mode === value)} onClick=${() => setKind(value)}>${t(value === SHARED ? 'folders.shared' : 'folders.private')}</button>`)}</div>
          <span class="hint">${t(mode === SHARED ? 'folders.shared.hint' : 'folders.private.hint')}</span></fieldset>`}
    ${!folder && html`<${Check} label=${t('folders.encrypt')} checked=${isEncrypted} why=${mode === PRIVATE ? undefined : t('folders.encrypt.private')} onChange=${setEncrypted} />`}
    ${!folder && isEncrypted && html`
      <${Notice} kind="warn" icon="lock-outline">${t('folders.encrypt.text')}<//>
      <${NewPassword} value=${password} again=${again} onInput=${(/** @type {string} */ value, /** @type {string} */ other) => setPassword([value, other])} />
      ${at('password') && html`<p class="error" role="alert">${at('password')}</p>`}`}
    <section class="column-tight"><div class="row"><h3 class="grow">${t('nav.members')}</h3>
        ${!isPersonal && html`<${Button} kind="plain" icon="account-plus-outline" label=${t(mode === PRIVATE ? 'folders.members.choose.one' : 'folders.members.choose')} onClick=${choose} />`}</div>
      <${MemberList} users=${users} members=${members} onChange=${setMembers} isFixed=${isPersonal} />
      ${at('members') && html`<p class="error" role="alert">${at('members')}</p>`}</section>
    <${PlacePicker} pools=${pools} value=${place} onChange=${setPlace} label=${t('folders.place')} isOwner=${isOwner} />
    ${at('place') && html`<p class="error" role="alert">${at('place')}</p>`}
    ${at('all') && html`<p class="error" role="alert">${at('all')}</p>`}
  <//>`;
}

/** @param {string} name @param {{pool: string, part: string}} place @param {string} reason */
function tooSmall(name, place, reason) {
  show((close) => html`<${Dialog} title=${t('folders.small.title')} close=${close}
    footer=${html`<${Button} kind="primary" label=${t('close')} onClick=${close} autofocus />`}
  ><p>${t('folders.small.text', { name: visible(name), place: placeName(place.pool, place.part) })}</p><p class="soft">${reason}</p><//>`);
}
