// @ts-check
// Sends a body with news of how far it is; fetch tells nothing of that.
import { ApiError, CODE, hooks, isReachable, token, url } from '../core/api.js';
import { language } from '../core/i18n.js';

/** Nothing moved for so long: the connection is dead, whatever the system says. */
const STALLED = 90_000;

/**
 * @param {string} method
 * @param {string} path below the API's base
 * @param {Blob | FormData} body
 * @param {{onSent?: (bytes: number) => void, onAllSent?: () => void, signal?: AbortSignal, headers?: Record<string, string>,
 *   query?: Record<string, string | undefined>}} [options]
 *   `onSent` counts bytes that left; `onAllSent` when only the answer is missing
 * @returns {Promise<any>} the envelope's data
 * @throws {ApiError}
 */
export function send(method, path, body, { onSent, onAllSent, signal, headers = {}, query } = {}) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const used = token.value;
    const request = new XMLHttpRequest();
    request.open(method, url(path, query));
    request.setRequestHeader('Accept-Language', language.value);
    if (used) request.setRequestHeader('scope-token', used);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);

    const abort = () => request.abort();
    let isStalled = false;
    const stalled = () => {
      isStalled = true;
      request.abort();
    };
    let watchdog = setTimeout(stalled, STALLED);
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(stalled, STALLED);
    };
    const end = (/** @type {() => void} */ tell) => {
      clearTimeout(watchdog);
      signal?.removeEventListener('abort', abort);
      tell();
    };
    const offline = () => end(() => {
      isReachable.set(false);
      reject(new ApiError(0, hooks.unreachable()));
    });

    request.upload.addEventListener('progress', (event) => {
      alive();
      onSent?.(event.loaded);
    });
    request.upload.addEventListener('load', () => {
      alive();
      onAllSent?.();
    });
    request.addEventListener('error', offline);
    request.addEventListener('abort', () => (isStalled ? offline() : end(() => reject(signal?.reason ?? new DOMException('aborted', 'AbortError')))));
    request.addEventListener('load', () => end(() => {
      isReachable.set(true);
      const retryAfter = Number(request.getResponseHeader('Retry-After')) || 0;
      let envelope;
      try {
        envelope = JSON.parse(request.responseText);
      } catch {
        reject(new ApiError(0, `${request.status} ${request.statusText}`.trim(), request.status, retryAfter));
        return;
      }
      if (envelope.status === 0) {
        resolve(envelope.data);
        return;
      }
      const error = new ApiError(Number(envelope.status) || 0, String(envelope.reason || request.status), request.status, retryAfter);
      if (error.code === CODE.signedOut && used === token.value) hooks.signedOut(error);
      reject(error);
    }));
    signal?.addEventListener('abort', abort);
    request.send(body);
  });
}
