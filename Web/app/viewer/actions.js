// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { download, remove, rename, whyNot } from '../files/actions.js';
import { showDetails } from '../files/details.js';
import { choosePlace } from '../files/picker.js';
import { Button } from '../ui/button.js';
import { MenuButton } from '../ui/menu.js';
import { visible } from '../ui/name.js';

/** @typedef {import('../files/list-model.js').Entry} Entry */
/** @typedef {import('../files/place-of.js').FolderPlace} FolderPlace */

/**
 * What can be done with the file that is shown.
 *
 * @param {{entry: Entry, spot: FolderPlace, turnAway: () => void}} props `turnAway` when the file is no longer there
 */
export function Actions({ entry, spot, turnAway }) {
  const subject = { entries: [entry], place: spot };
  const move = (/** @type {'move' | 'copy'} */ what) => choosePlace(what, subject).then((isDone) => isDone && what === 'move' && turnAway());
  return html`
    <${Button} icon="download" iconOnly label=${t('download')} why=${whyNot('download', subject)} onClick=${() => download(subject)} />
    <${Button} icon="information-outline" iconOnly label=${t('details')} onClick=${() => showDetails(entry, spot)} />
    <${Button} icon="delete-outline" iconOnly label=${t('delete')} why=${whyNot('delete', subject)} onClick=${() => askDelete(entry, spot, turnAway)} />
    <${MenuButton} title=${visible(entry.name)} items=${() => [
      { label: t('rename'), icon: 'rename-box-outline', action: () => rename(entry), why: whyNot('rename', subject) },
      { label: t('move.to'), icon: 'folder-move-outline', action: () => move('move'), why: whyNot('move', subject) },
      { label: t('copy.to'), icon: 'content-copy', action: () => move('copy'), why: whyNot('copy', subject) },
    ]} />
  `;
}

/**
 * @param {Entry} entry
 * @param {FolderPlace} spot
 * @param {() => void} turnAway
 */
export async function askDelete(entry, spot, turnAway) {
  const subject = { entries: [entry], place: spot };
  if (!whyNot('delete', subject) && (await remove(subject))) turnAway();
}
