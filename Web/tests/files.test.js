// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE, hooks } from '../app/core/api.js';
import { stepsTo } from '../app/files/breadcrumb.js';
import { ListModel, PAGE } from '../app/files/list-model.js';
import { bodyOf, countOf, whyNot, whyNotInto } from '../app/files/subject.js';

/** @returns {any} */
const entry = (/** @type {string} */ path, /** @type {object} */ more = {}) => ({ path, name: path.split('/').pop(), type: 0, size: 0, read: 1, write: 1, deleted: 1, is_encrypt: 0, ...more });
const own = { root: 1, rootName: 'Mine', isShared: false, isReceived: false, isEncrypted: false, read: true, write: true, deleted: true };

test('rights decide what can be done, and the reason is told', () => {
  const may = { entries: [entry('/s/1/a')], place: own };
  for (const what of /** @type {const} */ (['download', 'copy', 'move', 'delete', 'rename', 'share'])) assert.equal(whyNot(what, may), undefined, what);
  const only = { entries: [entry('/s/1/a', { write: 0, deleted: 0 })], place: own };
  for (const what of /** @type {const} */ (['move', 'delete', 'rename', 'share'])) assert.ok(whyNot(what, only), what);
  assert.equal(whyNot('copy', only), undefined);
  assert.ok(whyNot('rename', { entries: [entry('/s/1/a'), entry('/s/1/b')], place: own }));
  assert.ok(whyNot('share', { entries: [entry('/s/1/a.txt', { type: 1 })], place: own }));
  assert.ok(whyNot('share', { entries: [entry('/s/1/a')], place: { ...own, isEncrypted: true } }));
  assert.ok(whyNot('delete', { entries: [entry('/s/1')], place: own }));
});

test('nothing goes into itself, out of an encrypted folder, or away from what somebody shared', () => {
  const subject = { entries: [entry('/s/1/a')], place: own };
  assert.equal(whyNotInto('move', subject, '/s/1/b'), undefined);
  assert.equal(whyNotInto('move', subject, '/s/2'), undefined);
  assert.ok(whyNotInto('move', subject, '/s/1/a'));
  assert.ok(whyNotInto('copy', subject, '/s/1/a/deep'));
  assert.equal(whyNotInto('move', subject, '/s/1/ab'), undefined);
  assert.ok(whyNotInto('move', subject, '/s/1'), 'it is there already');
  assert.ok(whyNotInto('move', subject, '/s/1/b', false));
  const safe = { ...subject, place: { ...own, isEncrypted: true } };
  assert.ok(whyNotInto('copy', safe, '/s/2'));
  assert.equal(whyNotInto('move', safe, '/s/1/b'), undefined);
  const received = { ...subject, place: { ...own, isReceived: true } };
  assert.ok(whyNotInto('move', received, '/s/2'));
  assert.equal(whyNotInto('copy', received, '/s/2'), undefined);
});

test('everything but some is told by names', () => {
  const subject = { entries: [], place: own, whole: { parent: '/s/1/a%20b', except: [entry('/s/1/a b/x')], etag: 'W/"1"', count: 9 } };
  assert.equal(countOf(subject), 9);
  assert.deepEqual(bodyOf(subject, 'paths'), { parent: '/s/1/a b', all: true, except: ['x'] });
  assert.ok(whyNotInto('move', subject, '/s/1/a%20b/y'));
  assert.equal(whyNotInto('move', subject, '/s/1/a%20b/x'), undefined);
});

test('the way up names each folder as it is', () => {
  const steps = stepsTo('/s/1/a%20b/100%25', 'Mine', false);
  assert.deepEqual(steps.slice(1).map((step) => step.label), ['Mine', 'a b', '100%']);
  assert.deepEqual(steps.slice(1).map((step) => step.path), ['/s/1', '/s/1/a%20b', '/s/1/a%20b/100%25']);
});

/** A server with a list of `count` entries; what was asked for is kept. */
function server(/** @type {number} */ count) {
  /** @type {number[]} */
  const asked = [];
  const state = { count, asked };
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ address) => {
    const page = Number(/page=(\d+)/.exec(address)?.[1]);
    asked.push(page - 1);
    const first = (page - 1) * PAGE;
    const list = Array.from({ length: Math.max(0, Math.min(PAGE, state.count - first)) }, (_, index) => entry(`/s/1/${first + index}`));
    const data = { list, pager: { page, page_size: PAGE, total_rows: state.count, has_more: false } };
    return new Response(JSON.stringify({ status: 0, reason: '', data }), { headers: { ETag: `W/"${state.count}.${page}"` } });
  });
  return state;
}

const order = /** @type {const} */ ({ sort: 'name', order: 'asc', filter: '' });

test('only what is looked at is asked for', async () => {
  const { asked } = server(100_000);
  const model = new ListModel('/s/1', order);
  model.want(0, 30);
  await model.load(0);
  assert.equal(model.state.value.count, 100_000);
  assert.deepEqual(asked, [0]);
  // Somebody flies over the list: what is passed is not asked for, what he stops at is.
  model.want(0, 30);
  for (const first of [4_000, 20_000, 60_000, 90_000]) model.want(first, first + 30);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(asked.filter((page) => page > 0 && page !== 450 && page !== 449), []);
  assert.equal(model.at(90_000)?.path, '/s/1/90000');
  model.close();
});

test('who scrolls on and on sees rows, not only where he stops', async () => {
  const { asked } = server(100_000);
  const model = new ListModel('/s/1', order);
  model.want(0, 30);
  await model.load(0);
  for (let first = 0; first < 420; first += 10) model.want(first, first + 30);
  assert.deepEqual(asked, [0, 1, 2]);
  model.close();
});

test('a selection reaches over rows that nobody has seen', async () => {
  const { asked } = server(2_000);
  const model = new ListModel('/s/1', order);
  await model.ensure(100, 1_500);
  assert.deepEqual(asked.sort((a, b) => a - b), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(model.at(1_499)?.path, '/s/1/1499');
  model.close();
});

test('who does not give the password of a folder is asked once, and sees it when it was opened elsewhere', async (context) => {
  const { asked } = server(3);
  const open = globalThis.fetch;
  globalThis.fetch = /** @type {any} */ (async () => new Response(JSON.stringify({ status: CODE.folderPassword, reason: 'locked' }), { status: 403 }));
  const question = context.mock.method(hooks, 'locked', async () => false);
  const model = new ListModel('/s/1', order);
  await model.load(0);
  assert.ok(model.isRefused);
  for (let look = 0; look < 3; look += 1) await model.refresh();
  assert.equal(question.mock.callCount(), 1);
  globalThis.fetch = open;
  await model.refresh();
  assert.ok(!model.isRefused);
  assert.equal(model.state.value.count, 3);
  assert.deepEqual(asked, [0]);
  model.close();
});

test('a list that changed forgets what it does not show', async () => {
  const state = server(2_000);
  const model = new ListModel('/s/1', order);
  await model.ensure(0, 2_000);
  model.want(0, 30);
  state.count = 1_990;
  await model.refresh();
  assert.equal(model.state.value.count, 1_990);
  assert.deepEqual([...model.pages.keys()], [0]);
  assert.equal(model.etag, 'W/"1990.1"');
  model.close();
});
