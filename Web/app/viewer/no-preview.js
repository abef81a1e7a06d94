// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { size } from '../core/format.js';
import { iconOf } from '../files/kinds.js';
import { Empty } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { contentAddress } from './viewer.js';

/**
 * For what a browser cannot show: what it is, and the way to have it.
 *
 * @param {{entry: import('../files/list-model.js').Entry, text?: string}} props
 */
export function NoPreview({ entry, text }) {
  return html`<${Empty} icon=${iconOf(entry)} title=${t('viewer.none')} text=${text ?? t('viewer.none.text', { size: size(entry.size) })}>
    <a class="button primary" href=${contentAddress(entry)} download=${entry.name}><${Icon} name="download" class="small" />${t('download')}</a>
  <//>`;
}
