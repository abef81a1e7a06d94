// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { Failure, Skeleton } from '../ui/feedback.js';

/**
 * A part that is loaded when it is needed.
 *
 * @param {{load: () => Promise<any>, name: string, [rest: string]: any}} props `name` of the exported component
 */
export function Later({ load, name, ...rest }) {
  const [state, setState] = useState(/** @type {{Component?: any, error?: unknown}} */ ({}));
  useEffect(() => {
    let isWanted = true;
    load().then(
      (module) => isWanted && setState({ Component: module[name] }),
      (error) => isWanted && setState({ error }),
    );
    return () => {
      isWanted = false;
    };
  }, [name]);
  if (state.error) return html`<${Failure} error=${state.error} />`;
  return state.Component ? html`<${state.Component} ...${rest} />` : html`<${Skeleton} rows=${3} />`;
}
