// @ts-check
import { useEffect, useState } from '../lib.js';

/** Where the side pane gives way to tabs; the same width as in shell.css. */
export const NARROW = '(max-width: 800px)';

/**
 * Whether a media query holds, and draws anew when that changes.
 *
 * @param {string} query
 */
export function useMedia(query) {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const onChange = () => setHolds(media.matches);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, [query]);
  return holds;
}
