// @ts-check
// Paths of the drive as the API writes them: /s/{root}/a/b, percent-encoded in URLs and `href`s, plain in `path`s.

/**
 * A path with each of its names encoded.
 *
 * @param {string} path as in a resource's `path`
 */
export function encodePath(path) {
  return path.split('/').map(encodeURIComponent).join('/');
}

/**
 * The path of a resource as it belongs in a URL: names that are no UTF-8 come with an `href`.
 *
 * @param {{path: string, href?: string}} resource
 */
export function urlPath(resource) {
  return resource.href ?? encodePath(resource.path);
}

/**
 * @param {string} encoded percent-encoded path
 * @returns {number | undefined} the root's id
 */
export function rootOf(encoded) {
  const match = /^\/s\/(\d+)(?:\/|$)/.exec(encoded);
  return match ? Number(match[1]) : undefined;
}

/**
 * The path one level up; '' above a root.
 *
 * @param {string} encoded
 */
export function parentOf(encoded) {
  const cut = encoded.replace(/\/+$/, '').lastIndexOf('/');
  const parent = encoded.slice(0, cut);
  return parent === '/s' ? '' : parent;
}

/**
 * The last name of a path, for people: what is no UTF-8 shows U+FFFD.
 *
 * @param {string} encoded
 */
export function nameOf(encoded) {
  const last = encoded.slice(encoded.lastIndexOf('/') + 1);
  return decodeName(last);
}

/** @param {string} encoded one percent-encoded name */
export function decodeName(encoded) {
  try {
    return decodeURIComponent(encoded);
  } catch {
    const bytes = [];
    for (let index = 0; index < encoded.length; index += 1) {
      const hex = /^%[0-9a-fA-F]{2}/.exec(encoded.slice(index, index + 3));
      if (hex) {
        bytes.push(Number.parseInt(encoded.slice(index + 1, index + 3), 16));
        index += 2;
      } else {
        bytes.push(...new TextEncoder().encode(encoded[index]));
      }
    }
    return new TextDecoder().decode(new Uint8Array(bytes));
  }
}

/**
 * Base name and extension, for renaming and for shortening names; a leading dot is no extension.
 *
 * @param {string} name
 * @returns {[string, string]} the extension with its dot, or ''
 */
export function splitName(name) {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || dot === name.length - 1 || name.length - dot > 12) return [name, ''];
  return [name.slice(0, dot), name.slice(dot)];
}
