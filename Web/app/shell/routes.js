// @ts-check
// Which module draws which address. Each is loaded when it is first needed.

/**
 * @typedef {{path: RegExp, load: () => Promise<any>, name: string, isOpen?: boolean, isBare?: boolean}} Route
 *   `name` of the exported component; `isOpen` without being signed in; `isBare` without the frame
 */

/** @type {Route[]} */
export const routes = [
  { path: /^\/$/, load: () => import('../files/home.js'), name: 'Home' },
  { path: /^\/folder(\/s\/\d+(?:\/.*)?)$/, load: () => import('../files/folder.js'), name: 'Folder' },
  { path: /^\/shared$/, load: () => import('../files/shared.js'), name: 'Shared' },
  { path: /^\/transfers$/, load: () => import('../transfers/page.js'), name: 'Transfers' },
  { path: /^\/me$/, load: () => import('../people/me.js'), name: 'Me' },
  { path: /^\/members$/, load: () => import('../people/members.js'), name: 'Members' },
  { path: /^\/storage$/, load: () => import('../storage/storage.js'), name: 'Storage' },
  { path: /^\/storage\/([^/]+)$/, load: () => import('../storage/pool.js'), name: 'Pool' },
  { path: /^\/folders$/, load: () => import('../storage/folders.js'), name: 'Folders' },
  { path: /^\/settings$/, load: () => import('../storage/settings.js'), name: 'Settings' },
  { path: /^\/tasks$/, load: () => import('../storage/tasks.js'), name: 'Tasks' },
  { path: /^\/setup$/, load: () => import('../people/set-up.js'), name: 'SetUp', isOpen: true, isBare: true },
  { path: /^\/invite$/, load: () => import('../people/invitation.js'), name: 'Invitation', isOpen: true, isBare: true },
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
