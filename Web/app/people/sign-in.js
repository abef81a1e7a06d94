// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { ApiError, isReachable } from '../core/api.js';
import { useAtom } from '../core/atom.js';
import { t } from '../core/i18n.js';
import { endedBecause, signIn } from '../core/session.js';
import { Brand } from '../shell/navigation.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/feedback.js';
import { Field, PasswordField } from '../ui/field.js';

/** Name and password; afterwards the address that was asked for shows. */
export function SignIn() {
  const reason = useAtom(endedBecause);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  useAtom(isReachable);
  useEffect(() => {
    document.title = `${t('sign-in.title')} · ${t('app.name')}`;
  }, []);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      await signIn(name, password);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
      setBusy(false);
    }
  };
  return html`<main class="gate" id="content">
    <div class="card">
      <div class="brand"><${Brand} /></div>
      <form onSubmit=${send}>
        <h1 class="visually-hidden">${t('sign-in.title')}</h1>
        ${reason && html`<${Notice} kind="warn">${reason}<//>`}
        <${Field} label=${t('sign-in.name')} value=${name} onInput=${setName} autocomplete="username" autocapitalize="none" spellcheck=${false} required autofocus />
        <${PasswordField} label=${t('sign-in.password')} value=${password} onInput=${setPassword} problem=${problem} autocomplete="current-password" required />
        <${Button} type="submit" kind="primary" label=${t('sign-in.action')} busy=${isBusy} />
        <p class="soft small">${t('sign-in.forgot')}</p>
      </form>
    </div>
  </main>`;
}
