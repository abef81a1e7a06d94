import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLanguage } from '../app/core/i18n.js';
import { rootName } from '../app/files/root-name.js';

test('a member’s own folder is called in the reader’s language, every other as it is', () => {
  setLanguage('en');
  assert.equal(rootName('Mum-文件'), 'Mum’s files');
  assert.equal(rootName('Mum-文件2'), 'Mum’s files 2');
  for (const name of ['-文件', 'Mum', 'Mum-文件x', '文件']) assert.equal(rootName(name), name);
  setLanguage('zh');
  assert.equal(rootName('小明-文件'), '小明的文件');
});
