// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashFile } from '../app/transfers/hash/hashing.js';

test('a file whose upload was ended before is not hashed', async () => {
  await assert.rejects(hashFile(new Blob(['a']), { signal: AbortSignal.abort() }), { name: 'AbortError' });
});
