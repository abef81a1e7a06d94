// @ts-check
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../lib.js';
import { size } from '../core/format.js';
import { t } from '../core/i18n.js';
import { back, go, place } from '../core/router.js';
import { unlock } from '../core/unlock.js';
import { kindOf } from '../files/kinds.js';
import { nameInAddress } from '../files/open.js';
import { Button } from '../ui/button.js';
import { hasDialog } from '../ui/dialog.js';
import { Empty, Failure, Skeleton } from '../ui/feedback.js';
import { Name, visible } from '../ui/name.js';
import { Actions, askDelete } from './actions.js';
import { useFound } from './finding.js';
import { Drafts } from './drafts.js';
import { Guard } from './leave.js';
import { look, placeAmong, seek } from './neighbours.js';
import { Rail } from './rail.js';

/** The part of the address that names the file, as it is written there. */
function named() {
  return /[?&]show=([^&]*)/.exec(location.search)?.[1] ?? '';
}

/** @param {import('./viewer.js').Shown} props */
export function Frame({ model, name, spot, onClosed }) {
  const element = useRef(/** @type {any} */ (null));
  const [isBare, setBare] = useState(false);
  const [scale, setScale] = useState({ value: 1, most: 1 });
  const show = (/** @type {import('../files/list-model.js').Entry} */ to) => go(`${location.pathname}?show=${nameInAddress(to)}`, { replace: true, state: { entry: history.state?.entry } });
  const { entry, index, isGone, isLocked, error } = useFound(model, named() || encodeURIComponent(name), show);
  const before = look(model, index, -1);
  const after = look(model, index, 1);
  const has = (/** @type {1 | -1} */ step) => Boolean(step > 0 ? after.entry || after.isUnknown : before.entry || before.isUnknown);

  const leaveNow = useRef(() => {});
  leaveNow.current = () => {
    if (history.state?.entry) back();
    else go(place.value.path, { replace: true });
  };
  const leave = useMemo(() => new Guard(() => leaveNow.current()), []);
  const close = async () => {
    if (!(await leave.mayLeave())) return;
    await leave.release();
    leaveNow.current();
  };
  const at = useRef(index);
  at.current = index;
  const turnOnce = async (/** @type {1 | -1} */ step) => {
    const next = look(model, at.current, step);
    if (!(next.entry || next.isUnknown) || !(await leave.mayLeave())) return false;
    await leave.release();
    const to = await seek(model, at.current, step);
    if (!to) return false;
    at.current = model.indexOf(to.path);
    show(to);
    return true;
  };
  // One after the other: two quick keys are two files, not the same one twice.
  const turns = useRef(Promise.resolve(true));
  const turn = (/** @type {1 | -1} */ step) => {
    turns.current = turns.current.then(() => turnOnce(step));
    return turns.current;
  };
  /** After the file went away: to what comes after it, else before it, else back to the folder. */
  const turnAway = async () => {
    if (!(await turn(1)) && !(await turn(-1))) close();
  };
  const tools = useMemo(() => ({
    zoom: { current: null },
    scaler: { current: null },
    leave,
    onScale: (/** @type {number} */ value, /** @type {number} */ most) => setScale((now) => (now.value === value && now.most === most ? now : { value, most })),
  }), []);

  // The neighbours' page comes before somebody turns to it.
  useEffect(() => {
    if (before.isUnknown) model.load(model.pageOf(before.index), { isKept: true });
    if (after.isUnknown) model.load(model.pageOf(after.index), { isKept: true });
  }, [before.isUnknown && before.index, after.isUnknown && after.index]);
  const seen = useRef(index);
  if (index >= 0) seen.current = index;
  const closed = useRef(onClosed);
  closed.current = onClosed;
  useLayoutEffect(() => {
    const [focused, title, shell] = [document.activeElement, document.title, document.querySelector('.shell')];
    if (shell instanceof HTMLElement) shell.inert = true;
    element.current.focus();
    return () => {
      if (shell instanceof HTMLElement) shell.inert = false;
      document.title = title;
      const row = focused instanceof HTMLElement && focused.isConnected && focused !== document.body ? focused : document.querySelector('.window-space');
      if (row instanceof HTMLElement) row.focus({ preventScroll: true });
      closed.current?.(seen.current);
    };
  }, []);
  useEffect(() => {
    document.title = `${visible(entry?.name ?? name)} · ${t('app.name')}`;
    if (entry && kindOf(entry.name) !== 'picture') setBare(false);
    // The button that had the focus may be gone with the last file.
    if (document.activeElement === document.body) element.current.focus();
  }, [entry?.name, name]);

  const keys = useRef(/** @type {(event: KeyboardEvent) => void} */ (() => {}));
  keys.current = (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || hasDialog() || target.closest?.('.menu')) return;
    if (event.key === 'Escape') close();
    else if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.('video, audio, input, textarea, select, [data-own="keys"]')) return;
    else if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && tools.zoom.current) /** @type {any} */ (tools.zoom.current).pan(0, event.key === 'ArrowUp' ? 80 : -80);
    else if (event.key === '+' || event.key === '=') /** @type {any} */ (tools.scaler.current)?.by(1.5);
    else if (event.key === '-') /** @type {any} */ (tools.scaler.current)?.by(1 / 1.5);
    else if (event.key === '0') /** @type {any} */ (tools.scaler.current)?.all();
    else if (event.key === 'Delete' && entry) askDelete(entry, spot, turnAway);
    else return;
    setBare(false);
    event.preventDefault();
  };
  /** A picture that is larger than the stage is moved first; at its edge the next one comes. */
  const step = (/** @type {1 | -1} */ way) => {
    const zoom = /** @type {import('./zoom.js').Zoom | null} */ (tools.zoom.current);
    if (!zoom?.isLarger || !zoom.pan(-80 * way, 0)) turn(way);
  };
  useEffect(() => {
    const listener = (/** @type {KeyboardEvent} */ event) => keys.current(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);

  const among = placeAmong(model, index);
  const about = [among && t('viewer.counter', { number: among.number, count: among.count }), entry && size(entry.size)].filter(Boolean).join(' · ');
  const isShown = entry && !isGone && !isLocked;
  const actions = isShown && html`<${Actions} entry=${entry} spot=${spot} turnAway=${turnAway} />`;
  let content;
  if (isLocked) {
    content = html`<${Empty} icon="folder-lock" title=${t('locked.title')} text=${t('locked.text')}>
      <${Button} kind="primary" icon="lock-open-variant-outline" label=${t('unlock.open')} onClick=${() => unlock(spot.root, spot.rootName)} />
    <//>`;
  } else if (isGone) {
    content = html`<${Drafts} /><${Empty} icon="file-outline" title=${t('viewer.gone')} text=${t('viewer.gone.text')}>
      <${Button} kind="primary" label=${t('viewer.gone.back')} onClick=${close} />
    <//>`;
  } else if (error) content = html`<${Failure} error=${error} retry=${() => model.refresh()} />`;
  else if (!entry) content = html`<${Skeleton} rows=${1} />`;
  return html`<section
    ref=${element}
    class=${`viewer ${isBare ? 'bare' : ''}`}
    role="dialog"
    aria-modal="true"
    aria-label=${visible(entry?.name ?? name)}
    tabindex="-1"
  >
    <header class="viewer-bar">
      <${Button} icon="arrow-left" iconOnly label=${t('close')} onClick=${close} />
      <div class="grow"><h1><${Name} name=${entry?.name ?? name} /></h1><p class="soft small number" role="status"><span class="visually-hidden">${visible(entry?.name ?? name)}</span> ${about}</p></div>
      ${actions}
    </header>
    ${content
      ? html`<div class="stage">${content}</div>`
      : html`<${Rail} current=${entry} before=${before.entry} after=${after.entry} has=${has} turn=${turn} close=${close} tap=${() => setBare(!isBare)} spot=${spot} tools=${tools} />`}
    ${has(-1) && html`<${Button} class="viewer-turn before" icon="chevron-left" iconOnly label=${t('viewer.before')} onClick=${() => turn(-1)} />`}
    ${has(1) && html`<${Button} class="viewer-turn after" icon="chevron-right" iconOnly label=${t('viewer.after')} onClick=${() => turn(1)} />`}
    ${isShown && kindOf(entry.name) === 'picture' && html`<div class="zoom-buttons">
      <${Button} icon="minus" iconOnly label=${t('viewer.smaller')} why=${scale.value <= 1.01 ? t('viewer.smallest') : undefined} onClick=${() => /** @type {any} */ (tools.scaler.current)?.by(1 / 1.5)} />
      <${Button} icon="plus" iconOnly label=${t('viewer.larger')} why=${scale.value >= scale.most - 0.01 ? t('viewer.largest') : undefined} onClick=${() => /** @type {any} */ (tools.scaler.current)?.by(1.5)} />
    </div>`}
    <footer class="viewer-foot">
      <${Button} icon="chevron-left" iconOnly label=${t('viewer.before')} why=${has(-1) ? undefined : t('viewer.first')} onClick=${() => turn(-1)} />
      ${actions}
      <${Button} icon="chevron-right" iconOnly label=${t('viewer.after')} why=${has(1) ? undefined : t('viewer.last')} onClick=${() => turn(1)} />
    </footer>
  </section>`;
}
