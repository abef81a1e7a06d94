// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { isReachable } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { language, t } from '../core/i18n.js';
import { place } from '../core/router.js';
import { session } from '../core/session.js';
import { SignIn } from '../people/sign-in.js';
import { Dock } from '../transfers/dock.js';
import { Dialogs } from '../ui/dialog.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { Menus } from '../ui/menu.js';
import { Toasts } from '../ui/toast.js';
import { Side, Tabs } from './navigation.js';
import { find } from './routes.js';

/** The whole app. */
export function App() {
  const now = useAtom(language);
  useEffect(() => {
    document.documentElement.lang = now === 'zh' ? 'zh-CN' : 'en';
  }, [now]);
  return html`<${Content} key=${now} /><${Dialogs} /><${Menus} /><${Toasts} />`;
}

function Content() {
  const path = useAtom(place, (here) => here.path);
  const signedIn = useAtom(session);
  const found = find(path);
  if (signedIn === undefined && !found?.route.isOpen) return null;
  if (!signedIn && !found?.route.isOpen) return html`<${SignIn} />`;
  const screen = found
    ? html`<${Lazy} key=${found.route.name} found=${found} />`
    : html`<${Empty} icon="magnify" title=${t('missing.title')} text=${t('missing.text')}><a class="button" href="/">${t('missing.home')}</a><//>`;
  if (found?.route.isBare) return html`<main id="content">${screen}</main>`;
  return html`<div class="shell">
    <a class="button skip" href="#content" data-native>${t('app.skip')}</a>
    <${Side} />
    <main class="main" id="content" tabindex="-1"><${Offline} />${screen}<${Dock} /></main>
    <${Tabs} />
  </div>`;
}

/** A banner while the drive does not answer. */
function Offline() {
  const reachable = useAtom(isReachable);
  return !reachable && html`<div class="banner" role="status">${t('offline.text')}</div>`;
}

/** @type {Map<string, any>} components that are loaded already */
const loaded = new Map();

/** @param {{found: {route: import('./routes.js').Route, parts: string[]}}} props */
function Lazy({ found }) {
  const { route, parts } = found;
  const [, redraw] = useState(0);
  const [error, setError] = useState(/** @type {unknown} */ (undefined));
  const Component = loaded.get(route.name);
  useEffect(() => {
    if (Component) return undefined;
    let isWanted = true;
    setError(undefined);
    route.load().then(
      (module) => {
        loaded.set(route.name, module[route.name]);
        if (isWanted) redraw((count) => count + 1);
      },
      (problem) => {
        if (isWanted) setError(problem);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [route.name]);
  if (error) return html`<${Failure} error=${error} retry=${() => location.reload()} />`;
  if (!Component) return html`<${Skeleton} />`;
  return html`<${Component} parts=${parts} />`;
}
