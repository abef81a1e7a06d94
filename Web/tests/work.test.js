// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow } from '../app/shell/work.js';

/** @param {number} status @param {object} envelope */
const reply = (status, envelope) => new Response(JSON.stringify(envelope), { status });

/**
 * Lets the server answer one after the other.
 *
 * @param {import('node:test').TestContext} context
 * @param {(() => Response)[]} answers
 */
function answering(context, answers) {
  const rest = [...answers];
  context.mock.method(globalThis, 'fetch', async () => rest.shift()?.() ?? assert.fail('asked once more'));
  return rest;
}

test('a task is followed through a server that is busy, away and behind a proxy', async (context) => {
  const rest = answering(context, [
    () => reply(503, { status: 90007, reason: 'busy' }),
    () => reply(429, { status: 90001, reason: 'slowly' }),
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    () => {
      throw new TypeError('no network');
    },
    () => reply(200, { status: 0, data: { state_code: 1, items_done: 1, items_total: 2 } }),
    () => reply(200, { status: 0, data: { state_code: 3, result: { count: 2 } } }),
  ]);
  assert.deepEqual(await follow('1', 'Moving'), { count: 2 });
  assert.deepEqual(rest, []);
});

test('a task that failed says why', async (context) => {
  answering(context, [() => reply(200, { status: 0, data: { state_code: 0, reason: 'no space' } })]);
  await assert.rejects(follow('1', 'Moving'), /no space/);
});

test('what the server refuses is no reason to wait', async (context) => {
  answering(context, [() => reply(404, { status: 10000, reason: 'no such task' })]);
  await assert.rejects(follow('1', 'Moving'), /no such task/);
});
