// @ts-check
// The queue names no file of an encrypted folder any longer than the folder is open: finished rows go when it closes.
// What is not finished stays, or it would be lost.
import { rootOf } from '../core/path.js';
import { askedFor, unlocked } from '../core/unlock.js';
import { drop } from './commands.js';
import { list } from './queue.js';
import { ENDED } from './rows.js';

/** @param {Set<number>} roots that are closed on this device */
function forgetIn(roots) {
  if (roots.size === 0) return;
  drop(list().filter((row) => ENDED.has(row.state) && roots.has(rootOf(row.folder) ?? 0)).map((row) => row.id));
}

/** Begins; called once. */
export function startSealing() {
  let open = unlocked.value;
  unlocked.subscribe((next) => {
    forgetIn(new Set([...open.keys()].filter((root) => !next.has(root))));
    open = next;
  });
  // Its time ran out while no page was open.
  askedFor.subscribe(forgetIn);
}
