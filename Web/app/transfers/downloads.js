// @ts-check
// Downloads are the browser's own; this only remembers, as long as the page lives, which were handed to it.
import { Atom } from '../core/atom.js';
import { session } from '../core/session.js';

/** @typedef {{id: number, name: string, at: number}} Download `name` is '' for an archive, `at` in seconds since 1970 */

const KEPT = 200;

/** The newest first. */
export const downloads = new Atom(/** @type {Download[]} */ ([]));

let count = 0;

/** Notices every link that saves something of the drive. */
export function startDownloads() {
  addEventListener('click', (event) => {
    const link = /** @type {Element} */ (event.target).closest?.('a[download]');
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || !link.pathname.startsWith('/api/')) return;
    count += 1;
    downloads.update((before) => [{ id: count, name: link.download, at: Date.now() / 1000 }, ...before].slice(0, KEPT));
  });
  session.subscribe((next) => !next && downloads.set([]));
}

/** Forgets the list; the files stay where the browser put them. */
export function clearDownloads() {
  downloads.set([]);
}
