"""Dialogs in WebKitGTK, Safari's engine: they open with something to be seen in them; language and colours change in place."""

import pytest
from folder_tools import add_partition, add_pool
from hearth_server import OWNER, OWNER_PASSWORD
from tools import wait_until
from web_house import address_of
from web_texts import text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

ESCAPE = "\ue00c"
#: What the topmost dialog shows: nothing until there is something of some height that nothing else lies over.
SHOWN = """
const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
const body = dialog?.querySelector('.body');
const first = body?.querySelector('input, p, li, button, .name');
if (!first || dialog.querySelector('.skeleton')) return null;
const box = body.getBoundingClientRect(), inside = first.getBoundingClientRect();
if (box.height < 40 || box.width < 200 || inside.height < 8) return null;
return body.contains(document.elementFromPoint(inside.left + inside.width / 2, inside.top + inside.height / 2)) ? dialog.querySelector('h2').innerText : null;
"""
#: How light the page is, from 0 to 765.
GROUND = "return getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).slice(0, 3).map(Number).reduce((sum, one) => sum + one, 0)"


@pytest.fixture
def pool(house, tmp_path):
    """A pool of the owner's with a partition."""
    name = "safari"
    add_pool(house.owner, name, tmp_path)
    add_partition(house.owner, name, "films", 64, "MB")
    yield name
    house.owner.request("DELETE", f"/pools/{name}")
    wait_until(lambda: all(one["name"] != name for one in house.owner.get("/pools").items()), 60, f"the end of {name}")


def dialogs(house, pool, isPhone):
    """(name, address, the screen's title by key or "=text", what to press one after the other)."""
    papers, more = address_of(house.papers), "more"
    file, folder = ("entry.menu", {"name": "Shopping.txt"}), ("entry.menu", {"name": "Empty"})
    return [
        ("new folder", papers, "=Papers", [more, "folder.new"] if isPhone else ["folder.new"]),
        ("rename", papers, "=Papers", [file, "rename"]),
        ("share", papers, "=Papers", [folder, "share"]),
        ("picker", papers, "=Papers", [folder, "move.to"]),
        ("unlock", "/", "nav.files", ["=Safe"]),
        ("invite", "/members", "nav.members", ["members.invite"]),
        ("new pool", "/storage", "nav.storage", ["pool.add.directory"]),
        ("new partition", f"/storage/{pool}", f"={pool}", ["partition.add"]),
        ("new managed folder", "/folders", "folders.title", ["folders.add"]),
    ]


def said(language, what):
    """What the app writes for it."""
    if isinstance(what, str) and what.startswith("="):
        return what[1:]
    key, values = (what, {}) if isinstance(what, str) else what
    return text(language, key, **values)


def walk(page, language, house, pool, isPhone):
    for name, address, title, steps in dialogs(house, pool, isPhone):
        page.go(address)
        page.see("h1", said(language, title))
        page.gone("main .skeleton")
        for step in steps:
            page.press(said(language, step))
        page.until(SHOWN, f"something to be seen in the dialog “{name}”")
        page.check(name)
        page.keys(ESCAPE)
        page.gone("dialog[open]")


def sign_in(page):
    page.type_into("input[autocomplete=username]", OWNER)
    page.type_into("input[autocomplete=current-password]", OWNER_PASSWORD)
    page.press(text("en", "sign-in.action"))
    page.see("h1", text("en", "nav.files"))


def test_language_and_colours_change_in_place_and_all_dialogs_keep_to_them(house, safari, pool):
    page = safari(390, 844, house.server)
    sign_in(page)
    page.go("/me")
    page.see("h1", text("en", "nav.me"))
    light = page.run(GROUND)
    page.press("中文")
    page.see("h1", text("zh", "nav.me"))
    assert page.run("return document.documentElement.lang").startswith("zh")
    page.press(text("zh", "theme.dark"))
    page.until(f"return (() => {{ {GROUND} }})() < 200", "a dark page")
    assert light > 600
    page.check("me")
    walk(page, "zh", house, pool, isPhone=True)


def test_all_dialogs_on_a_computer(house, safari, pool):
    page = safari(1280, 800, house.server)
    sign_in(page)
    walk(page, "en", house, pool, isPhone=False)


def test_undo_is_above_a_dialog(house, safari):
    path = house.folder("Safari toast", [("one.txt", b"1")])
    page = safari(1280, 800, house.server)
    sign_in(page)
    # Toasts that stay for as long as the test needs.
    page.run("const plain = setTimeout; window.setTimeout = (run, time, ...rest) => (time === 8000 ? 0 : plain(run, time, ...rest))")
    page.go(address_of(path))
    page.press(text("en", "entry.menu", name="one.txt"))
    page.press(text("en", "rename"))
    page.until("return document.activeElement?.closest('dialog') != null", "the field to have the focus")
    page.keys("two\ue007")
    page.see("[data-index] .name", "two")
    page.press(text("en", "folder.new"))
    page.see("dialog[open] .toast", "two")
    page.check("a toast above a dialog")
    page.press(text("en", "undo"))
    page.see("[data-index] .name", "one")
    page.see("dialog[open] input")
    house.owner.delete(path).ok()
