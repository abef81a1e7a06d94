// @ts-check
import { locale, t } from './i18n.js';

/** @type {Map<string, any>} formatters are dear to make, and long lists use them for every row */
const made = new Map();

/**
 * @template T
 * @param {string} key what the formatter is for
 * @param {(locale: string) => T} make
 * @returns {T}
 */
function formatter(key, make) {
  const language = locale();
  const full = `${language} ${key}`;
  if (!made.has(full)) made.set(full, make(language));
  return made.get(full);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'];

/**
 * A size for people, in powers of 1 024 as the rest of the drive counts.
 *
 * @param {number} bytes
 */
export function size(bytes) {
  let value = bytes;
  let unit = 0;
  while (Math.round(value) >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return formatter(`size ${unit} ${digits}`, (language) => new Intl.NumberFormat(language, {
    style: 'unit', unit: UNITS[unit], unitDisplay: unit === 0 ? 'long' : 'short', maximumFractionDigits: digits,
  })).format(value);
}

/** @param {number} bytesPerSecond */
export function speed(bytesPerSecond) {
  return t('format.speed', { size: size(bytesPerSecond) });
}

/** @param {number} share 0…1 */
export function percent(share) {
  return formatter('percent', (language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })).format(share);
}

/** @param {number} count */
export function number(count) {
  return formatter('number', (language) => new Intl.NumberFormat(language)).format(count);
}

/**
 * When, in few words: the time for today, the day within this year, otherwise the date.
 *
 * @param {number} seconds since 1970
 * @param {Date} [now]
 */
export function when(seconds, now = new Date()) {
  if (!seconds) return '';
  const date = new Date(seconds * 1000);
  const minutes = Math.round((now.getTime() - date.getTime()) / 60000);
  const relative = formatter('relative', (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  if (minutes >= 0 && minutes < 1) return relative.format(0, 'second');
  if (minutes >= 0 && minutes < 60) return relative.format(-minutes, 'minute');
  if (date.toDateString() === now.toDateString()) {
    return formatter('time', (language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' })).format(date);
  }
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (date.toDateString() === yesterday.toDateString()) return relative.format(-1, 'day');
  if (date.getFullYear() === now.getFullYear()) {
    return formatter('day', (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })).format(date);
  }
  return formatter('date', (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' })).format(date);
}

/** @param {number} seconds since 1970 */
export function fullDay(seconds) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(new Date(seconds * 1000));
}

/** @param {number} seconds since 1970 */
export function fullDate(seconds) {
  return formatter('full', (language) => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' })).format(new Date(seconds * 1000));
}

/**
 * A length of time in its two largest units.
 *
 * @param {number} seconds
 */
export function duration(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [
    [Math.floor(whole / 86400), 'day'], [Math.floor(whole / 3600) % 24, 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'], [whole % 60, 'second'],
  ];
  const first = parts.findIndex(([count]) => Number(count) > 0);
  const shown = first < 0 ? [parts[3]] : parts.slice(first, first + 2).filter(([count]) => Number(count) > 0);
  return shown
    .map(([count, unit]) => new Intl.NumberFormat(locale(), { style: 'unit', unit: String(unit), unitDisplay: 'short' }).format(Number(count)))
    .join(' ');
}

/**
 * The position in a clip: 3:07, 1:02:09.
 *
 * @param {number} seconds
 */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ count) => String(count).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
