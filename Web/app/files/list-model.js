// @ts-check
import { ApiError, CODE, answer } from '../core/api.js';
import { Atom } from '../core/atom.js';
import { rootOf } from '../core/path.js';
import { PATIENCE } from '../core/patience.js';
import { cachedList, cacheList, forgetList } from './list-cache.js';
import { nothingKnown } from './list-state.js';
import { placeKnown } from './place-of.js';

/**
 * @typedef {{id: number, name: string, size: number, mod_time: number, type: number, path: string, href?: string,
 *   is_encrypt: number, read: number, write: number, deleted: number, thumbnail_url: string}} Entry
 * @typedef {{sort: 'name' | 'mtime' | 'size' | 'type', order: 'asc' | 'desc', filter: string}} ListOrder
 */

/** Rows of one request: a screen or two, so that jumping through a long list asks for little. */
export const PAGE = 200;
/** Pages that are kept: what was passed long ago is asked for again. */
const MOST = 150;
/** How long a view rests before pages are asked for that it has jumped to. */
const PAUSE = 80;
/** Rows around the view that are fetched with it. */
const AHEAD = 60;

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
    /** @type {Map<number, {work: Promise<void>, controller: AbortController, isKept: boolean}>} */
    this.loading = new Map();
    /** @type {Set<number>} the pages near the view */
    this.wanted = new Set([0]);
    /** The row that is shown over the list, or -1: its page is kept fresh too. */
    this.shown = -1;
    this.state = new Atom(nothingKnown());
    this.isClosed = false;
    /** The tag of the list as it was seen last, for what is done to the whole of it. @type {string | null} */
    this.etag = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.lastWant = { at: 0, first: 0, last: 0 };
  }

  /** @param {number} index @returns {Entry | undefined} undefined while it is on its way */
  at(index) {
    return this.pages.get(Math.floor(index / PAGE))?.items[index % PAGE];
  }

  /** The page on which a row stands. @param {number} index */
  pageOf(index) {
    return Math.floor(index / PAGE);
  }

  /** Every row that is known, in order, with its place. */
  *known() {
    for (const number of [...this.pages.keys()].sort((a, b) => a - b)) {
      const items = this.pages.get(number)?.items ?? [];
      for (let offset = 0; offset < items.length; offset += 1) yield /** @type {[number, Entry]} */ ([number * PAGE + offset, items[offset]]);
    }
  }

  /** Where an entry stands, as far as it is known. @param {string} path */
  indexOf(path) {
    for (const [index, entry] of this.known()) if (entry.path === path) return index;
    return -1;
  }

  /**
   * Loads what is near the view: at once where somebody looks at it, and what is jumped over not at all.
   *
   * @param {number} first
   * @param {number} last not included
   */
  want(first, last) {
    const count = this.state.value.count ?? last;
    const from = Math.floor(Math.max(0, first - AHEAD) / PAGE);
    const to = Math.floor(Math.max(first, Math.min(count, last + AHEAD) - 1) / PAGE);
    this.wanted = new Set();
    for (let number = from; number <= to; number += 1) this.wanted.add(number);
    const now = Date.now();
    const before = this.lastWant;
    // Who scrolls on sees what comes; of what screens fly by, only the last is looked at.
    const isFlying = now - before.at < PAUSE && (first >= before.last || last <= before.first) && this.pages.size > 0;
    this.lastWant = { at: now, first, last };
    clearTimeout(this.timer);
    if (isFlying) this.timer = setTimeout(() => this.loadWanted(), PAUSE);
    else this.loadWanted();
  }

  loadWanted() {
    // What is no longer looked at makes room for what is.
    for (const [number, one] of this.loading) if (!this.wanted.has(number) && !one.isKept && number !== 0) one.controller.abort();
    for (const number of this.wanted) if (!this.pages.has(number)) this.load(number);
  }

  /** Asks again for what is near the view; other pages are forgotten when something changed. */
  async refresh() {
    const before = this.state.value.version;
    await Promise.all([...this.near()].map((number) => this.load(number, { isAgain: true })));
    if (this.state.value.version !== before) this.forgetDistant();
  }

  /** Whether the folder's password was asked for in vain. */
  get isRefused() {
    const { error } = this.state.value;
    return error instanceof ApiError && error.code === CODE.folderPassword;
  }

  /** The pages that somebody sees something of. */
  near() {
    return this.shown < 0 ? this.wanted : new Set([...this.wanted, Math.floor(this.shown / PAGE)]);
  }

  /**
   * Loads rows that nobody looks at: what a selection reaches over.
   *
   * @param {number} first
   * @param {number} last not included
   */
  async ensure(first, last) {
    /** @type {number[]} */
    const missing = [];
    for (let number = Math.floor(first / PAGE); number * PAGE < last; number += 1) if (!this.pages.has(number)) missing.push(number);
    const worker = async () => {
      for (let number = missing.shift(); number !== undefined && !this.isClosed; number = missing.shift()) await this.load(number, { isKept: true });
    };
    await Promise.all([worker(), worker(), worker()]);
    if (this.state.value.error) throw this.state.value.error;
  }

  /**
   * @param {number} number
   * @param {{isAgain?: boolean, isKept?: boolean}} [options] `isKept`: whether or not it stays near the view
   */
  load(number, { isAgain = false, isKept = false } = {}) {
    const running = this.loading.get(number);
    if (running && !running.controller.signal.aborted) {
      running.isKept ||= isKept;
      return running.work;
    }
    const controller = new AbortController();
    const work = this.fetchPage(number, isAgain, controller.signal).finally(() => {
      if (this.loading.get(number)?.controller === controller) this.loading.delete(number);
    });
    this.loading.set(number, { work, controller, isKept });
    return work;
  }

  /**
   * @param {number} number
   * @param {boolean} isAgain
   * @param {AbortSignal} signal
   */
  async fetchPage(number, isAgain, signal) {
    const before = this.pages.get(number);
    const timer = setTimeout(() => this.showKept(), PATIENCE);
    try {
      const { data, status, etag } = await answer('GET', `/resources${this.path}`, {
        // Who does not want to open the folder is not asked at every look.
        root: this.isRefused ? undefined : this.root,
        signal,
        headers: isAgain && before?.etag && !this.state.value.cachedAt ? { 'If-None-Match': before.etag } : {},
        query: { page: number + 1, page_size: PAGE, sort: this.order.sort, order: this.order.order, name: this.order.filter || undefined },
      });
      if (this.isClosed || signal.aborted) return;
      if (etag) this.etag = etag;
      if (status === 304) {
        if (this.state.value.error) this.state.update((state) => ({ ...state, error: undefined }));
        return;
      }
      const items = data.list ?? [];
      const count = data.pager?.total_rows ?? items.length;
      this.pages.set(number, { items, etag });
      this.trim(number);
      this.state.update((state) => ({ count, version: state.version + 1, error: undefined, cachedAt: 0, cachedOf: 0 }));
      if (number === 0 && !this.order.filter) this.cache(items, count).catch(() => {});
    } catch (error) {
      if (signal.aborted || this.isClosed) return;
      await this.failed(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * @param {Entry[]} items
   * @param {number} count
   */
  async cache(items, count) {
    // An empty list does not tell by its entries that its folder is encrypted: nothing of those is kept.
    if (items.length === 0 && (await placeKnown(this.path))?.isEncrypted !== false) return;
    cacheList(this.path, this.order, items, count);
  }

  /** @param {unknown} error */
  async failed(error) {
    if (error instanceof ApiError && error.isGone) {
      this.pages.clear();
      forgetList(this.path);
      this.state.update((state) => ({ ...nothingKnown(), version: state.version + 1, error }));
      return;
    }
    const isOffline = error instanceof ApiError && error.isOffline;
    if (isOffline) await this.showKept();
    // What stands here stays; the banner says that the drive cannot be reached.
    if (this.isClosed || (isOffline && this.state.value.count !== undefined)) return;
    this.state.update((state) => ({ ...state, error, version: state.version + 1 }));
  }

  /** Until the drive answers, what was seen last stands where there would be nothing. */
  async showKept() {
    const kept = await cachedList(this.path, this.order);
    if (!kept || this.isClosed || this.state.value.count !== undefined) return;
    this.pages.set(0, { items: kept.items, etag: null });
    this.state.update((state) => ({ count: kept.items.length, version: state.version + 1, error: undefined, cachedAt: kept.at, cachedOf: kept.count }));
  }

  /** @param {number} near */
  trim(near) {
    while (this.pages.size > MOST && ![...this.loading.values()].some((one) => one.isKept)) {
      const farthest = [...this.pages.keys()].reduce((a, b) => (Math.abs(b - near) > Math.abs(a - near) ? b : a));
      this.pages.delete(farthest);
    }
  }

  /** Pages that nobody sees are asked for anew when somebody does. */
  forgetDistant() {
    const near = this.near();
    for (const number of this.pages.keys()) if (!near.has(number)) this.pages.delete(number);
  }

  /** Ends what is on its way. */
  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    for (const one of this.loading.values()) one.controller.abort();
  }
}
