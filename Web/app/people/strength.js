// @ts-check

/** The server's rule for accounts. */
export const SHORTEST = 6;
/** In bytes of UTF-8. */
export const LONGEST = 1024;

/**
 * What the server's rule says about a password, and whether it is more than just enough. Length is what counts: rules
 * about kinds of characters make passwords that people write on notes.
 *
 * @param {string} password
 * @returns {{missing: number, isTooLong: boolean, level: 0 | 1 | 2 | 3}} `missing` characters; 0 refused, 1 just enough, 2 fair,
 *   3 strong
 */
export function strength(password) {
  const characters = [...password];
  const missing = Math.max(0, SHORTEST - characters.length);
  const isTooLong = new TextEncoder().encode(password).length > LONGEST;
  if (missing > 0 || isTooLong) return { missing, isTooLong, level: 0 };
  const different = new Set(characters).size;
  if (characters.length >= 14 && different >= 7) return { missing, isTooLong, level: 3 };
  if (characters.length >= 10 && different >= 5) return { missing, isTooLong, level: 2 };
  return { missing, isTooLong, level: 1 };
}
