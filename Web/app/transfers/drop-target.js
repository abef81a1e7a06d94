// @ts-check
// What takes a drop: the folder under the pointer, otherwise the one that is on the screen.
import { html, useEffect, useRef } from '../lib.js';

/**
 * @typedef {{path: string, name: string, why?: string, isLocked?: boolean}} DropTarget `path` percent-encoded; `why` nothing can
 *   be put there; `isLocked`: its password is to be asked for first
 * @typedef {{element: Element | null, target: DropTarget | undefined}} Spot `element` is what stands for the folder
 */

/** @type {WeakMap<Element, () => DropTarget>} */
const spots = new WeakMap();

/** @type {{target: DropTarget, within: (under: Element) => Spot | null} | undefined} the folder on the screen, and those in its list */
let open;

/** @param {EventTarget | null} under @returns {Spot} */
export function targetAt(under) {
  if (under instanceof Element) {
    for (let at = /** @type {Element | null} */ (under); at; at = at.parentElement) {
      const spot = spots.get(at);
      if (spot) return { element: at, target: spot() };
    }
    const inside = open?.within(under);
    if (inside) return inside;
  }
  return { element: null, target: open?.target };
}

/**
 * Lets something that stands for a folder take drops.
 *
 * @param {DropTarget} target
 * @returns {any} the `ref` of its element
 */
export function useDropSpot(target) {
  const element = useRef(/** @type {any} */ (null));
  const now = useRef(target);
  now.current = target;
  useEffect(() => {
    spots.set(element.current, () => now.current);
  }, []);
  return element;
}

/**
 * The open folder: it takes what is dropped anywhere on its screen, but for the folders in its list.
 *
 * @param {DropTarget & {within: (under: Element) => Spot | null, children?: any}} props
 */
export function DropZone({ path, name, why, isLocked, within, children }) {
  useEffect(() => {
    const mine = { target: { path, name, why, isLocked }, within };
    open = mine;
    return () => {
      if (open === mine) open = undefined;
    };
  }, [path, name, why, isLocked, within]);
  return html`<div class="drop-zone">${children}</div>`;
}
