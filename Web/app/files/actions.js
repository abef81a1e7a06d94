// @ts-check
// What can be done with entries: the way in for other parts of the app.
export { download } from './download.js';
export { newFolder } from './new-folder.js';
export { remove } from './remove.js';
export { rename } from './rename.js';
export { whyNot } from './subject.js';
export { transfer } from './transfer.js';
