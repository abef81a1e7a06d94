// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageLayout } from '../app/viewer/page-layout.js';

test('of a thousand pages only those in view are drawn', () => {
  const layout = new PageLayout(1000, { width: 600, height: 800 });
  const { first, last } = layout.range(layout.top(500), 900);
  assert.equal(first, 500);
  assert.ok(last - first <= 3);
  assert.deepEqual(layout.range(-400, 900), { first: 0, last: 1 });
  assert.equal(layout.range(layout.height, 900).last, 1000);
});

test('a page of another size moves those below it', () => {
  const layout = new PageLayout(3, { width: 600, height: 800 });
  const before = [layout.top(0), layout.top(1), layout.top(2), layout.height];
  assert.equal(layout.learn(1, { width: 600, height: 800.2 }), false);
  assert.equal(layout.learn(1, { width: 1200, height: 500 }), true);
  assert.deepEqual([layout.top(0), layout.top(1), layout.top(2), layout.height], [before[0], before[1], before[2] - 300, before[3] - 300]);
  assert.equal(layout.width, 1200);
  layout.scale = 2;
  assert.deepEqual(layout.size(1), { width: 2400, height: 1000 });
  assert.equal(layout.at(layout.top(2) + 1), 2);
});
