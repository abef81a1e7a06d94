// @ts-check

/**
 * How far a task of the server is, from 0 to 1; undefined while nobody knows.
 *
 * @param {any} task
 * @returns {number | undefined}
 */
export function taskShare(task) {
  if (task?.bytes_total > 0) return task.bytes_done / task.bytes_total;
  return task?.items_total > 0 ? task.items_done / task.items_total : undefined;
}
