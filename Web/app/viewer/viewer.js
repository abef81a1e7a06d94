// @ts-check
import { html, useEffect, useLayoutEffect } from '../lib.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { decodeName } from '../core/path.js';
import { go, place } from '../core/router.js';
import { session } from '../core/session.js';
import { Dialog } from '../ui/dialog.js';
import { Failure } from '../ui/feedback.js';
import { visible } from '../ui/name.js';
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
  return now && signedIn && html`<${Later} load=${() => import('../later.js')} part="Frame" failed=${(/** @type {() => void} */ retry) => html`<${Missing} name=${now.name} retry=${retry} />`} ...${now} />`;
}

/**
 * What is said where the viewer itself does not come.
 *
 * @param {{name: string, retry: () => void}} props `name` percent-encoded
 */
function Missing({ name, retry }) {
  return html`<${Dialog} title=${visible(decodeName(name))} close=${() => go(place.value.path)}>
    <${Failure} error=${new Error(t('part.missing'))} retry=${retry} />
  <//>`;
}
