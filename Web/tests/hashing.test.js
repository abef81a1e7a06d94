// @ts-check
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { hashFile } from '../app/transfers/hash/hashing.js';
import { hashHere } from '../app/transfers/hash/here.js';
import { plainHasher } from '../app/transfers/hash/plain.js';

test('a file is hashed on the page where no worker comes', async () => {
  const bytes = new Uint8Array(3 * (1 << 20) + 5).map((_, index) => index * 7);
  /** @type {number[]} */
  const told = [];
  const digest = await hashHere(new Blob([bytes]), { onProgress: (done) => told.push(done) });
  assert.equal(digest, createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual(told, [1 << 20, 2 << 20, 3 << 20, bytes.length]);
});

test('a hash on the page goes on where one was left, and ends with its upload', async () => {
  const bytes = new Uint8Array(2 << 20).fill(3);
  const before = plainHasher();
  before.update(bytes.subarray(0, 1 << 20));
  assert.equal(await hashHere(new Blob([bytes]), { state: before.save(), from: 1 << 20 }), createHash('sha256').update(bytes).digest('hex'));
  const controller = new AbortController();
  await assert.rejects(hashHere(new Blob([bytes]), { signal: controller.signal, onProgress: () => controller.abort() }), { name: 'AbortError' });
});

test('a file whose upload was ended before is not hashed', async () => {
  await assert.rejects(hashFile(new Blob(['a']), { signal: AbortSignal.abort() }), { name: 'AbortError' });
});
