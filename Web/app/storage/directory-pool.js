// @ts-check
import { html, useState } from '../lib.js';
import { call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { useSending } from '../ui/sending.js';

/** Codes of what is wrong with a pool's name; what else goes wrong is about the directory. */
const fieldOf = (/** @type {number} */ code) => (code >= 30000 && code < 40000 ? 'name' : 'path');

/**
 * Makes a directory of the server a pool: the way of homes without a disk to spare.
 *
 * @param {{close: (name?: string) => void}} props closes with the name of the new pool
 */
export function AddDirectory({ close }) {
  const [name, setName] = useState('');
  const [path, setPath] = useState('');
  const { isBusy, at, sending } = useSending(fieldOf);
  const why = name && path ? undefined : t('pool.add.both');
  const send = async () => {
    if (why) return;
    await sending(async () => {
      await call('POST', '/pools/directory', { json: { name, path } });
      close(name);
    });
  };
  return html`<${Dialog} title=${t('pool.add.directory')} close=${() => close()} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="primary" label=${t('pool.add')} busy=${isBusy} why=${why} />`}
  >
    <p class="soft">${t('pool.add.text')}</p>
    <${Field} label=${t('pool.name')} hint=${t('pool.name.hint')} value=${name} onInput=${setName} problem=${at('name')} maxlength="50" autocomplete="off" autocapitalize="none" autofocus />
    <${Field} label=${t('pool.path')} hint=${t('pool.path.hint')} value=${path} onInput=${setPath} problem=${at('path')} autocomplete="off" autocapitalize="none" spellcheck=${false} />
  <//>`;
}
