// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { downloadAddress } from '../files/media.js';
import { Failure } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';

/**
 * For a file that did not come, or for which a part of the app did not: it may come the next time, and it can be had whole.
 *
 * @param {{entry: import('../files/list-model.js').Entry, error: unknown, retry: () => void}} props
 */
export function Trouble({ entry, error, retry }) {
  return html`<${Failure} error=${error} retry=${retry}>
    ${entry.read ? html`<a class="button" href=${downloadAddress(entry)} download=${entry.name}><${Icon} name="download" class="small" />${t('download')}</a>` : null}
  <//>`;
}
