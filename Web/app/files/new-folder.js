// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { rootOf } from '../core/path.js';
import { nudge } from '../core/poll.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { Name } from '../ui/name.js';
import { useSending } from '../ui/sending.js';
import { pickFolder } from './picker.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * @typedef {{title?: string, name?: string, place?: string, hasOthers?: boolean}} Suggested what the dialog is called, a name to
 *   begin with; `place` is the parent's name where it is not on the screen, `hasOthers`: it can be made elsewhere instead
 */

/**
 * @param {string} parent percent-encoded path
 * @param {Suggested} [suggested]
 * @returns {Promise<Entry | undefined>}
 */
export function newFolder(parent, suggested = {}) {
  return show((close) => html`<${NewFolder} parent=${parent} suggested=${suggested} close=${close} />`);
}

/** @param {{parent: string, suggested: Suggested, close: (made?: Entry) => void}} props */
function NewFolder({ parent, suggested, close }) {
  const [name, setName] = useState(suggested.name ?? '');
  const [where, setWhere] = useState({ path: parent, name: suggested.place ?? '' });
  const { isBusy, problem, sending } = useSending();
  const send = async () => {
    if (!name.trim()) return;
    await sending(async () => {
      const { resource } = await call('POST', `/resources${where.path}/${encodeURIComponent(name)}`, { root: rootOf(where.path) });
      nudge();
      close(resource);
    });
  };
  const elsewhere = async () => {
    const chosen = await pickFolder(t('folder.new.where'), t('picker.take'));
    if (chosen) setWhere(chosen);
  };
  return html`<${Dialog}
    title=${suggested.title ?? t('folder.new')}
    close=${close}
    onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="primary" label=${t('create')} busy=${isBusy} why=${name.trim() ? undefined : t('name.empty')} />`}
  >${where.name && html`<div class="new-where"><${Icon} name="folder" class="tone-folder" /><span class="grow"><span class="soft small">${t('folder.new.in')}</span><${Name} name=${where.name} /></span>
      ${suggested.hasOthers && html`<${Button} label=${t('folder.new.elsewhere')} onClick=${elsewhere} />`}</div>`}
    <${Field} label=${t('name')} value=${name} onInput=${setName} problem=${problem} autocomplete="off" dir="auto" autofocus onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} /><//>`;
}
