// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canPreview, look, placeAmong, seek } from '../app/viewer/neighbours.js';

/** A list as ListModel is, with pages that come when they are asked for. */
function model(/** @type {string[]} */ names, /** @type {number[]} */ pages) {
  const all = names.map((name) => ({ name, type: name.endsWith('/') ? 0 : 1, thumbnail_url: '' }));
  const loaded = new Set(pages);
  /** @type {any} */
  const one = {
    loads: 0,
    state: { value: { count: all.length } },
    pageOf: (/** @type {number} */ index) => Math.floor(index / 200),
    at: (/** @type {number} */ index) => (loaded.has(Math.floor(index / 200)) ? all[index] : undefined),
    load: async (/** @type {number} */ page) => {
      one.loads += 1;
      loaded.add(page);
    },
  };
  return one;
}

test('what can be shown is turned to, what cannot is passed over', () => {
  const list = model(['a/', 'b/', '1.jpg', '2.bin', '3.txt', '4.zip'], [0]);
  assert.equal(look(list, 2, 1).entry?.name, '3.txt');
  assert.equal(look(list, 4, -1).entry?.name, '1.jpg');
  assert.deepEqual([look(list, 2, -1), look(list, 4, 1)], [{ index: -1, isUnknown: false }, { index: -1, isUnknown: false }]);
  assert.equal(look(list, -1, 1).entry, undefined);
  assert.equal(canPreview(/** @type {any} */ ({ type: 1, name: 'letter.docx', thumbnail_url: 'thumbnails?x' })), true);
});

test('pages that nobody has looked at are loaded', async () => {
  const list = model([...Array.from({ length: 400 }, (_, index) => `${index}.bin`), 'last.jpg'], [0]);
  assert.deepEqual(look(list, 10, 1), { index: 200, isUnknown: true });
  assert.equal((await seek(list, 10, 1))?.name, 'last.jpg');
  assert.equal(list.loads, 2);
});

test('a folder of a hundred thousand other files ends the search', async () => {
  const list = model([...Array.from({ length: 100_000 }, (_, index) => `${index}.bin`), 'last.jpg'], [0]);
  assert.equal(await seek(list, 0, 1), undefined);
  assert.ok(list.loads <= 10);
});

test('files are counted without the folders before them', () => {
  const list = model(['a/', 'b/', '1.jpg', '2.bin', '3.txt'], [0]);
  assert.deepEqual(placeAmong(list, 4), { number: 3, count: 3 });
  assert.equal(placeAmong(model(['a/', '1.jpg'], []), 1), undefined);
});
