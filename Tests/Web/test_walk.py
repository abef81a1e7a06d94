"""Every screen and every dialog, menu and sheet, on both sizes of screen, light and dark, in both languages: axe finds nothing, nothing
overflows, everything can be touched; dialogs close by Escape and Back and give the focus back."""

import re

import pytest
from hearth_server import OWNER
from playwright.sync_api import Error, expect
from web_house import MEMBER, address_of
from web_page import axe, fits, fits_fingers, settle, take
from web_texts import text

WALKS = {"narrow": "en", "wide": "zh"}
#: Songs may have a picture in them or none.
COVERS = r"/thumbnails\?path=.*Song\.wav"


def screens(house):
    """By part of the app: (name, who, address) of everything that has an address."""
    folder, papers = address_of(house.photos), address_of(house.papers)
    return {
        "gates": [("sign in", None, "/"), ("set-up", None, "/setup"), ("invitation", None, f"/invite#{house.invitation()}"), ("about", None, "/about")],
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
    }


def overlays(house, is_wide):
    """By part of the app: (name, address, what to press one after the other): texts by key, or (key, values)."""
    papers, more = address_of(house.papers), "more"
    text_file, folder, member = ("entry.menu", {"name": "Shopping.txt"}), ("entry.menu", {"name": "Empty"}), ("members.menu", {"name": "max"})
    kitchen = ("entry.menu", {"name": "Kitchen"})
    return {
        "menus": [
            ("upload menu", papers, ["upload"]), ("folder menu", papers, [more]), ("entry menu", papers, [text_file]), ("filter", papers, ["filter"]),
            ("member menu", "/members", [member])],
        "files": [
            ("unlock", "/", ["=Safe"]), ("new folder", papers, ["folder.new"] if is_wide else [more, "folder.new"]),
            ("rename", papers, [text_file, "rename"]), ("details", papers, [text_file, "details"]), ("delete", papers, [text_file, "delete"]),
            ("move to", papers, [text_file, "move.to"]), ("copy to", papers, [folder, "copy.to"]), ("share", papers, [folder, "share"])],
        "people": [
            ("edit me", "/me", ["me.edit"]), ("change password", "/me", ["me.password"]), ("add member", "/members", ["members.add"]),
            ("invite", "/members", ["members.invite"]), ("rename member", "/members", [member, "members.rename"]),
            ("member's password", "/members", [member, "members.password"]), ("hand over", "/members", [member, "members.owner"]),
            ("remove member", "/members", [member, "members.remove"])],
        "storage": [
            ("add directory", "/storage", ["pool.add.directory"]), ("make folder", "/folders", ["folders.add"]),
            ("edit folder", "/folders", [kitchen, "folders.edit"]), ("delete folder", "/folders", [kitchen, "delete"])],
    }


class Walk:
    """One person's page that goes from screen to screen and gathers what is wrong."""

    def __init__(self, page_at, size, language):
        self.page_at, self.size, self.language = page_at, size, language
        self.pages, self.problems = {}, []

    def page(self, who):
        if who not in self.pages:
            self.pages[who] = self.page_at(self.size, language=self.language, who=who, path=None)
        return self.pages[who]

    def note(self, name, check, *arguments):
        try:
            check(*arguments)
        except (AssertionError, Error) as problem:
            self.problems.append(f"== {name} ({self.size}, {self.language}): {str(problem)[:1500]}")

    def look(self, name, page):
        """What must hold of anything that is on the screen."""
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            self.note(f"{name}, {scheme}", axe, page)
        take(page, f"{name}-{self.size}-{self.language}-dark")
        page.emulate_media(color_scheme="light")
        take(page, f"{name}-{self.size}-{self.language}-light")
        self.note(name, fits, page)
        if self.size == "narrow":
            self.note(name, fits_fingers, page)
        self.problems += [f"== {name} ({self.size}, {self.language}): {finding}" for finding in page.guard.findings]
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


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.parametrize("part", ["gates", "files", "viewer", "people", "storage", "member"])
@pytest.mark.parametrize("size", WALKS)
def test_screens(house, page_at, size, part):
    walk = Walk(page_at, size, WALKS[size])
    for name, who, address in screens(house)[part]:
        page = walk.page(who)
        page.guard.expect(f"/resources/s/{house.safe}[?]|/Papers/nothing", 403, 404)
        page.guard.expect(COVERS, 404)
        walk.note(name, go, page, address)
        walk.look(name, page)
    walk.check()


def press(page, language, what):
    """Presses what carries a text, in what lies on top."""
    top = page.locator("dialog[open]").last if page.locator("dialog[open]").count() else page.locator(".menu") if page.locator(".menu").count() else page
    if isinstance(what, str) and what.startswith("="):
        top.get_by_text(what[1:]).first.click()
        return
    key, values = (what, {}) if isinstance(what, str) else what
    name = re.compile(rf"^{re.escape(text(language, key, **values))}")
    top.get_by_role("button", name=name).or_(top.get_by_role("menuitem", name=name)).locator("visible=true").nth(values.get("nth", 0)).click()


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.parametrize("part", ["menus", "files", "people", "storage"])
@pytest.mark.parametrize("size", WALKS)
def test_overlays(house, page_at, size, part):
    walk = Walk(page_at, size, WALKS[size])
    page = walk.page(OWNER)
    page.guard.expect(COVERS, 404)
    page.guard.expect(f"/resources/s/{house.safe}[?]", 403)
    for name, address, steps in overlays(house, size == "wide")[part]:
        before = len(walk.problems)
        walk.note(name, opens, page, walk.language, address, steps)
        if len(walk.problems) == before:
            walk.look(name, page)
            walk.note(name, closes, page)
    walk.check()


def opens(page, language, address, steps):
    go(page, address)
    for step in steps:
        press(page, language, step)
    expect(page.locator("dialog[open], .menu, .filter-field, search input, [role=search] input").last).to_be_visible()
    expect(page.locator("dialog[open] .skeleton")).to_have_count(0)


def closes(page):
    """Escape closes what lies on top, and the focus returns into the page."""
    over = page.locator("dialog[open], .menu")
    count = over.count()
    if not count:
        return
    page.keyboard.press("Escape")
    expect(over).to_have_count(count - 1)
    expect(page.locator(":focus")).to_have_count(1)
