// @ts-check
import { useEffect } from '../lib.js';
import { useAtom } from '../core/atom.js';
import { note, place, stepKey } from '../core/router.js';
import { keptAt } from '../core/scroll.js';
import { seek } from './seek.js';

/** Entries that an address names at most: it is to be read and sent. */
const MOST = 10;
/** How long a selection rests before it is written: browsers refuse an address that changes all the time. */
const PAUSE = 400;

/**
 * The selection stands in the address (`?select=NAME`), so that it can be sent and is there again after a reload.
 *
 * @param {import('./list-model.js').ListModel} model
 * @param {import('./selection.js').Selection} selection
 */
export function useAddress(model, selection) {
  const count = useAtom(model.state, (state) => state.count);
  useEffect(() => {
    const names = new Set(place.value.query.getAll('select'));
    if (count === undefined || names.size === 0 || selection.chosen.value.entries.size > 0) return;
    // Who comes back finds the list as he left it; who comes by an address sees what it names.
    const isBack = keptAt(stepKey()).cursor !== '';
    seek(model, (entry) => names.has(entry.name), names.size).then((found) => {
      if (found.length === 0 || selection.chosen.value.entries.size > 0) return;
      selection.these(found.map(([, entry]) => entry));
      if (isBack) selection.moveTo(found[0][0]);
      else selection.reveal(found[0][0]);
    }, () => {});
  }, [model, count === undefined]);
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const path = location.pathname;
    const end = selection.chosen.subscribe(({ all, entries }) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (location.pathname !== path || place.value.query.has('show')) return;
        const names = all || entries.size > MOST ? [] : [...entries.values()].map((entry) => `select=${encodeURIComponent(entry.name)}`);
        note(names.length > 0 ? `${path}?${names.join('&')}` : path);
      }, PAUSE);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [selection]);
}
