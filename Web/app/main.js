// @ts-check
import './core/unlock.js';
import { html, render } from './lib.js';
import { start } from './core/router.js';
import { watchReach } from './core/reach.js';
import { onSession, restore } from './core/session.js';
import { App } from './shell/app.js';
import { closeAll } from './ui/dialog.js';
import { applyTheme } from './people/theme.js';
import { startWorker } from './pwa/install.js';
import { listen as watchDrops } from './transfers/drop-zone.js';
import { startTransfers } from './transfers/engine.js';

applyTheme();
// What is open over the screens belongs to who was signed in.
onSession((next) => {
  if (!next) closeAll();
});
start();
watchReach();
render(html`<${App} />`, document.body);
startTransfers();
watchDrops();
await restore();
startWorker();
