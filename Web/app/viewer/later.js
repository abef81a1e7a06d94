// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { Skeleton } from '../ui/feedback.js';

/**
 * A part that is loaded when it is needed.
 *
 * @param {{load: () => Promise<any>, part: string, failed: any, [rest: string]: any}} props `part` is the
 *   name of the exported component; `failed` is drawn where it does not come
 */
export function Later({ load, part, failed, ...rest }) {
  const [state, setState] = useState(/** @type {{Component?: any, isFailed?: boolean}} */ ({}));
  useEffect(() => {
    let isWanted = true;
    load().then(
      (module) => isWanted && setState({ Component: module[part] }),
      () => isWanted && setState({ isFailed: true }),
    );
    return () => {
      isWanted = false;
    };
  }, [part]);
  if (state.isFailed) return failed;
  return state.Component ? html`<${state.Component} ...${rest} />` : html`<div class="waiting"><${Skeleton} rows=${3} /></div>`;
}
