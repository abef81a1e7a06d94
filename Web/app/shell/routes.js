// @ts-check
// Which screen an address shows. They come in one piece, which is small; what is large (documents, the editor) is loaded
// when it is needed.
import { Folder } from '../files/folder.js';
import { Home } from '../files/home.js';
import { Shared } from '../files/shared.js';
import { AuthPan } from '../people/auth-pan.js';
import { Invitation } from '../people/invitation.js';
import { Me } from '../people/me.js';
import { Members } from '../people/members.js';
import { Receive } from '../pwa/receive.js';
import { SetUp } from '../people/set-up.js';
import { Folders } from '../storage/folders.js';
import { Pool } from '../storage/pool.js';
import { Settings } from '../storage/settings.js';
import { Storage } from '../storage/storage.js';
import { Tasks } from '../storage/tasks.js';
import { Transfers } from '../transfers/page.js';

/**
 * @typedef {{path: RegExp, screen: (props: {parts: string[]}) => any, isOpen?: boolean, isBare?: boolean}} Route
 *   `isOpen` without being signed in; `isBare` without the frame
 */

/** @type {Route[]} */
export const routes = [
  { path: /^\/$/, screen: Home },
  { path: /^\/folder(\/s\/\d+(?:\/.*)?)$/, screen: Folder },
  { path: /^\/shared$/, screen: Shared },
  { path: /^\/transfers$/, screen: Transfers },
  { path: /^\/me$/, screen: Me },
  { path: /^\/members$/, screen: Members },
  { path: /^\/storage$/, screen: Storage },
  { path: /^\/storage\/([^/]+)$/, screen: Pool },
  { path: /^\/folders$/, screen: Folders },
  { path: /^\/settings$/, screen: Settings },
  { path: /^\/tasks$/, screen: Tasks },
  { path: /^\/receive$/, screen: Receive },
  { path: /^\/setup$/, screen: SetUp, isOpen: true, isBare: true },
  { path: /^\/auth-pan$/, screen: AuthPan, isBare: true },
  { path: /^\/invite$/, screen: Invitation, isOpen: true, isBare: true },
];

/**
 * @param {string} path
 * @returns {{route: Route, parts: string[]} | null}
 */
export function find(path) {
  for (const route of routes) {
    const match = route.path.exec(path);
    if (match) return { route, parts: match.slice(1) };
  }
  return null;
}
