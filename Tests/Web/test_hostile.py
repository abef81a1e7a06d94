"""Names and files that want to run, to deceive or to break the page: they are shown as what they are, and nothing else happens.

Whatever ran would set `window.owned`, open a dialog or a window, go elsewhere or ask another host: the guard of every page sees the last four.
"""

import os
import struct
import zlib

import pytest
import samples
from playwright.sync_api import Error, expect
from tools import quote_path, wait_until
from web_house import address_of
from web_page import axe, evaluate, fits, take

pytestmark = pytest.mark.timeout(180)

MARK = "window.owned=1;top.owned=1;alert(1);fetch('//192.0.2.1/x')"
#: Names as an evil member or a strange program makes them. A slash and NUL are the only bytes that no name has.
NAMES = [
    "<img src=x onerror=alert(1)>.txt", "<script>window.owned=1<", "\"><svg onload=alert(1)>.png", "'-alert(1)-'.txt", "${alert(1)}`.md", "{{constructor.constructor('alert(1)')()}}.txt",
    "javascript:alert(1)", "javascript:alert(1).html", "data:text,html.svg", "&lt;b&gt;&amp;.txt", "%3Cscript%3E.txt", "%00.txt", "..%2f..%2fetc", "...",
    "photo\u202egnp.exe", "\u2066left\u2069.txt", "\u200fעברית\u200e.pdf", "مرحبا.txt", "zero\u200bwidth\ufeff.txt",
    "line\nbreak.txt", "tab\there.txt", "carriage\rreturn.txt", "bell\x07.txt", "\x1b[31mred\x1b[0m.txt",
    "語" * 82 + ".文本", "😀" * 62 + ".jpg", "a" * 255, "W" * 250 + ".html", " leading", "trailing ", "__proto__", "constructor", "toString", "?show=x", "#hash", "a?b=c&d#e.txt",
    "Z" + "\u0301" * 100 + ".txt", "CON", "-rf", "~", "null", "undefined",
]
SVG = f"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="200" onload="{MARK}">
<script>{MARK}</script><foreignObject width="100" height="100"><body xmlns="http://www.w3.org/1999/xhtml"><img src="http://192.0.2.1/i" onerror="{MARK}"/>
<iframe src="javascript:{MARK}"/></body></foreignObject><a xlink:href="javascript:{MARK}"><rect width="300" height="200" fill="teal"/></a>
<image href="http://192.0.2.1/i.png"/><style>@import url(http://192.0.2.1/s.css);</style></svg>"""
HTML = f"""<!doctype html><meta http-equiv="refresh" content="0;url=http://192.0.2.1/"><base href="http://192.0.2.1/"><script>{MARK}</script>
<body onload="{MARK}"><img src=x onerror="{MARK}"><iframe srcdoc="<script>{MARK}</script>"></iframe><form action=http://192.0.2.1/><input autofocus onfocus="{MARK}">"""
TEXT = f"\x1b[31mred\x1b[0m \x07 </textarea><script>{MARK}</script> \u202eabc\u202c\n" + "x" * 20_000 + "\n<b>bold</b>\n"
MARKDOWN = f"# <img src=x onerror={MARK}>\n[link](javascript:{MARK})\n![i](http://192.0.2.1/i.png)\n<script>{MARK}</script>\n"


def bomb(width=30_000, height=30_000):
    """A PNG of that many pixels, all of them white: small as a file, 3.6 GB when decoded."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    row = b"\0" + b"\xff" * (width // 8)
    data = b"".join(packer.compress(row * 100) for _ in range(height // 100)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


FILES = {
    "picture.svg": SVG.encode(), "page.html": HTML.encode(), "page.xhtml": HTML.encode(), "text.txt": TEXT.encode(), "notes.md": MARKDOWN.encode(),
    "script.js": MARK.encode(), "data.json": b'{"__proto__": {"owned": 1}}', "paper.pdf": samples.pdf(script=f"app.alert\\(1\\); {MARK}".replace("alert(1)", "alert\\(1\\)").replace("fetch('//192.0.2.1/x')", "")),
    "broken.pdf": b"%PDF-1.7\n" + os.urandom(2000), "bomb.png": bomb(), "html.png": HTML.encode(), "svg.jpg": SVG.encode(), "html.mp4": HTML.encode(),
    "noise.mp4": os.urandom(4000), "noise.webp": b"RIFF" + os.urandom(400), "empty.pdf": b"", "empty.jpg": b"", "latin.txt": b"caf\xe9\n", "utf16.txt": "hi".encode("utf-16"),
}


@pytest.fixture(scope="module")
def evil(house):
    """A folder with all of it."""
    path = house.folder("Evil", FILES.items())
    disk = os.fsencode(house.server.on_disk(house.owner, path))
    for name in NAMES:
        with open(os.path.join(disk, name.encode()), "wb") as file:
            file.write(b"content\n")
    with open(os.path.join(disk, b"not-utf8-\xff\xfe.txt"), "wb") as file:
        file.write(b"content\n")
    os.mkdir(os.path.join(disk, b"<b onclick=alert(1)>folder<!--"))
    yield path
    house.owner.delete(path).ok()


def tame(page):
    """What these files may cause and nothing else: thumbnails and previews that there are none of."""
    page.guard.expect(r"/thumbnails\?", 404, 415, 422)
    return page


def nothing_ran(page, address):
    assert evaluate(page, "typeof window.owned + typeof ({}).owned") == "undefinedundefined"
    assert page.url.split("?")[0].endswith(address.split("?")[0]), f"the page went to {page.url}"
    page.guard.check()


def test_names_are_shown(evil, house, page_at):
    """Every name is in the list as text, marks that turn the direction or break the line are made visible."""
    page = tame(page_at("wide", path=address_of(evil)))
    grid = page.locator(".window-list")
    expect(page.locator("[data-index='3']")).to_be_visible()
    seen, height = set(), page.evaluate("document.querySelector('.window-list').scrollHeight")
    for top in range(0, height, 500):
        grid.evaluate("(list, top) => { list.scrollTop = top; }", top)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen |= set(page.locator("[data-index] .name").evaluate_all("(all) => all.map((one) => one.textContent)"))
    shown = "".join(seen)
    for mark in "\u202e\u2066\u200f\n\r\t\x07\x1b\ufeff":
        assert mark not in shown, f"U+{ord(mark):04X} is acted upon"
    for name in NAMES:
        if name.isprintable() and name.isascii():
            assert name in seen, f"{name!r} is not shown as it is"
    assert len(seen) >= len(NAMES) + len(FILES), "no entry is missing"
    grid.evaluate("(list) => { list.scrollTop = 0; }")
    axe(page)
    fits(page)
    nothing_ran(page, address_of(evil))


@pytest.mark.parametrize("size, scheme", [("narrow", "dark")])
def test_names_fit_a_phone(evil, page_at, size, scheme):
    page = tame(page_at(size, scheme=scheme, language="zh", path=address_of(evil)))
    expect(page.locator("[data-index='3']")).to_be_visible()
    axe(page)
    fits(page)
    take(page, "hostile names")
    nothing_ran(page, address_of(evil))


def test_files_do_nothing(evil, house, page_at):
    """Each file in the viewer: something is shown, or that there is no preview; nothing runs; Escape leads back."""
    page = tame(page_at("wide", path=None))
    page.guard.expect(r"/download/.*(noise|html\.mp4|empty)", 404, 415, 416)
    # A PDF or picture that is none is said to be none by the browser's own console as well.
    for name in FILES:
        address = f"{address_of(evil)}?show={quote_path(name)}"
        page.goto(address)
        viewer = page.locator(".viewer")
        expect(viewer).to_be_visible()
        expect(viewer.locator(":is(.skeleton, [aria-busy=true]):not(.slide.before *, .slide.after *)")).to_have_count(0, timeout=20_000)
        axe(page)
        take(page, f"hostile {name}")
        nothing_ran(page, address)
    page.keyboard.press("Escape")
    expect(page.locator(".viewer")).to_have_count(0)


def test_opened_alone_a_file_runs_nothing(evil, house, page_at):
    """In a tab of its own, a file is downloaded, or has neither scripts nor an origin nor a network."""
    page = tame(page_at("wide"))
    for name in ("picture.svg", "page.html", "page.xhtml", "html.png", "svg.jpg", "script.js", "notes.md"):
        try:
            page.goto(f"/api/v1/download{quote_path(evil)}/{name}")
        except Error as problem:
            assert "Download is starting" in str(problem)
            continue
        assert evaluate(page, "typeof window.owned") == "undefined", name
        assert evaluate(page, "(() => { try { return localStorage.length } catch { return 'none' } })()") == "none", f"{name} has our origin"
    assert not [one for one in page.guard.findings if "another host" in one or "dialog" in one]
    # A picture that is none is reported by the policy of its own page: that is the policy at work.
    page.guard.findings.clear()


def test_strange_names_can_be_opened_renamed_and_deleted(evil, house, page_at):
    """A name is a name: rename and delete work whatever it is, and the question names it."""
    page = tame(page_at("wide", path=address_of(evil)))
    for name in ("<img src=x onerror=alert(1)>.txt", "a?b=c&d#e.txt", "__proto__"):
        row = page.locator("[data-index]").filter(has_text=name[:12]).first
        page.locator(".window-list").evaluate("(list) => { list.scrollTop = 0; }")
        for _ in range(60):
            if row.count():
                break
            page.locator(".window-list").evaluate("(list) => { list.scrollTop += 400; }")
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        row.click()
        page.keyboard.press("Delete")
        dialog = page.locator("dialog[open]")
        expect(dialog).to_contain_text(name)
        dialog.locator("button.danger").click()
        expect(dialog).to_have_count(0)
        wait_until(lambda: name not in house.owner.names(evil), 30, f"the end of {name}")
        expect(row).to_have_count(0)
    nothing_ran(page, address_of(evil))
