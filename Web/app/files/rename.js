// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { rootOf, splitName, urlPath } from '../core/path.js';
import { nudge } from '../core/poll.js';
import { Button } from '../ui/button.js';
import { Dialog, show } from '../ui/dialog.js';
import { Notice } from '../ui/feedback.js';
import { Field } from '../ui/field.js';
import { visible } from '../ui/name.js';
import { useSending } from '../ui/sending.js';
import { toast, toastError } from '../ui/toast.js';

/** @typedef {import('./list-model.js').Entry} Entry */

/**
 * @param {Entry} entry
 * @returns {Promise<Entry | undefined>} the entry under its new name
 */
export function rename(entry) {
  return show((close) => html`<${Rename} entry=${entry} close=${close} />`);
}

/** @param {{entry: Entry, close: (renamed?: Entry) => void}} props */
function Rename({ entry, close }) {
  const [name, setName] = useState(entry.name);
  const { isBusy, problem, sending } = useSending();
  const [base, extension] = entry.type === 1 ? splitName(entry.name) : [entry.name, ''];
  const changesExtension = entry.type === 1 && splitName(name)[1].toLowerCase() !== extension.toLowerCase();
  const send = async () => {
    if (isBusy || !name.trim()) return;
    if (name === entry.name) {
      close();
      return;
    }
    await sending(async () => {
      const { resource } = await call('PUT', `/resources${urlPath(entry)}`, { root: rootOf(urlPath(entry)), json: { name } });
      nudge();
      close(resource);
      toast(t('rename.done', { name: visible(name) }), { action: { label: t('undo'), run: () => undoRename(resource, entry.name) } });
    });
  };
  return html`<${Dialog}
    title=${t('rename.title', { name: visible(entry.name) })}
    close=${close}
    onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="primary" label=${t('rename')} busy=${isBusy} why=${name.trim() ? undefined : t('name.empty')} />`}
  >
    <${Field}
      label=${t('name')}
      value=${name}
      onInput=${setName}
      problem=${problem}
      autocomplete="off"
      spellcheck=${false}
      dir="auto"
      inputRef=${(/** @type {HTMLInputElement | null} */ input) => {
        // Only the base name is selected, once, so that typing keeps the extension.
        if (input && !input.dataset.ready) {
          input.dataset.ready = 'yes';
          setTimeout(() => {
            input.focus();
            input.setSelectionRange(0, base.length);
          });
        }
      }}
    />
    ${changesExtension && html`<${Notice} kind="warn">${t('rename.extension')}<//>`}
  <//>`;
}

/**
 * @param {Entry} entry
 * @param {string} name
 */
async function undoRename(entry, name) {
  try {
    await call('PUT', `/resources${urlPath(entry)}`, { root: rootOf(urlPath(entry)), json: { name } });
    nudge();
    toast(t('undone'));
  } catch (error) {
    toastError(error);
  }
}
