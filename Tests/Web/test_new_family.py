"""A family on its first evening: from the printed link to a picture that somebody else sees, with thumbs and without a manual."""

import re
import time

import pytest
import samples
from playwright.sync_api import expect
from web_page import axe, fits, fits_fingers, take

#: What issue 7 promises.
TAPS, SECONDS = 15, 120
#: The whole test, with what the machine does besides.
TIMEOUT = SECONDS + 60


class Thumb:
    """Taps as a person does, each counted and followed by a picture of what it led to.

    A field that has the focus needs no tap; the system's own picker of photos counts as one.
    """

    def __init__(self):
        self.taps = 0

    def tap(self, page, what, step):
        expect(what).to_be_visible()
        expect(what).to_be_enabled()
        what.tap()
        self.taps += 1
        page.step = step

    def type(self, page, field, text, step):
        expect(field).to_be_visible()
        if not field.evaluate("field => field === document.activeElement"):
            self.tap(page, field, step)
        # What was suggested is selected and gives way, as under a keyboard.
        page.keyboard.insert_text(text)
        expect(field).to_have_value(text)

    def pick(self, page, opener, step, name, content):
        with page.expect_file_chooser() as chosen:
            self.tap(page, opener, step)
        self.taps += 1
        chosen.value.set_files({"name": name, "mimeType": "image/jpeg", "buffer": content})

    def look(self, page, name, only_here=False):
        """The screen is kept as a picture and is fit for a thumb. What shows only in a new family is held against axe as well."""
        fits(page)
        fits_fingers(page)
        if only_here:
            axe(page)
        take(page, f"new-family-{self.taps:02d}-{name}")


def printed_link(server):
    """The link as `hearth serve` prints it: behind `#`, where it reaches no log."""
    server.setup_token()
    return next(found[0] for line in server.stdout_lines if (found := re.search(r"https?://\S*setup[#?/]\S+", line)))


@pytest.mark.timeout(TIMEOUT)
def test_from_the_printed_link_to_a_shared_picture(make_server, pages):
    server = make_server(owner=False)
    link = printed_link(server)
    begun, thumb = time.monotonic(), Thumb()

    mum = pages.at("narrow", server=server, path=None)
    # A source tree without the compiled hash goes on with the one in JavaScript.
    mum.guard.expect(r"/sha256\.wasm$", 404)
    mum.goto(pages.base(server) + "/" + link.split("/", 3)[3])
    expect(mum.get_by_role("heading", level=1)).to_be_visible()
    thumb.look(mum, "set-up")
    thumb.type(mum, mum.locator("input[autocomplete=username]"), "mum", "name")
    thumb.type(mum, mum.locator("input[autocomplete=new-password]"), "apples and pears", "password")
    thumb.tap(mum, mum.locator("form button[type=submit]"), "begin")

    # The first screen says what to do next.
    steps = mum.locator(".first-steps")
    expect(steps).to_be_visible()
    thumb.look(mum, "home", only_here=True)
    thumb.tap(mum, steps.get_by_role("button", name="Create"), "folder")
    dialog = mum.get_by_role("dialog")
    thumb.type(mum, dialog.get_by_label("Name"), "Family photos", "folder name")
    thumb.look(mum, "new-folder")
    thumb.tap(mum, dialog.get_by_role("button", name="Create"), "create")

    expect(mum.get_by_role("heading", level=1, name="Family photos")).to_be_visible()
    thumb.look(mum, "empty-folder", only_here=True)
    thumb.pick(mum, mum.get_by_role("button", name="Photos and videos"), "upload", "Garden.jpg", samples.picture(2))
    expect(mum.get_by_role("row", name="Garden.jpg")).to_be_visible()
    thumb.look(mum, "uploaded")

    thumb.tap(mum, mum.get_by_role("button", name="Invite"), "invite")
    thumb.tap(mum, dialog.get_by_role("button", name="Make a link"), "make")
    address = dialog.get_by_role("textbox", name="Link").input_value()
    thumb.look(mum, "invitation")
    thumb.tap(mum, dialog.get_by_role("button", name="Copy"), "copy")

    dad = pages.at("narrow", server=server, path=None)
    dad.goto(address)
    name = dad.locator("input[autocomplete=username]")
    expect(name).to_be_visible()
    thumb.look(dad, "invited")
    thumb.type(dad, name, "dad", "name")
    thumb.type(dad, dad.locator("input[autocomplete=new-password]"), "pears and plums", "password")
    thumb.tap(dad, dad.locator("form button[type=submit]"), "join")

    thumb.tap(dad, dad.get_by_role("link", name=re.compile("Everybody")), "everybody's folder")
    thumb.tap(dad, dad.get_by_role("row", name="Family photos"), "the folder")
    picture = dad.get_by_role("row", name="Garden.jpg")
    expect(picture).to_be_visible()
    expect(picture.locator("img")).to_be_visible()
    expect(picture.locator("img")).to_have_js_property("complete", True)
    assert picture.locator("img").evaluate("image => image.naturalWidth") > 0
    thumb.look(dad, "seen")
    thumb.tap(dad, picture, "the picture")
    expect(dad.get_by_role("dialog").get_by_role("img", name="Garden.jpg")).to_be_visible()
    take(dad, f"new-family-{thumb.taps:02d}-picture")

    took = time.monotonic() - begun
    print(f"{thumb.taps} taps, {took:.0f} s")
    assert thumb.taps <= TAPS
    assert took < SECONDS
    pages.check()
