// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, isReachable, token } from '../app/core/api.js';
import { namePasted } from '../app/transfers/collect.js';
import { outcomeOf } from '../app/transfers/problems.js';
import { again, isPassing, isReplaced, pauseBefore } from '../app/transfers/retry.js';
import { destination, placeOfPath } from '../app/transfers/rows.js';
import { Slots } from '../app/transfers/slots.js';
import { ChangedError, isSame } from '../app/transfers/source.js';
import { figures, timeLeft } from '../app/transfers/summary.js';
import { Waiting } from '../app/transfers/waiting.js';

test('never more than the slots run, and who gives up takes nobody’s turn', async () => {
  const slots = new Slots(2);
  let now = 0;
  let most = 0;
  const work = async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, 2));
    now -= 1;
  };
  const stop = new AbortController();
  const all = Array.from({ length: 20 }, (_, index) => slots.run(work, index === 5 ? stop.signal : undefined));
  stop.abort();
  const ends = await Promise.allSettled(all);
  assert.equal(ends.filter((end) => end.status === 'rejected').length, 1);
  assert.equal(most, 2);
  assert.equal(slots.free, 2);
});

test('small files pass by large ones, each kind in its order', () => {
  const waiting = new Waiting();
  waiting.add(1, true);
  waiting.add(2, true);
  waiting.add(3, false);
  waiting.add(4, false);
  assert.equal(waiting.take(true), 1);
  assert.equal(waiting.take(false), 3);
  assert.equal(waiting.take(true), 2);
  assert.equal(waiting.take(true), 4);
  assert.equal(waiting.take(true), undefined);
});

test('what passes is tried again, what does not is told', async () => {
  for (const error of [new ApiError(0, ''), new ApiError(90007, '', 503), new ApiError(90001, '', 429), new ApiError(0, '', 502)]) assert.ok(isPassing(error));
  for (const error of [new ApiError(10028, '', 507), new ApiError(10012, '', 409), new ApiError(10016, '', 401), new Error('x')]) assert.ok(!isPassing(error));
  assert.equal(pauseBefore(3, new ApiError(90007, '', 503, 7)), 7000);
  assert.ok(pauseBefore(0, new ApiError(0, '')) < 700);
  assert.ok(pauseBefore(99, new ApiError(0, '')) < 19_000);

  const { signal } = new AbortController();
  let count = 0;
  await assert.rejects(again(async () => {
    count += 1;
    throw new ApiError(10028, 'full', 507);
  }, signal), /full/);
  assert.equal(count, 1);
});

test('who waits goes on when the server is reached by others', async () => {
  isReachable.set(false);
  let count = 0;
  const work = again(async () => {
    count += 1;
    if (count === 1) throw new ApiError(0, 'offline', 0, 3600);
    return 'there';
  }, new AbortController().signal);
  setTimeout(() => isReachable.set(true), 5);
  assert.equal(await work, 'there');
});

test('a refusal of the token before says nothing about the one of now', async () => {
  token.set('old');
  let count = 0;
  assert.equal(await again(async () => {
    count += 1;
    if (count > 1) return 'new';
    token.set('new');
    throw new ApiError(10016, '', 401);
  }, new AbortController().signal), 'new');
  assert.ok(!isReplaced(new ApiError(10016, '', 401), 'new'));
  token.set(null);
  assert.ok(!isReplaced(new ApiError(10016, '', 401), 'new'));
});

/** @param {object} change */
function row(change) {
  return /** @type {any} */ ({ id: 1, batch: 1, kind: 'file', folder: '/s/1/a%20b', parents: '', name: 'x', size: 10, modified: 5000, state: 'waiting', safe: 0, conflict: 'fail', ...change });
}

test('names become paths', () => {
  assert.equal(destination(row({ parents: 'q?/d #1', name: '100%.txt' })), '/s/1/a%20b/q%3F/d%20%231/100%25.txt');
  assert.deepEqual(placeOfPath('/s/1/a%20b'), { path: '/s/1/a b' });
  assert.deepEqual(placeOfPath('/s/1/%E9'), { href: '/s/1/%E9' });
});

test('the same file is the same name, length and second', () => {
  assert.ok(isSame(row({}), { name: 'x', size: 10, lastModified: 5999 }));
  assert.ok(!isSame(row({}), { name: 'x', size: 10, lastModified: 6000 }));
  assert.ok(!isSame(row({}), { name: 'x', size: 2 ** 33, lastModified: 5000 }));
  assert.ok(!isSame(row({}), { name: 'y', size: 10, lastModified: 5000 }));
});

test('failures become states', () => {
  assert.equal(outcomeOf(row({}), new ApiError(10012, 'taken', 409)).change.state, 'clash');
  assert.equal(outcomeOf(row({ kind: 'folder' }), new ApiError(10012, 'taken', 409)).change.state, 'failed');
  assert.equal(outcomeOf(row({}), new ApiError(10016, '', 401)).change.state, 'waiting');
  assert.deepEqual(outcomeOf(row({}), new ApiError(10028, 'full', 507)), { change: { state: 'failed', error: 'full', code: 10028 }, isLost: false });
  assert.ok(outcomeOf(row({}), new ChangedError()).isLost);
  assert.ok(outcomeOf(row({}), new ApiError(10013, '', 422)).isLost);
});

test('time left goes by what is slower, bytes or files', () => {
  assert.equal(timeLeft({ rest: 1000, rate: 100 }, { rest: 10_000, rate: 50 }), 200);
  assert.equal(timeLeft({ rest: 100_000, rate: 100 }, { rest: 3, rate: 1 }), 1000);
  assert.equal(timeLeft({ rest: 1000, rate: 100 }, { rest: 5, rate: 0 }), 10);
  assert.equal(timeLeft({ rest: 1000, rate: 0 }, { rest: 5, rate: 0 }), undefined);
});

test('the figures count what was chosen together', () => {
  const sum = figures([row({ id: 1, state: 'done', size: 2 ** 33 }), row({ id: 2, state: 'running', size: 2 ** 33, safe: 2 ** 32 }), row({ id: 3, batch: 2, state: 'done' }), row({ id: 4, state: 'failed' })]);
  assert.equal(sum.total, 2 ** 34);
  assert.equal(sum.sent, 2 ** 33 + 2 ** 32);
  assert.deepEqual([sum.open, sum.done, sum.failed, sum.running], [2, 2, 1, 1]);
});

test('pasted pictures get a name of their own', () => {
  const named = namePasted(
    [{ file: new File(['a'], 'image.png'), parents: '' }, { file: new File(['b'], 'image.png'), parents: '' }, { file: new File(['c'], 'plan.pdf'), parents: '' }],
    (time) => `Pasted ${time}`, new Date(2026, 10, 3, 4, 5, 6));
  assert.deepEqual(named.map((one) => one.file?.name), ['Pasted 2026-11-03 04.05.06.png', 'Pasted 2026-11-03 04.05.06 2.png', 'plan.pdf']);
});
