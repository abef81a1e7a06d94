// @ts-check
import core from './en/core.js';
import files from './en/files.js';
import people from './en/people.js';
import pwa from './en/pwa.js';
import storage from './en/storage.js';
import transfers from './en/transfers.js';
import viewer from './en/viewer.js';

/** Every text, by key; the parts have keys of their own. */
export const en = { ...core, ...files, ...people, ...pwa, ...storage, ...transfers, ...viewer };
