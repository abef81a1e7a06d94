// @ts-check
import { html, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { Button } from './button.js';

/**
 * A labelled input with a hint and a problem, tied to it for screen readers.
 *
 * @param {{label: string, value: string, onInput: (value: string) => void, type?: string, hint?: any, problem?: any,
 *   inputRef?: any, beside?: any, [rest: string]: any}} props `beside` lies at the end of the input: a button
 */
export function Field({ label, value, onInput, type = 'text', hint, problem, inputRef, beside, ...rest }) {
  const [id] = useState(() => `field-${Math.random().toString(36).slice(2)}`);
  const about = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const input = html`<input
    id=${id}
    class="input"
    type=${type}
    value=${value}
    ref=${inputRef}
    aria-invalid=${problem ? 'true' : undefined}
    aria-describedby=${about || undefined}
    onInput=${(/** @type {any} */ event) => {
      event.currentTarget.setCustomValidity('');
      onInput(event.currentTarget.value);
    }}
    onInvalid=${(/** @type {any} */ event) => explain(event.currentTarget)}
    ...${rest}
  />`;
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${beside ? html`<div class="field-row">${input}${beside}</div>` : input}
    ${hint && html`<span class="hint" id=${`${id}-hint`}>${hint}</span>`}
    ${problem && html`<span class="problem" role="alert" id=${`${id}-problem`}>${problem}</span>`}
  </div>`;
}

/**
 * Says in the app's language what is wrong with an input: the browser would in its own.
 *
 * @param {HTMLInputElement} input
 */
function explain(input) {
  const { valueMissing, tooShort, customError } = input.validity;
  if (customError) return;
  if (valueMissing) input.setCustomValidity(t('field.needed'));
  else if (tooShort) input.setCustomValidity(t('field.short', { n: input.minLength }));
}

/**
 * A password with a button that shows it.
 *
 * @param {{label: string, value: string, onInput: (value: string) => void, [rest: string]: any}} props
 */
export function PasswordField(props) {
  const [isShown, setShown] = useState(false);
  const eye = html`<${Button} icon=${isShown ? 'eye-off-outline' : 'eye-outline'} iconOnly label=${t(isShown ? 'password.hide' : 'password.show')} onClick=${() => setShown(!isShown)} />`;
  return html`<${Field} ...${props} type=${isShown ? 'text' : 'password'} autocapitalize="none" spellcheck=${false} beside=${eye} />`;
}

/**
 * @param {{label: string, value: string, onChange: (value: string) => void, options: {value: string, label: string}[], hint?: any, [rest: string]: any}} props
 */
export function Select({ label, value, onChange, options, hint, ...rest }) {
  const [id] = useState(() => `select-${Math.random().toString(36).slice(2)}`);
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} class="input" value=${value} onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.value)} ...${rest}>
      ${options.map((option) => html`<option value=${option.value} selected=${option.value === value}>${option.label}</option>`)}
    </select>
    ${hint && html`<span class="hint">${hint}</span>`}
  </div>`;
}

/**
 * @param {{label: any, checked: boolean, onChange: (checked: boolean) => void, why?: string, [rest: string]: any}} props
 */
export function Check({ label, checked, onChange, why, ...rest }) {
  return html`<label class="check" title=${why}>
    <input type="checkbox" checked=${checked} disabled=${Boolean(why)} onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.checked)} ...${rest} />
    <span>${label}${why && html` <span class="soft small">${why}</span>`}</span>
  </label>`;
}
