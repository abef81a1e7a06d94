// @ts-check

/** Where the app's files lie: below a name that changes with every version. */
const base = typeof document === 'undefined'
  ? ''
  : `/app/${document.querySelector('meta[name="hearth-build"]')?.getAttribute('content') ?? ''}/`;

/**
 * The address of a file of the app that is no module of it.
 *
 * @param {string} path below `Web`
 */
export function asset(path) {
  return base + path;
}
