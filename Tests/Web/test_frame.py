"""The frame around all screens, and that the watch over them watches."""

import pytest
from playwright.sync_api import expect
from web_page import axe, fits


def test_the_app_opens(screen):
    expect(screen.get_by_role("heading", level=1)).to_be_visible()
    axe(screen)
    fits(screen)


@pytest.mark.parametrize("bad, what", [
    ("console.error('x')", "console"),
    ("setTimeout(() => { throw new Error('x') })", "uncaught"),
    ("void Promise.reject(new Error('x'))", "uncaught"),
    ("fetch('/api/v1/resources/', {headers: {'scope-token': 'x'}})", "401"),
    ("void fetch('http://192.0.2.1/').catch(() => {})", "CSP report"),
    ("void (document.body.appendChild(document.createElement('script')).textContent = 'window.x = 1')", "CSP report"),
    ("alert(1)", "a dialog"),
])
def test_the_watch_sees(wide, bad, what):
    wide.evaluate(bad)
    wide.wait_for_timeout(0)
    for _ in range(100):
        if any(what in finding for finding in wide.guard.findings):
            break
        wide.evaluate("new Promise((done) => setTimeout(done, 20))")
    assert any(what in finding for finding in wide.guard.findings), wide.guard.findings
    wide.guard.findings.clear()
