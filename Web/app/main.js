// @ts-check
import './core/unlock.js';
import { html, render } from './lib.js';
import { start } from './core/router.js';
import { restore } from './core/session.js';
import { App } from './shell/app.js';
import { applyTheme } from './people/theme.js';
import { startWorker } from './pwa/install.js';
import { startTransfers } from './transfers/engine.js';

applyTheme();
start();
render(html`<${App} />`, document.body);
startTransfers();
await restore();
startWorker();
