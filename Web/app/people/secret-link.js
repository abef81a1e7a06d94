// @ts-check
import { useEffect, useState } from '../lib.js';

/** What stands behind `#` now, or ''. */
const behind = () => location.hash.replace(/^#(?:\/invite\/)?/, '');

/**
 * What is secret behind `#` of the address that was opened. It leaves the address bar and the history at once; this tab
 * keeps it in the history's own state, so that a reload does not lose it.
 *
 * @param {string} path the address that is left
 * @returns {string}
 */
export function useSecret(path) {
  const take = () => {
    const found = behind();
    if (!found) return String(history.state?.secret ?? '');
    history.replaceState({ ...history.state, secret: found }, '', path);
    return found;
  };
  const [secret, setSecret] = useState(take);
  useEffect(() => {
    // A link that is pasted where its screen already stands loads nothing anew.
    const onHash = () => behind() && setSecret(take());
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  return secret;
}
