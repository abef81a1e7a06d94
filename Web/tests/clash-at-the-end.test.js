// @ts-check
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { inChunks } from '../app/transfers/chunks.js';
import { outcomeOf } from '../app/transfers/problems.js';
import { Slots } from '../app/transfers/slots.js';
import { ApiError } from '../app/core/api.js';

const plain = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = plain;
});

/** @param {(path: string) => object} answer the data that the server answers with */
function server(answer) {
  /** @type {[string, any][]} */
  const asked = [];
  globalThis.fetch = async (address, init) => {
    const path = String(address).replace('/api/v1', '');
    const body = init?.body ? JSON.parse(String(init.body)) : undefined;
    asked.push([`${init?.method} ${path}`, body]);
    return new Response(JSON.stringify({ status: 0, reason: 'ok', data: answer(path) }));
  };
  return asked;
}

/** @param {object} change */
function rowOf(change) {
  return /** @type {any} */ ({ id: 1, folder: '/s/1', parents: '', name: 'film.bin', size: 0, modified: 0, hash: 'f00d', uploadID: 'u1', safe: 0, conflict: 'fail', ...change });
}

const context = () => /** @type {any} */ ({ slots: new Slots(4), signal: new AbortController().signal, save: async () => {}, onSent: () => {}, onHashed: () => {} });
const file = new File([], 'film.bin', { lastModified: 0 });
const empty = { upload_id: 'u1', chunk_size: 8, chunks: [] };

test('what is on the server already is kept while people are asked about the name', () => {
  assert.deepEqual(outcomeOf(rowOf({}), new ApiError(10012, 'taken', 409)), { change: { state: 'clash', error: '', code: 10012 }, isLost: false });
});

test('an answer given at the end goes with the end, and no byte is sent again', async () => {
  const asked = server((path) => (path.endsWith('/complete') ? { resource: { name: 'film(1).bin' } } : empty));
  const made = await inChunks(rowOf({ conflict: 'rename' }), file, context());
  assert.equal(made.name, 'film(1).bin');
  assert.deepEqual(asked, [['GET /uploads/u1', undefined], ['POST /uploads/u1/complete', { sha256: 'f00d', size: 0, on_conflict: 'rename' }]]);
});
