// @ts-check
import { html } from '../lib.js';
import { call } from '../core/api.js';
import { duration } from '../core/format.js';
import { useLoaded } from '../core/load.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Failure, Skeleton } from '../ui/feedback.js';
import { copyText } from './copy.js';

/**
 * Six characters by which another service, which cannot show a sign-in, fetches a key to the owner's files once.
 *
 * @param {{close: () => void}} props
 */
export function ServiceCode({ close }) {
  const made = useLoaded((signal) => call('POST', '/verification/code', { signal }), [], { polls: false });
  const { code, expires_in: seconds } = made.value ?? {};
  return html`<${Dialog} title=${t('service-code')} close=${close}
    footer=${code && html`<${Button} icon="content-copy" label=${t('copy')} onClick=${() => copyText(code)} /><${Button} kind="primary" label=${t('done')} onClick=${close} />`}
  >
    <p>${t('service-code.text')}</p>
    ${made.error ? html`<${Failure} error=${made.error} retry=${made.reload} />`
      : !code ? html`<${Skeleton} rows=${1} />`
        : html`<p class="service-code"><output aria-label=${t('service-code')}>${code}</output></p><p class="soft small">${t('service-code.until', { time: duration(seconds) })}</p>`}
  <//>`;
}
