// @ts-check
// The one place that names the rendering library: its file changes with its version.
/** @ts-types="../types/preact-htm.d.ts" */
export {
  html, render, h, Component, createContext, useState, useReducer, useEffect, useLayoutEffect, useRef, useMemo, useCallback,
  useContext, useErrorBoundary,
} from '../vendor/preact-htm.js';
