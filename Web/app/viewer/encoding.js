// @ts-check
// What the bytes of a text mean, and its line endings.

/** @typedef {'UTF-8' | 'UTF-16' | 'GB18030' | 'Latin-1'} Encoding */
/**
 * @typedef {object} Decoded
 * @property {string} text with line endings as they are
 * @property {Encoding} encoding
 * @property {boolean} hasMark begins with U+FEFF, which is not part of `text`
 */

/**
 * @param {Uint8Array} bytes
 * @returns {Decoded | undefined} undefined where it is no text
 */
export function decode(bytes) {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const wide = decoded(bytes, first === 0xff ? 'utf-16le' : 'utf-16be');
    return wide === undefined ? undefined : { text: wide, encoding: 'UTF-16', hasMark: true };
  }
  if (bytes.includes(0)) return undefined;
  const plain = decoded(bytes, 'utf-8');
  if (plain !== undefined) return { text: plain, encoding: 'UTF-8', hasMark: first === 0xef && second === 0xbb && bytes[2] === 0xbf };
  if (looksChinese(bytes)) {
    const chinese = decoded(bytes, 'gb18030');
    if (chinese !== undefined) return { text: chinese, encoding: 'GB18030', hasMark: false };
  }
  if (hasControls(bytes)) return undefined;
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Latin-1', hasMark: false };
}

/** @param {Uint8Array} bytes @param {string} encoding */
function decoded(bytes, encoding) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Characters of common Chinese are pairs of high bytes; accents of European texts mostly stand between letters.
 *
 * @param {Uint8Array} bytes
 */
function looksChinese(bytes) {
  let [pairs, high] = [0, 0];
  for (let index = 0; index < bytes.length; index += 1) {
    if (bytes[index] < 0x80) continue;
    high += 1;
    if (bytes[index] >= 0x81 && bytes[index] <= 0xfe && bytes[index + 1] >= 0xa1) {
      pairs += 1;
      index += 1;
    }
  }
  return high > 0 && pairs / high > 0.5;
}

/** Bytes that no text has. @param {Uint8Array} bytes */
function hasControls(bytes) {
  let count = 0;
  for (const byte of bytes) if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) count += 1;
  return count > bytes.length / 1000;
}

/**
 * How lines end: one way, or several.
 *
 * @param {string} text
 * @returns {'\n' | '\r\n' | '\r' | 'mixed'}
 */
export function lineEnding(text) {
  const pairs = text.split('\r\n').length - 1;
  const feeds = text.split('\n').length - 1 - pairs;
  const returns = text.split('\r').length - 1 - pairs;
  if ([pairs, feeds, returns].filter(Boolean).length > 1) return 'mixed';
  return pairs ? '\r\n' : returns ? '\r' : '\n';
}

/**
 * The text as it is written back: in UTF-8, lines ending as they did.
 *
 * @param {string} text lines end with \n, or are as they were where endings are mixed
 * @param {{ending: '\n' | '\r\n' | '\r' | 'mixed', hasMark: boolean}} how
 */
export function encode(text, { ending, hasMark }) {
  const lines = ending === 'mixed' || ending === '\n' ? text : text.replaceAll('\n', ending);
  return new TextEncoder().encode((hasMark ? '\ufeff' : '') + lines);
}
