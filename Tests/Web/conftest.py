"""A browser, servers with the app, and pages on which nothing may go wrong."""

import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "BlackBox"))

import browser_tools  # noqa: E402
import pytest  # noqa: E402
import web_bundle  # noqa: E402
import web_page  # noqa: E402
from hearth_server import OWNER  # noqa: E402
from web_guard import Guard  # noqa: E402
from web_house import PASSWORDS, House, web_server  # noqa: E402
from web_page import LANGUAGES, SIZES, sign_in  # noqa: E402
from web_webkit import SafariLike  # noqa: E402

#: A name that is no loopback address: browsers give its pages over plain HTTP what they give a page of the LAN.
INSECURE = "hearth.test"


def pytest_addoption(parser):
    parser.addoption("--insecure-origin", action="store_true", help=f"open the app as http://{INSECURE}:PORT, without what only secure pages may do")


def pytest_collection_modifyitems(config, items):
    """What has an origin of its own, or nothing to do with one, is not run a second time on the insecure one."""
    again = [item for item in items if config.getoption("--insecure-origin") and item.get_closest_marker("once")]
    if again:
        config.hook.pytest_deselected(items=again)
        items[:] = [item for item in items if item not in again]


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """A test has not passed before its pages have."""
    pages = pyfuncitem.funcargs.get("pages")
    try:
        result = yield
    except BaseException:
        if pages:
            pages.take_all(re.sub(r"[^\w.-]+", "-", pyfuncitem.name))
            for finding in pages.findings():
                print(finding)
        raise
    if pages:
        pages.check()
    return result


@pytest.fixture(scope="session")
def insecure(request):
    """Whether the app is opened on an origin that browsers do not trust."""
    return request.config.getoption("--insecure-origin")


#: How Chromium is started.
LAUNCH = {
    "executable_path": browser_tools.CHROMIUM, "timeout": browser_tools.START * 1000,
    "args": ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio", "--autoplay-policy=no-user-gesture-required",
             f"--host-resolver-rules=MAP {INSECURE} 127.0.0.1"],
}


@pytest.fixture(scope="session")
def playwright():
    reason = browser_tools.missing("chromium")
    if reason:
        browser_tools.start("chromium")  # fails or skips, as the environment wants
    from playwright.sync_api import expect, sync_playwright

    # A busy machine with two cores is slow; this ends what hangs, and nothing else.
    expect.set_options(timeout=15_000)
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright):
    """One Chromium for all tests; each has profiles of its own."""
    launched = playwright.chromium.launch(**LAUNCH)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    """The family that most tests share; see web_house.py. Tests leave it as they found it, or work in a folder of their own."""
    directory = tmp_path_factory.mktemp("house")
    one = House(directory)
    yield one
    assert one.server.is_running(), f"the server died: {one.server.errors()[-2000:]}"
    assert one.server.stop() == 0
    shutil.rmtree(directory)


@pytest.fixture(scope="session")
def bundle(tmp_path_factory):
    """The folder of the app as it is installed."""
    return web_bundle.build(tmp_path_factory.mktemp("bundle") / "web")


@pytest.fixture
def make_server(tmp_path):
    """Makes servers with the app for this test alone: `make_server(owner=False)` is one that nobody has set up."""
    made = []

    def make(start=True, **options):
        one = web_server(tmp_path / f"data{len(made)}", **options)
        made.append(one)
        return one.start() if start else one

    yield make
    for one in made:
        one.kill()


class Pages:
    """The pages of one test. Each is in a profile of its own, watched by a guard."""

    def __init__(self, browser, house_of, insecure, states):
        self.browser, self.house_of, self.insecure, self.states = browser, house_of, insecure, states
        self.open = []

    def base(self, server):
        host = INSECURE if self.insecure else "127.0.0.1"
        return f"{server.scheme}://{host}:{server.address[1]}"

    def at(self, size="wide", scheme="light", language="en", who=OWNER, path="/", *, server=None, fresh=False, motion="reduce", **options):
        """A page at `path`, signed in as `who` (None: nobody), with `page.guard`.

        People of the house share one session each; `fresh` signs in anew, for tests that sign out or unlock. With `server` it is another server
        than the house's, and `who` is left to the test.
        """
        if server is not None:
            who = None
        target = self.base(server or self.house_of().server)
        state = self._state(target, who) if who and not fresh else None
        # What a worker lets through is not held up by `page.route`; test_pwa.py makes profiles of its own.
        options.setdefault("service_workers", "block")
        context = self.browser.new_context(
            base_url=target, color_scheme=scheme, locale=LANGUAGES[language], reduced_motion=motion, timezone_id="Europe/Berlin", storage_state=options.pop("storage_state", state),
            **SIZES[size], **options)
        context.set_default_timeout(20_000)
        guard = Guard(context, target.split("//")[1])
        page = context.new_page()
        page.guard, page.size = guard, size
        self.open.append(page)
        if who and fresh:
            sign_in(page, who, PASSWORDS[who])
        if path is not None:
            page.goto(path)
        return page

    def _state(self, target, who):
        if (target, who) not in self.states:
            context = self.browser.new_context(base_url=target, locale="en-GB")
            page = context.new_page()
            sign_in(page, who, PASSWORDS[who])
            self.states[target, who] = context.storage_state(indexed_db=True)
            context.close()
        return self.states[target, who]

    def findings(self):
        return [finding for page in self.open for finding in page.guard.findings]

    def check(self):
        for page in self.open:
            if not page.is_closed():
                page.evaluate("0")  # What the page told until now has arrived when this has.
            page.guard.check()

    def take_all(self, name):
        for number, page in enumerate(self.open):
            if not page.is_closed():
                try:
                    web_page.take(page, f"failed-{name}-{number}")
                except Exception as problem:  # A page that hangs gives no picture; the test's own failure counts.
                    print(f"no picture: {problem}")

    def close(self):
        for page in self.open:
            page.context.close()


@pytest.fixture(scope="session")
def session_states():
    """What a browser keeps of a person who has signed in, by server and person."""
    return {}


@pytest.fixture
def pages(request, browser, insecure, session_states):
    opened = Pages(browser, lambda: request.getfixturevalue("house"), insecure, session_states)
    yield opened
    opened.close()


@pytest.fixture
def page_at(pages):
    """Makes pages: `page_at("narrow", scheme="dark", language="zh", who="max", path="/me")`."""
    return pages.at


@pytest.fixture
def narrow(page_at):
    """The owner's phone."""
    return page_at("narrow")


@pytest.fixture
def wide(page_at):
    """The owner's computer."""
    return page_at("wide")


@pytest.fixture(params=list(SIZES))
def screen(request, page_at):
    """The owner's page, once on each size of screen."""
    return page_at(request.param)


@pytest.fixture
def safari(pages):
    """Makes browsers of a size; there is one at a time."""
    if browser_tools.missing("webkit"):
        browser_tools.start("webkit")  # fails or skips, as the environment wants
    made = []

    def make(width, height, server):
        one = SafariLike(width, height)
        made.append(one)
        one.open(pages.base(server) + "/")
        one.see("input[autocomplete=username]")
        one.listen()
        return one

    yield make
    for one in made:
        one.close()
