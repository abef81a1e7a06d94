// @ts-check
import { useRef, useState } from '../lib.js';

/**
 * What a form sends: one thing at a time, and in words what went wrong with it.
 *
 * @returns {{isBusy: boolean, problem: string, setProblem: (text: string) => void, sending: (run: () => Promise<unknown>) => Promise<void>}}
 *   `sending` does nothing while something is on its way
 */
export function useSending() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  // Two presses before the next drawing see the same `isBusy`.
  const onItsWay = useRef(false);
  const sending = async (/** @type {() => Promise<unknown>} */ run) => {
    if (onItsWay.current) return;
    onItsWay.current = true;
    setBusy(true);
    setProblem('');
    try {
      await run();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    onItsWay.current = false;
    setBusy(false);
  };
  return { isBusy, problem, setProblem, sending };
}
