// @ts-check
import { html } from '../lib.js';
import { fullDate, size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { showDetails } from '../files/details.js';
import { iconOf } from '../files/kinds.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/feedback.js';
import { Icon } from '../ui/icon.js';
import { downloadAddress } from '../files/media.js';

/**
 * For what a browser cannot show: what it is, and the way to have it.
 *
 * @param {{entry: import('../files/list-model.js').Entry, spot: any, text?: string}} props
 */
export function NoPreview({ entry, spot, text }) {
  return html`<${Empty} icon=${iconOf(entry)} title=${t('viewer.none')} text=${text ?? t('viewer.none.text')}>
    <p class="small">${size(entry.size)}${entry.mod_time ? ` · ${fullDate(entry.mod_time)}` : ''}</p>
    <div class="row wrap">
      ${entry.read ? html`<a class="button primary" href=${downloadAddress(entry)} download=${entry.name}><${Icon} name="download" class="small" />${t('download')}</a>` : null}
      <${Button} icon="information-outline" label=${t('details')} onClick=${() => showDetails(entry, spot)} />
    </div>
  <//>`;
}
