// @ts-check
import { useEffect, useLayoutEffect, useRef, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { askedFor } from '../core/unlock.js';
import { PAGE } from '../files/list-model.js';
import { nameInAddress } from '../files/open.js';

/** @typedef {import('../files/list-model.js').Entry} Entry */
/** @typedef {import('../files/list-model.js').ListModel} ListModel */

/** @typedef {{name: string, entry?: Entry, error?: unknown, isGone?: boolean}} Answer */

/** Pages that are looked through for where a file stands that was opened by its address. */
const FAR = 20;

/**
 * The file that the address names, however the list changes meanwhile.
 *
 * @param {ListModel} model
 * @param {string} name as it is percent-encoded in the address
 * @param {(renamed: Entry) => void} follow somebody gave it another name
 * @returns {{entry?: Entry, index: number, isGone: boolean, isLocked: boolean, error?: unknown}}
 */
export function useFound(model, name, follow) {
  const { count, version, error } = useAtom(model.state);
  const [asked, setAsked] = useState(/** @type {Answer} */ ({ name: '' }));
  const last = useRef(/** @type {{name: string, entry?: Entry}} */ ({ name: '' }));
  const isAsking = useRef(false);
  const found = find(model, name);
  const isAsked = useAtom(askedFor, (roots) => roots.has(model.root ?? 0));
  const isLocked = isAsked || model.isRefused;
  if (found) last.current = { name, entry: found.entry };
  useLayoutEffect(() => {
    model.shown = found?.index ?? -1;
    return () => {
      model.shown = -1;
    };
  }, [model, found?.index]);
  useEffect(() => {
    if (found || count === undefined || isLocked || isAsking.current) return;
    const before = last.current.name === name ? last.current.entry : undefined;
    const renamed = before && renamedFrom(model, before);
    if (renamed) {
      follow(renamed);
      return;
    }
    isAsking.current = true;
    ask(model, name)
      .then(async (entry) => {
        if (entry) last.current = { name, entry };
        setAsked({ name, entry, isGone: !entry });
        // Its place in the list leads to its neighbours.
        for (let page = 0; entry && page < FAR && !find(model, name) && page * PAGE < (model.state.value.count ?? 0); page += 1) await model.load(page, { isKept: true });
      })
      .catch((problem) => setAsked({ name, error: problem }))
      .finally(() => {
        isAsking.current = false;
      });
  }, [model, name, version, Boolean(found), count === undefined, isLocked]);
  if (found) return { ...found, isGone: false, isLocked };
  /** @type {Answer} */
  const answer = asked.name === name ? asked : { name };
  const entry = answer.isGone ? undefined : answer.entry ?? (last.current.name === name ? last.current.entry : undefined);
  return { entry, index: -1, isGone: Boolean(answer.isGone), isLocked, error: entry ? undefined : answer.error ?? (count === undefined ? error : undefined) };
}

/**
 * @param {ListModel} model
 * @param {string} name
 */
function find(model, name) {
  for (const [index, entry] of model.known()) if (entry.type === 1 && nameInAddress(entry) === name) return { index, entry };
  return undefined;
}

/**
 * The same file under another name, in the same folder: nothing about it changed but that.
 *
 * @param {ListModel} model
 * @param {Entry} before
 */
function renamedFrom(model, before) {
  for (const [, entry] of model.known()) if (entry.type === 1 && entry.id === before.id) return entry;
  return undefined;
}

/**
 * Whether the folder has the file. The list is asked by its filter: a refusal would be an error where none is.
 *
 * @param {ListModel} model
 * @param {string} name
 * @returns {Promise<Entry | undefined>}
 */
async function ask(model, name) {
  let plain;
  try {
    plain = decodeURIComponent(name);
  } catch {
    // A name that is no UTF-8 cannot be filtered for.
    return (await call('GET', `/details${model.path}/${name}`, { root: model.root })).resource;
  }
  const { list } = await call('GET', `/resources${model.path}`, { root: model.root, query: { page: 1, page_size: 200, name: plain } });
  return list.find((/** @type {Entry} */ entry) => entry.type === 1 && nameInAddress(entry) === name);
}
