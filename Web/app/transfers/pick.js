// @ts-check
// The browser's own pickers: the newer one gives handles, by which an upload goes on after the page was closed.

/** Folders can be chosen on computers; phones have no such picker. */
export const canChooseFolders = typeof document !== 'undefined' && 'webkitdirectory' in document.createElement('input')
  && !matchMedia('(pointer: coarse) and (hover: none)').matches;

/** On phones the plain input is better: it offers the camera too. */
export function hasHandles() {
  return 'showOpenFilePicker' in globalThis && isSecureContext && matchMedia('(pointer: fine)').matches;
}

/**
 * Files with their handles.
 *
 * @returns {Promise<import('./collect.js').Found[] | undefined>} undefined where the picker may not be used after all
 */
export async function pickFiles() {
  try {
    const handles = await /** @type {any} */ (globalThis).showOpenFilePicker({ multiple: true });
    const found = [];
    for (const handle of handles) found.push({ file: await handle.getFile(), parents: '', handle });
    return found;
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError' ? [] : undefined;
  }
}
