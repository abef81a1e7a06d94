"""Files: lists, selection, keys, menus, moving, sharing, encrypted folders, what is kept for offline."""

import re

import pytest
from playwright.sync_api import expect
from folder_tools import share
from tools import wait_until
from web_house import MEMBER, SAFE_PASSWORD, address_of
from web_page import answer_of, axe, closed, fits, fits_fingers, take, until_true

THREE = [("a.txt", b"a"), ("b.txt", b"bb"), ("c.txt", b"ccc")]


def row(page, name):
    return page.locator(f".entry[aria-label^={name!r}]")


def chosen(page):
    return page.locator(".entry[aria-selected=true]")


def names(page):
    return [label.split(",")[0] for label in page.locator(".entry").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")]


def toast(page, text):
    expect(page.locator(".toast").filter(has_text=text)).to_be_visible()


def kept_lists(page):
    """The lists that the browser keeps."""
    return page.evaluate("""() => new Promise((done) => { const opening = indexedDB.open('hearth'); opening.onsuccess = () => {
        const all = opening.result.transaction('lists').objectStore('lists').getAllKeys(); all.onsuccess = () => done(all.result); }; })""")


def menu(page, name, item):
    """Chooses from the menu of an entry, as it is on this size of screen."""
    row(page, name).locator(".entry-menu").click()
    page.locator(".menu-item").filter(has_text=item).first.click()


@pytest.fixture
def folder(house):
    return house.folder("Files", THREE)


@pytest.mark.parametrize("layout", ["list", "grid"])
def test_a_folder_shows_itself(house, screen, layout):
    screen.goto(address_of(house.papers))
    if layout == "grid":
        screen.evaluate("localStorage.setItem('view', JSON.stringify({layout: 'grid'}))")
        screen.reload()
    expect(row(screen, "Insurance.pdf")).to_be_visible()
    expect(screen).to_have_title(re.compile("Papers"))
    axe(screen)
    fits(screen)
    if screen.size == "narrow":
        fits_fingers(screen)
    take(screen, f"folder-{layout}-{screen.size}")


@pytest.mark.parametrize("layout", ["list", "grid"])
def test_rows_show_their_own_pictures(house, wide, layout):
    """Rows take over the elements of others: never their pictures."""
    wide.goto(address_of(house.photos))
    for order, first in (("asc", "Beach"), ("desc", "IMG_0006")):
        wide.evaluate("(view) => localStorage.setItem('view', JSON.stringify(view))", {"layout": layout, "sort": "name", "order": order})
        wide.reload()
        expect(wide.locator("[data-index='0']")).to_contain_text(first)
        expect(row(wide, "IMG_0003").locator("img")).to_be_visible()
        until_true(wide, """[...document.querySelectorAll('.entry')].every((one) => {
          const name = one.querySelector('.name').title, image = one.querySelector('img');
          return image ? image.naturalWidth > 0 && decodeURIComponent(image.src).includes(name) : !name.endsWith('.jpg');
        })""")
    wide.evaluate("localStorage.removeItem('view')")


@pytest.mark.parametrize("path", ["/", "/shared"])
def test_the_top_shows_itself(house, page_at, path):
    page = page_at("narrow", scheme="dark", language="zh", path=path)
    expect(page.locator(".folder-card").first).to_be_visible()
    axe(page)
    fits(page)
    fits_fingers(page)


def test_the_top_takes_uploads_and_new_folders(house, screen):
    screen.get_by_role("button", name="Upload").click()
    sheet = screen.locator(".menu, dialog[open]")
    expect(sheet).to_contain_text("Upload to olivia’s files")
    axe(screen)
    with screen.expect_file_chooser() as chooser:
        sheet.locator(".menu-item").filter(has_text="Photos and videos").click()
    chooser.value.set_files([{"name": "From the top.png", "mimeType": "image/png", "buffer": b"x" * 2000}])
    toast(screen, "Uploading to olivia’s files")
    expect(screen.locator(".dock")).to_contain_text("uploaded")
    assert "From the top.png" in [item["name"] for item in house.owner.list(house.home).items()]
    screen.locator(".toast").get_by_role("button", name="Open").click()
    expect(row(screen, "From the top.png")).to_be_visible()
    screen.goto("/")
    screen.get_by_role("button", name="New folder").click()
    dialog = screen.get_by_role("dialog")
    expect(dialog.locator(".new-where")).to_contain_text("olivia’s files")
    axe(screen)
    fits(screen)
    dialog.get_by_role("textbox").fill(f"Made at the top {screen.size}")
    screen.keyboard.press("Enter")
    expect(screen).to_have_url(re.compile(r"/folder/s/\d+/Made%20at%20the%20top"))
    expect(screen.locator(".empty")).to_be_visible()
    # A folder that is looked at is asked for again.
    closed(screen)
    screen.goto("/me")
    made = [item["path"] for item in house.owner.list(house.home).items() if item["name"].startswith(("Made at", "From the"))]
    house.owner.json("DELETE", "/resources", {"paths": made}).ok()


def test_the_top_asks_for_another_place(house, screen):
    path = house.folder("Other")
    place = path.rsplit("/", 1)[1]
    screen.get_by_role("button", name="Upload").click()
    screen.locator(".menu-item").filter(has_text="another folder").click()
    picker = screen.locator("dialog.picker")
    expect(picker).to_contain_text("Upload to another folder")
    picker.locator(".menu-item").filter(has_text="olivia’s files").click()
    picker.locator(".menu-item").filter(has_text=place).click()
    picker.get_by_role("button", name="Choose").click()
    sheet = screen.locator(".menu, dialog[open]:not(.picker)")
    expect(sheet).to_contain_text(f"Upload to {place}")
    with screen.expect_file_chooser() as chooser:
        sheet.locator(".menu-item").filter(has_text="Photos and videos").click()
    chooser.value.set_files([{"name": "a.png", "mimeType": "image/png", "buffer": b"x"}])
    expect(screen.locator(".dock")).to_contain_text("uploaded")
    assert [item["name"] for item in house.owner.list(path).items()] == ["a.png"]

    screen.get_by_role("button", name="New folder").click()
    screen.get_by_role("button", name="Elsewhere").click()
    picker.locator(".menu-item").filter(has_text="Kitchen").click()
    picker.get_by_role("button", name="Choose").click()
    dialog = screen.get_by_role("dialog")
    expect(dialog.locator(".new-where")).to_contain_text("Kitchen")
    dialog.get_by_role("textbox").fill(f"Elsewhere {screen.size}")
    screen.keyboard.press("Enter")
    expect(screen.locator(".empty")).to_be_visible()
    made = [item["path"] for item in house.owner.list(house.kitchen_path).items() if item["name"] == f"Elsewhere {screen.size}"]
    house.owner.json("DELETE", "/resources", {"paths": made}).ok()
    assert len(made) == 1


class Held:
    """A file of the computer's that is held over the page, and dropped."""

    def __init__(self, page, file):
        self.tools = page.context.new_cdp_session(page)
        self.data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}

    def _send(self, kind, target):
        # A heading of something that is still read is drawn anew.
        box = wait_until(target.bounding_box)
        self.tools.send("Input.dispatchDragEvent", {"type": kind, "x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "data": self.data})

    def over(self, target):
        self._send("dragEnter", target)
        self._send("dragOver", target)

    def drop(self, target):
        self._send("drop", target)


def card(page, name):
    return page.locator(".folder-card").filter(has_text=name)


@pytest.fixture
def note(tmp_path):
    file = tmp_path / "Dropped note.txt"
    file.write_bytes(b"From the desk.\n")
    return file


def taken_back(house, *folders):
    """Removes what a test dropped into folders of the family, and says where it had been."""
    there = [f"{folder}/Dropped note.txt" for folder in folders if "Dropped note.txt" in [item["name"] for item in house.owner.list(folder).items()]]
    house.owner.json("DELETE", "/resources", {"paths": there}).ok()
    return [path.rsplit("/", 1)[0] for path in there]


def test_a_drop_goes_to_the_card_it_is_held_over(house, wide, note):
    held = Held(wide, note)
    hint = wide.locator(".drop-hint")
    expect(wide.get_by_role("button", name="Upload")).to_be_visible()
    held.over(card(wide, "For everybody"))
    expect(hint).to_contain_text("For everybody: You may not change anything here")
    axe(wide)
    held.over(wide.locator(".screen-scroller"))
    expect(hint).to_contain_text("Drop to upload into “olivia’s files”")
    axe(wide)
    take(wide, "drop-top")
    held.over(card(wide, "Kitchen"))
    expect(hint).to_contain_text("Drop to upload into “Kitchen”")
    expect(wide.locator(".target")).to_have_count(1)
    held.drop(card(wide, "Kitchen"))
    expect(hint).to_have_count(0)
    expect(wide.locator(".target")).to_have_count(0)
    toast(wide, "Uploading to Kitchen")
    expect(wide.locator(".dock")).to_contain_text("One file uploaded")
    assert taken_back(house, house.kitchen_path, house.home) == [house.kitchen_path]


@pytest.mark.parametrize("path", ["/shared", "/me", "/storage"])
def test_a_drop_without_a_folder_goes_to_ones_own(house, wide, note, path):
    wide.goto(path)
    held = Held(wide, note)
    heading = wide.get_by_role("heading", level=1)
    expect(heading).to_be_visible()
    held.over(heading)
    expect(wide.locator(".drop-hint")).to_contain_text("Drop to upload into “olivia’s files”")
    held.drop(heading)
    toast(wide, "Uploading to olivia’s files")
    expect(wide.locator(".dock")).to_contain_text("One file uploaded")
    assert taken_back(house, house.home) == [house.home]


def test_a_drop_goes_into_the_folder_of_a_row_or_the_open_one(house, wide, note):
    path = house.folder("Dropped", THREE)
    house.make(house.owner, f"{path}/Sub")
    wide.goto(address_of(path))
    held = Held(wide, note)
    hint = wide.locator(".drop-hint")
    held.over(row(wide, "a.txt"))
    expect(hint).to_contain_text(f"Drop to upload into “{path.rsplit('/', 1)[1]}”")
    held.over(row(wide, "Sub"))
    expect(hint).to_contain_text("Drop to upload into “Sub”")
    expect(row(wide, "Sub")).to_have_class(re.compile("target"))
    held.drop(row(wide, "Sub"))
    toast(wide, "Uploading to Sub")
    expect(wide.locator(".dock")).to_contain_text("One file uploaded")
    held.over(row(wide, "a.txt"))
    held.drop(row(wide, "a.txt"))
    expect(row(wide, "Dropped note.txt")).to_be_visible()
    assert [item["name"] for item in house.owner.list(f"{path}/Sub").items()] == ["Dropped note.txt"]


def test_a_drop_onto_a_locked_folder_asks_for_its_password(house, page_at, note):
    page = page_at("wide", fresh=True)
    held = Held(page, note)
    expect(card(page, "Safe")).to_contain_text("locked")
    held.over(card(page, "Safe"))
    expect(page.locator(".drop-hint")).to_contain_text("Safe")
    held.drop(card(page, "Safe"))
    field = page.get_by_role("dialog").locator("input")
    field.fill(SAFE_PASSWORD)
    field.press("Enter")
    expect(page.locator(".dock")).to_contain_text("One file uploaded")
    house.unlock_for(house.owner)
    assert taken_back(house, house.safe_path, house.home) == [house.safe_path]


def test_a_paste_without_a_folder_goes_to_ones_own(house, screen):
    expect(screen.get_by_role("button", name="Upload")).to_be_visible()
    screen.evaluate("""() => { const data = new DataTransfer(); data.items.add(new File(['x'], 'Dropped note.txt'));
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }""")
    toast(screen, "Uploading to olivia’s files")
    expect(screen.locator(".dock")).to_contain_text("One file uploaded")
    assert taken_back(house, house.home) == [house.home]


def test_pointer_selects_as_in_a_file_manager(folder, wide):
    wide.goto(address_of(folder))
    row(wide, "a.txt").click()
    expect(chosen(wide)).to_have_count(1)
    row(wide, "c.txt").click(modifiers=["Shift"])
    expect(chosen(wide)).to_have_count(3)
    row(wide, "b.txt").click(modifiers=["Control"])
    expect(chosen(wide)).to_have_count(2)
    row(wide, "b.txt").click()
    expect(chosen(wide)).to_have_count(1)
    # The address leads to the selection.
    expect(wide).to_have_url(re.compile(r"\?select=b\.txt$"))
    wide.reload()
    expect(chosen(wide)).to_have_count(1)
    expect(row(wide, "b.txt")).to_have_attribute("aria-selected", "true")


def test_keys_do_what_they_do_in_a_file_manager(folder, wide):
    wide.goto(address_of(folder))
    expect(row(wide, "a.txt")).to_be_visible()
    wide.keyboard.press("ArrowDown")
    expect(row(wide, "a.txt")).to_have_attribute("aria-selected", "true")
    wide.keyboard.press("Shift+End")
    expect(chosen(wide)).to_have_count(3)
    wide.keyboard.press("Home")
    expect(chosen(wide)).to_have_count(1)
    wide.keyboard.press("Control+ArrowDown")
    wide.keyboard.press(" ")
    expect(chosen(wide)).to_have_count(2)
    wide.keyboard.press("Escape")
    expect(chosen(wide)).to_have_count(0)
    wide.keyboard.press("Control+a")
    expect(chosen(wide)).to_have_count(3)
    wide.keyboard.press("c")
    expect(chosen(wide)).to_have_count(1)
    expect(row(wide, "c.txt")).to_have_attribute("aria-selected", "true")
    wide.keyboard.press("/")
    field = wide.get_by_role("searchbox")
    expect(field).to_be_focused()
    field.fill("b.")
    expect(wide.locator(".entry[data-index]")).to_have_count(1)
    wide.keyboard.press("Escape")
    expect(wide.locator(".entry[data-index]")).to_have_count(3)


def test_everything_under_a_filter_is_what_the_filter_shows(house, wide):
    path = house.folder("Filter", [*THREE, ("other.md", b"x")])
    wide.goto(address_of(path))
    expect(row(wide, "a.txt")).to_be_visible()
    wide.keyboard.press("/")
    wide.get_by_role("searchbox").fill(".txt")
    expect(wide.locator(".entry[data-index]")).to_have_count(3)
    row(wide, "a.txt").click()
    wide.keyboard.press("Control+a")
    expect(chosen(wide)).to_have_count(3)
    wide.keyboard.press("Delete")
    wide.get_by_role("dialog").get_by_role("button", name="Delete").click()
    toast(wide, "3 items deleted")
    assert [item["name"] for item in house.owner.list(path).items()] == ["other.md"]


def test_rename_keeps_the_ending_and_can_be_undone(house, screen):
    path = house.folder("Rename", [("letter.txt", b"a")])
    screen.goto(address_of(path))
    menu(screen, "letter.txt", "Rename")
    field = screen.get_by_role("dialog").get_by_role("textbox")
    expect(field).to_be_focused()
    selected = "(e) => e.value.slice(e.selectionStart, e.selectionEnd)"
    for _ in range(50):
        if field.evaluate(selected) == "letter":
            break
    assert field.evaluate(selected) == "letter"
    field.fill("letter.doc")
    expect(screen.get_by_role("dialog")).to_contain_text("extension changes")
    axe(screen)
    field.press("Enter")
    expect(row(screen, "letter.doc")).to_be_visible()
    screen.locator(".toast").get_by_role("button", name="Undo").click()
    expect(row(screen, "letter.txt")).to_be_visible()


def make_folder(page, name):
    """Makes a folder in the one that is open, which is selected then."""
    if page.size == "narrow":
        page.get_by_role("button", name="More").click()
        page.locator(".menu-item").filter(has_text="New folder").click()
    else:
        page.get_by_role("button", name="New folder").click()
    page.get_by_role("dialog").get_by_role("textbox").fill(name)
    page.keyboard.press("Enter")
    expect(row(page, name)).to_have_attribute("aria-selected", "true")


def is_uncovered(entry):
    """Whether nothing lies over any corner of an entry."""
    return entry.evaluate("""(one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return [left + 20, (left + right) / 2, right - 20].every((x) => [top + 4, bottom - 4].every((y) => one.contains(document.elementFromPoint(x, y))));
    }""")


def test_a_new_folder_is_shown_and_selected(house, screen):
    path = house.folder("New")
    screen.goto(address_of(path))
    expect(screen.locator(".empty")).to_be_visible()
    axe(screen)
    fits(screen)
    make_folder(screen, "照片 2026")


def test_a_new_folder_comes_into_view_in_a_long_list(house, screen):
    path = house.folder("Long")
    for number in range(230):
        house.make(house.owner, f"{path}/{number:03}")
    screen.goto(address_of(path))
    expect(row(screen, "000")).to_be_visible()
    make_folder(screen, "zoo")
    expect(row(screen, "zoo")).to_be_in_viewport(ratio=1)
    # So does what somebody is sent the address of.
    screen.goto("/me")
    screen.goto(f"{address_of(path)}?select=211")
    expect(row(screen, "211")).to_have_attribute("aria-selected", "true")
    expect(row(screen, "211")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("layout", ["list", "grid"])
def test_nothing_lies_over_what_comes_into_view(house, screen, layout):
    """The bar of what is selected lies over the list, and on a phone the button for uploads."""
    path = house.folder("Covered", [(f"{number:02}.txt", b"x") for number in range(60)])
    screen.goto(address_of(path))
    screen.evaluate("(layout) => localStorage.setItem('view', JSON.stringify({layout}))", layout)
    screen.goto(f"{address_of(path)}?select=40.txt")
    expect(screen.locator(".selection-bar")).to_be_visible()
    wait_until(lambda: is_uncovered(row(screen, "40.txt")), what="the entry that the address names")
    screen.locator(".window-list [tabindex='0']").focus()
    for key in ["ArrowDown", "ArrowDown", "End"]:
        screen.keyboard.press(key)
        wait_until(lambda: chosen(screen).count() == 1 and is_uncovered(chosen(screen)), what=f"the entry after {key}")
    expect(row(screen, "59.txt")).to_have_attribute("aria-selected", "true")


def test_delete_names_what_is_lost(house, screen):
    path = house.folder("Delete", THREE)
    house.make(house.owner, f"{path}/Sub")
    house.owner.send(f"{path}/Sub/deep.bin", b"x" * 2048)
    screen.goto(address_of(path))
    menu(screen, "Sub", "Delete")
    dialog = screen.get_by_role("dialog")
    expect(dialog).to_contain_text("1 file")
    expect(dialog).to_contain_text("2 kB")
    axe(screen)
    dialog.get_by_role("button", name="Delete").click()
    expect(row(screen, "Sub")).to_have_count(0)
    expect(row(screen, "a.txt")).to_have_count(1)


def test_what_was_shared_with_me_is_changed_where_it_lies(house, screen):
    name = f"Journey {screen.size}"
    given = house.make(house.member, f"{house.member.home()}/{name}")
    house.member.send(f"{given}/a.txt", b"a")
    share(house.member, given, [house.owner.user_id], read=1, write=1, deleted=1).ok()

    def choose(what, of):
        screen.get_by_role("button", name=f"Actions for {of}").first.click()
        screen.locator(".menu-item").filter(has_text=what).click()

    screen.goto("/")
    choose("Rename", name)
    screen.get_by_role("dialog").get_by_role("textbox").fill(f"New {name}")
    screen.keyboard.press("Enter")
    toast(screen, "New Journey")
    closed(screen)
    assert f"New {name}" in [item["name"] for item in house.member.list(house.member.home()).items()]
    screen.goto("/shared")
    choose("Copy to", f"New {name}")
    dialog = screen.get_by_role("dialog")
    dialog.get_by_text("olivia’s files").click()
    dialog.get_by_role("button", name="Copy here").click()
    toast(screen, "copied")
    assert house.owner.content(f"{house.home}/New {name}/a.txt") == b"a"
    house.owner.delete(f"{house.home}/New {name}").ok()
    closed(screen)
    choose("Delete", f"New {name}")
    expect(dialog).to_contain_text(f"It is deleted for {MEMBER} too")
    expect(dialog).to_contain_text("1 file")
    axe(screen)
    fits(screen)
    dialog.get_by_role("button", name="Delete", exact=True).click()
    expect(screen.get_by_role("button", name=f"Actions for New {name}")).to_have_count(0)
    assert f"New {name}" not in [item["name"] for item in house.member.list(house.member.home()).items()]


def test_a_folder_does_not_take_anothers_place(house, wide):
    path = house.folder("Places")
    for inner in ("Sub", "Target", "Target/Sub"):
        house.make(house.owner, f"{path}/{inner}")
    wide.guard.expect("/resources$", 409)
    wide.goto(address_of(path))
    menu(wide, "Sub", "Move to")
    dialog = wide.get_by_role("dialog")
    dialog.get_by_text("Target").click()
    dialog.get_by_role("button", name="Move here").click()
    dialog.get_by_role("button", name="Replace").click()
    expect(dialog).to_contain_text("A folder is among the names that are taken")
    expect(dialog.get_by_role("button", name="Replace")).to_have_count(0)
    axe(wide)
    dialog.get_by_role("button", name="Keep both").click()
    toast(wide, "moved")
    assert sorted(item["name"] for item in house.owner.list(f"{path}/Target").items()) == ["Sub", "Sub(1)"]


def test_a_menu_goes_with_its_list_and_not_with_news_of_an_older_scroll(house, wide):
    """Browsers tell of a scroll with the next frame, when the menu may be open already."""
    wide.goto(address_of(house.folder("Scrolls", [(f"{number:02}.txt", b"x") for number in range(40)])))
    row(wide, "03.txt").locator(".entry-menu").click()
    items = wide.locator(".menu-item")
    expect(items.first).to_be_visible()
    rows = wide.locator(".window-list")
    rows.evaluate("(list) => { list.dispatchEvent(new Event('scroll')); }")
    wide.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    expect(items.first).to_be_visible()
    rows.evaluate("(list) => { list.scrollTop = 100; }")
    expect(items).to_have_count(0)


def test_delete_names_who_else_loses_it(house, wide):
    path = house.folder("Given", [("a.txt", b"a")])
    house.make(house.owner, f"{path}/Journey")
    share(house.owner, f"{path}/Journey", [house.member.user_id], read=1, write=0, deleted=0).ok()
    parent, name = path.rsplit("/", 1)
    wide.goto(address_of(parent))
    menu(wide, name, "Delete")
    dialog = wide.get_by_role("dialog")
    expect(dialog).to_contain_text(f"It is shared with {MEMBER}")
    expect(dialog).to_contain_text("everything inside folders")
    dialog.get_by_role("button", name="Cancel").click()
    closed(wide)
    wide.goto(address_of(path))
    menu(wide, "a.txt", "Delete")
    expect(dialog).to_contain_text("1 file")
    expect(dialog).not_to_contain_text("everything inside folders")
    expect(dialog).not_to_contain_text("shared with")


def test_what_is_waited_for_is_shown(house, wide):
    """Where a folder is encrypted the server answers when all is done, without a task."""
    path = house.folder("Slow", THREE)
    house.make(house.owner, f"{path}/Sub")
    wide.goto(address_of(path))
    held = []
    wide.route("**/api/v1/resources", lambda route: held.append(route) if route.request.method in ("PATCH", "DELETE") else route.fallback())
    menu(wide, "a.txt", "Delete")
    wide.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(wide.locator(".works")).to_contain_text("Deleting")
    expect(row(wide, "a.txt")).to_have_attribute("aria-busy", "true")
    [route] = held
    route.continue_()
    expect(wide.locator(".works")).to_be_empty()
    expect(row(wide, "a.txt")).to_have_count(0)


def test_pictures_stay_while_one_chooses(house, screen):
    screen.goto(f"{address_of(house.photos)}?select=IMG_0001.jpg")
    expect(row(screen, "IMG_0001.jpg")).to_have_attribute("aria-selected", "true")
    for name in ("IMG_0001.jpg", "IMG_0002.jpg"):
        expect(row(screen, name).locator(".preview img")).to_be_visible()
        expect(row(screen, name).locator("input")).to_be_visible()
    take(screen, f"choosing-{screen.size}")


def test_moving_to_a_folder_and_back(house, screen):
    path = house.folder("Move", THREE)
    house.make(house.owner, f"{path}/Sub")
    screen.goto(address_of(path))
    menu(screen, "a.txt", "Move to")
    dialog = screen.get_by_role("dialog")
    here = dialog.get_by_role("button", name="Move here")
    expect(here).to_have_attribute("aria-disabled", "true")
    dialog.locator(".menu-item").filter(has_text="Sub").click()
    expect(here).not_to_have_attribute("aria-disabled", "true")
    axe(screen)
    fits(screen)
    here.click()
    expect(row(screen, "a.txt")).to_have_count(0)
    screen.locator(".toast").get_by_role("button", name="Undo").click()
    expect(row(screen, "a.txt")).to_have_count(1)
    assert house.owner.list(f"{path}/Sub").items() == []


def test_a_folder_does_not_go_into_itself(house, wide):
    path = house.folder("Itself", THREE)
    house.make(house.owner, f"{path}/Sub")
    wide.goto(address_of(path))
    menu(wide, "Sub", "Move to")
    line = wide.get_by_role("dialog").locator(".menu-item").filter(has_text="Sub")
    expect(line).to_have_attribute("aria-disabled", "true")
    expect(line).to_contain_text("cannot go into itself")


def test_names_that_are_taken_are_asked_about(house, wide):
    path = house.folder("Taken", [("a.txt", b"new"), ("b.txt", b"b")])
    house.make(house.owner, f"{path}/Sub")
    house.owner.send(f"{path}/Sub/a.txt", b"old")
    wide.guard.expect(r"/resources$", 409)
    wide.goto(address_of(path))
    row(wide, "a.txt").click()
    row(wide, "b.txt").click(modifiers=["Shift"])
    wide.get_by_role("toolbar").get_by_role("button", name="Move to").click()
    dialog = wide.get_by_role("dialog")
    dialog.locator(".menu-item").filter(has_text="Sub").click()
    dialog.get_by_role("button", name="Move here").click()
    expect(dialog).to_contain_text("Names are taken in Sub")
    axe(wide)
    dialog.get_by_role("button", name="Keep both").click()
    toast(wide, "Moved to Sub")
    expect(wide.get_by_role("button", name="Undo")).to_have_count(0)
    expect(wide.locator(".entry[data-index]")).to_have_count(1)
    assert len(house.owner.list(f"{path}/Sub").items()) == 3


def test_dragging_moves_into_a_folder(house, wide):
    path = house.folder("Drag", THREE)
    house.make(house.owner, f"{path}/Sub")
    wide.goto(address_of(path))
    row(wide, "a.txt").drag_to(row(wide, "Sub"))
    toast(wide, "Moved to Sub")
    expect(row(wide, "a.txt")).to_have_count(0)
    # And up again by the way above.
    row(wide, "Sub").dblclick()
    row(wide, "a.txt").drag_to(wide.locator(".breadcrumb a").last)
    expect(wide.locator(".entry[data-index]")).to_have_count(0)
    assert sorted(item["name"] for item in house.owner.list(path).items()) == ["Sub", "a.txt", "b.txt", "c.txt"]


def test_a_download_keeps_its_name(house, screen):
    name = "很长的名字" * 16 + ".txt"
    path = house.folder("Download", [(name, b"content"), ("b.txt", b"b")])
    screen.goto(address_of(path))
    with screen.expect_download() as download:
        menu(screen, name[:8], "Download")
    assert download.value.suggested_filename == name
    with screen.expect_download() as download:
        screen.keyboard.press("Control+a")
        screen.get_by_role("toolbar").get_by_role("button", name="Download").click()
    assert download.value.suggested_filename.endswith(".zip")


def test_touch_opens_and_long_press_selects(house, narrow):
    path = house.folder("Touch", THREE)
    house.make(house.owner, f"{path}/Sub")
    narrow.goto(address_of(path))
    box = row(narrow, "a.txt").bounding_box()
    tools = narrow.context.new_cdp_session(narrow)
    point = {"x": box["x"] + 120, "y": box["y"] + 20}
    tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(row(narrow, "a.txt")).to_have_attribute("aria-selected", "true")
    tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    row(narrow, "b.txt").tap()
    expect(chosen(narrow)).to_have_count(2)
    take(narrow, "selection-narrow")
    fits(narrow)
    narrow.get_by_role("toolbar").get_by_role("button", name="Clear the selection").tap()
    row(narrow, "Sub").tap()
    expect(narrow).to_have_url(re.compile("/Sub$"))


def test_back_ends_choosing_on_phones(house, narrow):
    path = house.folder("Touch", THREE)
    narrow.goto(address_of(path))
    box = row(narrow, "a.txt").bounding_box()
    tools = narrow.context.new_cdp_session(narrow)
    tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": box["x"] + 120, "y": box["y"] + 20}]})
    expect(row(narrow, "a.txt")).to_have_attribute("aria-selected", "true")
    tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    row(narrow, "b.txt").tap()
    expect(chosen(narrow)).to_have_count(2)
    narrow.go_back()
    expect(chosen(narrow)).to_have_count(0)
    expect(row(narrow, "a.txt")).to_be_visible()
    assert narrow.url.endswith(address_of(path))


def test_a_folder_is_called_by_its_own_name(house, narrow):
    path = house.folder("Named", THREE)
    name = path.rsplit("/", 1)[1]
    narrow.goto(address_of(path))
    narrow.get_by_role("button", name="More").last.click()
    expect(narrow.get_by_role("dialog", name=name)).to_be_visible()
    narrow.keyboard.press("Escape")
    menu(narrow, "a.txt", "Details")
    expect(narrow.get_by_role("dialog")).to_contain_text(re.compile(rf"files / {name}"))


def test_back_finds_the_list_as_it_was_left(house, wide):
    path = house.folder("Long")
    for number in range(60):
        house.make(house.owner, f"{path}/folder {number:02}")
    wide.goto(address_of(path))
    expect(row(wide, "folder 00")).to_be_visible()
    wide.keyboard.press("End")
    expect(row(wide, "folder 59")).to_be_visible()
    top = wide.locator(".window-list").evaluate("(one) => one.scrollTop")
    assert top > 1000
    wide.keyboard.press("Enter")
    expect(wide.locator(".empty")).to_be_visible()
    wide.go_back()
    expect(row(wide, "folder 59")).to_be_visible()
    assert abs(wide.locator(".window-list").evaluate("(one) => one.scrollTop") - top) < 3


def test_a_refresh_keeps_selection_and_place(house, wide):
    path = house.folder("Fresh", THREE)
    wide.goto(address_of(path))
    row(wide, "b.txt").click()
    house.owner.send(f"{path}/a0.txt", b"new")
    house.owner.json("DELETE", "/resources", {"paths": [f"{path}/c.txt"]}).ok()
    wide.evaluate("dispatchEvent(new Event('focus'))")
    expect(row(wide, "a0.txt")).to_be_visible()
    expect(row(wide, "b.txt")).to_have_attribute("aria-selected", "true")
    wide.keyboard.press("Shift+ArrowUp")
    expect(row(wide, "a0.txt")).to_have_attribute("aria-selected", "true")


def test_sharing_with_rights_and_ending_it(house, screen):
    path = house.folder("Share")
    house.make(house.owner, f"{path}/Trip")
    screen.goto(address_of(path))
    menu(screen, "Trip", "Share")
    dialog = screen.get_by_role("dialog")
    dialog.get_by_label(MEMBER, exact=False).check()
    dialog.get_by_label("Add and change").check()
    axe(screen)
    fits(screen)
    dialog.get_by_role("button", name="Share", exact=True).click()
    toast(screen, "Shared with one member")
    menu(screen, "Trip", "Share")
    expect(dialog).to_contain_text("View and download · Add and change")
    axe(screen)
    dialog.get_by_role("button", name=f"Actions for {MEMBER}").click()
    screen.locator(".menu-item").filter(has_text="Stop sharing").last.click()
    toast(screen, f"No longer shared with {MEMBER}")
    assert not [one for one in house.owner.get("/shares/given").ok()["list"] if one["name"] == "Trip"]


def test_what_one_may_not_do_says_why(house, screen):
    screen.goto(address_of(house.received))
    expect(row(screen, "Hello.txt")).to_be_visible()
    expect(screen.get_by_role("button", name="Upload")).to_have_count(0)
    row(screen, "Hello.txt").locator(".entry-menu").click()
    for item in ("Rename", "Delete", "Move to"):
        line = screen.locator(".menu-item").filter(has_text=item)
        expect(line).to_have_attribute("aria-disabled", "true")
        expect(line.locator(".why")).not_to_be_empty()
    axe(screen)


def test_an_encrypted_folder_asks_once_and_locks_at_a_tap(house, page_at):
    page = page_at("narrow", fresh=True)
    page.guard.expect(r"/resources/s/|/folders/s/|/thumbnails|/details", 403)
    page.locator(".folder-card").filter(has_text="Safe").get_by_role("link").click()
    dialog = page.get_by_role("dialog")
    expect(page.get_by_role("button", name="Lock now")).to_have_count(0)
    field = dialog.locator("input")
    field.fill("wrong12")
    field.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("not the password")
    axe(page)
    field.fill(SAFE_PASSWORD)
    field.press("Enter")
    expect(row(page, "Passport.jpg")).to_be_visible()
    take(page, "encrypted-narrow")
    page.get_by_role("button", name="Lock now").first.click()
    expect(page.locator(".folder-card").filter(has_text="Safe")).to_contain_text("locked")
    kept = kept_lists(page)
    assert not [key for key in kept if house.safe_path in key], kept


def test_lists_are_there_without_the_drive(house, page_at):
    path = house.folder("Offline")
    house.make(house.owner, f"{path}/Sub")
    for name, content in THREE:
        house.owner.send(f"{path}/Sub/{name}", content)
    page = page_at("narrow", fresh=True, path=address_of(f"{path}/Sub"))
    expect(row(page, "a.txt")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Up to")).click()
    expect(row(page, "Sub")).to_be_visible()
    with page.guard.offline():
        page.context.set_offline(True)
        row(page, "Sub").tap()
        expect(row(page, "a.txt")).to_be_visible()
        expect(page.locator(".stale")).to_contain_text("cannot be reached")
        axe(page)
        fits(page)
        take(page, "offline-narrow")
        page.context.set_offline(False)
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(".stale")).to_have_count(0)


def test_what_is_kept_of_a_long_list_says_that_it_is_a_part_and_has_its_order(house, page_at):
    path = house.folder("Offline")
    house.make(house.owner, f"{path}/Sub")
    for number in range(205):
        house.owner.send(f"{path}/Sub/{number:03}.txt", b"x" * number)
    page = page_at(fresh=True, path=address_of(f"{path}/Sub"))
    expect(row(page, "000.txt")).to_be_visible()
    page.go_back()
    page.goto(address_of(path))
    expect(row(page, "Sub")).to_be_visible()
    with page.guard.offline():
        page.context.set_offline(True)
        row(page, "Sub").dblclick()
        expect(page.locator(".stale")).to_contain_text("Only 200 of 205 entries")
        for _ in range(2):
            page.get_by_role("button", name="Size").click()
        expect(page.locator(".entry[data-index='0']")).to_contain_text("199")
        page.context.set_offline(False)
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(".stale")).to_have_count(0)


def test_an_empty_folder_is_there_without_the_drive(house, page_at):
    path = house.folder("Offline")
    house.make(house.owner, f"{path}/Sub")
    page = page_at("narrow", fresh=True, path=address_of(f"{path}/Sub"))
    page.guard.expect(r"/resources/s/|/folders/s/", 403)
    empty = page.get_by_text("This folder is empty")
    expect(empty).to_be_visible()
    page.get_by_role("button", name=re.compile("^Up to")).click()
    expect(row(page, "Sub")).to_be_visible()
    with page.guard.offline():
        page.context.set_offline(True)
        row(page, "Sub").tap()
        expect(empty).to_be_visible()
        expect(page.locator(".stale")).to_contain_text("cannot be reached")
        axe(page)
        fits(page)
        page.context.set_offline(False)
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(".stale")).to_have_count(0)
    # Of an encrypted folder nothing is kept, empty or not.
    house.make(house.owner, f"{house.safe_path}/Nothing")
    page.goto(address_of(f"{house.safe_path}/Nothing"))
    field = page.get_by_role("dialog").locator("input")
    field.fill(SAFE_PASSWORD)
    field.press("Enter")
    expect(empty).to_be_visible()
    page.goto("/")
    expect(page.locator(".folder-card").first).to_be_visible()
    kept = kept_lists(page)
    assert any(key.endswith("/Sub") for key in kept), kept
    assert not [key for key in kept if house.safe_path in key], kept
    house.owner.json("DELETE", "/resources", {"paths": [f"{house.safe_path}/Nothing"]}).ok()


def test_details_tell_the_facts(house, screen):
    screen.goto(address_of(house.photos))
    menu(screen, "IMG_0001.jpg", "Details")
    dialog = screen.get_by_role("dialog")
    expect(dialog).to_contain_text("1,200 × 800")
    expect(dialog).to_contain_text("SHA-256")
    axe(screen)
    fits(screen)
    take(screen, f"details-{screen.size}")
    # Back closes it and stays in the folder.
    screen.go_back()
    expect(dialog).to_have_count(0)
    expect(row(screen, "IMG_0001.jpg")).to_be_visible()


def test_hidden_is_what_one_may_not_read(house, page_at):
    page = page_at("wide", path=None)
    # Rights without read come about in folder management; the list tells them.
    page.route("**/api/v1/shares", lambda route: route.fulfill(response=(reply := answer_of(route)), json=without_read(reply.json(), "Kitchen")))
    page.goto("/shared")
    expect(page.locator(".folder-card").filter(has_text="For everybody")).to_be_visible()
    expect(page.locator(".folder-card").filter(has_text="Kitchen")).to_have_count(0)


def without_read(reply, name):
    for one in reply["data"]["list"]:
        if one["name"] == name:
            one["read"] = one["write"] = one["deleted"] = 0
    return reply
