// @ts-check
// What is tried again by itself, and when.
import { ApiError, CODE, isReachable, token } from '../core/api.js';

/** @param {unknown} error whether waiting helps */
export function isPassing(error) {
  return error instanceof ApiError && error.isPassing;
}

/**
 * How long to wait before the next attempt.
 *
 * @param {number} attempt from 0
 * @param {unknown} error
 * @returns {number} milliseconds
 */
export function pauseBefore(attempt, error) {
  if (error instanceof ApiError && error.retryAfter > 0) return error.retryAfter * 1000;
  return Math.min(15_000, 500 * 2 ** Math.min(attempt, 5)) * (0.75 + Math.random() / 2);
}

/**
 * Repeats what failed because nobody answered, because the server asked for patience, or because the token was exchanged
 * meanwhile for another one of the same person.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {AbortSignal} signal
 * @param {(error: unknown) => void | Promise<void>} [onFailure] may throw what is better to be known
 * @returns {Promise<T>}
 */
export async function again(work, signal, onFailure) {
  for (let attempt = 0; ; attempt += 1) {
    const used = token.value;
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      await onFailure?.(error);
      if (isReplaced(error, used)) continue;
      if (!isPassing(error)) throw error;
      await rest(pauseBefore(attempt, error), signal);
    }
  }
}

/**
 * Whether a refusal was about a token that is not in use any more.
 *
 * @param {unknown} error
 * @param {string | null} used
 */
export function isReplaced(error, used) {
  return error instanceof ApiError && error.code === CODE.signedOut && token.value !== null && token.value !== used;
}

/**
 * Waits; shorter when the network comes back or somebody else reaches the server.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function rest(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', end);
      signal.removeEventListener('abort', end);
      unwatch();
      if (signal.aborted) reject(signal.reason);
      else resolve(undefined);
    };
    const timer = setTimeout(end, milliseconds);
    const unwatch = isReachable.subscribe((isThere) => isThere && end());
    globalThis.addEventListener?.('online', end);
    signal.addEventListener('abort', end);
  });
}
