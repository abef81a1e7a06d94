// @ts-check
// Long work of the server in words: what it is, how far, how fast, how long still.
import { duration, size, speed } from '../core/format.js';
import { t } from '../core/i18n.js';

/** @typedef {{speed?: number, left?: number}} Going bytes a second, seconds */

/**
 * What a task does.
 *
 * @param {string} topic
 * @param {string} [name] what it is about, for people
 */
export function taskName(topic, name = '') {
  const key = `task.${topic}`;
  const what = t(key) === key ? t('task.other') : t(key);
  return name ? t('task.of', { what, name }) : what;
}

/**
 * How far, how fast and how long still, on one line.
 *
 * @param {any} task
 * @param {Going} [going]
 */
export function taskProgress(task, going = {}) {
  if (task.state === 'queued') return t('tasks.queued');
  const words = [];
  if (task.bytes_total > 0) words.push(t('tasks.bytes', { done: size(task.bytes_done), total: size(task.bytes_total) }));
  else if (task.items_total > 0) words.push(t('tasks.items', { n: task.items_total, done: task.items_done }));
  else if (task.items_done > 0) words.push(t('tasks.items.done', { n: task.items_done }));
  if (going.speed) words.push(speed(going.speed));
  if (going.left !== undefined && Number.isFinite(going.left)) words.push(t('tasks.left', { time: duration(going.left) }));
  return words.join(' · ') || t('tasks.running');
}

const WINDOW = 15_000;

/** The API tells what is done; how fast it goes follows from looking again and again. */
export class Pace {
  /** @type {Map<string, {at: number, amount: number}[]>} */
  seen = new Map();

  /**
   * @param {any} task as it was just told
   * @param {number} now milliseconds of a clock that only goes forwards
   * @returns {Going} empty until it is known
   */
  note(task, now) {
    if (task.state !== 'running') {
      this.seen.delete(task.task_id);
      return {};
    }
    const hasBytes = task.bytes_total > 0;
    const [amount, total] = hasBytes ? [task.bytes_done, task.bytes_total] : [task.items_done, task.items_total];
    const recent = (this.seen.get(task.task_id) ?? []).filter((one) => now - one.at < WINDOW && one.amount <= amount);
    recent.push({ at: now, amount });
    this.seen.set(task.task_id, recent);
    const seconds = (now - recent[0].at) / 1000;
    const rate = (amount - recent[0].amount) / seconds;
    if (!(seconds >= 1) || !(rate > 0)) return {};
    return { speed: hasBytes ? rate : undefined, left: total > 0 ? (total - amount) / rate : undefined };
  }
}
