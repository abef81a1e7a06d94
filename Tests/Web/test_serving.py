"""How the app comes to the browser: few requests, few bytes, kept for good, new as a whole."""

import gzip
import re
import urllib.request

import pytest
from hearth_server import OWNER, OWNER_PASSWORD, REPOSITORY, Server
from playwright.sync_api import expect
from web_page import axe, take

#: What may be asked for, and received, before the first list is on the screen.
REQUESTS, BYTES = 15, 120 * 1024


@pytest.fixture
def bundled(bundle, tmp_path):
    """A server with the installed app."""
    server = Server(tmp_path / "data", arguments=["--web", str(bundle)]).start()
    yield server
    server.kill()


def get(server, path, **headers):
    host, port = server.address
    request = urllib.request.Request(f"{server.scheme}://{host}:{port}{path}", headers=headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.headers, answer.read()


def sign_in(page):
    page.goto("/")
    page.locator("input[autocomplete=username]").fill(OWNER)
    page.locator("input[autocomplete=current-password]").fill(OWNER_PASSWORD)
    page.locator("form button[type=submit]").click()
    page.locator(".cards").first.wait_for()


#: Runs before the page's own scripts: remembers when the first entry of a list is there.
WATCH = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('.cards li')) return;
  observer.disconnect();
  requestAnimationFrame(() => { window.firstList = performance.now(); });
}).observe(document, { childList: true, subtree: true });
"""


def asked(page):
    """What the page had asked for when its first list was there: [(path, bytes that came)], the page itself first."""
    expect(page.locator(".cards li").first).to_be_visible()
    return page.evaluate("""async () => {
      while (!window.firstList) await new Promise((done) => requestAnimationFrame(done));
      return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        // What the page already has costs no request.
        .filter((entry) => entry.startTime < window.firstList && entry.transferSize > 0)
        .map((entry) => [entry.name.replace(location.origin, ''), entry.transferSize]);
    }""")


@pytest.mark.once
def test_first_list_in_few_requests_and_bytes(bundled, page_at):
    page = page_at("narrow", server=bundled, path=None)
    sign_in(page)
    fresh = page_at("narrow", server=bundled, path=None, storage_state=page.context.storage_state(indexed_db=True))
    fresh.add_init_script(WATCH)
    fresh.goto("/")
    lines = asked(fresh)
    print(*lines, sum(size for _, size in lines), sep="\n")
    assert len(lines) <= REQUESTS, lines
    assert sum(size for _, size in lines) <= BYTES, lines

    # The second time the page alone is asked for; its files are not.
    fresh.reload()
    assert [path for path, size in asked(fresh) if path.startswith("/app/") and size] == []


@pytest.mark.once
def test_every_address_of_the_app_is_served(bundled):
    text = (REPOSITORY / "Web/app/shell/routes.js").read_text()
    patterns = re.findall(r"path: /\^((?:\\/|[^/])+)\$/", text)
    assert len(patterns) > 10
    for pattern in patterns:
        path = pattern.replace("\\/", "/").replace("(/s/\\d+(?:/.*)?)", "/s/1/a").replace("([^/]+)", "x")
        if path == "/auth-pan":
            continue  # Behind /#, never asked of a server.
        headers, body = get(bundled, path)
        assert headers["Content-Type"] == "text/html; charset=utf-8", path
        assert b"hearth-build" in body, path


@pytest.mark.once
def test_everything_that_the_bundle_names_is_there_and_compressed(bundled):
    _, page = get(bundled, "/")
    named = set(re.findall(r'"(/app/[^"]+)"', page.decode()))
    assert len(named) > 4
    for path in named:
        headers, plain = get(bundled, path)
        assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
        if len(plain) > 2000 and not path.endswith(".png"):
            headers, packed = get(bundled, path, **{"Accept-Encoding": "gzip"})
            assert headers["Content-Encoding"] == "gzip" and headers["Vary"] == "Accept-Encoding"
            assert gzip.decompress(packed) == plain, path
    assert b"sourceMappingURL" not in get(bundled, next(path for path in named if path.endswith("main.js")))[1]


def test_licences(house, screen):
    screen.goto("/me")
    screen.get_by_role("link", name="Licences of what is used here").click()
    expect(screen).to_have_url(re.compile("/about$"))
    names = screen.locator(".licences summary")
    expect(names.first).to_be_visible()
    shown = " ".join(names.all_inner_texts())
    for library in ("Preact", "htm", "Material Design Icons", "CodeMirror", "PDF.js", "MIT licence", "Apache licence"):
        assert library in shown, shown
    names.first.click()
    expect(screen.locator(".licences details[open] pre")).to_contain_text("Jason Miller")
    axe(screen)
    take(screen, "about")


@pytest.mark.once
def test_a_busy_page_does_not_reload(bundled, page_at, tmp_path):
    """The button of the notice says why while something is sent."""
    page = page_at("narrow", server=bundled, path=None)
    sign_in(page)
    page.locator(".cards a").first.click()
    page.locator("input[data-upload=files]").first.wait_for(state="attached")
    # Chunks wait until the test lets them go.
    held = []
    page.route("**/api/v1/uploads/*/chunks/*", lambda route: held.append(route))
    big = tmp_path / "film.mp4"
    big.write_bytes(b"film" * (3 << 20))
    page.locator("input[data-upload=files]").first.set_input_files(str(big))
    expect(page.locator("[role=progressbar]").first).to_be_visible()
    page.route("**/app/version", lambda route: route.fulfill(json={"build": "newer"}))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    button = page.locator(".banner").get_by_role("button", name="Reload")
    expect(button).to_have_attribute("aria-disabled", "true")
    page.unroute("**/api/v1/uploads/*/chunks/*")
    for route in held:
        route.continue_()
    expect(button).not_to_have_attribute("aria-disabled", "true", timeout=30_000)
