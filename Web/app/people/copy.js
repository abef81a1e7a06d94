// @ts-check
import { t } from '../core/i18n.js';
import { toast } from '../ui/toast.js';

/** @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without TLS there is no clipboard for pages; the older way works everywhere.
    const before = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.readOnly = true;
    // Beside the topmost dialog nothing can be selected.
    ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    if (before instanceof HTMLElement) before.focus();
    if (!isDone) {
      toast(t('copied.not'), { isError: true });
      return;
    }
  }
  toast(t('copied'));
}
