// @ts-check
import { isReachable, request } from './api.js';

/** So often it is asked whether the drive is there again, in milliseconds. */
const PAUSE = 3000;

/** Looks for a drive that went away: not every screen asks for something by itself. Called once. */
export function watchReach() {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  isReachable.subscribe((isThere) => {
    clearInterval(timer);
    if (!isThere) timer = setInterval(() => document.hidden || request('GET', '/check', { open: true }).catch(() => {}), PAUSE);
  });
}
