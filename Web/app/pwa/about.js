// @ts-check
import { html } from '../lib.js';
import { asset } from '../core/assets.js';
import { t } from '../core/i18n.js';
import { useLoaded } from '../core/load.js';
import { Screen } from '../shell/screen.js';
import { Failure, Skeleton } from '../ui/feedback.js';

/** What stands between two libraries in the notices. */
const RULE = /^={20,}\n/m;

/** @param {AbortSignal} signal */
async function notices(signal) {
  const response = await fetch(asset('vendor/notices.txt'), { signal });
  if (!response.ok) throw new Error(t('about.missing'));
  const [, ...parts] = (await response.text()).split(RULE);
  return parts.map((part) => {
    const [title, ...lines] = part.trim().split('\n');
    return { title, text: lines.join('\n').trim() };
  });
}

/** Whose work lies in the app, and under which licence. */
export function AboutPage() {
  const libraries = useLoaded(notices, [], { polls: false });
  return html`<${Screen} title=${t('about.licences')} backTo="/me" narrow>
    <p>${t('about.own')}</p>
    <p class="soft">${t('about.text')}</p>
    ${libraries.error ? html`<${Failure} error=${libraries.error} retry=${libraries.reload} />`
      : !libraries.value ? html`<${Skeleton} height=${44} />`
        : html`<div class="licences">${libraries.value.map(({ title, text }) => html`<details key=${title}>
            <summary lang="en">${title}</summary><pre lang="en" tabindex="0" aria-label=${title}>${text}</pre>
          </details>`)}</div>`}
  <//>`;
}
