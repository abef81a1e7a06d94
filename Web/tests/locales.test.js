// @ts-check
// Every text is there in both languages, with the same gaps to fill, and none is left over.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { en } from '../app/locales/en.js';
import { zh } from '../app/locales/zh.js';

/** @type {Record<string, Record<string, any>>} */
const tables = { en, zh };
const app = new URL('../app/', import.meta.url);
const sources = readdirSync(app, { recursive: true }).map(String).filter((path) => path.endsWith('.js') && !/^locales\b/.test(path));
const code = sources.map((path) => readFileSync(new URL(path, app), 'utf8')).join('\n');

/** Every string and template in the code; what a template fills in is left open. */
const literals = new Set([...code.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map((found) => found[1]));
const templates = [...code.matchAll(/`([a-z][\w.-]*\.)?\$\{[^}]*\}([\w.-]*)`/g)]
  .filter((found) => found[1] || found[2].startsWith('.'))
  .map((found) => new RegExp(`^${(found[1] ?? '').replaceAll('.', '\\.')}[\\w.-]+${found[2].replaceAll('.', '\\.')}$`));

/** The keys that stand in calls of `t`, also where two are chosen from. */
function asked() {
  const keys = new Set();
  for (const [, first] of code.matchAll(/\bt\(((?:[^(),{}]|\([^()]*\))*)/g)) {
    for (const [, key] of first.matchAll(/(?:^|[?:]\s*|\?\?\s*|\|\|\s*)'([^']+)'/g)) keys.add(key);
  }
  return keys;
}

/** @param {any} text */
function gaps(text) {
  const forms = typeof text === 'object' ? Object.values(text) : [text];
  return [...new Set(forms.flatMap((form) => [...String(form).matchAll(/\{(\w+)\}/g)].map((found) => found[1])))].sort();
}

test('both languages have the same texts', () => {
  assert.deepEqual(Object.keys(en).filter((key) => !(key in zh)), [], 'missing in Chinese');
  assert.deepEqual(Object.keys(zh).filter((key) => !(key in en)), [], 'missing in English');
});

test('every part is in the whole, and no key stands in two parts', () => {
  for (const language of ['en', 'zh']) {
    const seen = new Map();
    for (const name of readdirSync(new URL(`locales/${language}/`, app))) {
      const text = readFileSync(new URL(`locales/${language}/${name}`, app), 'utf8');
      for (const [, quoted, bare] of text.matchAll(/^ {2}(?:'([^']+)'|(\w+)):/gm)) {
        const key = quoted ?? bare;
        assert.ok(key in tables[language], `${language}/${name}: ${key} is not in ${language}.js`);
        assert.ok(!seen.has(key), `${language}: ${key} stands in ${seen.get(key)} and ${name}`);
        seen.set(key, name);
      }
    }
  }
});

test('every text that the code asks for is there', () => {
  const missing = [...asked()].filter((key) => !(key in en));
  assert.deepEqual(missing, []);
});

test('every text is used', () => {
  const unused = Object.keys(en).filter((key) => !literals.has(key) && !templates.some((template) => template.test(key)));
  assert.deepEqual(unused, []);
});

test('both languages fill in the same values, with the forms they have', () => {
  for (const [key, text] of Object.entries(tables.en)) {
    const other = tables.zh[key];
    // Chinese has one form, and says what English says of several; where one alone has a name, it has words for one too.
    assert.deepEqual(gaps(other.other ?? other), gaps(typeof text === 'object' ? text.other : text), key);
    if (typeof text === 'object') assert.ok('other' in text && 'one' in text, `en ${key}: the forms one and other`);
    if (typeof other === 'object' && 'one' in other) assert.deepEqual(gaps(other.one), gaps(text.one), key);
    if (typeof other === 'object') assert.ok('other' in other && Object.keys(other).every((form) => form === 'one' || form === 'other'), `zh ${key}: no form beside one and other`);
    if (gaps(text.one ?? '').includes('name') && !gaps(text.other).includes('name')) assert.ok('one' in other, `zh ${key}: nameless where English names it`);
  }
});

test('Chinese addresses people as one does a guest, and has one word for who owns the home', () => {
  for (const [key, text] of Object.entries(tables.zh)) assert.doesNotMatch(JSON.stringify(text), /你|拥有者/, key);
});
