// @ts-check
import { hooks } from '../../core/api.js';
import { asset } from '../../core/assets.js';
import { hashHere } from './here.js';

/** @typedef {{onProgress?: (done: number) => void, onState?: (state: Uint8Array, done: number) => void, state?: Uint8Array, from?: number, signal?: AbortSignal}} HashOptions */

/** @type {Worker | null} */
let worker = null;
let count = 0;
/** @type {Map<number, {file: Blob, options: HashOptions, resolve: (digest: string) => void, reject: (error: Error) => void}>} */
const jobs = new Map();

function started() {
  if (worker) return worker;
  worker = new Worker(asset('app/transfers/hash/worker.js'), { type: 'module' });
  worker.addEventListener('message', ({ data }) => {
    const job = jobs.get(data.job);
    if (!job) return;
    if (data.error) {
      jobs.delete(data.job);
      job.reject(Object.assign(new Error(data.error), { name: data.name ?? 'Error' }));
      return;
    }
    job.options.onProgress?.(data.done);
    if (data.state) job.options.onState?.(data.state, data.done);
    if (data.digest) {
      jobs.delete(data.job);
      job.resolve(data.digest);
    }
  });
  worker.addEventListener('error', (event) => {
    worker = null;
    // Without words its script did not come.
    if (!event.message) hooks.partMissing();
    for (const { file, options, resolve, reject } of jobs.values()) hashHere(file, options).then(resolve, reject);
    jobs.clear();
  });
  return worker;
}

/**
 * The SHA-256 of a file, in lower-case hex.
 *
 * @param {Blob} file
 * @param {HashOptions} [options] `state` and `from` go on with what `onState` gave before
 * @returns {Promise<string>}
 */
export function hashFile(file, options = {}) {
  count += 1;
  const job = count;
  return new Promise((resolve, reject) => {
    // An event that has happened does not come again.
    if (options.signal?.aborted) {
      reject(new DOMException('aborted', 'AbortError'));
      return;
    }
    jobs.set(job, { file, options, resolve, reject });
    options.signal?.addEventListener('abort', () => {
      if (!jobs.delete(job)) return;
      worker?.postMessage({ job, cancel: true });
      reject(new DOMException('aborted', 'AbortError'));
    });
    started().postMessage({ job, file, state: options.state, from: options.from });
  });
}
