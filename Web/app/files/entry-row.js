// @ts-check
import { html, render } from '../lib.js';
import { asset } from '../core/assets.js';
import { fullDate, when } from '../core/format.js';
import { language, t } from '../core/i18n.js';
import { splitName } from '../core/path.js';
import { Icon } from '../ui/icon.js';
import { visible } from '../ui/name.js';
import { describe } from './entry.js';
import { iconOf, toneOf } from './kinds.js';
import { RowPicture } from './row-picture.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * What a row is drawn from: the list as it is now.
 *
 * @typedef {{model: import('./list-model.js').ListModel, selection: import('./selection.js').Selection, isChoosing: boolean,
 *   isNarrow: boolean, busy: Set<string>}} Now
 */

const sprite = asset('vendor/icons.svg');

/**
 * What a row or tile consists of; made once, then copied. Both have the same parts, of which each shows its own.
 *
 * @param {'list' | 'grid'} layout
 */
function template(layout) {
  const holder = document.createElement('div');
  render(html`<div role="row">
    <span class="entry-check" role="gridcell"><label><input type="checkbox" tabindex="-1" /></label></span>
    <span class="preview">${Icon({ name: '', class: 'kind' })}</span>
    <span class="entry-text" role="gridcell"><span class="name cut" dir="auto"><span> </span><span> </span></span><span class="soft small number entry-about"> </span></span>
    ${layout === 'list' && html`<span class="entry-size soft number" role="gridcell"> </span><span class="entry-time soft number" role="gridcell"> </span>`}
    <span class="entry-more" role="gridcell"><button type="button" class="button icon-only entry-menu" tabindex="-1" aria-haspopup="menu">${Icon({ name: 'dots-vertical' })}</button></span>
  </div>`, holder);
  return /** @type {HTMLElement} */ (holder.firstElementChild);
}

/**
 * A maker of the rows of one list. They are drawn by hand because somebody who scrolls sees hundreds of them in a second: of a
 * row that shows another entry, only what differs is written, and nothing is read.
 *
 * @param {{layout: 'list' | 'grid', id: string, rest: import('../ui/rest.js').Rest, now: () => Now}} list `id` begins the rows' ids
 * @returns {() => EntryRow}
 */
export function entryRows({ layout, id, rest, now }) {
  /** @type {HTMLElement | undefined} made when it is needed: the library renders nothing within a rendering */
  let made;
  return () => new EntryRow(/** @type {HTMLElement} */ ((made ??= template(layout)).cloneNode(true)), { layout, id, rest, now });
}

/** A row or a tile of a list of entries. */
class EntryRow {
  /**
   * @param {HTMLElement} element
   * @param {{layout: 'list' | 'grid', id: string, rest: import('../ui/rest.js').Rest, now: () => Now}} list
   */
  constructor(element, list) {
    const find = (/** @type {string} */ selector) => /** @type {any} */ (element.querySelector(selector));
    const text = (/** @type {string} */ selector) => find(selector)?.firstChild;
    this.element = element;
    this.list = list;
    this.box = find('input');
    this.icon = find('.kind');
    this.use = find('use');
    this.text = find('.entry-text');
    this.name = find('.name');
    this.base = text('.name > span');
    this.extension = text('.name > span + span');
    this.about = text('.entry-about');
    this.size = text('.entry-size');
    this.time = text('.entry-time');
    this.more = find('.entry-menu');
    this.picture = new RowPicture(find('.preview'), list.rest);
    this.index = -1;
    /** @type {Entry | undefined} */
    this.entry = undefined;
    /** What texts depend on besides the entry. */
    this.manner = '';
    this.kind = '';
    this.classes = '';
  }

  /** @param {number} index */
  fill(index) {
    const { model, selection, isChoosing, isNarrow, busy } = this.list.now();
    const entry = model.at(index);
    const isOther = index !== this.index || Boolean(entry) !== Boolean(this.entry) || this.classes === '';
    if (isOther) this.place(index, entry);
    const isChosen = selection.has(entry);
    const isBusy = !entry || busy.has(entry.path);
    const isCursor = entry && selection.chosen.value.cursor === index;
    const classes = `window-item entry ${this.list.layout}${entry ? '' : ' waiting'}${isChosen ? ' chosen' : ''}${isCursor ? ' cursor' : ''}${isChoosing ? ' choosing' : ''}${entry && isBusy ? ' busy' : ''}`;
    if (classes !== this.classes) {
      this.element.className = this.classes = classes;
      this.element.setAttribute('aria-selected', String(isChosen));
      if (isBusy) this.element.setAttribute('aria-busy', 'true');
      else this.element.removeAttribute('aria-busy');
    }
    // Of what is dragged over a row the drag sets the class.
    else if (isOther && this.element.classList.contains('target')) this.element.classList.remove('target');
    if (this.box.checked !== isChosen) this.box.checked = isChosen;
    const manner = `${language.value} ${isNarrow}`;
    if (entry && (entry !== this.entry || manner !== this.manner)) this.write(entry, isNarrow);
    else if (!entry && isOther) this.element.setAttribute('aria-label', t('loading'));
    // One that was refused may come another time.
    if (entry) this.picture.show(entry);
    this.entry = entry;
    this.manner = manner;
  }

  /**
   * @param {number} index
   * @param {Entry | undefined} entry
   */
  place(index, entry) {
    const { element } = this;
    this.index = index;
    element.id = `${this.list.id}-${index}`;
    element.setAttribute('aria-rowindex', String(index + 1));
    // What is not known yet can be neither chosen nor opened.
    if (entry) element.dataset.index = String(index);
    else delete element.dataset.index;
  }

  /**
   * @param {Entry} entry
   * @param {boolean} isNarrow
   */
  write(entry, isNarrow) {
    const isList = this.list.layout === 'list';
    const shown = visible(entry.name);
    const [base, extension] = splitName(shown);
    const about = describe(entry);
    const time = when(entry.mod_time);
    put(this.base, base);
    put(this.extension, extension);
    this.name.title = shown;
    if (isList === isNarrow) put(this.about, isList && time ? `${about} · ${time}` : about);
    if (isList && !isNarrow) {
      put(this.size, entry.type === 0 ? '' : about);
      put(this.time, time);
      this.time.parentNode.title = entry.mod_time ? fullDate(entry.mod_time) : '';
    }
    this.element.setAttribute('aria-label', [shown, about, time].filter(Boolean).join(', '));
    this.box.setAttribute('aria-label', t('select.one', { name: entry.name }));
    this.more.setAttribute('aria-label', t('entry.menu', { name: entry.name }));
    this.more.title = t('more');
    const kind = `${iconOf(entry)} ${toneOf(entry)}`;
    if (kind !== this.kind) {
      const [icon, tone] = kind.split(' ');
      this.kind = kind;
      this.use.setAttribute('href', `${sprite}#${icon}`);
      this.icon.setAttribute('class', `icon kind tone-${tone}`);
    }
  }
}

/**
 * Writes a text where it is another: the same again would be laid out anew.
 *
 * @param {Text} node
 * @param {string} text
 */
function put(node, text) {
  if (node.data !== text) node.data = text;
}
