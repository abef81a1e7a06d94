// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Selection } from '../app/files/selection.js';

const entries = Array.from({ length: 10 }, (_, index) => /** @type {any} */ ({ path: `/s/1/${index}`, name: String(index) }));
const at = (/** @type {number} */ index) => entries[index];
const chosen = (/** @type {Selection} */ selection) => entries.filter((entry) => selection.has(entry)).map((entry) => Number(entry.name));

test('a click takes one, a second one that one alone', () => {
  const selection = new Selection();
  selection.only(3, at(3));
  selection.only(5, at(5));
  assert.deepEqual(chosen(selection), [5]);
});

test('shift reaches from where the selection began, in both directions', () => {
  const selection = new Selection();
  selection.only(4, at(4));
  selection.extend(6, at);
  assert.deepEqual(chosen(selection), [4, 5, 6]);
  selection.extend(2, at);
  assert.deepEqual(chosen(selection), [2, 3, 4]);
});

test('ctrl takes in and out', () => {
  const selection = new Selection();
  selection.toggle(1, at(1));
  selection.toggle(8, at(8));
  selection.toggle(1, at(1));
  assert.deepEqual(chosen(selection), [8]);
});

test('everything but some counts what nobody has seen', () => {
  const selection = new Selection();
  selection.all();
  assert.equal(selection.size(100_000), 100_000);
  selection.toggle(2, at(2));
  assert.equal(selection.size(100_000), 99_999);
  assert.ok(!selection.has(at(2)) && selection.has(at(3)));
});

/** What a list knows after it was asked again: rows by path. */
const follow = (selection, rows, before) => {
  const known = new Map(rows.map((entry, index) => [entry.path, { entry, index }]));
  selection.follow((path) => known.get(path)?.entry, (path) => known.get(path)?.index ?? -1, before);
};

test('what is gone is no longer selected, and the keyboard stays at its entry', () => {
  const selection = new Selection();
  selection.only(0, at(0));
  selection.extend(3, at);
  follow(selection, [at(9), at(0), at(2), at(3)], { cursor: at(3).path, isWhole: true });
  assert.deepEqual(chosen(selection), [0, 2, 3]);
  assert.equal(selection.chosen.value.cursor, 3);
  follow(selection, [at(9), at(8), at(0), at(2), at(3)], { cursor: at(3).path, isWhole: true });
  assert.equal(selection.chosen.value.cursor, 4);
});

test('what is not known any more may still be there', () => {
  const selection = new Selection();
  selection.only(9, at(9));
  follow(selection, [at(0), at(1)], { cursor: at(9).path, isWhole: false });
  assert.deepEqual(chosen(selection), [9]);
});

test('ctrl with shift adds to what is selected elsewhere', () => {
  const selection = new Selection();
  selection.only(8, at(8));
  selection.toggle(1, at(1));
  selection.extend(2, at, true);
  assert.deepEqual(chosen(selection).sort(), [1, 2, 8]);
});
