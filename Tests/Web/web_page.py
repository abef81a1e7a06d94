"""A page as a person sees it: axe, what overflows, what is too small for a finger, pictures for the artefacts."""

import os
import re
from pathlib import Path

import axe_playwright_python
from tools import wait_until

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")

#: Screens that the app is made for.
SIZES = {
    "narrow": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True},
    "wide": {"viewport": {"width": 1280, "height": 800}},
}
LANGUAGES = {"en": "en-GB", "zh": "zh-CN"}

#: Where pictures of the run are kept; nowhere when unset.
PICTURES = os.environ.get("HEARTH_WEB_PICTURES")


def sign_in(page, name, password):
    """Signs in by the form, in English or Chinese; afterwards the app is there."""
    page.goto("/")
    sign_in_here(page, name, password)


def sign_in_here(page, name, password):
    """Signs in by the form that stands where a session ended; the page is not loaded anew."""
    page.locator("input[autocomplete=username]").fill(name)
    page.locator("input[autocomplete=current-password]").fill(password)
    page.locator("form button[type=submit]").click()
    page.locator(".shell").wait_for()


def closed(page):
    """Waits until a dialog that was closed has given its step of the history back: going elsewhere before that ends in ERR_ABORTED."""
    until_true(page, "!history.state?.overlay")


def evaluate(page, expression):
    """Evaluates as the developer tools do, which the content security policy of the page does not bind."""
    tools = page.context.new_cdp_session(page)
    try:
        answer = tools.send("Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True})
    finally:
        tools.detach()
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    return answer["result"].get("value")


def until_true(page, expression, deadline=30.0):
    """Waits until something that no locator sees holds. Playwright's own way evaluates text in the page, which its policy forbids."""
    wait_until(lambda: evaluate(page, expression), deadline, expression)


def answer_of(route):
    """What the server answers to a request that a test holds up. Only the browser knows the name of the insecure origin."""
    return route.fetch(url=re.sub(r"//[^/:]+:", "//127.0.0.1:", route.request.url, count=1))


def axe(page, include=None):
    """Fails with what axe-core finds, in the whole page or in what a selector names."""
    if not evaluate(page, "typeof axe === 'object'"):
        evaluate(page, AXE + "; true")
    settle(page)
    # Without preload: axe would fetch style sheets and write them into the page, which the policy of the page forbids.
    where = f"{{include: [[{include!r}]]}}" if include else "document"
    found = evaluate(page, f"""axe.run({where}, {{resultTypes: ['violations'], preload: false}}).then((result) => result.violations.flatMap((one) =>
        one.nodes.map((node) => `${{one.id}} (${{one.impact}}): ${{node.html.slice(0, 200)}} — ${{node.failureSummary}}`)))""")
    assert not found, f"axe at {page.url}:\n" + "\n".join(found)


def settle(page):
    """Waits until nothing moves: what fades in has neither its colours nor its place yet."""
    evaluate(page, """Promise.all(document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished.catch(() => {}))).then(() => document.fonts.ready).then(() => true)""")


#: What is wider than the window, or stands outside of it, or is cut without saying so.
OVERFLOW = """(() => {
  const found = [], width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) found.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} > ${width}`);
  const name = (one) => `<${one.tagName.toLowerCase()} class="${one.className?.baseVal ?? one.className}"> “${(one.textContent ?? '').trim().slice(0, 60)}”`;
  const scrollsSideways = (one) => {
    for (let at = one.parentElement; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (/auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth + 1) return true;
    }
    return false;
  };
  // Outside of something that clips it: not to be seen, as the neighbours of a picture are; a bar without words may end at its frame.
  const isClipped = (one, box) => {
    for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
      const outer = at.getBoundingClientRect();
      if (!/hidden|clip/.test(getComputedStyle(at).overflowX)) continue;
      if (box.right <= outer.left || box.left >= outer.right || (!one.textContent.trim() && outer.left >= -1 && outer.right <= width + 1)) return true;
    }
    return false;
  };
  for (const one of document.body.querySelectorAll('*')) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || one.closest('svg, .visually-hidden, .skip')) continue;
    const box = one.getBoundingClientRect();
    // What only screen readers are told is one pixel large.
    if (box.width <= 1 || box.height <= 1) continue;
    if ((box.right > width + 1 || box.left < -1) && !scrollsSideways(one) && !isClipped(one, box)) found.push(`outside of the window: ${name(one)} ${Math.round(box.left)}…${Math.round(box.right)}`);
    const style = getComputedStyle(one);
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (hasText && /hidden|clip/.test(style.overflowX) && one.scrollWidth > one.clientWidth + 1 && style.textOverflow !== 'ellipsis') found.push(`cut without an ellipsis: ${name(one)}`);
    if (hasText && /hidden|clip/.test(style.overflowY) && one.scrollHeight > one.clientHeight + 4 && !/auto|scroll/.test(style.overflowY) && style.webkitLineClamp === 'none') found.push(`cut below: ${name(one)}`);
  }
  return [...new Set(found)];
})()"""

#: What a finger does not meet: under 44 px, unless it stands in a sentence or a larger label carries it.
SMALL = """(() => {
  const found = [];
  for (const one of document.querySelectorAll('button, a[href], input, select, textarea, summary, [role=button], [role=menuitem], [role=tab], [role=switch]')) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || one.closest('.visually-hidden, .skip') || one.matches('.visually-hidden')) continue;
    if (one.matches('a') && one.closest('p, li.text')) continue;
    const target = one.matches('input[type=checkbox], input[type=radio]') ? one.closest('label') ?? one : one;
    let box = target.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    // A larger area may lie around it invisibly.
    const around = getComputedStyle(target, '::after');
    const more = around.content !== 'none' && around.position === 'absolute' ? [around.width, around.height].map(parseFloat) : [0, 0];
    const width = Math.max(box.width, more[0] || 0), height = Math.max(box.height, more[1] || 0);
    if (width < 43.5 || height < 43.5) found.push(`${Math.round(width)}×${Math.round(height)}: <${one.tagName.toLowerCase()} class="${one.className?.baseVal ?? one.className}"> “${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}”`);
  }
  return found;
})()"""


def fits(page):
    """Fails when something is wider than the window, lies outside of it, or is cut without an ellipsis."""
    settle(page)
    found = evaluate(page, OVERFLOW)
    assert not found, f"at {page.url}:\n" + "\n".join(found)


def fits_fingers(page):
    """Fails when something to be touched is smaller than 44 px."""
    settle(page)
    found = evaluate(page, SMALL)
    assert not found, f"too small to touch at {page.url}:\n" + "\n".join(found)


STRAY = """(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const isAlone = parentElement.childElementCount === 0;
    if (/^\\s*(undefined|null|NaN|true|false|\\[object \\w+\\])\\s*$/.test(data) || (data === '0' && !isAlone)) found.push(`“${data}” in ${parentElement.outerHTML.slice(0, 160)}`);
  }
  return found;
})()"""


def says_only_words(page):
    """Fails when a value stands where words should be, as the 0 of a condition that was a number."""
    found = evaluate(page, STRAY)
    assert not found, f"no words at {page.url}:\n" + "\n".join(found)


def take(page, name):
    """Keeps a picture of the page among the artefacts."""
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))
