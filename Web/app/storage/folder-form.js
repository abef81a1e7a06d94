// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { size } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog, confirm } from '../ui/dialog.js';
import { Failure, Notice, Skeleton } from '../ui/feedback.js';
import { Check, Field, PasswordField, Select } from '../ui/field.js';
import { toast } from '../ui/toast.js';
import { initial } from '../files/share.js';
import { poolName } from './names.js';

/** @typedef {{u_id: number, read: number, write: number, deleted: number}} Auth */

/**
 * Makes a folder or changes one: its name, place, kind and members with their rights.
 *
 * @param {{folder: any, close: (made?: any) => void}} props null makes a new one
 */
export function FolderForm({ folder, close }) {
  const loaded = useLoaded(async (signal) => {
    const [pools, users, detail] = await Promise.all([
      call('GET', '/pools', { signal }), call('GET', '/users', { signal }), folder ? call('GET', `/folders/${folder.id}`, { signal }) : null,
    ]);
    return { pools: pools.list, users: users.users, detail };
  }, [], { polls: false });
  if (loaded.error) return html`<${Dialog} title=${t('nav.folders')} close=${close}><${Failure} error=${loaded.error} retry=${loaded.reload} /><//>`;
  if (!loaded.value) return html`<${Dialog} title=${t('nav.folders')} close=${close}><${Skeleton} rows=${4} /><//>`;
  return html`<${Form} folder=${folder} close=${close} ...${loaded.value} />`;
}

/** @param {{folder: any, pools: any[], users: any[], detail: any, close: (made?: any) => void}} props */
function Form({ folder, pools, users, detail, close }) {
  const places = pools.flatMap((pool) => pool.lv.map((/** @type {any} */ part) => ({ pool: pool.name, part: part.name, free: part.capacity - part.use_capacity, isOffline: pool.status === 'offline' || part.status === 'offline' })));
  const [name, setName] = useState(detail?.name ?? '');
  const [mode, setMode] = useState(detail?.mode ?? 2);
  const [isEncrypted, setEncrypted] = useState(Boolean(detail?.is_encrypt));
  const [password, setPassword] = useState('');
  const [place, setPlace] = useState(detail ? `${detail.pool_name}/${detail.partition_name}` : places[0] ? `${places[0].pool}/${places[0].part}` : '');
  const [auth, setAuth] = useState(/** @type {Map<number, Auth>} */ (new Map((detail?.auth ?? []).map((/** @type {any} */ one) => [one.u_id, { u_id: one.u_id, read: one.read, write: one.write, deleted: one.deleted }]))));
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const why = !name ? t('name.empty') : auth.size === 0 ? t('folders.members.none') : mode === 1 && auth.size !== 1 ? t('folders.members.one') : !folder && isEncrypted && !password ? t('unlock.password') : undefined;
  const send = async () => {
    if (isBusy || why) return;
    const [pool, part] = place.split('/');
    const moves = detail && (pool !== detail.pool_name || part !== detail.partition_name);
    if (moves && !(await confirm({ title: t('folders.move.title'), text: t('folders.move.text'), action: t('folders.move') }))) return;
    setBusy(true);
    setProblem('');
    try {
      const body = { name, mode, pool_name: pool, partition_name: part, auth: [...auth.values()] };
      const made = folder
        ? await call('PUT', `/folders/${folder.id}`, { json: body })
        : await call('POST', '/folders', { json: { ...body, is_encrypt: Number(isEncrypted), ...(isEncrypted && { pwd: password, confirm_pwd: password }) } });
      close(made);
      toast(made?.task_id ? t('background') : t(folder ? 'folders.saved' : 'folders.made'));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const set = (/** @type {number} */ id, /** @type {Auth | null} */ rights) => {
    const next = new Map(mode === 1 && rights ? [] : auth);
    if (rights) next.set(id, rights);
    else next.delete(id);
    setAuth(next);
  };
  return html`<${Dialog}
    title=${t(folder ? 'folders.edit' : 'folders.add')}
    close=${close}
    wide
    onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="primary" label=${t(folder ? 'save' : 'create')} busy=${isBusy} why=${why} />`}
  >
    <${Field} label=${t('name')} value=${name} onInput=${setName} problem=${problem} maxlength="255" autocomplete="off" autofocus />
    <fieldset class="field"><legend class="label">${t('folders.kind')}</legend>
      <div class="segmented">${[2, 1].map((value) => html`<button type="button" key=${value} aria-pressed=${String(mode === value)} disabled=${isEncrypted && value === 2} onClick=${() => {
        setMode(value);
        if (value === 1 && auth.size > 1) setAuth(new Map([...auth].slice(0, 1)));
      }}>${t(value === 2 ? 'folders.shared' : 'folders.private')}</button>`)}</div>
      <span class="hint">${t(mode === 2 ? 'folders.shared.hint' : 'folders.private.hint')}</span></fieldset>
    ${!folder && html`<${Check} label=${t('folders.encrypt')} checked=${isEncrypted} onChange=${(/** @type {boolean} */ on) => {
      setEncrypted(on);
      if (on) setMode(1);
      if (on && auth.size > 1) setAuth(new Map([...auth].slice(0, 1)));
    }} />`}
    ${!folder && isEncrypted && html`
      <${Notice} kind="warn" icon="lock-outline">${t('folders.encrypt.text')}<//>
      <${PasswordField} label=${t('unlock.password')} hint=${t('folders.password.hint')} value=${password} onInput=${setPassword} autocomplete="off" />
    `}
    <${Select} label=${t('folders.place')} value=${place} onChange=${setPlace} options=${places.map((one) => ({ value: `${one.pool}/${one.part}`, label: `${poolName(one.pool)} · ${poolName(one.part)} — ${one.isOffline ? t('pool.offline.short') : t('folders.place.free', { size: size(Math.max(0, one.free)) })}` }))} />
    <section><h3>${t('nav.members')}</h3>
      ${users.filter((user) => !user.is_disabled || auth.has(user.user_id)).map((user) => {
        const rights = auth.get(user.user_id);
        return html`<div class="member-rights" key=${user.user_id}>
          <${Check} label=${html`<span class="row"><span class="avatar" aria-hidden="true">${initial(user.nickname)}</span><span dir="auto">${user.nickname}</span></span>`} checked=${Boolean(rights)} onChange=${(/** @type {boolean} */ on) => set(user.user_id, on ? { u_id: user.user_id, read: 1, write: 1, deleted: 1 } : null)} />
          ${rights && html`<div class="row wrap rights">
            <${Check} label=${t('right.write')} checked=${Boolean(rights.write)} onChange=${(/** @type {boolean} */ on) => set(user.user_id, { ...rights, read: 1, write: Number(on) })} />
            <${Check} label=${t('right.delete')} checked=${Boolean(rights.deleted)} onChange=${(/** @type {boolean} */ on) => set(user.user_id, { ...rights, read: 1, deleted: Number(on) })} />
          </div>`}
        </div>`;
      })}
    </section>
  <//>`;
}
