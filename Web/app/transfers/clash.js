// @ts-check
// A name is taken: asked once in the tab in which the files were chosen, later by the row's own button.
import { html, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Check } from '../ui/field.js';
import { Name } from '../ui/name.js';
import { answerClash } from './commands.js';
import { changed, list, rows } from './queue.js';
import { ENDED } from './rows.js';
import { tab } from './tabs.js';

/** @typedef {import('./rows.js').Upload} Upload */

/** Batches whose question was put off. */
const putOff = new Set();
let isAsking = false;

/** Asks by itself from now on. */
export function startClashes() {
  changed.subscribe(() => {
    const row = list().find((one) => one.state === 'clash' && one.tab === tab && !putOff.has(one.batch));
    if (row && session.value) askClash(row);
  });
}

/**
 * Asks what to do with a name that is taken.
 *
 * @param {Upload} row
 */
export async function askClash(row) {
  if (isAsking) return;
  isAsking = true;
  try {
    const others = list().some((one) => one !== row && one.batch === row.batch && !ENDED.has(one.state) && one.conflict === 'fail');
    const answer = await show((close) => html`<${Clash} row=${row} others=${others} close=${close} />`);
    if (rows.get(row.id) !== row) return;
    if (answer) answerClash(row, answer.conflict, answer.forAll);
    else putOff.add(row.batch);
  } finally {
    isAsking = false;
    changed.update((version) => version + 0.5);
  }
}

/** @param {{row: Upload, others: boolean, close: (answer?: any) => void}} props */
function Clash({ row, others, close }) {
  const [forAll, setForAll] = useState(false);
  const choose = (/** @type {'rename' | 'replace' | 'skip'} */ conflict) => close({ conflict, forAll });
  return html`<${Dialog}
    title=${t('clash.title')}
    close=${close}
    class="clash"
    footer=${html`
      <${Button} label=${t('clash.skip')} onClick=${() => choose('skip')} />
      <${Button} label=${t('clash.replace')} onClick=${() => choose('replace')} />
      <${Button} kind="primary" label=${t('clash.rename')} onClick=${() => choose('rename')} autofocus />
    `}
  >
    <p><strong><${Name} name=${row.name} /></strong></p>
    <p>${t('clash.text')}</p>
    ${others && html`<${Check} label=${t('clash.all')} checked=${forAll} onChange=${setForAll} />`}
  <//>`;
}
