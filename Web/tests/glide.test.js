// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace, glide, swiped } from '../app/viewer/glide.js';

test('only what happened just before counts', () => {
  const pace = new Pace();
  pace.add(0, 0, 0);
  pace.add(500, 0, 50);
  pace.add(500, 0, 1000);
  assert.deepEqual(pace.at(1010), { x: 0, y: 0 });
  pace.add(510, 20, 1010);
  assert.deepEqual(pace.at(1010), { x: 1, y: 2 });
});

test('a throw ends', () => {
  let speed = { x: 3, y: 0 };
  let way = 0;
  for (let frame = 0; frame < 1000; frame += 1) {
    const step = glide(speed, 16.7);
    way += step.move.x;
    speed = step.speed;
    if (step.isOver) break;
    assert.ok(frame < 200);
  }
  assert.ok(way > 500 && way < 1500, String(way));
});

test('a swipe turns the page when it is long or quick, not when it goes back', () => {
  assert.equal(swiped(-200, 0, 390), 1);
  assert.equal(swiped(200, 0, 390), -1);
  assert.equal(swiped(-50, -0.8, 390), 1);
  assert.equal(swiped(-50, 0.8, 390), 0);
  assert.equal(swiped(10, 2, 390), 0);
  assert.equal(swiped(100, 0, 390), 0);
});
