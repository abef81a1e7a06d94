// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode, lineEnding } from '../app/viewer/encoding.js';

const bytes = (/** @type {number[]} */ ...values) => new Uint8Array(values);
const utf8 = (/** @type {string} */ text) => new TextEncoder().encode(text);
const latin = (/** @type {string} */ text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test('UTF-8, with and without its mark', () => {
  assert.deepEqual(decode(utf8('caf\u00e9 \u4f60\u597d')), { text: 'caf\u00e9 \u4f60\u597d', encoding: 'UTF-8', hasMark: false });
  assert.deepEqual(decode(bytes(0xef, 0xbb, 0xbf, 0x61)), { text: 'a', encoding: 'UTF-8', hasMark: true });
  assert.deepEqual(decode(bytes()), { text: '', encoding: 'UTF-8', hasMark: false });
});

test('Chinese of Windows', () => {
  // 你好，世界
  assert.deepEqual(decode(bytes(0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xca, 0xc0, 0xbd, 0xe7)), { text: '\u4f60\u597d\uff0c\u4e16\u754c', encoding: 'GB18030', hasMark: false });
});

test('texts of Western Europe', () => {
  for (const text of ['Caf\u00e9 cr\u00e8me \u00e0 la fa\u00e7on', 'Gr\u00fc\u00dfe aus K\u00f6ln', 'h\u00e9']) assert.deepEqual(decode(latin(text)), { text, encoding: 'Latin-1', hasMark: false });
});

test('UTF-16 by its mark', () => {
  assert.equal(decode(bytes(0xff, 0xfe, 0x61, 0, 0x62, 0))?.text, 'ab');
  assert.equal(decode(bytes(0xfe, 0xff, 0, 0x61))?.encoding, 'UTF-16');
});

test('what is no text', () => {
  assert.equal(decode(bytes(0x89, 0x50, 0x4e, 0x47, 0, 0, 0)), undefined);
  assert.equal(decode(Uint8Array.from({ length: 255 }, (_, index) => index + 1)), undefined);
});

test('line endings are found, and kept', () => {
  assert.equal(lineEnding('a\r\nb\r\n'), '\r\n');
  assert.equal(lineEnding('a\nb'), '\n');
  assert.equal(lineEnding('a\rb'), '\r');
  assert.equal(lineEnding('a\r\nb\nc'), 'mixed');
  assert.equal(lineEnding('one line'), '\n');
  const written = (/** @type {string} */ text, /** @type {any} */ how) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(encode(text, how));
  assert.equal(written('a\nb\n', { ending: '\r\n', hasMark: false }), 'a\r\nb\r\n');
  assert.equal(written('a\nb', { ending: '\n', hasMark: true }), '\ufeffa\nb');
  assert.equal(written('a\r\nb\nc', { ending: 'mixed', hasMark: false }), 'a\r\nb\nc');
});
