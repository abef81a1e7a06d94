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

test('what is gone is no longer selected', () => {
  const selection = new Selection();
  selection.only(0, at(0));
  selection.extend(3, at);
  selection.drop(new Set(['/s/1/1']));
  assert.deepEqual(chosen(selection), [0, 2, 3]);
});
