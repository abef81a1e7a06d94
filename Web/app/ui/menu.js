// @ts-check
import { html, useEffect, useLayoutEffect, useRef, useState } from '../lib.js';
import { Atom, useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { Button } from './button.js';
import { Dialog, show } from './dialog.js';
import { Icon } from './icon.js';

/**
 * One line of a menu; `why` says why it cannot be chosen now.
 *
 * @typedef {{label: string, icon?: string, action?: () => void, href?: string, download?: string | boolean, why?: string, danger?: boolean,
 *   isChosen?: boolean} | '-'} MenuItem one that `isChosen` stands among others for a choice
 */

/** @typedef {{items: MenuItem[], x: number, y: number, title: string, isTitled: boolean, from: Element | null}} OpenMenu */

const open = new Atom(/** @type {OpenMenu | null} */ (null));

/** Phones get a sheet from below, larger screens a menu where it was asked for. */
const isSmall = () => matchMedia('(max-width: 600px)').matches;

/**
 * Shows a menu.
 *
 * @param {MenuItem[]} items
 * @param {{x: number, y: number} | Element} place the pointer, or the button that opens it
 * @param {string} title what it is about, for the sheet and for screen readers
 * @param {{isTitled?: boolean}} [options] `isTitled`: the menu shows it as well, where the button does not say it
 */
export function openMenu(items, place, title, { isTitled = false } = {}) {
  const shown = items.filter((item, index) => item !== '-' || (index > 0 && index < items.length - 1 && items[index - 1] !== '-'));
  if (isSmall()) {
    show((close) => html`<${Dialog} title=${title} close=${close}>
      <div class="sheet-menu">${shown.map((item) => html`<${Item} item=${item} done=${close} />`)}</div>
    <//>`);
    return;
  }
  const from = place instanceof Element ? place : document.activeElement;
  const box = place instanceof Element ? place.getBoundingClientRect() : null;
  const at = place instanceof Element ? { x: box?.left ?? 0, y: (box?.bottom ?? 0) + 4 } : place;
  open.set({ items: shown, title, isTitled, from, ...at });
}

/** Where menus are drawn; once in the page. */
export function Menus() {
  const menu = useAtom(open);
  return menu && html`<${Menu} menu=${menu} key=${menu} />`;
}

/** @param {{menu: OpenMenu}} props */
function Menu({ menu }) {
  const element = useRef(/** @type {any} */ (null));
  const layer = useRef(/** @type {any} */ (null));
  // Beside a modal dialog nothing can be touched: a menu of one comes in a layer above it.
  const [isOver] = useState(() => document.querySelector('dialog:modal') !== null);
  const [place, setPlace] = useState({ left: menu.x, top: menu.y });
  const close = () => {
    open.set(null);
    if (menu.from instanceof HTMLElement && menu.from.isConnected) menu.from.focus();
  };
  useLayoutEffect(() => {
    layer.current?.showModal();
    const box = element.current.getBoundingClientRect();
    setPlace({
      left: Math.max(8, Math.min(menu.x, innerWidth - box.width - 8)),
      top: menu.y + box.height + 8 > innerHeight ? Math.max(8, Math.min(menu.y, innerHeight) - box.height - 8) : menu.y,
    });
    element.current.querySelector('.menu-item')?.focus();
  }, []);
  useEffect(() => {
    const stood = scrollersOf(menu.from);
    const away = (/** @type {any} */ { type, target }) => {
      if (element.current?.contains(target)) return;
      // Another list may scroll by itself when it was refreshed, and the news of a scroll that was over before may come late.
      if (type === 'scroll' && (!stood.has(target) || stood.get(target) === target.scrollTop)) return;
      close();
    };
    addEventListener('pointerdown', away, true);
    addEventListener('scroll', away, true);
    addEventListener('resize', close);
    return () => {
      removeEventListener('pointerdown', away, true);
      removeEventListener('scroll', away, true);
      removeEventListener('resize', close);
    };
  }, []);
  const move = (/** @type {KeyboardEvent} */ event) => {
    const items = [...element.current.querySelectorAll('.menu-item')];
    const at = items.indexOf(/** @type {any} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) items[(at + step + items.length) % items.length]?.focus();
    else if (event.key === 'Home') items[0]?.focus();
    else if (event.key === 'End') items.at(-1)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
      const letter = event.key.toLowerCase();
      [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
    }
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // The section makes it a landmark: it lies outside of the page's own.
  const drawn = html`<div ref=${element} class="menu" role="menu" style=${{ left: `${place.left}px`, top: `${place.top}px` }} aria-label=${menu.title} onKeyDown=${move}>
    ${menu.isTitled && html`<p class="menu-title" role="presentation">${menu.title}</p>`}
    ${menu.items.map((item) => html`<${Item} item=${item} role="menuitem" done=${close} />`)}
  </div>`;
  if (!isOver) return html`<section aria-label=${menu.title}>${drawn}</section>`;
  return html`<dialog ref=${layer} class="menu-layer" aria-label=${menu.title} onCancel=${(/** @type {Event} */ event) => {
    event.preventDefault();
    close();
  }}>${drawn}</dialog>`;
}

/**
 * What takes an element along when it scrolls, and where it stands.
 *
 * @param {Element | null} element
 * @returns {Map<EventTarget, number>}
 */
function scrollersOf(element) {
  const found = new Map();
  for (let at = element; at; at = at.parentElement) found.set(at, at.scrollTop);
  return found;
}

/** @param {{item: MenuItem, done: () => void, role?: string}} props */
function Item({ item, done, role }) {
  if (item === '-') return html`<hr class="menu-line" />`;
  const inside = html`
    ${item.icon && html`<${Icon} name=${item.icon} class="small" />`}
    <span class="grow">${item.label}${item.why && html`<span class="why">${item.why}</span>`}</span>
  `;
  const choose = () => {
    done();
    item.action?.();
  };
  if (item.href && !item.why) {
    return html`<a class="menu-item" role=${role} href=${item.href} download=${item.download} onClick=${choose}>${inside}</a>`;
  }
  // One that cannot be chosen can still be reached, to be told why.
  return html`<button
    type="button"
    class=${`menu-item ${item.danger ? 'danger' : ''} ${item.isChosen ? 'chosen' : ''}`}
    role=${role && item.isChosen !== undefined ? 'menuitemradio' : role}
    aria-checked=${role && item.isChosen !== undefined ? String(item.isChosen) : undefined}
    aria-pressed=${!role && item.isChosen !== undefined ? String(item.isChosen) : undefined}
    aria-disabled=${item.why ? 'true' : undefined}
    onClick=${() => !item.why && choose()}
  >${inside}</button>`;
}

/**
 * The button with three dots.
 *
 * @param {{items: () => MenuItem[], label?: string, title: string}} props
 */
export function MenuButton({ items, label = t('more'), title }) {
  return html`<${Button}
    icon="dots-vertical"
    iconOnly
    label=${label}
    aria-haspopup="menu"
    onClick=${(/** @type {any} */ event) => openMenu(items(), event.currentTarget, title)}
  />`;
}
