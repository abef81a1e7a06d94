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
   */
  extend(index, at) {
    this.chosen.update((chosen) => {
      const anchor = chosen.anchor < 0 ? index : chosen.anchor;
      const entries = new Map();
      for (let place = Math.min(anchor, index); place <= Math.max(anchor, index); place += 1) {
        const entry = at(place);
        if (entry) entries.set(entry.path, entry);
      }
      return { ...none(), entries, anchor, cursor: index };
    });
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
   * Keeps what is still there after the list changed.
   *
   * @param {Set<string>} paths that are known to be gone
   */
  drop(paths) {
    const { all, entries } = this.chosen.value;
    if (all || ![...entries.keys()].some((path) => paths.has(path))) return;
    this.chosen.update((chosen) => ({ ...chosen, entries: new Map([...entries].filter(([path]) => !paths.has(path))) }));
  }
}
