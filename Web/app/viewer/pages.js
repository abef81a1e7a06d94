// @ts-check
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../lib.js';
import { t } from '../core/i18n.js';
import { Button } from '../ui/button.js';
import { PageLayout } from './page-layout.js';
import { Page } from './page.js';

const WIDEST = 900;
const LEAST = 0.5;
const MOST = 5;
/** Pages are drawn a little before they come into view. */
const MARGIN = 400;
/** Room for the bar that lies over the end. */
const BELOW = 72;

/**
 * The pages of a document below one another, as many as can be seen.
 *
 * @param {{pdfjs: any, document: any, first: import('./page-layout.js').Size, tools: import('./slide.js').Tools}} props
 */
export function Pages({ pdfjs, document: pages, first, tools }) {
  const count = pages.numPages;
  const scroller = useRef(/** @type {any} */ (null));
  const layout = useMemo(() => new PageLayout(count, first), [pages]);
  const [width, setWidth] = useState(0);
  const [zoom, setZoom] = useState(1);
  const [range, setRange] = useState({ first: 0, last: 1, current: 0 });
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const [, redraw] = useState(0);
  layout.scale = width > 0 ? (Math.min(WIDEST, width) / first.width) * zoom : 1;

  const measure = () => {
    const element = scroller.current;
    if (!element) return;
    const seen = layout.range(element.scrollTop - MARGIN, element.clientHeight + 2 * MARGIN);
    const current = layout.at(element.scrollTop + element.clientHeight / 3);
    setRange((now) => (now.first === seen.first && now.last === seen.last && now.current === current ? now : { ...seen, current }));
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => setWidth(contentRect.width - (contentRect.width > 600 ? 48 : 16)));
    observer.observe(scroller.current);
    // Keys scroll at once, unless somebody is at a button, to turn further.
    if (document.activeElement === document.body || document.activeElement?.matches('.viewer')) scroller.current.focus({ preventScroll: true });
    return () => observer.disconnect();
  }, []);
  // The place in the document stays where it was while its scale changes.
  const anchor = useRef({ index: 0, part: 0, scale: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (anchor.current.scale && anchor.current.scale !== layout.scale) element.scrollTop = layout.top(anchor.current.index) + anchor.current.part * layout.size(anchor.current.index).height;
    anchor.current.scale = layout.scale;
    measure();
  }, [layout.scale]);
  const onScroll = () => {
    const { scrollTop } = scroller.current;
    const index = layout.at(scrollTop);
    anchor.current = { index, part: (scrollTop - layout.top(index)) / layout.size(index).height, scale: layout.scale };
    measure();
  };

  const by = (/** @type {number} */ factor) => setZoom((now) => Math.min(MOST, Math.max(LEAST, now * factor)));
  useEffect(() => {
    const scaler = { by, all: () => setZoom(1) };
    tools.scaler.current = scaler;
    return () => {
      if (tools.scaler.current === scaler) tools.scaler.current = null;
    };
  }, []);
  const fingers = useRef(/** @type {number} */ (0));
  const spread = (/** @type {TouchList} */ touches) => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);

  const reveal = (/** @type {number} */ index) => {
    scroller.current.scrollTop = layout.top(Math.min(count - 1, Math.max(0, index))) - 8;
  };
  const onSize = (/** @type {number} */ index) => (/** @type {import('./page-layout.js').Size} */ size) => {
    const element = scroller.current;
    const isAbove = layout.top(index) + layout.size(index).height < element.scrollTop;
    const before = layout.height;
    if (!layout.learn(index, size)) return;
    // What lies above grows upwards.
    if (isAbove) element.scrollTop += layout.height - before;
    redraw((now) => now + 1);
  };
  const go = () => {
    const number = Number.parseInt(typed ?? '', 10);
    if (number >= 1) reveal(number - 1);
    setTyped(null);
  };

  const drawn = [];
  for (let index = range.first; index < Math.min(range.last, count); index += 1) {
    drawn.push(html`<${Page} key=${index} pdfjs=${pdfjs} document=${pages} number=${index + 1} top=${layout.top(index)} size=${layout.size(index)} scale=${layout.scale} onSize=${onSize(index)} />`);
  }
  return html`<div class="pdf" data-own>
    <div
      class="pages"
      ref=${scroller}
      tabindex="0"
      role="region"
      aria-label=${t('viewer.pdf.pages', { n: count })}
      onScroll=${onScroll}
      onWheel=${(/** @type {WheelEvent} */ event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        event.stopPropagation();
        by(1.01 ** -event.deltaY);
      }}
      onTouchStart=${(/** @type {TouchEvent} */ event) => {
        if (event.touches.length === 2) fingers.current = spread(event.touches);
      }}
      onTouchMove=${(/** @type {TouchEvent} */ event) => {
        if (event.touches.length !== 2 || !fingers.current) return;
        event.preventDefault();
        const now = spread(event.touches);
        by(now / fingers.current);
        fingers.current = now;
      }}
    >
      <div class="pages-space" style=${{ height: `${layout.height + BELOW}px`, width: `${Math.max(layout.width, 0)}px` }}>${width > 0 && drawn}</div>
    </div>
    <div class="pdf-bar" role="group" aria-label=${t('viewer.pdf.bar')}>
      <${Button} icon="minus" iconOnly label=${t('viewer.smaller')} why=${zoom <= LEAST ? t('viewer.pdf.smallest') : undefined} onClick=${() => by(1 / 1.25)} />
      <${Button} icon="plus" iconOnly label=${t('viewer.larger')} why=${zoom >= MOST ? t('viewer.largest') : undefined} onClick=${() => by(1.25)} />
      <form onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        go();
      }}>
        <input
          class="input number"
          inputmode="numeric"
          autocomplete="off"
          aria-label=${t('viewer.pdf.number')}
          value=${typed ?? String(range.current + 1)}
          onFocus=${(/** @type {any} */ event) => event.currentTarget.select()}
          onInput=${(/** @type {any} */ event) => setTyped(event.currentTarget.value)}
          onBlur=${go}
        />
      </form>
      <span class="soft number">${t('viewer.pdf.of', { count })}</span>
    </div>
  </div>`;
}
