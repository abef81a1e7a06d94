// @ts-check
// Small choices of this device. Browsers may be told to keep nothing: then they stand until the page is closed.

/** @param {string} key @returns {string | null} */
export function choice(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function keepChoice(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}
