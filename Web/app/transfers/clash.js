// @ts-check
import { html, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Check } from '../ui/field.js';
import { Name } from '../ui/name.js';

/** @typedef {import('./rows.js').Upload} Upload */
/** @typedef {{conflict: 'rename' | 'replace' | 'skip', forAll: boolean}} Answer */

/** @type {Promise<unknown>} one question at a time */
let asking = Promise.resolve();

/** @type {Map<number, Answer>} answers for a whole batch */
const settled = new Map();

/**
 * Asks what to do with a name that is taken.
 *
 * @param {Upload} row
 * @param {Upload[]} all
 * @returns {Promise<Answer | undefined>} undefined when it was put off
 */
export async function askClash(row, all) {
  const turn = asking.then(async () => {
    const known = settled.get(row.batch);
    if (known) return known;
    const others = all.filter((one) => one.batch === row.batch && one !== row && one.state !== 'done' && one.state !== 'skipped').length;
    const answer = await show((close) => html`<${Clash} row=${row} others=${others} close=${close} />`);
    if (answer?.forAll) settled.set(row.batch, answer);
    return answer;
  });
  asking = turn.catch(() => {});
  return turn;
}

/** @param {{row: Upload, others: number, close: (answer?: Answer) => void}} props */
function Clash({ row, others, close }) {
  const [forAll, setForAll] = useState(false);
  const choose = (/** @type {Answer['conflict']} */ conflict) => close({ conflict, forAll });
  return html`<${Dialog}
    title=${t('clash.title')}
    close=${close}
    footer=${html`
      <${Button} label=${t('clash.skip')} onClick=${() => choose('skip')} />
      <${Button} label=${t('clash.replace')} onClick=${() => choose('replace')} />
      <${Button} kind="primary" label=${t('clash.rename')} onClick=${() => choose('rename')} autofocus />
    `}
  >
    <p><strong><${Name} name=${row.name} /></strong></p>
    <p>${t('clash.text')}</p>
    ${others > 0 && html`<${Check} label=${t('clash.all', { n: others })} checked=${forAll} onChange=${setForAll} />`}
  <//>`;
}
