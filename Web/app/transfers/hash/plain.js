// @ts-check
// SHA-256 (FIPS 180-4) in plain JavaScript, for where WebAssembly cannot be had. States are those of HearthHashCore.
import { hex } from './wasm.js';

/** The first 32 bits of the fractional parts of the roots of the first primes, which the standard begins with. */
const [CONSTANTS, START] = roots();

function roots() {
  /** @type {number[]} */
  const primes = [];
  for (let candidate = 2; primes.length < 64; candidate += 1) if (primes.every((prime) => candidate % prime)) primes.push(candidate);
  const fraction = (/** @type {number} */ value) => Math.floor((value - Math.floor(value)) * 2 ** 32) >>> 0;
  return [new Uint32Array(primes.map((prime) => fraction(Math.cbrt(prime)))), new Uint32Array(primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))))];
}

/** @returns {import('./wasm.js').Hasher} */
export function plainHasher() {
  let words = START.slice();
  let length = 0n;
  let block = new Uint8Array(64);
  const schedule = new Uint32Array(64);

  /**
   * @param {Uint32Array} into
   * @param {Uint8Array} bytes
   * @param {number} offset
   */
  function compress(into, bytes, offset) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + offset, 64);
    for (let index = 0; index < 16; index += 1) schedule[index] = view.getUint32(index * 4);
    for (let index = 16; index < 64; index += 1) {
      const before = schedule[index - 15];
      const after = schedule[index - 2];
      const low = turn(before, 7) ^ turn(before, 18) ^ (before >>> 3);
      const high = turn(after, 17) ^ turn(after, 19) ^ (after >>> 10);
      schedule[index] = schedule[index - 16] + low + schedule[index - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = into;
    for (let index = 0; index < 64; index += 1) {
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[index] + schedule[index]) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
      into[index] += word;
    });
  }

  return {
    update(bytes) {
      let offset = 0;
      const filled = Number(length & 63n);
      length += BigInt(bytes.length);
      if (filled) {
        offset = Math.min(64 - filled, bytes.length);
        block.set(bytes.subarray(0, offset), filled);
        if (filled + offset < 64) return;
        compress(words, block, 0);
      }
      for (; offset + 64 <= bytes.length; offset += 64) compress(words, bytes, offset);
      block.set(bytes.subarray(offset));
    },
    digest() {
      const last = words.slice();
      const filled = Number(length & 63n);
      const padding = new Uint8Array(filled < 56 ? 64 : 128);
      padding.set(block.subarray(0, filled));
      padding[filled] = 0x80;
      new DataView(padding.buffer).setBigUint64(padding.length - 8, length * 8n);
      for (let offset = 0; offset < padding.length; offset += 64) compress(last, padding, offset);
      return hex(toBytes(last));
    },
    save() {
      const state = new Uint8Array(104);
      state.set(toBytes(words));
      new DataView(state.buffer).setBigUint64(32, length);
      state.set(block, 40);
      return state;
    },
    load(state) {
      const view = new DataView(state.buffer, state.byteOffset, 104);
      words = words.map((_, index) => view.getUint32(index * 4));
      length = view.getBigUint64(32);
      block = state.slice(40, 104);
    },
  };
}

/** @param {Uint32Array} words */
function toBytes(words) {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  words.forEach((word, index) => view.setUint32(index * 4, word));
  return bytes;
}

/**
 * @param {number} word
 * @param {number} count
 */
function turn(word, count) {
  return (word >>> count) | (word << (32 - count));
}
