"""Every screen and every dialog, menu and sheet, on both sizes of screen, light and dark, in both languages: axe finds nothing, nothing
overflows, everything can be touched; dialogs and menus close by Escape and give the focus back."""

import pytest
from folder_tools import add_partition, add_pool
from hearth_server import OWNER
from playwright.sync_api import Error, expect
from tools import wait_until
from web_house import MEMBER, address_of
from web_overlays import answered, listed, overlays, press, sites
from web_page import axe, fits, fits_fingers, says_only_words, settle, take

#: Each screen on both sizes, in both languages, light and dark; one of these walks on the insecure origin too.
WALKS = [("narrow", "zh", "dark")] + [pytest.param(*walk, marks=pytest.mark.slow) for walk in (("narrow", "en", "light"), ("wide", "en", "dark"), ("wide", "zh", "light"))]
#: Songs may have a picture in them or none.
COVERS = r"/thumbnails\?path=.*Song\.wav"


def screens(house, part):
    """(name, who, address) of everything in a part of the app that has an address."""
    invitation = house.invitation() if part == "gates" else ""
    folder, papers = address_of(house.photos), address_of(house.papers)
    return {
        "gates": [("sign in", None, "/"), ("set-up", None, "/setup"), ("invitation", None, f"/invite#{invitation}"), ("about", None, "/about")],
        "files": [
            ("home", OWNER, "/"), ("folder", OWNER, papers), ("pictures", OWNER, folder), ("empty", OWNER, f"{papers}/Empty"),
            ("missing folder", OWNER, f"{papers}/nothing"), ("locked", OWNER, address_of(house.safe_path)), ("shared", OWNER, "/shared"),
            ("read only", OWNER, address_of(house.received)), ("transfers", OWNER, "/transfers"), ("receive", OWNER, "/receive")],
        "viewer": [(f"viewer {kind}", OWNER, address) for kind, address in {
            "picture": f"{folder}?show=IMG_0001.jpg", "film": f"{folder}?show=Beach.webm", "sound": f"{papers}?show=Song.wav",
            "pdf": f"{papers}?show=Insurance.pdf", "text": f"{papers}?show=Shopping.txt", "markdown": f"{papers}?show=Notes.md",
            "no preview": f"{papers}?show=Backup.bin"}.items()],
        "people": [("me", OWNER, "/me"), ("members", OWNER, "/members")],
        "storage": [("storage", OWNER, "/storage"), ("pool", OWNER, "/storage/_default_"), ("folders", OWNER, "/folders"), ("settings", OWNER, "/settings"),
                    ("tasks", OWNER, "/tasks")],
        "member": [("member's home", MEMBER, "/"), ("member's members", MEMBER, "/members"), ("member's storage", MEMBER, "/storage"),
                   ("member's folders", MEMBER, "/folders"), ("member's settings", MEMBER, "/settings"), ("member's me", MEMBER, "/me")],
    }[part]


class Walk:
    """One person's page that goes from screen to screen and gathers what is wrong."""

    def __init__(self, page_at, size, language, scheme):
        self.page_at, self.size, self.language, self.scheme = page_at, size, language, scheme
        self.where = f"{size}, {language}, {scheme}"
        self.pages, self.problems = {}, []

    def page(self, who):
        if who not in self.pages:
            self.pages[who] = self.page_at(self.size, self.scheme, self.language, who=who, path=None)
        return self.pages[who]

    def note(self, name, check, *arguments):
        try:
            check(*arguments)
        except (AssertionError, Error) as problem:
            self.problems.append(f"== {name} ({self.where}): {str(problem)[:1500]}")

    def look(self, name, page):
        """What must hold of anything that is on the screen."""
        self.note(name, axe, page)
        self.note(name, fits, page)
        self.note(name, says_only_words, page)
        if self.size == "narrow":
            self.note(name, fits_fingers, page)
        take(page, f"{name}-{self.size}-{self.language}-{self.scheme}")
        self.problems += [f"== {name} ({self.where}): {finding}" for finding in page.guard.findings]
        page.guard.findings.clear()

    def check(self):
        assert not self.problems, f"{len(self.problems)} findings\n" + "\n".join(self.problems)


def go(page, address):
    try:
        page.goto(address)
    except Error as problem:
        # What was closed a moment ago took its step of the history back meanwhile.
        if "ERR_ABORTED" not in str(problem):
            raise
        page.goto(address)
    expect(page.locator("h1").first).to_be_attached()
    # Behind the question for its password, a locked folder stays what it is.
    expect(page.locator("body:not(:has(dialog[open])) .skeleton")).to_have_count(0)
    settle(page)


@pytest.mark.timeout(180)
@pytest.mark.parametrize("part", ["gates", "files", "viewer", "people", "storage", "member"])
@pytest.mark.parametrize("size, language, scheme", WALKS)
def test_screens(house, page_at, size, language, scheme, part):
    walk = Walk(page_at, size, language, scheme)
    for name, who, address in screens(house, part):
        page = walk.page(who)
        page.guard.expect(f"/resources/s/{house.safe}[?]|/Papers/nothing", 403, 404)
        page.guard.expect(COVERS, 404)
        walk.note(name, go, page, address)
        walk.look(name, page)
    walk.check()


@pytest.fixture(scope="module")
def pool(house, tmp_path_factory):
    """A pool of the owner's with a partition."""
    name = "walk"
    add_pool(house.owner, name, tmp_path_factory.mktemp("pool"))
    add_partition(house.owner, name, "films", 64, "MB")
    yield name
    house.owner.request("DELETE", f"/pools/{name}")
    wait_until(lambda: all(one["name"] != name for one in house.owner.get("/pools").items()), 60, f"the end of {name}")


@pytest.fixture(scope="module")
def files(house):
    """A folder in which names are taken."""
    path = house.folder("Walk", [("a.txt", b"one"), ("b.txt", b"words\n")])
    for inner in ("Sub", "Sub/Deep", "Sub/Deep/Deeper", "Sub/Deep/Deeper/Deepest"):
        house.make(house.owner, f"{path}/{inner}")
    house.owner.send(f"{path}/Sub/a.txt", b"two")
    house.invitation()
    yield path
    house.owner.delete(path).ok()


PARTS = 6


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("size", ["narrow", "wide"])
def test_overlays(house, page_at, pool, files, size, part):
    """Each is seen in both languages, light and dark: what a phone shows in one, a computer shows in the other."""
    walks = [Walk(page_at, size, language, scheme) for language, scheme in (("en", "dark"), ("zh", "light"))]
    for number, one in enumerate(overlays(house, size, pool, files)):
        if number % PARTS != part:
            continue
        walk = walks[(number // PARTS + (size == "wide")) % 2]
        page = walk.page(OWNER)
        page.guard.expect(COVERS, 404)
        page.guard.expect(f"/resources/s/{house.safe}[?]", 403)
        answered(page, one.answers)
        before = len(walk.problems)
        walk.note(one.name, opens, page, walk.language, one)
        if len(walk.problems) == before:
            walk.look(one.name, page)
            if not one.stays:
                walk.note(one.name, closes, page)
        page.unroute_all(behavior="ignoreErrors")
        if one.spoils:
            del walk.pages[OWNER]
    problems = [problem for walk in walks for problem in walk.problems]
    assert not problems, f"{len(problems)} findings\n" + "\n".join(problems)


def test_no_dialog_or_menu_is_left_out(house):
    """A new one belongs into the table of web_overlays.py."""
    assert listed(overlays(house, "wide", "walk", "/walk")) == sites()


def opens(page, language, one):
    go(page, one.address)
    for step in one.steps:
        press(page, language, step)
    expect(page.locator("dialog[open], .menu").last).to_be_visible()
    expect(page.locator("dialog[open] .skeleton")).to_have_count(0)


def closes(page):
    """Escape closes what lies on top, and the focus returns into the page."""
    over = page.locator("dialog[open], .menu")
    count = over.count()
    page.keyboard.press("Escape")
    expect(over).to_have_count(count - 1)
    # The editor has it in a tree of its own, and its host too.
    expect(page.locator(":focus")).not_to_have_count(0)
