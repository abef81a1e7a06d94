// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clock, size, when } from '../app/core/format.js';
import { decodeName, encodePath, parentOf, rootOf, splitName } from '../app/core/path.js';
import { visible } from '../app/ui/name.js';

test('sizes have three figures at most', () => {
  assert.equal(size(0), '0 bytes');
  assert.equal(size(1), '1 byte');
  assert.match(size(1536), /1\.5\s?kB/i);
  assert.match(size(150 * 1024 ** 3), /150\s?GB/);
});

test('times of today are shown by the clock, of this year by the day', () => {
  const now = new Date(2026, 6, 12, 15, 0, 0);
  assert.equal(when(new Date(2026, 6, 12, 14, 59, 50).getTime() / 1000, now), 'now');
  assert.match(when(new Date(2026, 6, 12, 9, 5).getTime() / 1000, now), /9:05/);
  assert.match(when(new Date(2026, 2, 3).getTime() / 1000, now), /Mar/);
  assert.match(when(new Date(2019, 2, 3).getTime() / 1000, now), /2019/);
  assert.equal(clock(3729), '1:02:09');
});

test('paths keep names as they are', () => {
  assert.equal(encodePath('/s/12/a b/100%/#1?.txt'), '/s/12/a%20b/100%25/%231%3F.txt');
  assert.equal(rootOf('/s/12/a'), 12);
  assert.equal(rootOf('/share'), undefined);
  assert.equal(parentOf('/s/12/a%20b/c'), '/s/12/a%20b');
  assert.equal(parentOf('/s/12'), '');
  assert.equal(decodeName('caf%E9.txt'), 'caf\ufffd.txt');
});

test('an extension is what stands behind the last dot', () => {
  assert.deepEqual(splitName('photo.jpeg'), ['photo', '.jpeg']);
  assert.deepEqual(splitName('.profile'), ['.profile', '']);
  assert.deepEqual(splitName('name.'), ['name.', '']);
});

test('a size rounds up to the next unit', () => {
  assert.match(size(1_048_500), /^1\sMB$/);
  assert.match(size(1_023 * 1024), /^1,023\skB$/);
});

test('marks that turn text around are shown, not obeyed', () => {
  assert.equal(visible('a\u202egpj.exe'), 'a⟨202E⟩gpj.exe');
  assert.equal(visible('new\nline'), 'new␊line');
  // A joiner is a mark like others, but for pictures that it makes one of.
  assert.equal(visible('👨‍👩‍👧 family 🏳️‍🌈'), '👨‍👩‍👧 family 🏳️‍🌈');
  assert.equal(visible('a\u200db'), 'a⟨200D⟩b');
});
