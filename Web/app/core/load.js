// @ts-check
import { useCallback, useEffect, useRef, useState } from '../lib.js';
import { ApiError } from './api.js';
import { replan, watch } from './poll.js';

/**
 * Loads something when it is shown and keeps it fresh while it is visible.
 *
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {unknown[]} inputs loads anew when one changes
 * @param {{isBusy?: (value: T | undefined) => boolean, polls?: boolean}} [options]
 * @returns {{value: T | undefined, error: unknown, reload: () => Promise<void>, set: (value: T) => void}}
 */
export function useLoaded(load, inputs, { isBusy, polls = true } = {}) {
  const [state, setState] = useState(/** @type {{value: T | undefined, error: unknown}} */ ({ value: undefined, error: undefined }));
  // What was seen last, also before it is drawn: the pace of looking again hangs on it.
  const last = useRef(state);
  const keep = (/** @type {{value: T | undefined, error: unknown}} */ next) => {
    last.current = next;
    setState(next);
  };
  const current = useRef(/** @type {AbortController | null} */ (null));
  const reload = useCallback(async () => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    try {
      const value = await load(controller.signal);
      if (!controller.signal.aborted) keep({ value, error: undefined });
    } catch (error) {
      // What is there stays, and only a first load that failed is shown as failed; but what is gone goes.
      const isGone = error instanceof ApiError && error.isGone;
      if (!controller.signal.aborted) keep({ value: isGone ? undefined : last.current.value, error });
    }
    replan(reload);
  }, inputs);
  useEffect(() => {
    keep({ value: undefined, error: undefined });
    reload();
    const end = polls ? watch(reload, () => isBusy?.(last.current.value) ?? false) : undefined;
    return () => {
      end?.();
      current.current?.abort();
    };
  }, inputs);
  return { ...state, reload, set: (value) => keep({ value, error: undefined }) };
}
