// @ts-check
// Sends a body with news of how far it is; fetch tells nothing of that.
import { ApiError, hooks, isReachable, token, url } from '../core/api.js';
import { language } from '../core/i18n.js';

/**
 * @param {string} method
 * @param {string} path below the API's base
 * @param {Blob | FormData} body
 * @param {{onSent?: (bytes: number) => void, onAllSent?: () => void, signal?: AbortSignal, headers?: Record<string, string>}} [options]
 *   `onSent` counts bytes that left; `onAllSent` when only the answer is missing
 * @returns {Promise<any>} the envelope's data
 * @throws {ApiError}
 */
export function send(method, path, body, { onSent, onAllSent, signal, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url(path));
    request.setRequestHeader('Accept-Language', language.value);
    if (token.value) request.setRequestHeader('scope-token', token.value);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => onSent?.(event.loaded));
    request.upload.addEventListener('load', () => onAllSent?.());
    const offline = () => {
      isReachable.set(false);
      reject(new ApiError(0, hooks.unreachable()));
    };
    request.addEventListener('error', offline);
    request.addEventListener('timeout', offline);
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    request.addEventListener('load', () => {
      isReachable.set(true);
      const retryAfter = Number(request.getResponseHeader('Retry-After')) || 0;
      let envelope;
      try {
        envelope = JSON.parse(request.responseText);
      } catch {
        reject(new ApiError(0, `${request.status} ${request.statusText}`.trim(), request.status, retryAfter));
        return;
      }
      if (envelope.status === 0) resolve(envelope.data);
      else reject(new ApiError(Number(envelope.status) || 0, String(envelope.reason || request.status), request.status, retryAfter));
    });
    if (signal?.aborted) {
      reject(new DOMException('aborted', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}
