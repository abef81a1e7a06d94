// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskShare } from '../app/core/task-share.js';
import { hasTask, placeName, placeOf, spaceOf } from '../app/storage/names.js';
import { fullRights, passwordFault, withRight } from '../app/storage/rights.js';
import { capacityOf, inUnit, toBytes } from '../app/storage/units.js';
import { Pace, taskProgress } from '../app/storage/work.js';
import { fewer } from '../app/ui/charts.js';

test('a size is said in the largest unit that needs no fraction', () => {
  assert.deepEqual(inUnit(2 ** 40), { amount: 1, unit: 'TB' });
  assert.deepEqual(inUnit(1536 * 2 ** 30), { amount: 1536, unit: 'GB' });
  assert.deepEqual(inUnit(1028 * 2 ** 20), { amount: 1028, unit: 'MB' });
  assert.equal(toBytes(2, 'GB'), 2 ** 31);
});

test('fractions go in whole steps of 4 MB', () => {
  assert.deepEqual(capacityOf(10, 'GB'), { capacity: 10, unit: 'GB' });
  assert.deepEqual(capacityOf(1.5, 'GB'), { capacity: 1536, unit: 'MB' });
  assert.deepEqual(capacityOf(0.001, 'GB'), { capacity: 4, unit: 'MB' });
});

test('writing and deleting presuppose reading', () => {
  const none = { u_id: 1, read: 0, write: 0, deleted: 0 };
  assert.deepEqual(withRight(none, 'write', true), { ...none, read: 1, write: 1 });
  assert.deepEqual(withRight(none, 'deleted', true), { ...none, read: 1, deleted: 1 });
  assert.deepEqual(withRight(fullRights(1), 'read', false), none);
  assert.deepEqual(withRight(fullRights(1), 'write', false), { ...fullRights(1), write: 0 });
});

test('folder passwords are checked as the server does', () => {
  assert.equal(passwordFault('abc12', 'abc12'), 'folders.password.short');
  assert.equal(passwordFault('abc 123', ''), 'folders.password.letters');
  assert.equal(passwordFault('abc123', 'abc124'), 'folders.password.differ');
  assert.equal(passwordFault('abc@#&!', 'abc@#&!'), '');
});

test('where a folder lies', () => {
  assert.deepEqual(placeOf({ path: '/disk/films/Family' }), ['disk', 'films']);
  assert.equal(placeName('disk', 'films'), 'disk · films');
  assert.equal(placeName('_default_', '_default_'), 'Built-in storage');
});

test('a task on a pool or on a partition is seen', () => {
  assert.ok(hasTask([{ status: '', lv: [{ status: 'TaskAddPartition_1' }] }]));
  assert.ok(hasTask([{ status: 'TaskDelPool_1' }]));
  assert.ok(!hasTask([{ status: 'offline', lv: [{ status: 'TaskAddPartition_0' }] }]));
  assert.ok(!hasTask(undefined));
});

test('speed and time left follow from two looks', () => {
  const pace = new Pace();
  const task = { task_id: 'a', state: 'running', bytes_done: 0, bytes_total: 100, items_done: 0, items_total: 0 };
  assert.deepEqual(pace.note(task, 0), {});
  assert.deepEqual(pace.note({ ...task, bytes_done: 20 }, 2000), { speed: 10, left: 8 });
  // Stands still: nobody knows.
  assert.deepEqual(pace.note({ ...task, bytes_done: 20 }, 60_000), {});
  assert.deepEqual(pace.note({ ...task, state: 'queued' }, 61_000), {});
});

test('a task says how far it is', () => {
  const task = { state: 'running', bytes_done: 50, bytes_total: 100, items_done: 1, items_total: 4 };
  assert.equal(taskShare(task), 0.5);
  assert.equal(taskShare({ ...task, bytes_total: 0 }), 0.25);
  assert.equal(taskShare({ ...task, bytes_total: 0, items_total: 0 }), undefined);
  assert.equal(taskProgress({ ...task, bytes_total: 0 }), '1 of 4 items');
  assert.equal(taskProgress({ ...task, state: 'queued' }), 'Waits for its turn');
});

test('a ring shows at most five parts and what is free', () => {
  const parts = Array.from({ length: 8 }, (_, index) => ({ label: `p${index}`, value: index + 1 }));
  const shown = fewer([...parts, { label: 'free', value: 3, kind: 'free' }]);
  assert.deepEqual(shown.map((part) => part.value), [8, 7, 6, 5, 10, 3]);
  assert.equal(fewer(parts.slice(0, 3)).length, 3);
});

test('pools on one disk do not make it larger', () => {
  const pv = [{ id: '8:1' }];
  const pools = [{ name: '_default_', capacity: 100, use_capacity: 40, pv }, { name: 'a', capacity: 100, use_capacity: 10, pv }, { name: 'b', capacity: 50, use_capacity: 5, pv: [{ id: '8:2' }] }];
  assert.deepEqual(spaceOf(pools), { used: 45, total: 150 });
});
