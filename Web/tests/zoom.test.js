// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Speed } from '../app/transfers/speed.js';
import { Zoom } from '../app/viewer/zoom.js';

const box = { left: 0, top: 0, width: 400, height: 300 };
const finger = (/** @type {number} */ pointerId, /** @type {number} */ clientX, /** @type {number} */ clientY) => ({ pointerId, clientX, clientY });

test('a swipe turns the page only while all of the picture is in view', () => {
  const zoom = new Zoom(() => {});
  zoom.down(finger(1, 300, 150), box);
  zoom.move(finger(1, 100, 160), box);
  assert.equal(zoom.up(finger(1, 100, 160)), 'after');
  zoom.by(3, box);
  zoom.down(finger(1, 300, 150), box);
  zoom.move(finger(1, 100, 160), box);
  assert.equal(zoom.up(finger(1, 100, 160)), undefined);
});

test('two fingers zoom and swipe nothing', () => {
  const zoom = new Zoom(() => {});
  zoom.down(finger(1, 180, 150), box);
  zoom.down(finger(2, 220, 150), box);
  zoom.move(finger(2, 300, 150), box);
  assert.ok(zoom.state.scale > 2);
  zoom.up(finger(2, 300, 150));
  assert.equal(zoom.up(finger(1, 20, 150)), undefined);
});

test('the picture does not leave the stage', () => {
  const zoom = new Zoom(() => {});
  zoom.by(2, box);
  zoom.set({ x: 10_000, y: -10_000 }, box);
  assert.deepEqual([zoom.state.x, zoom.state.y], [200, -150]);
  zoom.by(0.01, box);
  assert.deepEqual(zoom.state, { x: 0, y: -0, scale: 1 });
});

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
