// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedCallback, checkCallback, withAnswer } from '../app/people/callback.js';

const own = 'https://nas.local:8650';
const other = 'https://pan.example:8443';

/** @param {string} text */
const origin = (text) => checkCallback(text, own, [other])?.origin;

test('the own origin and those that the owner named are answered', () => {
  assert.equal(origin('https://nas.local:8650/#/'), own);
  assert.equal(origin('HTTPS://NAS.local:8650/pan/?a=b#/x?y=1'), own);
  assert.equal(origin('https://pan.example:8443'), other);
  assert.equal(checkCallback('https://pan.example/', own, ['https://pan.example'])?.origin, 'https://pan.example');
  assert.equal(checkCallback('https://pan.example:443/', own, ['https://pan.example'])?.origin, 'https://pan.example');
  assert.equal(checkCallback('http://[::1]:8080/#/', 'http://[::1]:8080', [])?.origin, 'http://[::1]:8080');
});

test('nothing else is answered', () => {
  for (const text of [
    '', 'https://', 'https:///nas.local:8650/', 'https:nas.local:8650', '//nas.local:8650/', '/', '#/', 'nas.local:8650',
    'javascript:alert(1)', 'javascript://nas.local:8650/%0aalert(1)', 'data:text/html,x', 'blob:https://nas.local:8650/1',
    'ftp://nas.local:8650/', 'http://nas.local:8650/', 'https://nas.local/', 'https://nas.local:8651/',
    'https://evil.example/', 'https://nas.local.evil.example:8650/', 'https://evil-nas.local:8650/', 'https://sub.nas.local:8650/',
    'https://nas.local:8650@evil.example/', 'https://user@nas.local:8650/', 'https://user:pass@nas.local:8650/', 'https://@nas.local:8650/',
    'https://evil.example\\@nas.local:8650/', 'https:\\\\nas.local:8650\\', 'https://nas.local:8650\\.evil.example/', 'https://nas.local:8650\\/',
    'https://evil.example/?https://nas.local:8650/', 'https://evil.example#https://nas.local:8650/', 'https://evil.example?@nas.local:8650/',
    'https://nas%2Elocal:8650/', 'https://nas.local%3A8650/', 'https://evil.example%2F@nas.local:8650/', 'https%3A%2F%2Fnas.local:8650/',
    ' https://nas.local:8650/', 'https://nas.local:8650/ ', 'https://nas.local:8650/\n', 'ht\ntps://nas.local:8650/', 'https://nas\t.local:8650/',
    'https://nas.local:08650/', 'https://nas.local:/', 'https://nas.local.:8650/', 'https://ｎas.local:8650/', 'https://nas。local:8650/',
    `https://nas.local:8650/${'a'.repeat(3000)}`, 'null', 'undefined',
  ]) assert.equal(origin(text), undefined, JSON.stringify(text));
});

test('another spelling of the same number is another host', () => {
  for (const text of ['http://0x7f.1/', 'http://2130706433/', 'http://127.1/', 'http://0177.0.0.1/']) {
    assert.equal(checkCallback(text, 'http://127.0.0.1', []), null, text);
  }
});

test('exactly one address is asked for', () => {
  assert.equal(askedCallback('#/auth-pan?callbackUrl=https://nas.local:8650/%23/'), 'https://nas.local:8650/#/');
  assert.equal(askedCallback('#/auth-pan?callbackUrl=https://nas.local:8650/#/'), 'https://nas.local:8650/#/');
  assert.equal(askedCallback('#/auth-pan?callbackUrl=a&callbackUrl=b'), '');
  assert.equal(askedCallback('#/auth-pan'), '');
  assert.equal(askedCallback(''), '');
});

test('the answer stands where the app reads it, and nothing else of the address changes', () => {
  const answer = { scopeToken: '{"token":"a+b c&d"}', lang: 'zh' };
  const inRoute = withAnswer(new URL('https://nas.local:8650/pan?x=1#/list?y=2&lang=en'), answer);
  assert.match(inRoute, /^https:\/\/nas\.local:8650\/pan\?x=1#\/list\?/);
  const query = new URLSearchParams(inRoute.slice(inRoute.lastIndexOf('?')));
  assert.deepEqual(Object.fromEntries(query), { y: '2', lang: 'zh', scopeToken: '{"token":"a+b c&d"}' });
  assert.ok(!inRoute.slice(inRoute.lastIndexOf('?')).includes('+'));
  const plain = new URL(withAnswer(new URL('https://nas.local:8650/back?x=1'), answer));
  assert.deepEqual(Object.fromEntries(plain.searchParams), { x: '1', scopeToken: '{"token":"a+b c&d"}', lang: 'zh' });
  assert.equal(plain.hash, '');
});
