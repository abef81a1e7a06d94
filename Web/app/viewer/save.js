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
  const reply = await send('POST', `/resources${to}`, form, { headers: etag ? { 'If-Match': etag } : {} });
  if (!reply?.resource) throw new ApiError(0, String(reply?.reason ?? ''));
  return reply.resource;
}
