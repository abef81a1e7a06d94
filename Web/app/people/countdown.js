// @ts-check
import { useEffect, useState } from '../lib.js';

/**
 * Seconds that are still to be waited, counted down.
 *
 * @returns {[number, (seconds: number) => void]}
 */
export function useCountdown() {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until, left === 0]);
  return [left, (seconds) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  }];
}
