// @ts-check
import { ApiError, request, unwrap } from '../core/api.js';
import { urlPath } from '../core/path.js';
import { hashFile } from '../transfers/hash/hashing.js';
import { send } from '../transfers/send.js';
import { decode, lineEnding } from './encoding.js';

/** @typedef {import('../files/list-model.js').Entry} Entry */

/**
 * @typedef {object} Loaded
 * @property {string} text
 * @property {string} etag
 * @property {import('./encoding.js').Encoding} encoding
 * @property {boolean} hasMark
 * @property {'\n' | '\r\n' | '\r' | 'mixed'} ending
 */

/**
 * A text as it lies on the drive.
 *
 * @param {Entry} entry
 * @returns {Promise<Loaded | null>} null where it is no text
 */
export async function load(entry) {
  const response = await request('GET', `/download${urlPath(entry)}`);
  if (!response.ok) await unwrap(response);
  const read = decode(new Uint8Array(await response.arrayBuffer()));
  return read ? { ...read, ending: lineEnding(read.text), etag: response.headers.get('ETag') ?? '' } : null;
}

/** A tag is weak for 2 s after a change (RFC 9110, section 8.8.1); asked so often, in milliseconds, whether it still is. */
const PAUSE = 400;

/**
 * The strong tag that a weak one becomes: only a strong one can be demanded (RFC 9110, section 13.1.1).
 *
 * @param {Entry} entry
 * @param {string} tag
 * @returns {Promise<string>} the tag itself where the file has another one now: it is refused then, as it should be
 */
async function settled(entry, tag) {
  const strong = tag.replace(/^W\//, '');
  if (strong === tag) return tag;
  for (let tries = 0; tries < 10; tries += 1) {
    const response = await request('HEAD', `/download${urlPath(entry)}`);
    const now = response.headers.get('ETag') ?? '';
    if (now === strong || now.replace(/^W\//, '') !== strong) break;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return strong;
}

/**
 * Puts a text in the place of a file, or beside it.
 *
 * @param {Entry} entry
 * @param {BlobPart} bytes
 * @param {{etag?: string, name?: string}} how `etag`: only over just this; `name`: as a file of that name, or of the next
 *   one that is free
 * @returns {Promise<Entry>}
 */
export async function save(entry, bytes, { etag, name }) {
  const file = new File([bytes], name ?? entry.name);
  const path = urlPath(entry);
  const to = name ? `${path.slice(0, path.lastIndexOf('/'))}/${encodeURIComponent(name)}` : path;
  const form = new FormData();
  const fields = {
    action: 'upload', hash: await hashFile(file), total_size: file.size, total_chunks: file.size > 0 ? 1 : 0, chunk_number: 1, chunk_size: file.size,
    on_conflict: name ? 'rename' : 'replace',
  };
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  form.append('uploadfile', file, file.name);
  const reply = await send('POST', `/resources${to}`, form, { headers: etag ? { 'If-Match': await settled(entry, etag) } : {} });
  if (!reply?.resource) throw new ApiError(0, String(reply?.reason ?? ''));
  return reply.resource;
}
