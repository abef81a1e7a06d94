"""The frame around all screens, and that the watch over them watches."""

import json
import re

import pytest
from conftest import LAUNCH, Pages
from hearth_server import OWNER, OWNER_PASSWORD
from playwright.sync_api import expect
from web_house import MEMBER, address_of
from web_page import answer_of, axe, fits, sign_in_here


def test_the_app_opens(screen):
    expect(screen.get_by_role("heading", level=1)).to_be_visible()
    axe(screen)
    fits(screen)


@pytest.mark.parametrize("path, words", [("/members", "Loading: Members"), ("/folders", "Loading: Folders")])
def test_what_comes_late_says_what_it_is(screen, path, words):
    held = []
    screen.route(re.compile(r"/app/(chunks/)?later[^/]*\.js$"), lambda route: held.append(route))
    screen.goto(path, wait_until="commit")
    expect(screen.get_by_role("status").filter(has_text=words)).to_be_visible()
    expect(screen.get_by_role("heading", level=1, name=words.removeprefix("Loading: "))).to_be_visible()
    axe(screen)
    fits(screen)
    for route in held:
        route.continue_()
    expect(screen.locator(".skeletons")).to_have_count(0)
    expect(screen.get_by_role("heading", level=1, name=words.removeprefix("Loading: "))).to_be_visible()


@pytest.mark.parametrize("bad, what", [
    ("console.error('x')", "console"),
    ("setTimeout(() => { throw new Error('x') })", "uncaught"),
    ("void Promise.reject(new Error('x'))", "uncaught"),
    ("fetch('/api/v1/resources/', {headers: {'scope-token': 'x'}})", "401"),
    ("void fetch('http://192.0.2.1/').catch(() => {})", "CSP report"),
    ("void (document.body.appendChild(document.createElement('script')).textContent = 'window.x = 1')", "CSP report"),
    ("alert(1)", "a dialog"),
])
@pytest.mark.once
def test_the_watch_sees(wide, bad, what):
    wide.evaluate(bad)
    wide.wait_for_timeout(0)
    for _ in range(100):
        if any(what in finding for finding in wide.guard.findings):
            break
        wide.evaluate("new Promise((done) => setTimeout(done, 20))")
    assert any(what in finding for finding in wide.guard.findings), wide.guard.findings
    wide.guard.findings.clear()


@pytest.mark.parametrize("path", ["/members", "/storage", "/folders", "/settings", "/tasks"])
def test_phones_find_the_way_back_to_me(page_at, path):
    page = page_at("narrow", path=path)
    expect(page.locator(".tab-link[aria-current]")).to_have_text("Me")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("heading", level=1, name="Me")).to_be_visible()


def test_wide_screens_have_their_pane_for_it(page_at):
    page = page_at("wide", path="/storage")
    expect(page.get_by_role("heading", level=1, name="Storage")).to_be_visible()
    expect(page.get_by_role("button", name="Back")).to_be_hidden()


def test_members_find_what_runs_too(page_at):
    page = page_at("wide", who=MEMBER)
    page.get_by_role("link", name="Running tasks").click()
    expect(page.get_by_role("heading", level=1, name="Running tasks")).to_be_visible()
    expect(page.locator(".side [aria-current=page]")).to_have_text("Running tasks")


def test_how_full_the_drive_is_follows_what_happens(page_at):
    page = page_at("wide")
    bar = page.locator(".side .capacity")
    expect(bar).to_be_visible()

    def fuller(route):
        reply = answer_of(route).json()
        for pool in reply["data"]["list"]:
            pool["use_capacity"] = pool["capacity"]
        route.fulfill(json=reply)

    page.route("**/api/v1/pools", fuller)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(bar).to_contain_text("100%")


def test_a_weak_connection_is_said(page_at):
    page = page_at("narrow", path="/shared")
    expect(page.locator(".folder-card").first).to_be_visible()
    page.route("**/api/v1/**", lambda route: None)
    page.evaluate("dispatchEvent(new Event('focus'))")
    banner = page.locator(".banner")
    expect(banner).to_contain_text("connection to the drive is weak", timeout=20_000)
    axe(page)
    fits(page)
    page.unroute("**/api/v1/**")
    expect(banner).to_have_count(0, timeout=30_000)


def test_the_page_is_not_blank_before_the_app_is_there(page_at):
    page = page_at("narrow", path=None)
    script = re.compile(r"/app/main[^/]*\.js$")
    held = []
    page.route(script, lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    expect(page.locator(".splash h1")).to_have_text("Hearth")
    expect(page.locator(".splash-wait")).to_be_visible()
    fits(page)
    page.unroute(script)
    expect(page.locator(".shell")).to_be_visible()
    expect(page.locator(".splash")).to_have_count(0)


@pytest.mark.once
def test_a_browser_that_may_keep_nothing_has_the_app_all_the_same(playwright, house, tmp_path):
    profile = tmp_path / "profile"
    (profile / "Default").mkdir(parents=True)
    (profile / "Default" / "Preferences").write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    path = house.folder("Forbidden", [("a.txt", b"a")])
    with playwright.chromium.launch_persistent_context(str(profile), **LAUNCH, locale="en-GB", base_url=Pages(None, None, False, None).base(house.server)) as context:
        page = context.pages[0]
        errors = []
        page.on("pageerror", lambda error: errors.append(error))
        page.goto(address_of(path))
        sign_in_here(page, OWNER, OWNER_PASSWORD)
        with pytest.raises(Exception, match="SecurityError"):
            page.evaluate("localStorage.length")
        expect(page.get_by_text("a.txt")).to_be_visible()
        page.locator("input[data-upload=files]").first.set_input_files({"name": "b.txt", "mimeType": "text/plain", "buffer": b"b"})
        expect(page.locator(".dock")).to_contain_text("One file uploaded")
        assert house.owner.content(f"{path}/b.txt") == b"b"
        # What needs a cookie says so, and does not ask for one without end.
        asked = []
        page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/sessions/media") else None)
        page.goto(f"{address_of(house.papers)}?show=Song.wav")
        sign_in_here(page, OWNER, OWNER_PASSWORD)
        expect(page.locator(".slide.current [role=alert]")).to_contain_text("keeps no cookies")
        assert len(asked) <= 2, asked
        assert errors == []
