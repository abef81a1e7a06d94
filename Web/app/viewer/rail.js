// @ts-check
import { html, useEffect, useLayoutEffect, useRef } from '../lib.js';
import { kindOf } from '../files/kinds.js';
import { isStill } from './glide.js';
import { Hand } from './hand.js';
import { Slide } from './slide.js';

/** @typedef {import('../files/list-model.js').Entry} Entry */

/** A film's own controls lie there. */
const CONTROLS = 96;
const SLIDE = 260;

/**
 * The file that is shown between its neighbours: the three of them, and none besides, follow the finger.
 *
 * @param {{current: Entry, before?: Entry, after?: Entry, has: (step: 1 | -1) => boolean, turn: (step: 1 | -1) => void,
 *   close: () => void, tap: () => void, spot: any, tools: import('./slide.js').Tools}} props
 */
export function Rail(props) {
  const { current, before, after, tools } = props;
  const element = useRef(/** @type {any} */ (null));
  const rail = useRef(/** @type {any} */ (null));
  const now = useRef(props);
  now.current = props;
  const hand = useRef(/** @type {Hand | null} */ (null));

  const move = (/** @type {string} */ transform, /** @type {boolean} */ isEasing) => {
    if (!rail.current) return;
    rail.current.classList.toggle('settling', isEasing);
    rail.current.style.transform = transform;
  };
  hand.current ??= new Hand({
    stage: () => element.current,
    zoom: () => tools.zoom.current,
    isOurs: (event) => isOurs(event, now.current.current),
    has: (step) => now.current.has(step),
    follow: (x, y) => {
      move(`translate(${x}px, ${y}px)`, false);
      element.current.style.setProperty('--away', String(Math.min(1, y / 300)));
    },
    letGo: () => {
      move('', true);
      element.current.style.removeProperty('--away');
    },
    turn: (step) => {
      if (isStill()) {
        now.current.turn(step);
        return;
      }
      move(step > 0 ? 'translateX(calc(-100% - 24px))' : 'translateX(calc(100% + 24px))', true);
      setTimeout(() => now.current.turn(step), SLIDE);
    },
    dismiss: () => now.current.close(),
    tap: () => now.current.tap(),
  });
  useLayoutEffect(() => {
    move('', false);
    element.current.style.removeProperty('--away');
  }, [current.path]);
  useEffect(() => () => hand.current?.end(), []);

  const slides = /** @type {[string, Entry | undefined][]} */ ([['before', before], ['current', current], ['after', after]]);
  return html`<div
    class="stage"
    ref=${element}
    onPointerDown=${(/** @type {PointerEvent} */ event) => hand.current?.down(event)}
    onPointerMove=${(/** @type {PointerEvent} */ event) => hand.current?.move(event)}
    onPointerUp=${(/** @type {PointerEvent} */ event) => hand.current?.up(event)}
    onPointerCancel=${(/** @type {PointerEvent} */ event) => hand.current?.up(event, true)}
    onWheel=${(/** @type {WheelEvent} */ event) => hand.current?.wheel(event)}
  >
    <div class="rail" ref=${rail} data-moves>
      ${slides.map(([place, entry]) => entry && html`<div key=${entry.path} class=${`slide ${place}`} aria-hidden=${place === 'current' ? undefined : 'true'} inert=${place !== 'current'}>
        <${Slide} entry=${entry} isCurrent=${place === 'current'} spot=${props.spot} tools=${tools} />
      </div>`)}
    </div>
  </div>`;
}

/**
 * Whether a pointer is the stage's. Texts and documents are scrolled and selected in; a mouse on a film is the film's.
 *
 * @param {PointerEvent} event
 * @param {Entry} entry
 */
function isOurs(event, entry) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest('button, a, input, audio, [data-own]')) return false;
  const kind = kindOf(entry.name);
  if (kind === 'picture') return true;
  if (event.pointerType === 'mouse') return false;
  return !(target instanceof HTMLVideoElement) || event.clientY < target.getBoundingClientRect().bottom - CONTROLS;
}
