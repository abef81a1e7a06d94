// @ts-check
import { Atom } from '../core/atom.js';
import { choice, keepChoice } from '../core/choices.js';

/** 'auto', 'light' or 'dark'. */
export const chosenTheme = new Atom(kept());

function kept() {
  const theme = choice('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

/** @param {string} theme */
export function setTheme(theme) {
  keepChoice('theme', theme);
  chosenTheme.set(theme);
  applyTheme();
}

/** Tells the style sheets. */
export function applyTheme() {
  if (chosenTheme.value === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosenTheme.value;
}
