// @ts-check
// What was dropped, pasted or chosen: files with the directories they lay in.
import { whileReading } from './reading.js';
import { breath } from './tabs.js';

/**
 * A file, or a directory (`name` without `file`) that would be lost because it is empty.
 *
 * @typedef {{file?: File, name?: string, parents: string, handle?: any, top?: any}} Found
 */

/** Entries read at once, and before the page gets a turn. */
const PIECE = 100;

/**
 * Files that a drop or a paste brought, folders walked through.
 *
 * @param {DataTransfer} transfer
 * @returns {Promise<Found[]>} nothing when people stopped it
 */
export async function fromTransfer(transfer) {
  // All of it has to be taken at once: after the event the transfer is empty.
  const taken = [...transfer.items].filter((item) => item.kind === 'file').map((item) => ({
    // Over plain HTTP Chromium has it too, and kills the page that calls it.
    handle: isSecureContext ? /** @type {any} */ (item).getAsFileSystemHandle?.().catch(() => undefined) : undefined,
    entry: item.webkitGetAsEntry?.(),
    file: item.getAsFile(),
  }));
  return (await whileReading((tell) => walk(taken, tell))) ?? [];
}

/**
 * @param {{handle: Promise<any> | undefined, entry: FileSystemEntry | null | undefined, file: File | null}[]} taken
 * @param {(count: number) => void} tell
 */
async function walk(taken, tell) {
  /** @type {Found[]} */
  const found = [];
  /** @param {Found[]} some */
  const add = async (some) => {
    found.push(...some);
    tell(found.length);
    await breath();
  };
  for (const { handle: promised, entry, file } of taken) {
    // A handle can give the file again after the page was loaded anew.
    const handle = await promised;
    if (handle?.kind === 'directory') await walkHandle(handle, '', add, handle);
    else if (entry && !entry.isFile) await walkEntry(/** @type {any} */ (entry), '', add);
    else if (file) found.push({ file, parents: '', handle });
  }
  return found;
}

/**
 * @param {any} directory a FileSystemDirectoryHandle
 * @param {string} above
 * @param {(some: Found[]) => Promise<void>} add
 * @param {any} top
 */
async function walkHandle(directory, above, add, top) {
  const parents = above ? `${above}/${directory.name}` : directory.name;
  let isEmpty = true;
  /** @type {any[]} */
  let some = [];
  const read = async () => {
    await add(await Promise.all(some.map(async (handle) => ({ file: await handle.getFile(), parents, handle, top }))));
    some = [];
  };
  for await (const handle of directory.values()) {
    isEmpty = false;
    if (handle.kind === 'directory') await walkHandle(handle, parents, add, top);
    else some.push(handle);
    if (some.length === PIECE) await read();
  }
  if (some.length > 0) await read();
  if (isEmpty) await add([{ name: directory.name, parents: above }]);
}

/**
 * @param {any} directory a FileSystemDirectoryEntry
 * @param {string} above
 * @param {(some: Found[]) => Promise<void>} add
 */
async function walkEntry(directory, above, add) {
  const reader = directory.createReader();
  const parents = above ? `${above}/${directory.name}` : directory.name;
  let isEmpty = true;
  for (;;) {
    // A reader gives at most a hundred entries at a time.
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    isEmpty = false;
    const files = some.filter((/** @type {any} */ one) => !one.isDirectory);
    await add(await Promise.all(files.map(async (/** @type {any} */ one) => ({ file: await new Promise((resolve, reject) => one.file(resolve, reject)), parents }))));
    for (const one of some) if (one.isDirectory) await walkEntry(one, parents, add);
  }
  if (isEmpty) await add([{ name: directory.name, parents: above }]);
}

/**
 * Files of an input; those of a chosen folder know where they lay.
 *
 * @param {File[]} files
 * @returns {Promise<Found[]>}
 */
export async function fromInput(files) {
  /** @type {Found[]} */
  const found = [];
  for (const file of files) {
    const relative = /** @type {any} */ (file).webkitRelativePath ?? '';
    found.push({ file, parents: relative.slice(0, Math.max(0, relative.lastIndexOf('/'))) });
    if (found.length % (PIECE * 20) === 0) await breath();
  }
  return found;
}

/**
 * Pictures come from the clipboard all under one name: they get the time they were pasted at.
 *
 * @param {Found[]} found
 * @param {(time: string) => string} nameAt
 * @param {Date} [now]
 * @returns {Found[]}
 */
export function namePasted(found, nameAt, now = new Date()) {
  return found.map((one, index) => {
    if (!one.file || one.handle || !/^image\.(png|jpe?g|gif|webp)$/.test(one.file.name)) return one;
    const two = (/** @type {number} */ part) => String(part).padStart(2, '0');
    const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
    const time = `${day} ${two(now.getHours())}.${two(now.getMinutes())}.${two(now.getSeconds())}${index > 0 ? ` ${index + 1}` : ''}`;
    const name = `${nameAt(time)}${one.file.name.slice(one.file.name.lastIndexOf('.'))}`;
    return { ...one, file: new File([one.file], name, { type: one.file.type, lastModified: one.file.lastModified }) };
  });
}
