// @ts-check
// Hashes files apart from the page, in slices of 4 MiB: one slice is in memory at a time, whatever is hashed.
import { plainHasher } from './plain.js';
import { wasmHasher } from './wasm.js';

const SLICE = 4 << 20;
/** Files up to this pass by larger ones. */
const SMALL = 8 << 20;
/** Where a hash stands is told this often, so that a reloaded page need not begin anew. */
const KEPT_EVERY = 256 << 20;

/** @typedef {{job: number, file: Blob, state?: Uint8Array, from?: number}} Order `from` is where `state` stands */
/** @typedef {Order & {hasher: import('./wasm.js').Hasher, at: number, kept: number}} Job */

/** @type {Promise<() => Promise<import('./wasm.js').Hasher>>} */
const maker = fetch(new URL('../../../wasm/sha256.wasm', import.meta.url))
  .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(String(response.status)))))
  .then((code) => WebAssembly.compile(code))
  .then((module) => wasmHasher(module).then(() => () => wasmHasher(module)))
  .catch(() => async () => plainHasher());

/** @type {Set<number>} jobs that were not cancelled */
const wanted = new Set();
/** @type {import('./wasm.js').Hasher[]} that may be used again */
const free = [];
/** @type {Uint8Array | undefined} how a hash begins */
let start;

/** @type {Map<number, Job>} in the order in which they came */
const jobs = new Map();
let isRunning = false;
let turn = 0;

/** Small ones first; large ones a slice each in turn. */
function next() {
  const all = [...jobs.values()];
  const small = all.find((job) => job.file.size <= SMALL);
  if (small) return small;
  turn += 1;
  return all[turn % all.length];
}

async function run() {
  if (isRunning) return;
  isRunning = true;
  while (jobs.size > 0) {
    const job = next();
    try {
      await step(job);
    } catch (error) {
      end(job);
      fail(job.job, error);
    }
  }
  isRunning = false;
}

/** @param {Job} job */
async function step(job) {
  const { file, hasher } = job;
  if (job.at < file.size) {
    const bytes = new Uint8Array(await file.slice(job.at, job.at + SLICE).arrayBuffer());
    // Less than was asked for: the file became shorter.
    if (bytes.length !== Math.min(SLICE, file.size - job.at)) throw new DOMException('changed', 'NotReadableError');
    hasher.update(bytes);
    job.at += bytes.length;
  }
  if (!jobs.has(job.job)) return;
  if (job.at >= file.size) {
    const digest = hasher.digest();
    end(job);
    postMessage({ job: job.job, done: file.size, digest });
  } else if (job.at - job.kept >= KEPT_EVERY) {
    job.kept = job.at;
    postMessage({ job: job.job, done: job.at, state: hasher.save() });
  } else postMessage({ job: job.job, done: job.at });
}

/** @param {Job} job */
function end(job) {
  if (jobs.delete(job.job) && free.length < 4) free.push(job.hasher);
  wanted.delete(job.job);
}

/**
 * @param {number} job
 * @param {unknown} error
 */
function fail(job, error) {
  wanted.delete(job);
  const { message, name } = /** @type {Error} */ (error);
  postMessage({ job, error: String(message ?? error), name });
}

/** A hasher at its beginning: thousands of small files need not make one each. */
async function hasherAtStart() {
  const hasher = free.pop() ?? (await (await maker)());
  start ??= hasher.save();
  hasher.load(start);
  return hasher;
}

addEventListener('message', async ({ data }) => {
  if (data.cancel) {
    wanted.delete(data.job);
    jobs.delete(data.job);
    return;
  }
  const { job, file, state, from = 0 } = /** @type {Order} */ (data);
  wanted.add(job);
  try {
    const hasher = await hasherAtStart();
    if (!wanted.has(job)) return;
    if (state) hasher.load(state);
    jobs.set(job, { job, file, hasher, at: from, kept: from });
  } catch (error) {
    // An old phone that has no memory for one more: who waits must hear of it.
    fail(job, error);
    return;
  }
  run();
});
