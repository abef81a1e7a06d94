// @ts-check
import { html, useEffect } from '../lib.js';
import { isReachable, isSlow } from '../core/api.js';
import { asset } from '../core/assets.js';
import { useAtom } from '../core/atom.js';
import { language, t } from '../core/i18n.js';
import { place } from '../core/router.js';
import { session } from '../core/session.js';
import { UpdateNotice } from '../pwa/update.js';
import { SignIn } from '../people/sign-in.js';
import { Dock } from '../transfers/dock.js';
import { DropHint } from '../transfers/drop-zone.js';
import { Dialogs } from '../ui/dialog.js';
import { Empty } from '../ui/feedback.js';
import { Menus } from '../ui/menu.js';
import { Toasts } from '../ui/toast.js';
import { Side, Tabs } from './navigation.js';
import { Drafts } from '../viewer/drafts.js';
import { ViewerHost } from '../viewer/viewer.js';
import { find } from './routes.js';

/** The whole app. */
export function App() {
  const now = useAtom(language);
  useEffect(() => {
    document.documentElement.lang = now === 'zh' ? 'zh-CN' : 'en';
  }, [now]);
  return html`<${Content} key=${now} /><${ViewerHost} /><${Dialogs} /><${Menus} /><${Toasts} />`;
}

function Content() {
  const path = useAtom(place, (here) => here.path);
  const signedIn = useAtom(session);
  const found = find(path);
  if (signedIn === undefined && !found?.route.isOpen) return html`<${Splash} />`;
  if (!signedIn && !found?.route.isOpen) return html`<${SignIn} />`;
  const screen = found
    ? html`<${found.route.screen} parts=${found.parts} />`
    : html`<${Empty} icon="magnify" title=${t('missing.title')} text=${t('missing.text')}><a class="button" href="/">${t('missing.home')}</a><//>`;
  if (found?.route.isBare) return html`<main id="content">${screen}</main>`;
  return html`<div class="shell">
    <a class="button skip" href="#content" data-native>${t('app.skip')}</a>
    <${Side} />
    <main class="main" id="content" tabindex="-1"><${UpdateNotice} /><${Connection} /><${Drafts} />${screen}<${Dock} /></main>
    <${Tabs} />
    <${DropHint} />
  </div>`;
}

/** What the page shows by itself until the app is there, for as long as it is not known who is signed in. */
function Splash() {
  return html`<main class="splash">
    <img src=${asset('images/icon.svg')} alt="" width="72" height="72" />
    <h1>${t('app.name')}</h1>
    <p class="splash-wait">${t('loading')}</p>
  </main>`;
}

/** A banner while the drive does not answer, or takes its time. */
function Connection() {
  const reachable = useAtom(isReachable);
  const slow = useAtom(isSlow);
  return (!reachable || slow) && html`<div class="banner" role="status">${t(reachable ? 'slow.text' : 'offline.text')}</div>`;
}
