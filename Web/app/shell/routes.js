// @ts-check
// Which screen an address shows. What people open every day comes with the app; the rest when it is first shown.
import { Folder } from '../files/folder.js';
import { Home } from '../files/home.js';
import { Shared } from '../files/shared.js';
import { Me } from '../people/me.js';
import { Transfers } from '../transfers/page.js';
import { lazy } from './lazy.js';

/**
 * @typedef {{path: RegExp, screen: (props: {parts: string[]}) => any, isOpen?: boolean, isBare?: boolean}} Route
 *   `isOpen` without being signed in; `isBare` without the frame
 */

/**
 * @param {'AboutPage' | 'AuthPan' | 'Folders' | 'Invitation' | 'Members' | 'Pool' | 'Receive' | 'SetUp' | 'Settings' | 'Storage' | 'Tasks'} name
 * @param {string} title key of what it is called
 */
const rare = (name, title) => lazy(() => import('../later.js').then((part) => part[name]), title);

/** @type {Route[]} */
export const routes = [
  { path: /^\/$/, screen: Home },
  { path: /^\/folder(\/s\/\d+(?:\/.*)?)$/, screen: Folder },
  { path: /^\/shared$/, screen: Shared },
  { path: /^\/transfers$/, screen: Transfers },
  { path: /^\/me$/, screen: Me },
  { path: /^\/members$/, screen: rare('Members', 'nav.members') },
  { path: /^\/storage$/, screen: rare('Storage', 'nav.storage') },
  { path: /^\/storage\/([^/]+)$/, screen: rare('Pool', 'nav.storage') },
  { path: /^\/folders$/, screen: rare('Folders', 'folders.title') },
  { path: /^\/settings$/, screen: rare('Settings', 'nav.settings') },
  { path: /^\/tasks$/, screen: rare('Tasks', 'nav.tasks') },
  { path: /^\/about$/, screen: rare('AboutPage', 'about.licences') },
  { path: /^\/receive$/, screen: rare('Receive', 'receive') },
  { path: /^\/setup$/, screen: rare('SetUp', 'set-up.title'), isOpen: true, isBare: true },
  { path: /^\/auth-pan$/, screen: rare('AuthPan', 'grant.title'), isBare: true },
  { path: /^\/invite$/, screen: rare('Invitation', 'invitation.title'), isOpen: true, isBare: true },
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
