// @ts-check
import { useState } from '../lib.js';

/**
 * What is secret behind `#` of the address that was opened. It leaves the address bar and the history at once; this tab
 * keeps it in the history's own state, so that a reload does not lose it.
 *
 * @param {string} path the address that is left
 * @returns {string}
 */
export function useSecret(path) {
  const [secret] = useState(() => {
    const behind = location.hash.replace(/^#(?:\/invite\/)?/, '');
    if (!behind) return String(history.state?.secret ?? '');
    history.replaceState({ ...history.state, secret: behind }, '', path);
    return behind;
  });
  return secret;
}
