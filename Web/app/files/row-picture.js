// @ts-check
import { lookWhy } from './media.js';
import { refuse, thumbnailAddress } from './thumbnail.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/** The small picture of a row, over its icon. What flies by gets none: it comes once nothing moves. */
export class RowPicture {
  /**
   * @param {HTMLElement} frame
   * @param {import('../ui/rest.js').Rest} rest
   */
  constructor(frame, rest) {
    this.frame = frame;
    this.rest = rest;
    this.source = '';
    /** @type {Entry | undefined} */
    this.entry = undefined;
    /** @type {HTMLImageElement | undefined} */
    this.image = undefined;
    // One function for all entries: waiting twice is waiting once.
    this.load = this.load.bind(this);
  }

  /** @param {Entry} entry */
  show(entry) {
    const source = thumbnailAddress(entry);
    this.entry = entry;
    if (source === this.source) return;
    this.source = source;
    this.clear();
    if (source) this.rest.when(this.load);
  }

  load() {
    const { entry, source } = this;
    if (!entry || !source || this.image || !this.frame.isConnected) return;
    const image = document.createElement('img');
    Object.assign(image, { alt: '', loading: 'lazy', decoding: 'async', draggable: false, src: source });
    image.onerror = () => {
      refuse(entry);
      lookWhy(entry);
      if (this.image !== image) return;
      this.source = '';
      this.clear();
    };
    this.image = image;
    this.frame.append(image);
  }

  clear() {
    this.image?.remove();
    this.image = undefined;
  }
}
