// @ts-check
import { useEffect, useState } from '../lib.js';
import { ApiError, CODE } from '../core/api.js';
import { duration } from '../core/format.js';
import { t } from '../core/i18n.js';

/**
 * Seconds in steps that can be listened to: whole minutes, then five seconds, and at the end each one. Never too few.
 *
 * @param {number} left
 */
export function inSteps(left) {
  const step = left > 60 ? 60 : left > 10 ? 5 : 1;
  return Math.ceil(left / step) * step;
}

/**
 * How long the server wants to be left alone after too many attempts, in words that count down.
 *
 * @returns {{waiting: string | undefined, wait: (error: unknown) => boolean}} `waiting` while there is time left; `wait` begins
 *   with an error of the server's and answers whether that one asked for it
 */
export function useWaiting() {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until, left === 0]);
  return {
    waiting: left > 0 ? t('attempts.wait', { time: duration(inSteps(left)) }) : undefined,
    wait: (error) => {
      if (!(error instanceof ApiError && error.code === CODE.throttled && error.retryAfter > 0)) return false;
      setNow(Date.now());
      setUntil(Date.now() + error.retryAfter * 1000);
      return true;
    },
  };
}
