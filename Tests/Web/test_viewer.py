"""The viewer: pictures, films, sounds, documents and texts over the folder that they lie in."""

import hashlib
import io
import re
import struct
import urllib.parse
import zlib
from pathlib import Path

import pytest
import samples
from playwright.sync_api import expect
from hearth_server import OWNER, OWNER_PASSWORD
from web_house import SAFE_PASSWORD, address_of
from web_page import answer_of, axe, evaluate, fits, fits_fingers, take


def shown(path, name):
    """The app's address of a file that is shown over its folder."""
    return f"{address_of(path)}?show={urllib.parse.quote(name, safe='')}"


def viewer(page):
    return page.locator(".viewer")


def title(page):
    return viewer(page).locator("h1 .name")


def button(page, label):
    """The one that can be seen: phones have theirs below."""
    return viewer(page).get_by_role("button", name=label, exact=True)


def scale(page):
    """How large the picture is drawn, against all of it in view."""
    transform = page.locator(".slide.current .picture-frame").evaluate("element => element.style.transform")
    return float(re.search(r"scale\(([\d.]+)\)", transform)[1])


def has_scale(page, wanted):
    page.locator(".slide.current .picture-frame").wait_for()
    expect(page.locator(".slide.current .picture-frame")).to_have_attribute("style", re.compile(rf"scale\({wanted}\)"))


def is_drawn(page):
    """A picture stands there, sharp or not."""
    expect(page.locator(".slide.current .picture-frame")).to_be_visible()
    page.locator(".slide.current .picture-layer").first.evaluate("image => image.decode()")


def png(width, height):
    """A white picture of any size, of few bytes."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    line = b"\0" + b"\xff" * ((width + 7) // 8)
    packed = b"".join(packer.compress(line) for _ in range(height)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def sealed_pdf(password):
    """A PDF of one page that wants a password: RC4 with 40 bits, which is enough for asking."""
    filling = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")

    def rc4(key, data):
        state, at = list(range(256)), 0
        for index in range(256):
            at = (at + state[index] + key[index % len(key)]) % 256
            state[index], state[at] = state[at], state[index]
        one = other = 0
        result = bytearray()
        for byte in data:
            one = (one + 1) % 256
            other = (other + state[one]) % 256
            state[one], state[other] = state[other], state[one]
            result.append(byte ^ state[(state[one] + state[other]) % 256])
        return bytes(result)

    filled, name = (password.encode() + filling)[:32], b"0123456789abcdef"
    owner = rc4(hashlib.md5(filled).digest()[:5], filled)
    key = hashlib.md5(filled + owner + (0xFFFFFFFC).to_bytes(4, "little") + name).digest()[:5]
    drawn = rc4(hashlib.md5(key + (5).to_bytes(3, "little") + b"\0\0").digest()[:10], b"BT /F1 40 Tf 80 700 Td (Secret page) Tj ET")
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[4 0 R]/Count 1>>", b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn),
        b"<</Filter/Standard/V 1/R 2/O<%s>/U<%s>/P -4>>" % (owner.hex().encode(), rc4(key, filling).hex().encode()),
    ]
    text, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(text))
        text += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"xref\n0 7\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    return text + table + b"trailer<</Size 7/Root 1 0 R/Encrypt 6 0 R/ID[<%s><%s>]>>\nstartxref\n%d\n%%%%EOF" % (name.hex().encode(), name.hex().encode(), len(text))


class Fingers:
    """Fingers on a phone's glass, as the developer tools put them there."""

    def __init__(self, page):
        self.tools = page.context.new_cdp_session(page)

    def send(self, kind, *points):
        self.tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]})

    def drag(self, *ways, steps=6):
        """Each way is (from, to) of one finger."""
        self.send("touchStart", *(start for start, _ in ways))
        for step in range(1, steps + 1):
            self.send("touchMove", *((a[0] + (b[0] - a[0]) * step / steps, a[1] + (b[1] - a[1]) * step / steps) for a, b in ways))
        self.send("touchEnd")

    def tap(self, x, y):
        self.send("touchStart", (x, y))
        self.send("touchEnd")


# -- Pictures -----------------------------------------------------------------------------------------------------------


def test_pictures_by_keyboard(house, page_at):
    page = page_at(path=address_of(house.photos))
    page.get_by_role("row", name=re.compile("IMG_0002")).dblclick()
    expect(title(page)).to_have_text("IMG_0002.jpg")
    expect(viewer(page).locator("header [role=status]")).to_contain_text("3 of 7")
    expect(page).to_have_title(re.compile("IMG_0002"))
    has_scale(page, 1)
    page.keyboard.press("+")
    has_scale(page, "1.5")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("0")
    has_scale(page, 1)
    page.keyboard.press("-")
    has_scale(page, 1)
    page.keyboard.press("ArrowRight")
    expect(title(page)).to_have_text("IMG_0003.jpg")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(title(page)).to_have_text("IMG_0001.jpg")
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    expect(page.locator(".window-space")).to_be_focused()
    expect(page.locator(".entry.cursor")).to_contain_text("IMG_0001")
    assert "show=" not in page.url


def test_a_larger_picture_is_moved_before_the_next_one_comes(house, page_at):
    page = page_at(path=shown(house.photos, "IMG_0001.jpg"))
    has_scale(page, 1)
    for _ in range(2):
        page.keyboard.press("+")
    has_scale(page, "2.25")
    page.keyboard.press("ArrowRight")
    expect(title(page)).to_have_text("IMG_0001.jpg")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    expect(title(page)).not_to_have_text("IMG_0001.jpg")


def test_the_wheel_zooms_where_it_points_and_the_original_comes(house, page_at):
    path = house.folder("Sharp", [("Large.jpg", samples.picture(2, size=(3000, 2000)))])
    page = page_at(path=shown(path, "Large.jpg"))
    has_scale(page, 1)
    originals = []
    page.on("request", lambda request: originals.append(request.url) if "/download/" in request.url else None)
    page.mouse.move(300, 300)
    page.mouse.wheel(0, -800)
    expect(page.locator(".slide.current .picture-layer[src*='/download/']")).to_be_visible()
    assert scale(page) > 2
    assert len(originals) == 1
    expect(page.locator(".slide.current .picture-layer")).to_have_count(1)
    page.mouse.dblclick(600, 400)
    has_scale(page, 1)


def test_fingers(house, page_at):
    page = page_at("narrow", path=shown(house.photos, "IMG_0002.jpg"))
    fingers = Fingers(page)
    has_scale(page, 1)
    fingers.drag(((330, 400), (60, 410)))
    expect(title(page)).to_have_text("IMG_0003.jpg")
    fingers.drag(((60, 400), (330, 410)))
    expect(title(page)).to_have_text("IMG_0002.jpg")
    fingers.drag(((180, 400), (80, 400)), ((210, 400), (310, 400)))
    assert scale(page) > 2
    # Larger than the stage, it is moved, not turned.
    fingers.drag(((330, 400), (60, 410)))
    expect(title(page)).to_have_text("IMG_0002.jpg")
    fingers.tap(200, 400)
    fingers.tap(200, 400)
    has_scale(page, 1)
    fingers.tap(200, 400)
    expect(viewer(page)).to_have_class(re.compile("bare"))
    expect(viewer(page).locator("header")).to_be_hidden()
    fingers.tap(200, 400)
    expect(viewer(page).locator("header")).to_be_visible()
    fingers.drag(((200, 300), (205, 620)))
    expect(viewer(page)).to_have_count(0)


def test_of_many_pictures_three_are_kept(house, page_at):
    path = house.folder("Many", [(f"{number:03}.jpg", samples.picture(number, size=(300, 200))) for number in range(24)])
    page = page_at(path=shown(path, "000.jpg"))
    has_scale(page, 1)
    for number in range(1, 20):
        page.keyboard.press("ArrowRight")
        expect(title(page)).to_have_text(f"{number:03}.jpg")
        assert viewer(page).locator("img").count() <= 6
    expect(viewer(page).locator(".slide")).to_have_count(3)
    expect(viewer(page).locator(".slide.after img")).not_to_have_count(0)


def test_what_a_browser_cannot_show_comes_from_the_server(house, page_at):
    from PIL import Image

    tiff = io.BytesIO()
    Image.new("RGB", (640, 480), (40, 90, 160)).save(tiff, "TIFF")
    path = house.folder("Odd", [("Scan.tif", tiff.getvalue()), ("Poster.png", png(30_000, 30_000)), ("Torn.jpg", b"\xff\xd8\xff\xe0 torn")])
    page = page_at(path=None)
    # A server that has much to do refuses the poster: then it is not shown at all.
    page.guard.expect(r"/thumbnails\?path=.*(Torn|Poster)", 404)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "Torn" in request.url and "thumbnails" in request.url else None)
    page.goto(shown(path, "Scan.tif"))
    expect(viewer(page).get_by_role("img", name="Scan.tif")).to_be_visible()
    with page.expect_download() as download:
        viewer(page).get_by_role("link", name="Download the original").click()
    assert download.value.suggested_filename == "Scan.tif"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(title(page)).to_have_text("Poster.png")
    expect(viewer(page).locator(".slide.current .picture-layer, .slide.current .empty").first).to_be_visible()
    page.keyboard.press("+")
    expect(viewer(page).locator(".slide.current")).to_contain_text("too large to be shown")
    page.keyboard.press("0")
    page.keyboard.press("ArrowRight")
    expect(title(page)).to_have_text("Scan.tif")
    page.keyboard.press("ArrowRight")
    expect(viewer(page)).to_contain_text("This picture is damaged")
    before = len(asked)
    page.keyboard.press("ArrowLeft")
    expect(title(page)).to_have_text("Scan.tif")
    page.keyboard.press("ArrowRight")
    expect(viewer(page)).to_contain_text("This picture is damaged")
    assert len(asked) == before, "a picture that was refused is not asked for again"


# -- Films, sounds ------------------------------------------------------------------------------------------------------


def test_a_film_plays_from_any_place_and_stops_when_it_is_left(house, page_at):
    page = page_at(path=shown(house.photos, "Beach.webm"))
    film = page.locator("video.clip")
    expect(film).to_be_visible()
    film.evaluate("video => video.readyState > 0 || new Promise((done) => video.addEventListener('loadedmetadata', () => done()))")
    assert film.evaluate("video => new Promise((done) => { video.addEventListener('seeked', () => done(video.currentTime)); video.currentTime = 3 })") == pytest.approx(3, abs=0.2)
    film.evaluate("video => { video.muted = true; globalThis.kept = video; return video.play() }")
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    assert evaluate(page, "kept.paused && !kept.getAttribute('src')")


def test_what_does_not_play_says_so(house, page_at):
    path = house.folder("Films", [("Old.avi", b"RIFF\x00\x00\x00\x00AVI nothing"), ("Song.wav", samples.song())])
    page = page_at(path=None)
    page.guard.expect(r"/thumbnails\?", 404)
    page.goto(shown(path, "Old.avi"))
    expect(viewer(page)).to_contain_text("This browser cannot play it")
    expect(viewer(page).get_by_role("link", name="Download")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("audio")).to_be_visible()
    assert page.locator("audio").evaluate("audio => audio.readyState > 0 || new Promise((done) => audio.addEventListener('loadedmetadata', () => done(true)))")


# -- Documents ----------------------------------------------------------------------------------------------------------


def test_of_a_thousand_pages_a_few_are_drawn(house, page_at):
    path = house.folder("Book", [("Book.pdf", samples.pdf(pages=1000))])
    page = page_at(path=shown(path, "Book.pdf"))
    expect(page.get_by_role("group", name="Page 1", exact=True)).to_be_visible()
    assert page.locator(".page").count() <= 4
    number = page.get_by_role("textbox", name="Go to page")
    number.fill("700")
    number.press("Enter")
    expect(page.get_by_role("group", name="Page 700", exact=True)).to_contain_text("Page 700")
    expect(number).to_have_value("700")
    assert page.locator(".page").count() <= 4
    button(page, "Larger").click()
    expect(page.get_by_role("group", name="Page 700", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)


def test_nothing_of_a_document_runs_and_its_links_lead_nowhere(house, page_at):
    path = house.folder("Trap", [("Trap.pdf", samples.pdf(script="app.alert\\('x'\\); app.launchURL\\('http://192.0.2.1/'\\)")), ("Torn.pdf", b"%PDF-1.7 torn")])
    page = page_at(path=None)
    page.guard.expect(r"/thumbnails\?", 404)
    page.goto(shown(path, "Trap.pdf"))
    expect(page.get_by_role("group", name="Page 1", exact=True)).to_contain_text("Page 1")
    expect(viewer(page).locator("a[href], iframe, object, embed")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(title(page)).to_have_text("Torn.pdf")
    expect(viewer(page)).to_contain_text("This document is damaged")
    expect(viewer(page).get_by_role("link", name="Download")).to_be_visible()


def test_a_document_with_a_password_asks_for_it(house, page_at):
    path = house.folder("Sealed", [("Sealed.pdf", sealed_pdf("open sesame"))])
    page = page_at("narrow", path=None)
    page.guard.expect(r"/thumbnails\?", 404)
    page.goto(shown(path, "Sealed.pdf"))
    field = page.get_by_label("Password of the document", exact=True)
    field.fill("wrong")
    page.keyboard.press("Enter")
    expect(viewer(page)).to_contain_text("That is not the password.")
    axe(page)
    fits(page)
    field.fill("open sesame")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Page 1", exact=True)).to_contain_text("Secret page")


# -- Texts --------------------------------------------------------------------------------------------------------------


def editor(page):
    content = page.locator(".editor .cm-content")
    expect(content).to_be_visible()
    return content


def write(page, text):
    editor(page).click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(text)


@pytest.mark.parametrize("name, before, after", [
    ("plain.txt", b"one\ntwo\n", b"one\ntwo\nthree"),
    ("windows.txt", b"one\r\ntwo\r\n", b"one\r\ntwo\r\nthree"),
    ("marked.txt", b"\xef\xbb\xbfone\n", b"\xef\xbb\xbfone\nthree"),
    ("mixed.txt", b"one\r\ntwo\nend", b"one\r\ntwo\nendthree"),
    ("chinese.txt", "你好，世界。\n".encode("gb18030"), "你好，世界。\nthree".encode()),
])
def test_texts_are_saved_as_they_were(house, page_at, name, before, after):
    path = house.folder("Texts", [(name, before)])
    page = page_at(path=shown(path, name))
    if name == "chinese.txt":
        expect(viewer(page)).to_contain_text("This text is in GB18030. Saving makes it UTF-8.")
    write(page, "three")
    expect(viewer(page)).to_contain_text("Changed, not saved")
    page.keyboard.press("Control+s")
    expect(viewer(page)).not_to_contain_text("Changed, not saved")
    assert house.owner.content(f"{path}/{name}") == after
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)


def test_a_text_that_was_just_written_is_saved_without_a_question(house, page_at):
    path = house.folder("Young", [("note.txt", b"one\n")])
    page = page_at(path="/")

    def young(route):
        """As the server answers in the first two seconds after a change, when its tag cannot be demanded yet."""
        answer = answer_of(route)
        tag = answer.headers["etag"].removeprefix("W/")
        route.fulfill(response=answer, headers={**answer.headers, "etag": f"W/{tag}"})

    page.route("**/api/v1/download/**/note.txt", lambda route: young(route) if route.request.method == "GET" else route.continue_())
    page.goto(shown(path, "note.txt"))
    for word in ["two", "three"]:
        write(page, word)
        expect(viewer(page)).to_contain_text("Changed, not saved")
        page.keyboard.press("Control+s")
        expect(viewer(page)).not_to_contain_text("Changed, not saved")
    assert house.owner.content(f"{path}/note.txt") == b"one\ntwothree"


def clashing(house, page_at):
    path = house.folder("Clash", [("note.txt", b"mine\n")])
    page = page_at(path=shown(path, "note.txt"))
    page.guard.expect(r"/resources/", 412)
    write(page, "and more")
    house.owner.send(f"{path}/note.txt", b"theirs\n", on_conflict="replace")
    button(page, "Save").click()
    expect(page.get_by_role("dialog", name="Somebody else changed this file")).to_be_visible()
    return path, page


def test_a_clash_can_overwrite(house, page_at):
    path, page = clashing(house, page_at)
    axe(page)
    page.get_by_role("button", name="Overwrite").click()
    expect(viewer(page)).not_to_contain_text("Changed, not saved")
    assert house.owner.content(f"{path}/note.txt") == b"mine\nand more"


def test_a_clash_can_save_a_copy(house, page_at):
    path, page = clashing(house, page_at)
    page.get_by_role("button", name="Save a copy").click()
    expect(title(page)).to_have_text("note (my version).txt")
    assert house.owner.content(f"{path}/note (my version).txt") == b"mine\nand more"
    assert house.owner.content(f"{path}/note.txt") == b"theirs\n"
    page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)


def test_a_clash_can_load_theirs(house, page_at):
    path, page = clashing(house, page_at)
    page.get_by_role("button", name="Load theirs").click()
    expect(editor(page)).to_contain_text("theirs")
    expect(viewer(page)).not_to_contain_text("Changed, not saved")
    assert house.owner.content(f"{path}/note.txt") == b"theirs\n"


@pytest.mark.parametrize("way", ["Escape", "Back", "Next"])
def test_what_was_not_saved_is_asked_about(house, page_at, way):
    path = house.folder("Leave", [("a.txt", b"a\n"), ("b.txt", b"b\n")])
    page = page_at(path=address_of(path))
    page.get_by_role("row", name=re.compile("a.txt")).dblclick()
    leave = {"Escape": lambda: page.keyboard.press("Escape"), "Back": lambda: page.evaluate("history.back()"), "Next": lambda: button(page, "Next file").click()}[way]
    write(page, "more")
    expect(viewer(page)).to_contain_text("Changed, not saved")
    question = page.get_by_role("dialog", name="Leave without saving?")
    leave()
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    expect(editor(page)).to_contain_text("more")
    leave()
    question.get_by_role("button", name="Leave").click()
    if way == "Next":
        expect(title(page)).to_have_text("b.txt")
        expect(editor(page)).to_contain_text("b")
        page.keyboard.press("Escape")
    expect(viewer(page)).to_have_count(0)
    expect(page.get_by_role("row", name=re.compile("b.txt"))).to_be_visible()
    assert page.url.endswith(address_of(path)) or "select=" in page.url
    assert house.owner.content(f"{path}/a.txt") == b"a\n"


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_was_typed_outlives_its_file(house, page_at, what):
    path = house.folder("Taken", [("a.txt", b"a\n")])
    page = page_at(path=address_of(path))
    page.get_by_role("row", name=re.compile("a.txt")).dblclick()
    write(page, "an hour of work")
    expect(viewer(page)).to_contain_text("Changed, not saved")
    page.guard.expect(r"/(resources|details|download)/", 404)
    house.owner.delete(f"{path}/a.txt" if what == "file" else path).ok()
    page.evaluate("dispatchEvent(new Event('focus'))")
    banner = page.get_by_role("alert").filter(has_text="What you wrote in a.txt is not saved.").last
    expect(banner).to_be_visible()
    axe(page)
    with page.expect_download() as kept:
        banner.get_by_role("button", name="Download it").click()
    assert kept.value.suggested_filename == "a.txt"
    assert "an hour of work" in Path(kept.value.path()).read_text()
    expect(banner).to_have_count(0)


def test_what_was_typed_is_back_after_a_new_sign_in(house, page_at):
    path = house.folder("Signed out", [("a.txt", b"a\n")])
    page = page_at(path=address_of(path), fresh=True)
    page.get_by_role("row", name=re.compile("a.txt")).dblclick()
    write(page, "an hour of work")
    expect(viewer(page)).to_contain_text("Changed, not saved")
    page.guard.expect("/api/", 401)
    page.evaluate("""async () => {
        const open = indexedDB.open('hearth');
        const database = await new Promise((done) => { open.onsuccess = () => done(open.result); });
        const session = await new Promise((done) => { const asking = database.transaction('session').objectStore('session').get('current'); asking.onsuccess = () => done(asking.result); });
        await fetch('/api/v1/sessions', {method: 'DELETE', headers: {'scope-token': session.token}});
    }""")
    button(page, "Save").click()
    expect(page.locator("input[autocomplete=username]")).to_be_visible()
    expect(viewer(page)).to_have_count(0)
    page.locator("input[autocomplete=username]").fill(OWNER)
    page.locator("input[autocomplete=current-password]").fill(OWNER_PASSWORD)
    page.keyboard.press("Enter")
    expect(editor(page)).to_contain_text("an hour of work")
    button(page, "Save").click()
    expect(viewer(page)).not_to_contain_text("not saved")
    expect(page.locator(".toast", has_text=re.compile("^Saved"))).to_be_visible()
    assert b"an hour of work" in house.owner.content(f"{path}/a.txt")


def test_who_goes_back_at_once_is_asked_too(house, page_at):
    path = house.folder("Leave at once", [("a.txt", b"a\n")])
    page = page_at(path=address_of(path))
    page.get_by_role("row", name=re.compile("a.txt")).dblclick()
    expect(editor(page)).to_contain_text("a")
    # In the moment in which the page says that something was changed.
    page.evaluate("""() => {
        const observer = new MutationObserver(() => {
            if (!document.querySelector('.text-bar [role=status]').textContent.includes('not saved')) return;
            observer.disconnect();
            history.back();
        });
        observer.observe(document.querySelector('.text-bar'), { subtree: true, childList: true, characterData: true });
    }""")
    write(page, "more")
    question = page.get_by_role("dialog", name="Leave without saving?")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    expect(editor(page)).to_contain_text("more")


def test_who_may_only_read_is_told_so(house, page_at):
    page = page_at(path=shown(house.received, "Hello.txt"))
    expect(viewer(page)).to_contain_text("You may read this file, not change it.")
    editor(page).click()
    page.keyboard.insert_text("x")
    expect(editor(page)).to_have_text("Hello")
    expect(button(page, "Save")).to_have_count(0)


def test_what_is_no_text_or_too_long(house, page_at):
    path = house.folder("Not text", [("a.txt", bytes(range(256)) * 4), ("b.log", b"line\n" * 600_000)])
    page = page_at(path=shown(path, "a.txt"))
    expect(viewer(page)).to_contain_text("The name says text, but this is something else")
    page.keyboard.press("ArrowRight")
    expect(viewer(page)).to_contain_text("Texts of more than 2 MB are not opened here")


# -- The list behind it -------------------------------------------------------------------------------------------------


def test_files_that_others_rename_and_remove(house, page_at):
    path = house.folder("Changing", [("a.jpg", samples.picture(1, size=(300, 200))), ("b.jpg", samples.picture(2, size=(300, 200)))])
    page = page_at(path=shown(path, "a.jpg"))
    has_scale(page, 1)
    house.owner.delete(f"{path}/a.jpg").ok()
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(viewer(page)).to_contain_text("This file is no longer here")
    viewer(page).get_by_role("button", name="Back to the folder").click()
    expect(viewer(page)).to_have_count(0)
    page.goto(shown(path, "a.jpg"))
    expect(viewer(page)).to_contain_text("This file is no longer here")


def test_deleting_goes_on_to_the_next(house, page_at):
    path = house.folder("Sorting out", [(f"{name}.jpg", samples.picture(1, size=(300, 200))) for name in "abc"])
    page = page_at("narrow", path=shown(path, "b.jpg"))
    has_scale(page, 1)
    button(page, "Delete").click()
    page.locator("dialog[open]").get_by_role("button", name="Delete", exact=True).click()
    expect(title(page)).to_have_text("c.jpg")
    assert house.owner.names(path) == ["a.jpg", "c.jpg"]
    button(page, "Previous file").click()
    expect(title(page)).to_have_text("a.jpg")


@pytest.mark.once
def test_neighbours_on_pages_that_nobody_has_looked_at(house, page_at):
    path = house.folder("Long", [(f"{number:03}.txt", b"%d" % number) for number in range(203)])
    page = page_at(path=shown(path, "199.txt"))
    expect(title(page)).to_have_text("199.txt")
    for name in ("200.txt", "201.txt"):
        button(page, "Next file").click()
        expect(title(page)).to_have_text(name)
    page.goto(shown(path, "202.txt"))
    expect(viewer(page).locator("header [role=status]")).to_contain_text("203 of 203")
    button(page, "Previous file").click()
    expect(title(page)).to_have_text("201.txt")


def test_the_back_button_closes(house, page_at):
    page = page_at("narrow", path=address_of(house.photos))
    page.get_by_role("row", name=re.compile("IMG_0001")).tap()
    expect(viewer(page)).to_be_visible()
    button(page, "Next file").click()
    button(page, "Details").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(viewer(page)).to_be_visible()
    page.go_back()
    expect(viewer(page)).to_have_count(0)
    expect(page.get_by_role("row", name=re.compile("IMG_0001"))).to_be_visible()


def test_a_locked_folder_shows_nothing_more(house, page_at):
    page = page_at(path=None, fresh=True)
    page.goto("/")
    page.guard.expect(r"/api/v1/", 403, 401)
    page.goto(shown(house.safe_path, "Passport.jpg"))
    page.get_by_role("textbox", name=re.compile("assword")).fill(SAFE_PASSWORD)
    page.keyboard.press("Enter")
    has_scale(page, 1)
    kept = evaluate(page, "fetch(document.querySelector('.slide.current .picture-layer').src).then((reply) => reply.headers.get('cache-control'))")
    assert "no-store" in kept
    token = evaluate(page, "new Promise((done) => { indexedDB.open('hearth').onsuccess = (event) => { event.target.result.transaction('session').objectStore('session').get('current').onsuccess = (got) => done(got.target.result.token) } })")
    evaluate(page, f"fetch('/api/v1/unlocks/{house.safe}', {{method: 'DELETE', headers: {{'scope-token': '{token}'}}}}).then(() => dispatchEvent(new Event('focus')))")
    expect(viewer(page).locator("img")).to_have_count(0)


# -- What the walk over all screens does not come by -----------------------------------------------------------------------


@pytest.mark.parametrize("size, scheme, language", [("narrow", "light", "zh"), ("wide", "dark", "en")])
def test_what_is_seldom_seen_is_in_order(house, page_at, size, scheme, language):
    page = page_at(size, scheme=scheme, language=language, path=None)
    for path, name, part in [(house.received, "Hello.txt", ".slide.current .cm-content"), (house.photos, "gone.jpg", ".empty")]:
        page.goto(shown(path, name))
        expect(viewer(page).locator(part).first).to_be_visible()
        axe(page)
        fits(page)
        if size == "narrow":
            fits_fingers(page)
        take(page, f"viewer-{name}-{size}-{scheme}-{language}")
