// @ts-check
// How many points a picture has, by the first bytes of its file: a file of a few bytes can be one of a billion.

/** @typedef {{width: number, height: number}} Size */

/**
 * @param {Uint8Array} bytes the beginning of a file
 * @returns {Size | undefined} undefined where it cannot be told
 */
export function pictureSize(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (/** @type {number} */ at, /** @type {number} */ length) => String.fromCharCode(...bytes.subarray(at, at + length));
  try {
    if (text(1, 3) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) };
    if (text(0, 3) === 'GIF') return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (text(0, 2) === 'BM') return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
    if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return webp(view, text(12, 4));
    if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpeg(view);
    if (text(4, 4) === 'ftyp') return avif(bytes, view);
    // Icons have 256 points a side at most, as far as they are not PNG inside.
    return view.getUint32(0) === 0x00000100 ? { width: 256, height: 256 } : undefined;
  } catch {
    // The bytes end before it is said.
    return undefined;
  }
}

/** @param {DataView} view @param {string} kind */
function webp(view, kind) {
  const three = (/** @type {number} */ at) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (kind === 'VP8X') return { width: three(24) + 1, height: three(27) + 1 };
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

/** @param {DataView} view */
function jpeg(view) {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const mark = view.getUint8(at + 1);
    if (mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
}

/** The largest of the sizes that its parts give. @param {Uint8Array} bytes @param {DataView} view */
function avif(bytes, view) {
  /** @type {Size | undefined} */
  let largest;
  for (let at = 0; at + 16 <= bytes.length; at += 1) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
