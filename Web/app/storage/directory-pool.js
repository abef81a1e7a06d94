// @ts-check
import { html, useState } from '../lib.js';
import { ApiError, call } from '../core/api.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';

/**
 * Makes a directory of the server a pool: the way of homes without a disk to spare.
 *
 * @param {{close: (name?: string) => void}} props closes with the name of the new pool
 */
export function AddDirectory({ close }) {
  const [name, setName] = useState('');
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState({ name: '', path: '' });
  const [isBusy, setBusy] = useState(false);
  const why = name && path ? undefined : t('pool.add.both');
  const send = async () => {
    if (isBusy || why) return;
    setBusy(true);
    try {
      await call('POST', '/pools/directory', { json: { name, path } });
      close(name);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const isName = error instanceof ApiError && error.code >= 30000 && error.code < 40000;
      setProblem({ name: isName ? text : '', path: isName ? '' : text });
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${t('pool.add.directory')} close=${() => close()} onSubmit=${send}
    footer=${html`<${Button} label=${t('cancel')} onClick=${() => close()} /><${Button} type="submit" kind="primary" label=${t('pool.add')} busy=${isBusy} why=${why} />`}
  >
    <p class="soft">${t('pool.add.text')}</p>
    <${Field} label=${t('pool.name')} hint=${t('pool.name.hint')} value=${name} onInput=${setName} problem=${problem.name} maxlength="50" autocomplete="off" autocapitalize="none" autofocus />
    <${Field} label=${t('pool.path')} hint=${t('pool.path.hint')} value=${path} onInput=${setPath} problem=${problem.path} autocomplete="off" autocapitalize="none" spellcheck=${false} />
  <//>`;
}
