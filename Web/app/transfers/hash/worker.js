// @ts-check
// Hashes one file after the other, apart from the page: in slices of 4 MiB, so that memory stays the same for any size.
import { plainHasher } from './plain.js';
import { wasmHasher } from './wasm.js';

const SLICE = 4 << 20;
/** Where a hash stands is told this often, so that a reloaded page need not begin anew. */
const KEPT_EVERY = 256 << 20;

/** @type {Promise<() => Promise<import('./wasm.js').Hasher>>} */
const maker = fetch(new URL('../../../wasm/sha256.wasm', import.meta.url))
  .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(String(response.status)))))
  .then((code) => wasmHasher(code).then(() => () => wasmHasher(code)))
  .catch(() => async () => plainHasher());

/** @type {Set<number>} jobs that are not wanted any more */
const cancelled = new Set();
let queue = Promise.resolve();

/**
 * @param {{job: number, file: Blob, state?: Uint8Array, from?: number}} order `from` is where `state` stands
 */
async function run({ job, file, state, from = 0 }) {
  const hasher = await (await maker)();
  if (state) hasher.load(state);
  let kept = from;
  for (let offset = from; offset < file.size; offset += SLICE) {
    if (cancelled.delete(job)) return;
    hasher.update(new Uint8Array(await file.slice(offset, offset + SLICE).arrayBuffer()));
    const done = Math.min(offset + SLICE, file.size);
    if (done - kept >= KEPT_EVERY) {
      kept = done;
      postMessage({ job, done, state: hasher.save() });
    } else postMessage({ job, done });
  }
  postMessage({ job, done: file.size, digest: hasher.digest() });
}

addEventListener('message', ({ data }) => {
  if (data.cancel) {
    cancelled.add(data.job);
    return;
  }
  queue = queue.then(() => run(data)).catch((error) => postMessage({ job: data.job, error: String(error?.message ?? error), name: error?.name }));
});
