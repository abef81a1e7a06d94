// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { urlPath } from '../core/path.js';
import { go } from '../core/router.js';
import { UploadButton } from '../transfers/entrance.js';
import { Button } from '../ui/button.js';
import { newFolder } from './new-folder.js';
import { usePersonal } from './personal.js';

/**
 * What can be done where no folder is open: it is done in one's own, or in another that is asked for.
 *
 * @param {{own: any[], shared: any[]}} props what is mine, and what others share with me
 */
export function HomeActions({ own, shared }) {
  const personal = usePersonal(own);
  if (!personal) return null;
  const place = { path: `/s/${personal.id}`, name: personal.name };
  const hasOthers = [...own, ...shared].some((one) => one.write && one !== personal);
  const make = async () => {
    const made = await newFolder(place.path, { place: place.name, hasOthers });
    if (made) go(`/folder${urlPath(made)}`);
  };
  return html`<${Button} icon="folder-plus-outline" label=${t('folder.new')} onClick=${make} />
    <${UploadButton} path=${place.path} name=${place.name} hasOthers=${hasOthers} kind="primary" />`;
}
