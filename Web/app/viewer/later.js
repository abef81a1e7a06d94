// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { hooks } from '../core/api.js';
import { Skeleton } from '../ui/feedback.js';

/**
 * A part that is loaded when it is needed.
 *
 * @param {{load: () => Promise<any>, part: string, failed: (retry: () => void) => any, [rest: string]: any}} props `part` is the
 *   name of the exported component; `failed` is drawn where it does not come
 */
export function Later({ load, part, failed, ...rest }) {
  const [state, setState] = useState(/** @type {{Component?: any, isFailed?: boolean}} */ ({}));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    load().then(
      (module) => isWanted && setState({ Component: module[part] }),
      () => {
        hooks.partMissing();
        if (isWanted) setState({ isFailed: true });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [part, attempt]);
  if (state.isFailed) {
    return failed(() => {
      setState({});
      setAttempt(attempt + 1);
    });
  }
  return state.Component ? html`<${state.Component} ...${rest} />` : html`<div class="waiting"><${Skeleton} rows=${3} /></div>`;
}
