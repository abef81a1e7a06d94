// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, CODE } from '../app/core/api.js';
import { setLanguage } from '../app/core/i18n.js';
import { reasonOf } from '../app/core/reason.js';

test('people are told reasons of the drive and of ours, never a browser’s', () => {
  setLanguage('en');
  assert.equal(reasonOf(new ApiError(10000, 'There is no such file.', 404)), 'There is no such file.');
  assert.equal(reasonOf(new Error('One of our texts.')), 'One of our texts.');
  for (const error of [new TypeError('Failed to fetch dynamically imported module'), new DOMException('gone', 'NotFoundError'), undefined, 'text', new Error('')]) {
    assert.match(reasonOf(error), /^Something went wrong/);
  }
});

test('who has to wait is told how long', () => {
  setLanguage('en');
  assert.equal(reasonOf(new ApiError(CODE.throttled, 'Too many attempts.', 429, 90)), 'Too many attempts. It can be tried again in 1 min 30 sec.');
  assert.equal(reasonOf(new ApiError(CODE.throttled, 'Too many attempts.', 429)), 'Too many attempts.');
});
