// @ts-check
import core from './zh/core.js';
import files from './zh/files.js';
import people from './zh/people.js';
import pwa from './zh/pwa.js';
import storage from './zh/storage.js';
import transfers from './zh/transfers.js';
import viewer from './zh/viewer.js';

/** Every text, by key; the parts have keys of their own. */
export const zh = { ...core, ...files, ...people, ...pwa, ...storage, ...transfers, ...viewer };
