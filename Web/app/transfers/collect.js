// @ts-check
// What was dropped, pasted or chosen: files with the directories they lay in.

/** @typedef {{file: File, parents: string}} Found */

/**
 * Files that a drop or a paste brought, folders walked through.
 *
 * @param {DataTransfer} transfer
 * @returns {Promise<Found[]>}
 */
export async function fromTransfer(transfer) {
  // The entries have to be taken at once: after the event the transfer is empty.
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  /** @type {Found[]} */
  const found = [];
  for (const entry of entries) {
    if (entry instanceof File) found.push({ file: entry, parents: '' });
    else if (entry) await walk(/** @type {any} */ (entry), '', found);
  }
  return found;
}

/**
 * @param {any} entry of the File and Directory Entries API
 * @param {string} parents
 * @param {Found[]} found
 */
async function walk(entry, parents, found) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    found.push({ file, parents });
    return;
  }
  const reader = entry.createReader();
  const inside = parents ? `${parents}/${entry.name}` : entry.name;
  for (;;) {
    // A reader gives at most a hundred entries at a time.
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) await walk(one, inside, found);
  }
}

/**
 * Files of an input; those of a chosen folder know where they lay.
 *
 * @param {FileList} list
 * @returns {Found[]}
 */
export function fromInput(list) {
  return [...list].map((file) => {
    const relative = /** @type {any} */ (file).webkitRelativePath ?? '';
    return { file, parents: relative.split('/').slice(0, -1).join('/') };
  });
}
