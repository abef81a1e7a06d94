// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlocked } from '../app/core/unlock.js';

test('a folder whose time has run out is not open any longer', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  unlocked.set(new Map([[1, 60], [2, 7200]]));
  context.mock.timers.tick(59_000);
  assert.deepEqual([...unlocked.value.keys()], [1, 2]);
  context.mock.timers.tick(2_000);
  assert.deepEqual([...unlocked.value.keys()], [2]);
  context.mock.timers.tick(7_200_000);
  assert.equal(unlocked.value.size, 0);
});
