// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSteps } from '../app/ui/waiting.js';

test('what is left is said in steps that can be listened to, never too short', () => {
  assert.deepEqual([900, 841, 61, 60, 59, 56, 55, 11, 10, 9, 1, 0].map(inSteps), [900, 900, 120, 60, 60, 60, 55, 15, 10, 9, 1, 0]);
});
