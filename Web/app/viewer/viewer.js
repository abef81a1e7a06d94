// @ts-check
import { html } from '../lib.js';
export function Viewer() { return html`<span></span>`; }
