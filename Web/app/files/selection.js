// @ts-check
import { Atom } from '../core/atom.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * @typedef {{all: boolean, entries: Map<string, Entry>, except: Map<string, Entry>, anchor: number, cursor: number}} Chosen
 *   `all`: everything in the folder but `except`, seen or not; otherwise `entries`. Keys are paths
 */

/** @returns {Chosen} */
const none = () => ({ all: false, entries: new Map(), except: new Map(), anchor: -1, cursor: -1 });

/** What is selected in a list, as in a file manager. */
export class Selection {
  constructor() {
    this.chosen = new Atom(none());
    /** Set by the list that shows it. @type {((index: number) => void) | undefined} */
    this.onReveal = undefined;
  }

  /** @param {Entry | undefined} entry */
  has(entry) {
    if (!entry) return false;
    const { all, entries, except } = this.chosen.value;
    return all ? !except.has(entry.path) : entries.has(entry.path);
  }

  /** @param {number | undefined} count rows of the folder */
  size(count) {
    const { all, entries, except } = this.chosen.value;
    return all ? Math.max(0, (count ?? 0) - except.size) : entries.size;
  }

  /** What is selected, where it was picked one by one. */
  get entries() {
    return [...this.chosen.value.entries.values()];
  }

  clear() {
    const { cursor, anchor } = this.chosen.value;
    this.chosen.set({ ...none(), cursor, anchor });
  }

  all() {
    this.chosen.update((chosen) => ({ ...none(), all: true, anchor: chosen.anchor, cursor: chosen.cursor }));
  }

  /**
   * This one alone.
   *
   * @param {number} index
   * @param {Entry | undefined} entry
   */
  only(index, entry) {
    this.chosen.set({ ...none(), entries: new Map(entry ? [[entry.path, entry]] : []), anchor: index, cursor: index });
  }

  /**
   * Takes this one in or out.
   *
   * @param {number} index
   * @param {Entry | undefined} entry
   */
  toggle(index, entry) {
    if (!entry) return;
    this.chosen.update((chosen) => {
      const side = chosen.all ? 'except' : 'entries';
      const next = new Map(chosen[side]);
      if (!next.delete(entry.path)) next.set(entry.path, entry);
      return { ...chosen, [side]: next, anchor: index, cursor: index };
    });
  }

  /**
   * Everything from where the selection began to here.
   *
   * @param {number} index
   * @param {(index: number) => Entry | undefined} at
   * @param {boolean} [adds] to what is selected elsewhere
   */
  extend(index, at, adds = false) {
    this.chosen.update((chosen) => {
      const anchor = chosen.anchor >= 0 ? chosen.anchor : chosen.cursor >= 0 ? chosen.cursor : index;
      const entries = new Map(adds && !chosen.all ? chosen.entries : []);
      for (let place = Math.min(anchor, index); place <= Math.max(anchor, index); place += 1) {
        const entry = at(place);
        if (entry) entries.set(entry.path, entry);
      }
      return { ...none(), entries, anchor, cursor: index };
    });
  }

  /**
   * These, picked one by one.
   *
   * @param {Iterable<Entry>} entries
   */
  these(entries) {
    this.chosen.update((chosen) => ({ ...none(), entries: new Map([...entries].map((entry) => [entry.path, entry])), anchor: chosen.anchor, cursor: chosen.cursor }));
  }

  /**
   * The keyboard's place moves to a row that is brought into view, as after somebody has looked at the file.
   *
   * @param {number} index
   */
  reveal(index) {
    this.moveTo(index);
    this.onReveal?.(index);
  }

  /**
   * The keyboard's place moves without changing what is selected.
   *
   * @param {number} index
   */
  moveTo(index) {
    this.chosen.update((chosen) => ({ ...chosen, cursor: index }));
  }

  /**
   * Follows a list that was asked for again: what is gone is dropped, what changed is taken over, and the keyboard stays
   * at its entry when rows come or go above it.
   *
   * @param {(path: string) => Entry | undefined} find what is known now
   * @param {(path: string) => number} indexOf where it stands now, -1 when it is not known
   * @param {{cursor: string, isWhole: boolean}} before `cursor` is the path that the keyboard was at; `isWhole`: every row
   *   is known, so what is not found is gone
   */
  follow(find, indexOf, { cursor, isWhole }) {
    this.chosen.update((chosen) => {
      const at = cursor ? indexOf(cursor) : -1;
      const moved = at >= 0 ? at : chosen.cursor;
      let entries = chosen.entries;
      for (const [path, old] of chosen.entries) {
        const now = find(path);
        if (now === old || (!now && !isWhole)) continue;
        if (entries === chosen.entries) entries = new Map(entries);
        if (now) entries.set(path, now);
        else entries.delete(path);
      }
      if (entries === chosen.entries && moved === chosen.cursor) return chosen;
      return { ...chosen, entries, cursor: moved, anchor: chosen.anchor === chosen.cursor ? moved : chosen.anchor };
    });
  }
}
