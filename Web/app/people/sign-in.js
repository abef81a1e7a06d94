// @ts-check
import { html, useEffect, useRef, useState } from '../lib.js';
import { call } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { endedBecause, lastName, signIn } from '../core/session.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/feedback.js';
import { Field, PasswordField } from '../ui/field.js';
import { useSending } from '../ui/sending.js';
import { Gate } from './gate.js';

/** Name and password; afterwards the address that was asked for shows. */
export function SignIn() {
  const reason = useAtom(endedBecause);
  const known = useAtom(lastName);
  const [name, setName] = useState(known);
  const [password, setPassword] = useState('');
  const { isBusy, problem, waiting, sending } = useSending();
  const [isNew, setNew] = useState(false);
  const field = useRef(/** @type {any} */ (null));
  useEffect(() => {
    // A drive that nobody owns yet has nobody to sign in.
    call('GET', '/check', { open: true }).then((hub) => setNew(hub.is_bind === false), () => {});
  }, []);
  useEffect(() => {
    // Browsers heed autofocus once per page, and a dialog that closes with the session takes the focus along.
    const frame = requestAnimationFrame(() => {
      const target = known ? field.current : document.querySelector('input[autocomplete=username]');
      if (target instanceof HTMLElement) target.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await sending(() => signIn(name, password).catch((error) => {
      field.current?.select();
      throw error;
    }));
  };
  if (isNew) {
    return html`<main id="content"><${Gate} title=${t('set-up.title')}><${Notice}>${t('set-up.first')}<//><//></main>`;
  }
  return html`<main id="content"><${Gate} title=${t('sign-in.title')} quiet>
    <form onSubmit=${send}>
      ${reason && html`<${Notice} kind="warn"><p>${reason}</p><p>${t('sign-in.again')}</p><//>`}
      <${Field} label=${t('sign-in.name')} value=${name} onInput=${setName} name="username" autocomplete="username" autocapitalize="none" spellcheck=${false} required autofocus=${!known} />
      <${PasswordField} label=${t('sign-in.password')} value=${password} onInput=${setPassword} inputRef=${field} name="password" problem=${problem} autocomplete="current-password" required autofocus=${Boolean(known)} />
      <${Button} type="submit" kind="primary" label=${t('sign-in.action')} busy=${isBusy} why=${waiting} />
      <p class="soft small">${t('sign-in.forgot')}</p>
    </form>
  <//></main>`;
}
