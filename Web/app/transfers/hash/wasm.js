// @ts-check
// SHA-256 by Web/wasm/sha256.wasm (Sources/HearthHashCore).

const PIECE = 1 << 20;
const STATE = 104;

/**
 * A hash that takes bytes in pieces and can be put aside.
 *
 * @typedef {{update: (bytes: Uint8Array) => void, digest: () => string, save: () => Uint8Array, load: (state: Uint8Array) => void}} Hasher
 */

/**
 * @param {BufferSource | WebAssembly.Module} code
 * @returns {Promise<Hasher>}
 */
export async function wasmHasher(code) {
  const compiled = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
  const instance = await WebAssembly.instantiate(compiled, {});
  /** @type {any} */
  const module = instance.exports;
  // What lies behind the heap's base belongs to nobody: the bytes go there.
  const base = Math.ceil(module.__heap_base.value / 16) * 16;
  const missing = base + PIECE - module.memory.buffer.byteLength;
  if (missing > 0) module.memory.grow(Math.ceil(missing / 65536));
  const room = new Uint8Array(module.memory.buffer, base, PIECE);
  module.begin();
  return {
    update(bytes) {
      for (let offset = 0; offset < bytes.length; offset += PIECE) {
        const piece = bytes.subarray(offset, offset + PIECE);
        room.set(piece);
        module.update(base, piece.length);
      }
    },
    digest() {
      module.digest(base);
      return hex(room.subarray(0, 32));
    },
    save() {
      module.save(base);
      return room.slice(0, STATE);
    },
    load(state) {
      room.set(state.subarray(0, STATE));
      module.load(base);
    },
  };
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
