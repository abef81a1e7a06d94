// @ts-check
import { html } from '../lib.js';
import { t } from '../core/i18n.js';
import { PasswordField } from '../ui/field.js';
import { LONGEST, SHORTEST, strength } from './strength.js';

const WORDS = ['', 'strength.enough', 'strength.fair', 'strength.strong'];

/**
 * What is wrong with a password that is to be set, in words; undefined when the server takes it.
 *
 * @param {string} password
 */
export function passwordFault(password) {
  const { missing, isTooLong } = strength(password);
  if (isTooLong) return t('strength.long', { n: LONGEST });
  return missing > 0 ? t('strength.rule', { n: SHORTEST }) : undefined;
}

/**
 * A password that is chosen: what the rule is, and how good it is while it is typed.
 *
 * @param {{label: string, value: string, onInput: (value: string) => void, problem?: string, [rest: string]: any}} props
 */
export function NewPasswordField({ value, ...rest }) {
  const { missing, isTooLong, level } = strength(value);
  const words = !value ? t('strength.rule', { n: SHORTEST }) : isTooLong ? t('strength.long', { n: LONGEST }) : missing ? t('strength.missing', { n: missing }) : t(WORDS[level]);
  return html`<${PasswordField}
    ...${rest}
    value=${value}
    autocomplete="new-password"
    minlength=${SHORTEST}
    hint=${html`<span class="strength"><span class=${`strength-bar level-${value ? level : 'none'}`} aria-hidden="true"><i></i><i></i><i></i></span><span role="status">${words}</span></span>`}
  />`;
}
