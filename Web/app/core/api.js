// @ts-check
import { Atom } from './atom.js';
import { language } from './i18n.js';
import { PATIENCE } from './patience.js';

/** Where the API lies. */
export const BASE = '/api/v1';

/** Codes that the app acts upon; every other one is only shown by its reason. */
export const CODE = {
  unknown: 3,
  missing: 10000,
  exists: 10001,
  clash: 10012,
  signedOut: 10016,
  folderPassword: 20009,
  noSpace: 10028,
  precondition: 90005,
  throttled: 90001,
  busy: 90007,
};

/** A call that did not succeed; `message` is for people, in their language. */
export class ApiError extends Error {
  /**
   * @param {number} code of the contract, or 0 when no answer of the server's came
   * @param {string} reason
   * @param {number} status of HTTP, or 0
   * @param {number} retryAfter seconds, or 0
   */
  constructor(code, reason, status = 0, retryAfter = 0) {
    super(reason);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** No answer came: the network, or a server that is being started. */
  get isOffline() {
    return this.code === 0 && this.status === 0;
  }

  /** Waiting helps: nobody answered, or somebody asked for patience. */
  get isPassing() {
    return this.isOffline || this.code === CODE.throttled || this.code === CODE.busy || [408, 429, 502, 503, 504].includes(this.status);
  }

  /** What was asked for is not there, or not for this person: what was seen of it before no longer holds. */
  get isGone() {
    return this.status === 404 || (this.status === 403 && this.code !== CODE.folderPassword);
  }
}

/** The token of the session; null while signed out. Set by session.js alone. */
export const token = new Atom(/** @type {string | null} */ (null));

/** Whether the last call reached the server. */
export const isReachable = new Atom(true);

/** Whether an answer takes so long that people wonder; one within half of that time ends the doubt. */
export const isSlow = new Atom(false);

/** @type {{signedOut: (error: ApiError) => void, locked: (rootId: number, error: ApiError) => Promise<boolean>, unreachable: () => string, partMissing: () => void}} */
export const hooks = {
  /** The session has ended. */
  signedOut: () => {},
  /** A folder wants its password; resolves to whether it is unlocked now, and the call is made once more. */
  locked: async () => false,
  /** The text for a call that reached nobody. */
  unreachable: () => 'The drive does not answer',
  /** A part of the app did not come: the drive may have a newer app than this page. */
  partMissing: () => {},
};

/**
 * @typedef {object} CallOptions
 * @property {Record<string, string | number | boolean | undefined | null>} [query]
 * @property {unknown} [json] sent as JSON
 * @property {BodyInit} [body] sent as it is
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 * @property {boolean} [keepalive]
 * @property {number} [root] the folder whose password may be asked for
 * @property {boolean} [open] without the token, as sign-in is
 */

/**
 * @param {string} path below the base, percent-encoded
 * @param {CallOptions['query']} [query]
 */
export function url(path, query) {
  const parts = [];
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) parts.push(`${name}=${encodeURIComponent(String(value))}`);
  }
  return BASE + path + (parts.length ? `?${parts.join('&')}` : '');
}

/**
 * One request; the answer as it came, whatever its status.
 *
 * @param {string} method
 * @param {string} path
 * @param {CallOptions} [options]
 * @returns {Promise<Response>}
 */
export async function request(method, path, options = {}) {
  /** @type {Record<string, string>} */
  const headers = { 'Accept-Language': language.value, ...options.headers };
  if (token.value && !options.open) headers['scope-token'] = token.value;
  let body = options.body;
  if (options.json !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(options.json);
  }
  try {
    /** @type {RequestInit} */
    const init = { method, headers, signal: options.signal, keepalive: options.keepalive, cache: 'no-store', redirect: 'error' };
    if (body !== undefined) init.body = body;
    const response = await timed(method, () => fetch(url(path, options.query), init));
    isReachable.set(true);
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    isReachable.set(false);
    throw new ApiError(0, hooks.unreachable());
  }
}

/**
 * Watches how long an answer takes. What only looks is answered at once by a drive that is near; the rest has work to do.
 *
 * @param {string} method
 * @param {() => Promise<Response>} send
 */
async function timed(method, send) {
  if (method !== 'GET') return send();
  const start = performance.now();
  const timer = setTimeout(() => isSlow.set(true), PATIENCE);
  try {
    const response = await send();
    if (performance.now() - start < PATIENCE / 2) isSlow.set(false);
    return response;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * One call; what its envelope carries.
 *
 * @param {string} method
 * @param {string} path
 * @param {CallOptions} [options]
 * @returns {Promise<any>}
 * @throws {ApiError}
 */
export async function call(method, path, options = {}) {
  const reply = await answer(method, path, options);
  return reply.data;
}

/**
 * One call with what its answer says about itself.
 *
 * @param {string} method
 * @param {string} path
 * @param {CallOptions} [options]
 * @returns {Promise<{data: any, status: number, etag: string | null}>} data is null for 304
 * @throws {ApiError}
 */
export async function answer(method, path, options = {}) {
  const asked = token.value;
  try {
    return await once(method, path, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A late answer about a token that was replaced meanwhile says nothing about the new one.
    if (error.code === CODE.signedOut && !options.open && asked === token.value) hooks.signedOut(error);
    if (error.code !== CODE.folderPassword || options.root === undefined) throw error;
    if (!(await hooks.locked(options.root, error))) throw error;
    return once(method, path, options);
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {CallOptions} options
 */
async function once(method, path, options) {
  const response = await request(method, path, options);
  const etag = response.headers.get('ETag');
  if (response.status === 304) return { data: null, status: 304, etag };
  return { data: await unwrap(response), status: response.status, etag };
}

/**
 * The data of an envelope.
 *
 * @param {Response} response
 * @returns {Promise<any>}
 * @throws {ApiError}
 */
export async function unwrap(response) {
  const retryAfter = Number(response.headers.get('Retry-After')) || 0;
  let envelope;
  try {
    envelope = await response.json();
  } catch {
    throw new ApiError(0, `${response.status} ${response.statusText}`.trim(), response.status, retryAfter);
  }
  if (envelope?.status === 0) return envelope.data;
  throw new ApiError(
    Number(envelope?.status) || 0,
    String(envelope?.reason || `${response.status}`),
    response.status,
    retryAfter,
  );
}
