// @ts-check
import { useEffect } from '../lib.js';
import { call } from '../core/api.js';
import { Atom, useAtom } from '../core/atom.js';
import { onSession, session } from '../core/session.js';
import { orCached } from './list-cache.js';

/** The folders that members have for themselves, as far as I see them: of others mine alone; the owner sees everybody's. */
const personal = new Atom(/** @type {Set<number>} */ (new Set()));

/** @type {Promise<void> | undefined} asked once: which they are does not change */
let asked;
/** @type {number | undefined} */
let user;

onSession((next) => {
  if (next?.user.user_id === user) return;
  user = next?.user.user_id;
  asked = undefined;
  personal.set(new Set());
});

/** The list of my folders does not tell; folder management does. */
function load() {
  const whose = session.value?.user.user_id;
  asked ??= orCached('personal', async () => (await call('GET', '/folders')).list.filter((/** @type {any} */ one) => one.kind === 'personal').map((/** @type {any} */ one) => one.id)).then(
    ({ data }) => {
      if (session.value?.user.user_id === whose) personal.set(new Set(data));
    },
    () => {
      asked = undefined;
    },
  );
  return asked;
}

/**
 * The one of my folders that I have for myself: where things go that are given no other place.
 *
 * @template {{id: number, write: number | boolean}} T
 * @param {T[]} own my folders
 * @returns {Promise<T | undefined>} undefined where there is none that takes anything
 */
export async function personalOf(own) {
  await load();
  return own.find((one) => one.write && personal.value.has(one.id));
}

/**
 * The same for what is drawn. It is asked for after the list is there: no list waits for it.
 *
 * @template {{id: number, write: number | boolean}} T
 * @param {T[]} own my folders, as far as they are known
 * @returns {T | undefined}
 */
export function usePersonal(own) {
  const ids = useAtom(personal);
  const isKnown = own.length > 0;
  useEffect(() => {
    if (isKnown) load();
  }, [isKnown]);
  return own.find((one) => one.write && ids.has(one.id));
}
