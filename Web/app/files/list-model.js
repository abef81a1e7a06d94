// @ts-check
import { answer } from '../core/api.js';
import { Atom } from '../core/atom.js';
import { rootOf } from '../core/path.js';

/**
 * @typedef {{id: number, name: string, size: number, mod_time: number, type: number, path: string, href?: string,
 *   is_encrypt: number, read: number, write: number, deleted: number, thumbnail_url: string}} Entry
 * @typedef {{sort: 'name' | 'mtime' | 'size' | 'type', order: 'asc' | 'desc', filter: string}} ListOrder
 * @typedef {{count: number | undefined, version: number, error: unknown, isFiltering: boolean}} ListState
 */

/** Rows of one request: a screen or two, so that jumping through a long list asks for little. */
export const PAGE = 200;

/**
 * One folder's list as far as it was looked at: rows come in pages when somebody sees them.
 */
export class ListModel {
  /**
   * @param {string} path percent-encoded, with a slash at the front
   * @param {ListOrder} order
   */
  constructor(path, order) {
    this.path = path;
    this.order = order;
    this.root = rootOf(path);
    /** @type {Map<number, {items: Entry[], etag: string | null}>} */
    this.pages = new Map();
    /** @type {Map<number, Promise<void>>} */
    this.loading = new Map();
    /** @type {Set<number>} the pages near the view */
    this.wanted = new Set([0]);
    this.state = new Atom(/** @type {ListState} */ ({ count: undefined, version: 0, error: undefined, isFiltering: false }));
    this.controller = new AbortController();
  }

  /** The ETag of the list, for what is done to the whole of it. */
  get etag() {
    return this.pages.get(0)?.etag ?? null;
  }

  /**
   * @param {number} index
   * @returns {Entry | undefined} undefined while it is on its way
   */
  at(index) {
    return this.pages.get(Math.floor(index / PAGE))?.items[index % PAGE];
  }

  /** Every row that is known, in order, with its place. */
  *known() {
    for (const number of [...this.pages.keys()].sort((a, b) => a - b)) {
      const items = this.pages.get(number)?.items ?? [];
      for (let offset = 0; offset < items.length; offset += 1) yield /** @type {[number, Entry]} */ ([number * PAGE + offset, items[offset]]);
    }
  }

  /**
   * Where an entry stands, as far as it is known.
   *
   * @param {string} path
   */
  indexOf(path) {
    for (const [index, entry] of this.known()) if (entry.path === path) return index;
    return -1;
  }

  /**
   * Loads what is near the view.
   *
   * @param {number} first
   * @param {number} last not included
   */
  want(first, last) {
    this.wanted = new Set();
    for (let number = Math.floor(first / PAGE); number <= Math.floor(Math.max(first, last - 1) / PAGE); number += 1) this.wanted.add(number);
    for (const number of this.wanted) if (!this.pages.has(number)) this.load(number);
  }

  /** Asks again for what is near the view; other pages are forgotten when something changed. */
  async refresh() {
    const before = this.state.value.count;
    const results = await Promise.all([...this.wanted].map((number) => this.load(number, true)));
    void results;
    if (this.state.value.count !== before) this.forgetDistant();
  }

  /** @param {number} number */
  async load(number, again = false) {
    const running = this.loading.get(number);
    if (running) return running;
    const work = this.fetchPage(number, again).finally(() => this.loading.delete(number));
    this.loading.set(number, work);
    return work;
  }

  /**
   * @param {number} number
   * @param {boolean} again
   */
  async fetchPage(number, again) {
    const before = this.pages.get(number);
    try {
      const { data, status, etag } = await answer('GET', `/resources${this.path}`, {
        root: this.root,
        signal: this.controller.signal,
        headers: again && before?.etag ? { 'If-None-Match': before.etag } : {},
        query: { page: number + 1, page_size: PAGE, sort: this.order.sort, order: this.order.order, name: this.order.filter || undefined },
      });
      if (status === 304) {
        if (this.state.value.error) this.state.update((state) => ({ ...state, error: undefined }));
        return;
      }
      this.pages.set(number, { items: data.list ?? [], etag });
      this.state.update((state) => ({
        count: data.pager?.total_rows ?? data.list.length, version: state.version + 1, error: undefined, isFiltering: false,
      }));
    } catch (error) {
      if (this.controller.signal.aborted) return;
      this.state.update((state) => ({ ...state, error, version: state.version + 1 }));
    }
  }

  /** Pages that nobody sees are asked for anew when somebody does. */
  forgetDistant() {
    for (const number of this.pages.keys()) if (!this.wanted.has(number) && number !== 0) this.pages.delete(number);
  }

  /** Ends what is on its way. */
  close() {
    this.controller.abort();
  }
}
