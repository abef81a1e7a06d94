"""The app in WebKitGTK, Safari's engine, as a person uses it: what is pressed is pressed by the driver, not by a script."""

import time

import pytest
from browser_tools import WebKit
from web_page import AXE, OVERFLOW

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
#: Gathers what must not happen. The driver has nothing that runs before a page's own scripts; reports from before come buffered.
LISTEN = """
window.findings = [];
const note = (text) => window.findings.push(text);
new ReportingObserver((all) => all.forEach((one) => note(`${one.type}: ${JSON.stringify(one.body)}`)), { buffered: true, types: ['csp-violation'] }).observe();
addEventListener('securitypolicyviolation', (event) => note(`CSP report: ${event.violatedDirective} forbids ${event.blockedURI}`));
addEventListener('error', (event) => event.error && note(`uncaught: ${event.message}`));
addEventListener('unhandledrejection', (event) => note(`unhandled: ${event.reason}`));
const plain = console.error;
console.error = (...given) => { note(`console: ${given.join(' ')}`); plain(...given); };
"""
#: The topmost thing that is open, and in it what carries a name.
FIND = """
const open = [...document.querySelectorAll('dialog[open], .menu, .viewer')].at(-1) ?? document.body;
const name = (one) => (one.getAttribute('aria-label') ?? one.innerText ?? one.textContent ?? '').trim();
const all = [...open.querySelectorAll('button, a[href], [role=menuitem], [role=row], label, input')];
const found = all.find((one) => name(one) === given.name && one.checkVisibility()) ?? all.find((one) => name(one).startsWith(given.name) && one.checkVisibility());
if (!found) return null;
found.scrollIntoView({ block: 'nearest' });
// What still moves would be missed.
const place = () => JSON.stringify(found.getBoundingClientRect());
const before = place();
for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
return place() === before && found.isConnected ? found : null;
"""


class SafariLike(WebKit):
    # Without it, its tool bar keeps the window wider than a phone.
    arguments = (*WebKit.arguments, "--full-screen")

    def __init__(self, width, height):
        super().__init__()
        self._ask("POST", f"/session/{self.session}/window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    def session_ask(self, method, path, body=None):
        return self._ask(method, f"/session/{self.session}{path}", body)

    def until(self, script, what, deadline=60, **given):
        """Runs a script until it gives something."""
        end = time.monotonic() + deadline
        while True:
            value = self.run(script, **given)
            if value:
                return value
            if time.monotonic() > end:
                told = self.run("return [location.href, window.findings, document.body.innerText.slice(0, 1500)]")
                pytest.fail(f"waited {deadline} s in vain for {what}; the page is at, was told and shows: {told}")
            time.sleep(0.05)

    def see(self, selector, text=""):
        """Waits until something shows."""
        return self.until(
            "return [...document.querySelectorAll(given.selector)].find((one) => one.checkVisibility() && (one.innerText ?? '').includes(given.text)) ?? null",
            f"{selector} {text}", selector=selector, text=text)

    def gone(self, selector):
        self.until("return ![...document.querySelectorAll(given.selector)].some((one) => one.checkVisibility())", f"no {selector}", selector=selector)

    def go(self, address):
        """Goes to an address of the app without leaving the document, in which findings are gathered."""
        self.run("const link = document.createElement('a'); link.href = given.to; document.body.append(link); link.click(); link.remove()", to=address.replace(" ", "%20"))

    def press(self, name):
        """Presses what has that name, in what lies on top."""
        self.click(self.until(FIND, f"something called {name}", name=name))

    def click(self, element):
        self.session_ask("POST", f"/element/{element[ELEMENT]}/click", {})

    def type_into(self, selector, text):
        element = self.see(selector)
        self.session_ask("POST", f"/element/{element[ELEMENT]}/value", {"text": text})

    def keys(self, text):
        """Keys to whatever has the focus."""
        actions = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.session_ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def choose(self, selector, path):
        """Chooses a file as the system's dialog would; the driver wants to see the field for that."""
        element = self.run("const input = document.querySelector(given.selector); input.hidden = false; return input", selector=selector)
        self.session_ask("POST", f"/element/{element[ELEMENT]}/value", {"text": str(path)})
        self.run("document.querySelector(given.selector).hidden = true", selector=selector)

    def listen(self):
        self.run(LISTEN)

    def check(self, what):
        """axe finds nothing, nothing overflows, and nothing bad was told."""
        # What the driver runs is not bound by the policy of the page.
        self.session_ask("POST", "/execute/sync", {"script": f"if (!window.axe) {{ {AXE} }}", "args": []})
        # Colours on their way from one to the other are nobody's choice.
        found = self.run("""await Promise.allSettled(document.getAnimations().filter((one) => one.effect.getComputedTiming().iterations !== Infinity).map((one) => one.finished));
            const result = await axe.run(document, {resultTypes: ['violations'], preload: false});
            return result.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)} — ${node.failureSummary}`))""")
        found += self.run(f"return {OVERFLOW}")
        found += self.run("return window.findings")
        assert not found, f"{what}: " + "\n".join(found)
