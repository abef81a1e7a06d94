// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { hooks } from '../core/api.js';
import { t } from '../core/i18n.js';
import { Failure, Skeleton } from '../ui/feedback.js';

/**
 * A screen whose code is fetched when it is first shown, so that the first list need not wait for it.
 *
 * @param {() => Promise<(props: any) => any>} load
 * @param {string} title key of what it is called; it stands there from the beginning
 * @returns {(props: any) => any}
 */
export function lazy(load, title) {
  /** @type {((props: any) => any) | undefined} */
  let loaded;
  return function Lazy(/** @type {any} */ props) {
    const [state, setState] = useState(/** @type {{error?: unknown, count: number}} */ ({ count: 0 }));
    useEffect(() => {
      if (loaded) return;
      let isShown = true;
      load().then(
        (screen) => {
          loaded = screen;
          if (isShown) setState({ count: state.count + 1 });
        },
        () => {
          hooks.partMissing();
          if (isShown) setState({ error: new Error(t('part.missing')), count: state.count });
        },
      );
      return () => {
        isShown = false;
      };
    }, [state.error]);
    if (loaded) return html`<${loaded} ...${props} />`;
    if (state.error) return html`<${Failure} error=${state.error} retry=${() => setState({ count: state.count + 1 })} />`;
    return html`<section class="screen"><header class="screen-bar"><h1>${t(title)}</h1></header><div class="screen-body"><${Skeleton} what=${t(title)} /></div></section>`;
  };
}
