// @ts-check
import './core/unlock.js';
import { html, render } from './lib.js';
import { start } from './core/router.js';
import { restore } from './core/session.js';
import { App } from './shell/app.js';

start();
render(html`<${App} />`, document.body);
await restore();
