// @ts-check
import { call } from '../core/api.js';
import { patiently } from '../core/patience.js';

/** What is done to folders as a whole: moved to another partition, deleted. */
const TOPICS = new Set(['TaskMovingFolder', 'TaskDelFolder']);

/**
 * What is being done to folders, by their number.
 *
 * @param {AbortSignal} [signal]
 * @returns {Promise<Map<number, any>>}
 */
export async function rootTasks(signal) {
  // The folders do not wait for what is done to them.
  const reply = (await patiently(call('GET', '/tasks', { signal })).catch(() => undefined)) ?? { list: [] };
  const found = new Map();
  for (const task of reply.list) if (TOPICS.has(task.topic) && task.state_code !== 3) found.set(Number(task.subject), task);
  return found;
}

/** @param {Map<number, any> | undefined} tasks */
export function isBusyWith(tasks) {
  return [...(tasks?.values() ?? [])].some((task) => task.state_code === 1);
}
