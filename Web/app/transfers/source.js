// @ts-check
// Where the bytes of a row come from, and whether they are still those that were chosen.

/** @typedef {import('./rows.js').Upload} Upload */

/** The file was changed, or is gone, while it was read. */
export class ChangedError extends Error {
  constructor() {
    super('changed');
    this.name = 'ChangedError';
  }
}

/**
 * Whether a file is the one that a row is about.
 *
 * @param {Pick<Upload, 'name' | 'size' | 'modified'>} row
 * @param {{name: string, size: number, lastModified: number}} file
 */
export function isSame(row, file) {
  // Some systems keep whole seconds.
  return row.name === file.name && row.size === file.size && Math.abs(row.modified - file.lastModified) < 1000;
}

/** @param {unknown} error of reading a file */
export function isUnreadable(error) {
  return error instanceof ChangedError || (error instanceof Error && ['NotReadableError', 'NotFoundError'].includes(error.name));
}

/**
 * Throws when the file is not what it was any more: browsers refuse to read one that changed since it was chosen, and a handle
 * shows what lies there now.
 *
 * @param {Upload} row
 * @param {File} file
 */
export async function checkUnchanged(row, file) {
  try {
    await file.slice(Math.max(0, file.size - 1)).arrayBuffer();
    if (row.handle && !isSame(row, await row.handle.getFile())) throw new ChangedError();
  } catch (error) {
    if (isUnreadable(error)) throw new ChangedError();
    // A handle without permission says nothing.
  }
}

/**
 * The file by its handle, when the browser gives it without asking.
 *
 * @param {Upload} row
 * @returns {Promise<File | undefined>}
 */
export async function byHandle(row) {
  if (!row.handle) return undefined;
  try {
    if ((await row.handle.queryPermission({ mode: 'read' })) !== 'granted') return undefined;
    const file = await row.handle.getFile();
    return isSame(row, file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Asks for the permission to read; to be called by a tap.
 *
 * @param {Upload[]} rows
 * @returns {Promise<Map<number, File>>} what may be read now
 */
export async function askForHandles(rows) {
  /** @type {Map<number, File>} */
  const found = new Map();
  /** @type {any[]} */
  const asked = [];
  for (const row of rows) {
    const about = row.top ?? row.handle;
    if (!about) continue;
    try {
      let isKnown = false;
      for (const one of asked) isKnown ||= await one.isSameEntry(about);
      if (!isKnown) {
        asked.push(about);
        await about.requestPermission({ mode: 'read' });
      }
    } catch {
      // Browsers ask once a tap: what is left over waits for the next.
    }
    const file = await byHandle(row);
    if (file) found.set(row.id, file);
  }
  return found;
}
