// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Speed } from '../app/transfers/speed.js';

test('speed is that of the last seconds, and is remembered for a minute', () => {
  let now = 1000;
  const speed = new Speed(() => now);
  for (let second = 0; second < 100; second += 1) {
    speed.add(1 << 20);
    now += 1000;
  }
  assert.ok(Math.abs(speed.value - (1 << 20)) < 1 << 18);
  assert.equal(speed.history.length, 60);
  now += 10_000;
  assert.equal(speed.value, 0);
});
