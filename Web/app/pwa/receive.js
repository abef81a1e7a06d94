// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { go } from '../core/router.js';
import { pickFolder } from '../files/picker.js';
import { Screen } from '../shell/screen.js';
import { add } from '../transfers/engine.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/feedback.js';

const SHARED = 'shared-files';

/** @returns {Promise<File[]>} what other apps shared and nobody has placed yet */
async function waiting() {
  if (!('caches' in globalThis)) return [];
  const cache = await caches.open(SHARED);
  const files = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    if (!response) continue;
    const blob = await response.blob();
    files.push(new File([blob], decodeURIComponent(response.headers.get('X-Name') ?? 'file'), { type: blob.type, lastModified: Number(response.headers.get('X-Modified')) || Date.now() }));
  }
  return files;
}

/** Asks where files go that were shared from another app. */
export function Receive() {
  const [files, setFiles] = useState(/** @type {File[] | null} */ (null));
  useEffect(() => {
    waiting().then(setFiles, () => setFiles([]));
  }, []);
  const place = async () => {
    const folder = await pickFolder(t('receive.title', { n: files?.length ?? 0 }), t('receive.here'));
    if (!folder || !files) return;
    await add(folder, files.map((file) => ({ file, parents: '' })));
    await caches.delete(SHARED);
    go(`/folder${folder}`, { replace: true });
  };
  const drop = async () => {
    await caches.delete(SHARED);
    go('/', { replace: true });
  };
  return html`<${Screen} title=${t('receive')}>
    ${files && (files.length === 0
      ? html`<${Empty} icon="tray-arrow-up" title=${t('receive.none')} text=${t('receive.none.text')}><a class="button" href="/">${t('missing.home')}</a><//>`
      : html`<${Empty} icon="tray-arrow-up" title=${t('receive.title', { n: files.length })} text=${files.slice(0, 5).map((file) => file.name).join(', ')}>
          <${Button} kind="primary" label=${t('receive.choose')} onClick=${place} /><${Button} label=${t('cancel')} onClick=${drop} />
        <//>`)}
  <//>`;
}
