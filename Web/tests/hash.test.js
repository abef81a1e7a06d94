// @ts-check
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { plainHasher } from '../app/transfers/hash/plain.js';
import { wasmHasher } from '../app/transfers/hash/wasm.js';

const code = readFileSync(new URL('../wasm/sha256.wasm', import.meta.url));
/** @type {Record<string, () => Promise<import('../app/transfers/hash/wasm.js').Hasher>>} */
const makers = { wasm: () => wasmHasher(code), plain: async () => plainHasher() };

for (const [name, make] of Object.entries(makers)) {
  test(`${name}: the standard's own examples`, async () => {
    const expected = {
      '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq: '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    };
    for (const [text, digest] of Object.entries(expected)) {
      const hasher = await make();
      hasher.update(new TextEncoder().encode(text));
      assert.equal(hasher.digest(), digest);
    }
  });

  test(`${name}: every length around the blocks, in uneven pieces`, async () => {
    const bytes = randomBytes(4096);
    for (const length of [1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000, 4096]) {
      const hasher = await make();
      for (let offset = 0; offset < length; offset += 37) hasher.update(bytes.subarray(offset, Math.min(length, offset + 37)));
      assert.equal(hasher.digest(), createHash('sha256').update(bytes.subarray(0, length)).digest('hex'), String(length));
    }
  });

  test(`${name}: what was put aside goes on in another hash`, async () => {
    const bytes = randomBytes(3 << 20);
    const first = await make();
    first.update(bytes.subarray(0, 1_500_001));
    const state = first.save();
    for (const other of Object.values(makers)) {
      const second = await other();
      second.load(state);
      second.update(bytes.subarray(1_500_001));
      assert.equal(second.digest(), createHash('sha256').update(bytes).digest('hex'));
    }
  });
}
