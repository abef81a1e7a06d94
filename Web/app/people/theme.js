// @ts-check
import { Atom } from '../core/atom.js';

/** 'auto', 'light' or 'dark'. */
export const chosenTheme = new Atom(kept());

function kept() {
  try {
    const theme = localStorage.getItem('theme');
    return theme === 'light' || theme === 'dark' ? theme : 'auto';
  } catch {
    return 'auto';
  }
}

/** @param {string} theme */
export function setTheme(theme) {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // It stands until the page is closed.
  }
  chosenTheme.set(theme);
  applyTheme();
}

/** Tells the style sheets. */
export function applyTheme() {
  if (chosenTheme.value === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosenTheme.value;
}
