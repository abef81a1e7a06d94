// @ts-check
import { useRef, useState } from '../lib.js';
import { ApiError } from '../core/api.js';
import { reasonOf } from '../core/reason.js';

/**
 * What a form sends: one thing at a time, and in words what went wrong with it.
 *
 * @param {(code: number) => string} [fieldOf] which of the form's fields an error is about, by its code (0: no answer of the server)
 * @returns {{isBusy: boolean, problem: string, at: (field: string) => string, setProblem: (text: string) => void, sending: (run: () => Promise<unknown>) => Promise<void>}}
 *   `sending` does nothing while something is on its way; `at` is the problem where it is about that field
 */
export function useSending(fieldOf) {
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState({ text: '', field: '' });
  // Two presses before the next drawing see the same `isBusy`.
  const onItsWay = useRef(false);
  const setProblem = (/** @type {string} */ text, field = '') => setTold({ text, field });
  const sending = async (/** @type {() => Promise<unknown>} */ run) => {
    if (onItsWay.current) return;
    onItsWay.current = true;
    setBusy(true);
    setProblem('');
    try {
      await run();
    } catch (error) {
      setProblem(reasonOf(error), fieldOf?.(error instanceof ApiError ? error.code : 0));
    }
    onItsWay.current = false;
    setBusy(false);
  };
  return { isBusy, problem: told.text, at: (field) => (told.field === field ? told.text : ''), setProblem, sending };
}
