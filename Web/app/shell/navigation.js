// @ts-check
import { html } from '../lib.js';
import { asset } from '../core/assets.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { place } from '../core/router.js';
import { session } from '../core/session.js';
import { dropTarget } from '../files/drag.js';
import { choosePlace } from '../files/picker.js';
import { Icon } from '../ui/icon.js';
import { initial } from '../ui/name.js';
import { SpaceBar } from './space.js';

/** How many transfers run or failed; set by the transfers. */
export const transferCount = new Atom(0);

/** Which of the two worlds the open folder belongs to; set by the folder's screen. */
export const isInShared = new Atom(false);

/** @typedef {{to: string, key: string, icon: string, takes?: boolean}} Entry `takes`: entries can be dropped on it */

/** @type {Entry[]} */
const OWN = [
  { to: '/', key: 'nav.files', icon: 'folder-outline', takes: true },
  { to: '/shared', key: 'nav.shared', icon: 'account-multiple-outline', takes: true },
  { to: '/transfers', key: 'nav.transfers', icon: 'swap-vertical' },
];
/** @type {Entry[]} */
const HOME = [
  { to: '/members', key: 'nav.members', icon: 'account-group-outline' },
  { to: '/storage', key: 'nav.storage', icon: 'harddisk' },
  { to: '/settings', key: 'nav.settings', icon: 'cog-outline' },
];
/** @type {Entry} */
const FOLDERS = { to: '/folders', key: 'nav.folders', icon: 'folder-cog-outline' };
/** @type {Entry} */
const TASKS = { to: '/tasks', key: 'nav.tasks', icon: 'progress-clock' };
/** @type {Entry} */
const ME = { to: '/me', key: 'nav.me', icon: 'account-circle-outline' };

/** What phones reach by way of Me, having no pane at the side. */
const BEHIND_ME = [FOLDERS.to, TASKS.to, '/about', ...HOME.map((one) => one.to)];

/**
 * @param {string} path
 * @param {Entry} entry
 */
function isHere(path, entry) {
  if (path.startsWith('/folder/')) return entry.to === (isInShared.value ? '/shared' : '/');
  if (entry.to === '/') return path === '/';
  return path === entry.to || path.startsWith(`${entry.to}/`);
}

/** Which of the folders it shall be is asked for. */
const takes = dropTarget('', (_, subject, copies) => {
  choosePlace(copies ? 'copy' : 'move', subject, '');
});

/** @param {{entry: Entry, count?: number}} props */
function SideLink({ entry, count = 0 }) {
  const path = useAtom(place, (here) => here.path);
  useAtom(isInShared);
  return html`<a class="nav-link" href=${entry.to} aria-current=${isHere(path, entry) ? 'page' : undefined} ...${entry.takes ? takes : {}}>
    <${Icon} name=${entry.icon} />
    <span>${t(entry.key)}</span>
    ${count > 0 && html`<span class="chip accent count">${count}</span>`}
  </a>`;
}

/** The pane at the side of wide screens. */
export function Side() {
  const signedIn = useAtom(session);
  const count = useAtom(transferCount);
  return html`<nav class="side" aria-label=${t('nav.label')}>
    <a class="brand" href="/"><${Brand} name=${signedIn?.area?.name} /></a>
    ${OWN.map((entry) => html`<${SideLink} entry=${entry} count=${entry.to === '/transfers' ? count : 0} />`)}
    <${SideLink} entry=${FOLDERS} />
    <${SideLink} entry=${TASKS} />
    ${signedIn?.user.is_owner && html`<p class="nav-head">${t('nav.owner')}</p>${HOME.map((entry) => html`<${SideLink} entry=${entry} />`)}`}
    <div class="side-foot">
      <${SpaceBar} />
      <${MeLink} name=${signedIn?.user.nickname ?? ''} />
    </div>
  </nav>`;
}

/** @param {{name: string}} props */
function MeLink({ name }) {
  const isCurrent = useAtom(place, (here) => here.path === ME.to);
  return html`<a class="nav-link nav-me" href=${ME.to} aria-current=${isCurrent ? 'page' : undefined}>
    <span class="avatar" aria-hidden="true">${initial(name)}</span>
    <span><span dir="auto">${name}</span><small>${t(ME.key)}</small></span>
  </a>`;
}

/** The tabs at the bottom of phones. */
export function Tabs() {
  const path = useAtom(place, (here) => here.path);
  useAtom(isInShared);
  const count = useAtom(transferCount);
  return html`<nav class="tabs-bar" aria-label=${t('nav.label')}>
    ${[...OWN, ME].map((entry) => {
      const short = `${entry.key}.short`;
      const label = t(short) === short ? t(entry.key) : t(short);
      const isCurrent = isHere(path, entry) || (entry === ME && BEHIND_ME.some((to) => path === to || path.startsWith(`${to}/`)));
      return html`<a class="tab-link" href=${entry.to} aria-current=${isCurrent ? 'page' : undefined}>
        <${Icon} name=${entry.icon} />
        <span>${label}</span>
        ${entry.to === '/transfers' && count > 0 && html`<span class="count">${count}</span>`}
      </a>`;
    })}
  </nav>`;
}

/** @param {{name?: string}} props the area's name */
export function Brand({ name }) {
  return html`
    <img src=${asset('images/icon.svg')} alt="" />
    <span>${t('app.name')}${name && html`<small>${name}</small>`}</span>
  `;
}
