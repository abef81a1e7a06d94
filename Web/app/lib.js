// @ts-check
// The one place that names the rendering library: its file changes with its version.
// @ts-types="../types/preact-htm.d.ts"
export * from '../vendor/preact-htm.js';
