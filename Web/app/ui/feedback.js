// @ts-check
import { html, useEffect, useState } from '../lib.js';
import { percent } from '../core/format.js';
import { t } from '../core/i18n.js';
import { reasonOf } from '../core/reason.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

/**
 * A bar that says how far something is; without a `value` it only says that something goes on.
 *
 * @param {{value?: number, label: string, kind?: string}} props `value` from 0 to 1
 */
export function Progress({ value, label, kind = '' }) {
  return html`<div
    class=${`progress ${kind} ${value === undefined ? 'unknown' : ''}`}
    role="progressbar"
    aria-label=${label}
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${value === undefined ? undefined : Math.round(value * 100)}
    aria-valuetext=${value === undefined ? undefined : percent(value)}
  ><i style=${{ transform: `scaleX(${value === undefined ? 1 : Math.min(1, Math.max(0, value))})` }}></i></div>`;
}

/**
 * What a list shows when there is nothing: what to do next.
 *
 * @param {{icon: string, title: string, text?: any, children?: any}} props
 */
export function Empty({ icon, title, text, children }) {
  return html`<div class="empty">
    <${Icon} name=${icon} />
    <h2>${title}</h2>
    ${text && html`<p>${text}</p>`}
    ${children}
  </div>`;
}

/**
 * What a screen shows when it could not be loaded.
 *
 * @param {{error: unknown, retry?: () => void, children?: any}} props `children`: another way out
 */
export function Failure({ error, retry, children }) {
  return html`<div class="empty" role="alert">
    <${Icon} name="alert-circle-outline" />
    <h2>${t('failure.title')}</h2>
    <p>${reasonOf(error)}</p>
    ${retry && html`<${Button} label=${t('retry')} icon="refresh" onClick=${retry} />`}
    ${children}
  </div>`;
}

/**
 * Rows where content will be, after 150 ms; words after a second.
 *
 * @param {{rows?: number, height?: number, what?: string}} props `what` is on its way, where no title says it
 */
export function Skeleton({ rows = 6, height = 56, what }) {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    const timers = [setTimeout(() => setStage(1), 150), setTimeout(() => setStage(2), 1000)];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (stage === 0) return null;
  return html`<div class="skeletons" aria-busy="true">
    ${Array.from({ length: rows }, (_, index) => html`<div class="skeleton" key=${index} style=${{ height: `${height - 8}px`, marginBlockEnd: '8px' }}></div>`)}
    <p class="soft" role="status">${stage < 2 ? '' : what ? t('loading.what', { what }) : t('loading')}</p>
  </div>`;
}

/**
 * @param {{kind?: string, icon?: string, children?: any}} props
 */
export function Notice({ kind = '', icon = 'information-outline', children }) {
  return html`<div class=${`notice ${kind}`} role="note"><${Icon} name=${icon} class="small" /><div class="grow">${children}</div></div>`;
}
