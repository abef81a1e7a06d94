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


def network(page, work):
    """What `work` asked the server for: [(path, bytes that came, whether from the browser's cache)]."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    asked, came, cached = {}, {}, set()
    session.on("Network.requestWillBeSent", lambda event: asked.setdefault(event["requestId"], event["request"]["url"]))
    session.on("Network.requestServedFromCache", lambda event: cached.add(event["requestId"]))
    session.on("Network.loadingFinished", lambda event: came.__setitem__(event["requestId"], event["encodedDataLength"]))
    work()
    page.evaluate("0")
    session.detach()
    return [(re.sub(r"^https?://[^/]+", "", url), came.get(number, 0), number in cached) for number, url in asked.items() if url.startswith("http")]


def test_first_list_in_few_requests_and_bytes(bundled, page_at):
    page = page_at("narrow", server=bundled, path=None)
    sign_in(page)
    state = page.context.storage_state(indexed_db=True)
    fresh = page_at("narrow", server=bundled, path=None, storage_state=state)

    def first():
        fresh.goto("/")
        fresh.locator(".cards li").first.wait_for()

    lines = network(fresh, first)
    needed = [line for line in lines if not line[0].startswith("/api/v1/sessions/media")]
    assert len(needed) <= REQUESTS, "\n".join(map(str, needed))
    assert sum(size for _, size, _ in needed) <= BYTES, "\n".join(map(str, needed))

    # The second time the page alone is asked for; its files are not.
    again = network(fresh, lambda: (fresh.reload(), fresh.locator(".cards li").first.wait_for()))
    assert not [path for path, size, is_cached in again if path.startswith("/app/") and path != "/app/version" and size and not is_cached], again


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
    screen.get_by_role("link", name="Licences").click()
    expect(screen).to_have_url(re.compile("/about$"))
    names = screen.locator(".licences summary")
    expect(names.first).to_be_visible()
    shown = " ".join(names.all_inner_texts())
    for library in ("Preact", "htm", "Material Design Icons", "CodeMirror", "PDF.js", "MIT licence", "Apache licence"):
        assert library in shown, shown
    names.first.click()
    expect(screen.locator(".licences details[open] pre")).to_contain_text("Jason Miller")
    assert axe(screen) == []
    take(screen, "about")
