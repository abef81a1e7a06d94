// @ts-check

/** How long an answer may take before people wonder, in milliseconds: the network is weak, or drops what it cannot carry. */
export const PATIENCE = 4000;

/**
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T | undefined>} undefined when it takes longer than people wait; it goes on
 */
export function patiently(work) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const over = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
