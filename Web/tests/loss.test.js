// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLanguage } from '../app/core/i18n.js';
import { foldersOn } from '../app/storage/loss.js';

test('what goes with a partition is called as everywhere else', async (context) => {
  setLanguage('en');
  const answers = {
    folders: { list: [{ id: 1, name: 'Mum-文件', path: '/disk/films/a' }, { id: 2, name: 'Trip', path: '/disk/films/b' }, { id: 3, name: 'Other', path: '/disk/music/c' }] },
    usage: { folders: [] },
  };
  context.mock.method(globalThis, 'fetch', async (/** @type {string} */ url) => Response.json({ status: 0, data: url.includes('/usage') ? answers.usage : answers.folders }));
  assert.deepEqual((await foldersOn('disk', 'films')).map((one) => one.name), ['Mum’s files', 'Trip']);
});
