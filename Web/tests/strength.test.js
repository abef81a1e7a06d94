// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strength } from '../app/people/strength.js';

test('the rule counts characters, as the server does', () => {
  assert.deepEqual(strength(''), { missing: 6, isTooLong: false, level: 0 });
  assert.equal(strength('12345').missing, 1);
  assert.equal(strength('123456').missing, 0);
  assert.equal(strength('🔥🔥🔥🔥🔥').missing, 1);
  assert.equal(strength('一二三四五六').missing, 0);
  assert.equal(strength('a'.repeat(1025)).isTooLong, true);
  assert.equal(strength('一'.repeat(342)).isTooLong, true);
  assert.equal(strength('一'.repeat(341)).isTooLong, false);
});

test('longer and more varied is better', () => {
  assert.equal(strength('abcdef').level, 1);
  assert.equal(strength('abcdefghij').level, 2);
  assert.equal(strength('aaaaaaaaaaaaaaaaaaaa').level, 1);
  assert.equal(strength('correct horse battery').level, 3);
});
