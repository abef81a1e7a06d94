// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { rootOf } from '../core/path.js';
import { nudge } from '../core/poll.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { useSending } from '../ui/sending.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * @param {string} parent percent-encoded path
 * @param {{title?: string, name?: string}} [suggested] what the dialog is called, and a name to begin with
 * @returns {Promise<Entry | undefined>}
 */
export function newFolder(parent, suggested = {}) {
  return show((close) => html`<${NewFolder} parent=${parent} suggested=${suggested} close=${close} />`);
}

/** @param {{parent: string, suggested: {title?: string, name?: string}, close: (made?: Entry) => void}} props */
function NewFolder({ parent, suggested, close }) {
  const [name, setName] = useState(suggested.name ?? '');
  const { isBusy, problem, sending } = useSending();
  const send = async () => {
    if (!name.trim()) return;
    await sending(async () => {
      const { resource } = await call('POST', `/resources${parent}/${encodeURIComponent(name)}`, { root: rootOf(parent) });
      nudge();
      close(resource);
    });
  };
  return html`<${Dialog}
    title=${suggested.title ?? t('folder.new')}
    close=${close}
    onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="primary" label=${t('create')} busy=${isBusy} why=${name.trim() ? undefined : t('name.empty')} />`}
  ><${Field} label=${t('name')} value=${name} onInput=${setName} problem=${problem} autocomplete="off" dir="auto" autofocus onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} /><//>`;
}
