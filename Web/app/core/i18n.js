// @ts-check
import { Atom } from './atom.js';
import { choice, keepChoice } from './choices.js';
import { en } from '../locales/en.js';
import { zh } from '../locales/zh.js';

/** @type {Record<string, Record<string, any>>} */
const tables = { en, zh };

/** The language of the app: 'en' or 'zh'. */
export const language = new Atom(initial());

function initial() {
  const kept = choice('language');
  if (kept && tables[kept]) return kept;
  const wanted = typeof navigator === 'undefined' ? ['en'] : navigator.languages ?? [navigator.language];
  for (const one of wanted) {
    const short = String(one).toLowerCase().split('-')[0];
    if (tables[short]) return short;
  }
  return 'en';
}

/** @param {string} chosen 'en' or 'zh' */
export function setLanguage(chosen) {
  if (!tables[chosen]) return;
  keepChoice('language', chosen);
  language.set(chosen);
}

/** The locale for Intl: the browser's own variant of the language where it has one, so that dates look familiar. */
export function locale() {
  let known = locales.get(language.value);
  if (!known) locales.set(language.value, (known = findLocale()));
  return known;
}

/** @type {Map<string, string>} by language: rows of long lists ask for it */
const locales = new Map();

function findLocale() {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages ?? [];
  const own = wanted.find((one) => one.toLowerCase().startsWith(language.value));
  const fallback = language.value === 'zh' ? 'zh-CN' : 'en';
  try {
    return Intl.getCanonicalLocales(own ?? fallback)[0] ?? fallback;
  } catch {
    return fallback;
  }
}

/** @type {Map<string, Intl.PluralRules>} */
const plurals = new Map();

/**
 * A text; `{name}` is replaced by a value, and a text with forms (`{one: …, other: …}`) is chosen by `values.n`.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  let text = tables[language.value]?.[key] ?? en[/** @type {keyof typeof en} */ (key)] ?? key;
  if (typeof text === 'object') {
    let rules = plurals.get(locale());
    if (!rules) plurals.set(locale(), (rules = new Intl.PluralRules(locale())));
    // Chinese has no form for one, but may have words for it.
    const form = Number(values.n) === 1 ? 'one' : rules.select(Number(values.n ?? 0));
    text = text[form] ?? text.other;
  }
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(locale()).format(value) : value;
  });
}
