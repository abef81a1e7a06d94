// @ts-check
import { html } from '../lib.js';
export function UploadButton() { return html`<span></span>`; }
/** @param {{children?: any, path?: string, isAllowed?: boolean}} props */
export function DropZone({ children }) { return html`<div class="drop-zone">${children}</div>`; }
