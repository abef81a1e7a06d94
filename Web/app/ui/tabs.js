// @ts-check
import { html } from '../lib.js';

/**
 * Tabs above a panel; arrows move between them.
 *
 * @param {{tabs: {value: string, label: string, count?: number}[], value: string, onChange: (value: string) => void, label: string}} props
 */
export function Tabs({ tabs, value, onChange, label }) {
  const onKey = (/** @type {any} */ event) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {string} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const next = (at + step + tabs.length) % tabs.length;
    onChange(tabs[next].value);
    event.currentTarget.querySelectorAll('[role=tab]')[next]?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} onKeyDown=${onKey}>
    ${tabs.map((tab) => html`<button
      type="button"
      role="tab"
      class="tab"
      aria-selected=${String(tab.value === value)}
      tabindex=${tab.value === value ? 0 : -1}
      onClick=${() => onChange(tab.value)}
    >${tab.label}${tab.count ? html` <span class="chip">${tab.count}</span>` : null}</button>`)}
  </div>`;
}
