// @ts-check
import { useRef, useState } from '../lib.js';
import { ApiError } from '../core/api.js';
import { reasonOf } from '../core/reason.js';
import { useWaiting } from './waiting.js';

/**
 * What a form sends: one thing at a time, and in words what went wrong with it. After too many attempts the problem is how
 * long to wait, counted down, and nothing is sent until then.
 *
 * @param {(code: number) => string} [fieldOf] which of the form's fields an error is about, by its code (0: no answer of the server)
 * @returns {{isBusy: boolean, problem: string, waiting: string | undefined, at: (field: string) => string, setProblem: (text: string) => void, sending: (run: () => Promise<unknown>) => Promise<void>}}
 *   `sending` does nothing while something is on its way; `at` is the problem where it is about that field; `waiting` is why the
 *   button may not be pressed yet
 */
export function useSending(fieldOf) {
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState({ text: '', field: '' });
  const { waiting, wait } = useWaiting();
  // Two presses before the next drawing see the same `isBusy`.
  const onItsWay = useRef(false);
  const setProblem = (/** @type {string} */ text, field = '') => setTold({ text, field });
  const sending = async (/** @type {() => Promise<unknown>} */ run) => {
    if (onItsWay.current || waiting) return;
    onItsWay.current = true;
    setBusy(true);
    setProblem('');
    try {
      await run();
    } catch (error) {
      const field = fieldOf?.(error instanceof ApiError ? error.code : 0);
      setProblem(wait(error) ? '' : reasonOf(error), field);
    }
    onItsWay.current = false;
    setBusy(false);
  };
  const problem = waiting ?? told.text;
  return { isBusy, problem, waiting, at: (field) => (told.field === field ? problem : ''), setProblem, sending };
}
