// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureSize } from '../app/viewer/picture-size.js';

const hex = (/** @type {string} */ text) => Uint8Array.from(text.replace(/\s/g, '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test('sizes stand in the first bytes', () => {
  assert.deepEqual(pictureSize(hex('89504e470d0a1a0a 0000000d 49484452 00007530 00007530 01')), { width: 30000, height: 30000 });
  assert.deepEqual(pictureSize(hex('474946383961 4001 f000')), { width: 320, height: 240 });
  assert.deepEqual(pictureSize(hex('ffd8 ffe00004 0000 ffc00011 08 0640 0960 03')), { width: 2400, height: 1600 });
  assert.deepEqual(pictureSize(hex('52494646 00000000 57454250 56503858 0a000000 00000000 7f0700 370400')), { width: 1920, height: 1080 });
  assert.deepEqual(pictureSize(hex('0000001c 66747970 61766966 00000014 69737065 00000000 00000400 00000300')), { width: 1024, height: 768 });
});

test('what is no picture, or ends too soon, has none', () => {
  for (const one of ['', 'ffd8', 'ffd8ffe0ffff', '89504e47', '00112233445566778899', 'ffd8 ffe00004 0000 0000']) assert.equal(pictureSize(hex(one)), undefined);
});
