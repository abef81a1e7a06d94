// @ts-check
// What is on its way into the queue: until it is there, leaving the page would lose it.
import { touch } from './queue.js';

let count = 0;

/** Whether something is read, asked about or being added. */
export function isTaking() {
  return count > 0;
}

/**
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function taking(work) {
  count += 1;
  try {
    return await work;
  } finally {
    count -= 1;
    touch();
  }
}
