// @ts-check
import { html, useEffect, useRef, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';

/**
 * Only names that contain this; the folder is asked when typing rests.
 *
 * @param {{value: string, onInput: (value: string) => void, onClose: () => void}} props
 */
export function FilterField({ value, onInput, onClose }) {
  const [text, setText] = useState(value);
  const timer = useRef(/** @type {any} */ (0));
  const input = useRef(/** @type {any} */ (null));
  useEffect(() => {
    input.current?.focus();
    return () => clearTimeout(timer.current);
  }, []);
  return html`<div class="filter-field" role="search">
    <input
      ref=${input}
      class="input"
      type="search"
      aria-label=${t('filter.label')}
      placeholder=${t('filter.label')}
      value=${text}
      onInput=${(/** @type {any} */ event) => {
        const next = event.currentTarget.value;
        setText(next);
        clearTimeout(timer.current);
        // Half a word of an input method finds nothing; the last event comes when it is whole.
        if (!event.isComposing) timer.current = setTimeout(() => onInput(next.trim()), 200);
      }}
      onCompositionEnd=${(/** @type {any} */ event) => {
        const next = event.currentTarget.value;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onInput(next.trim()), 200);
      }}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Escape' && !event.isComposing) onClose();
      }}
    />
    <${Button} icon="close" iconOnly label=${t('filter.clear')} onClick=${onClose} />
  </div>`;
}
