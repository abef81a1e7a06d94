// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { go, place } from '../core/router.js';
import { pickFolder } from '../files/picker.js';
import { Screen } from '../shell/screen.js';
import { add } from '../transfers/adding.js';
import { Button } from '../ui/button.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { Name } from '../ui/name.js';
import { forget, waiting } from './shared-files.js';

/** How many are shown; the others are counted. */
const SHOWN = 8;

/** Asks where files go that were shared from another app. */
export function Receive() {
  const [files, setFiles] = useState(/** @type {File[] | null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const hasFailed = place.value.query.has('failed');
  useEffect(() => {
    waiting().then(setFiles, setError);
  }, []);
  const choose = async () => {
    const folder = await pickFolder(t('receive.title', { n: files?.length ?? 0 }), t('receive.here'));
    if (!folder || !files) return;
    try {
      await add(folder.path, files.map((file) => ({ file, parents: '' })));
    } catch (failed) {
      setError(failed);
      return;
    }
    await forget();
    go(`/folder${folder.path}`, { replace: true });
  };
  const drop = async () => {
    await forget();
    go('/', { replace: true });
  };
  return html`<${Screen} title=${t('receive')}>
    ${error ? html`<${Failure} error=${error}><${Button} label=${t('receive.drop')} onClick=${drop} /><//>`
      : !files ? html`<${Skeleton} rows=${3} />`
        : files.length === 0
          ? html`<${Empty} icon="tray-arrow-up" title=${t(hasFailed ? 'receive.failed' : 'receive.none')} text=${t(hasFailed ? 'receive.failed.text' : 'receive.none.text')}><a class="button" href="/">${t('missing.home')}</a><//>`
          : html`<${Empty} icon="tray-arrow-up" title=${t('receive.title', { n: files.length })}>
              <ul class="received">${files.slice(0, SHOWN).map((file, index) => html`<${Received} key=${index} file=${file} />`)}</ul>
              ${files.length > SHOWN && html`<p class="soft">${t('receive.others', { n: files.length - SHOWN })}</p>`}
              <p class="row wrap"><${Button} kind="primary" label=${t('receive.choose')} onClick=${choose} /><${Button} label=${t('receive.drop')} onClick=${drop} /></p>
            <//>`}
  <//>`;
}

/** One of them, as a picture where it is one that browsers show. @param {{file: File}} props */
function Received({ file }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (!/^image\/(?:jpeg|png|webp|gif|avif)$/.test(file.type)) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return html`<li>${address && html`<img src=${address} alt="" onError=${() => setAddress('')} />`}<${Name} name=${file.name} /></li>`;
}
