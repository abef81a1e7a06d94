// @ts-check
import { isReachable, isSlow, request } from './api.js';

/** So often it is asked whether the drive is there again, in milliseconds. */
const PAUSE = 3000;

/** Looks for a drive that went away or became slow: not every screen asks for something by itself. Called once. */
export function watchReach() {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const look = () => document.hidden || request('GET', '/check', { open: true }).catch(() => {});
  const follow = () => {
    clearInterval(timer);
    if (!isReachable.value || isSlow.value) timer = setInterval(look, PAUSE);
  };
  isReachable.subscribe(follow);
  isSlow.subscribe(follow);
}
