// @ts-check
import { useEffect, useReducer } from '../lib.js';

/**
 * A value that tells when it changes.
 *
 * @template T
 */
export class Atom {
  /** @param {T} value */
  constructor(value) {
    this.value = value;
    /** @type {Set<(value: T) => void>} */
    this.listeners = new Set();
  }

  /** @param {T} value */
  set(value) {
    if (Object.is(value, this.value)) return;
    this.value = value;
    // A listener may end itself while it is told.
    for (const listener of Array.from(this.listeners)) listener(value);
  }

  /** @param {(value: T) => T} change */
  update(change) {
    this.set(change(this.value));
  }

  /**
   * @param {(value: T) => void} listener
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/**
 * The value of an atom; the component is drawn again when what `select` takes of it changes.
 *
 * @template T
 * @template [S=T]
 * @param {Atom<T>} atom
 * @param {(value: T) => S} [select]
 * @returns {S}
 */
export function useAtom(atom, select = /** @type {any} */ ((/** @type {T} */ value) => value)) {
  const [, redraw] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const seen = select(atom.value);
  useEffect(() => {
    let last = seen;
    const check = () => {
      const next = select(atom.value);
      if (Object.is(next, last)) return;
      last = next;
      redraw(undefined);
    };
    // What changed between drawing and this effect.
    check();
    return atom.subscribe(check);
  }, [atom]);
  return seen;
}
