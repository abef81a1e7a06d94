// @ts-check
import { html, useEffect, useLayoutEffect } from '../lib.js';
import { Atom, useAtom } from '../core/atom.js';
import { session } from '../core/session.js';
import { Later } from './later.js';

/**
 * @typedef {object} Shown
 * @property {import('../files/list-model.js').ListModel} model
 * @property {string} name
 * @property {import('../files/place-of.js').FolderPlace} spot
 * @property {(index: number) => void} [onClosed] where in the list the file stands that was seen last
 */

const shown = new Atom(/** @type {Shown | null} */ (null));

/**
 * Shows one file over the folder it lies in, as long as this is drawn.
 *
 * @param {Shown} props
 */
export function Viewer(props) {
  useLayoutEffect(() => shown.set(props));
  useEffect(() => () => shown.set(null), []);
  return null;
}

/** Where the file is drawn: beside the rest of the app, so that dialogs, menus and notices can lie over it. */
export function ViewerHost() {
  const now = useAtom(shown);
  const signedIn = useAtom(session);
  // Nothing of it lies over the way in.
  return now && signedIn && html`<${Later} load=${() => import('../later.js')} part="Frame" failed=${null} ...${now} />`;
}
