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

/** @param {'AboutPage' | 'AuthPan' | 'Folders' | 'Invitation' | 'Members' | 'Pool' | 'Receive' | 'SetUp' | 'Settings' | 'Storage' | 'Tasks'} name */
const rare = (name) => lazy(() => import('../later.js').then((part) => part[name]));

/** @type {Route[]} */
export const routes = [
  { path: /^\/$/, screen: Home },
  { path: /^\/folder(\/s\/\d+(?:\/.*)?)$/, screen: Folder },
  { path: /^\/shared$/, screen: Shared },
  { path: /^\/transfers$/, screen: Transfers },
  { path: /^\/me$/, screen: Me },
  { path: /^\/members$/, screen: rare('Members') },
  { path: /^\/storage$/, screen: rare('Storage') },
  { path: /^\/storage\/([^/]+)$/, screen: rare('Pool') },
  { path: /^\/folders$/, screen: rare('Folders') },
  { path: /^\/settings$/, screen: rare('Settings') },
  { path: /^\/tasks$/, screen: rare('Tasks') },
  { path: /^\/about$/, screen: rare('AboutPage') },
  { path: /^\/receive$/, screen: rare('Receive') },
  { path: /^\/setup$/, screen: rare('SetUp'), isOpen: true, isBare: true },
  { path: /^\/auth-pan$/, screen: rare('AuthPan'), isBare: true },
  { path: /^\/invite$/, screen: rare('Invitation'), isOpen: true, isBare: true },
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
