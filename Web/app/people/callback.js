// @ts-check
// Where another web app may be answered (wangpan-api, 13.5): this server's own origin, or one that its owner named. No
// other: an address that is a little wrong is refused, never mended.

/** Longer ones are no addresses of apps. */
const LONGEST = 2048;

/**
 * What the address behind `#` asks for.
 *
 * @param {string} hash `#/auth-pan?callbackUrl=…`
 * @returns {string} as it was meant, or ''
 */
export function askedCallback(hash) {
  const query = hash.indexOf('?');
  const asked = new URLSearchParams(query < 0 ? '' : hash.slice(query + 1)).getAll('callbackUrl');
  // Two of them: whoever reads the first and whoever reads the last would not mean the same.
  return asked.length === 1 ? asked[0] : '';
}

/**
 * @param {string} text of {@link askedCallback}
 * @param {string} own this page's origin
 * @param {readonly string[]} allowed other origins that may be answered
 * @returns {{origin: string, url: URL} | null} null when it may not be answered
 */
export function checkCallback(text, own, allowed) {
  // Browsers drop some of these before they read an address, and read a backslash as a slash: people and checks would see
  // something else.
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (!text || text.length > LONGEST || /[\u0000-\u0020\u007f\\]/.test(text)) return null;
  if (!/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(text)) return null;
  let url;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username || url.password || !url.hostname) return null;
  // The host as it is written has to be the host that is meant: no escapes, no other spelling of an address.
  const written = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1].toLowerCase() ?? '';
  const usual = url.protocol === 'http:' ? ':80' : ':443';
  if (written !== url.host && written !== url.host + usual) return null;
  if (url.origin !== own && !allowed.includes(url.origin)) return null;
  return { origin: url.origin, url };
}

/**
 * The address with an answer: in the query of its route where it has one behind `#`, as old apps read it
 * (`{origin}/#/?scopeToken=…`) and where no server sees it; otherwise in its own query.
 *
 * @param {URL} url
 * @param {Record<string, string>} answer
 */
export function withAnswer(url, answer) {
  const to = new URL(url);
  if (!to.hash.startsWith('#/')) {
    for (const [name, value] of Object.entries(answer)) to.searchParams.set(name, value);
    return to.href;
  }
  const cut = to.hash.indexOf('?');
  const route = cut < 0 ? to.hash : to.hash.slice(0, cut);
  const query = new URLSearchParams(cut < 0 ? '' : to.hash.slice(cut + 1));
  for (const [name, value] of Object.entries(answer)) query.set(name, value);
  // Routers of such apps decode %20 and no plus.
  to.hash = `${route}?${String(query).replaceAll('+', '%20')}`;
  return to.href;
}
