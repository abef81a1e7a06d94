// @ts-check
// Hashes on the page itself, where the worker does not come: its file belongs to an app that the drive has no longer, or the drive
// is just being started.
import { breath } from '../tabs.js';
import { plainHasher } from './plain.js';

/** So much at once holds the page up for less than a frame or two. */
const SLICE = 1 << 20;
/** See worker.js. */
const KEPT_EVERY = 256 << 20;

/**
 * @param {Blob} file
 * @param {import('./hashing.js').HashOptions} options
 * @returns {Promise<string>} the SHA-256 in lower-case hex
 */
export async function hashHere(file, { onProgress, onState, state, from = 0, signal }) {
  const hasher = plainHasher();
  if (state) hasher.load(state);
  let kept = from;
  for (let at = from; at < file.size; ) {
    signal?.throwIfAborted();
    const bytes = new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer());
    // Less than was asked for: the file became shorter.
    if (bytes.length !== Math.min(SLICE, file.size - at)) throw new DOMException('changed', 'NotReadableError');
    hasher.update(bytes);
    at += bytes.length;
    onProgress?.(at);
    if (at - kept >= KEPT_EVERY) {
      kept = at;
      onState?.(hasher.save(), at);
    }
    await breath();
  }
  return hasher.digest();
}
