// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Zoom, fitted } from '../app/viewer/zoom.js';

const stage = { width: 400, height: 300 };

/** A picture of 4:3 that fills the stage. */
function zoomed(scale = 1, picture = stage) {
  const zoom = new Zoom(() => {});
  zoom.measure(stage, picture, 4);
  zoom.around(scale, { x: 0, y: 0 });
  return zoom;
}

test('a picture fits the stage, and a small one is not blown up', () => {
  assert.deepEqual(fitted({ width: 4000, height: 1000 }, stage), { width: 400, height: 100 });
  assert.deepEqual(fitted({ width: 32, height: 24 }, stage), { width: 32, height: 24 });
  assert.deepEqual(fitted({ width: 200, height: 150 }, stage, true), stage);
  assert.deepEqual(fitted({ width: 0, height: 0 }, stage), { width: 0, height: 0 });
});

test('the picture does not leave the stage', () => {
  const zoom = zoomed(2);
  zoom.pan(10_000, -10_000);
  assert.deepEqual([zoom.state.x, zoom.state.y], [200, -150]);
  zoom.by(0.01);
  assert.deepEqual(zoom.state, { x: 0, y: 0, scale: 1 });
});

test('a narrow picture moves only where it is larger than the stage', () => {
  const zoom = zoomed(2, { width: 100, height: 300 });
  assert.equal(zoom.pan(50, 0), false);
  assert.equal(zoom.pan(0, 50), true);
});

test('the point under the fingers stays', () => {
  const zoom = zoomed(1);
  zoom.around(2, { x: 100, y: 50 });
  // What was 100 right of the middle is 200 right of the picture's middle, which moved 100 to the left.
  assert.deepEqual(zoom.state, { scale: 2, x: -100, y: -50 });
});

test('a double tap shows more, and all of it again', () => {
  const zoom = zoomed(1);
  zoom.toggle({ x: 0, y: 0 });
  assert.equal(zoom.state.scale, 2.5);
  zoom.toggle({ x: 90, y: 20 });
  assert.deepEqual(zoom.state, { x: 0, y: 0, scale: 1 });
});

test('fingers pull a little beyond, and it goes back', () => {
  const zoom = zoomed(1);
  zoom.around(0.4, { x: 0, y: 0 }, true);
  assert.ok(zoom.state.scale < 1 && zoom.state.scale >= 0.5);
  zoom.settle();
  assert.equal(zoom.state.scale, 1);
  zoom.around(100, { x: 0, y: 0 }, true);
  zoom.settle();
  assert.equal(zoom.state.scale, 4);
  zoom.pan(10_000, 0, true);
  assert.ok(zoom.state.x > 600);
  zoom.settle();
  assert.equal(zoom.state.x, 600);
});

test('a smaller stage, as of a turned phone, brings it back within bounds', () => {
  const zoom = zoomed(3);
  zoom.pan(400, 300);
  zoom.measure({ width: 300, height: 400 }, { width: 300, height: 225 }, 4);
  assert.ok(Math.abs(zoom.state.x) <= 300 && Math.abs(zoom.state.y) <= 137.5);
});
