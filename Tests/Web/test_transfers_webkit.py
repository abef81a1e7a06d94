"""Uploads in WebKit, the engine of Safari: a file of several chunks (test_webkit.py sends a small one), and tabs that share the queue."""

import os
import time

import browser_tools
import pytest
from hearth_client import Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from tools import wait_until
from upload_door import UploadDoor
from web_house import SOURCE, address_of, web_server
from web_webkit import SafariLike

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


#: Takes the lease the way of a home's plain HTTP, which no page of this origin would go.
LEASE = """
Object.defineProperty(navigator, 'locks', { value: undefined });
const queue = performance.getEntriesByType('resource').map((one) => one.name).find((one) => one.endsWith('/transfers/queue.js'));
window.isHeld = false;
(await import(queue.replace('queue.js', 'lease.js'))).keepLease((isHeld) => { window.isHeld = isHeld; });
"""


@pytest.fixture(autouse=True)
def webkit():
    if browser_tools.missing("webkit"):
        browser_tools.start("webkit")  # fails or skips, as the environment wants


def open_folder(page, base, path):
    page.open(base + address_of(path))
    page.until("return document.querySelector('input[data-upload=files]') !== null", "the button")


def test_chunks_are_uploaded_in_webkit(house, pages, tmp_path):
    path = house.folder("WebKit")
    file = tmp_path / "film.bin"
    file.write_bytes(os.urandom(1 << 20) * 18)
    os.utime(file, (1_600_000_000, 1_600_000_000))
    page = SafariLike(1280, 800)
    try:
        page.open(pages.base(house.server) + "/")
        page.type_into("input[autocomplete=username]", OWNER)
        page.type_into("input[autocomplete=current-password]", OWNER_PASSWORD)
        page.press("Sign in")
        page.see(".shell")
        open_folder(page, pages.base(house.server), path)
        began = time.monotonic()
        page.choose("input[data-upload=files]", file)
        wait_until(lambda: house.owner.names(path) == ["film.bin"], 120, "the upload")
        print(f"18 MiB took {time.monotonic() - began:.1f} s; the rest is the browser's start and the sign-in")
        assert house.owner.content(f"{path}/film.bin") == file.read_bytes()
        assert house.owner.list(path).items()[0]["mod_time"] == 1_600_000_000
    finally:
        page.close()


def test_an_upload_goes_on_when_its_tab_is_closed_in_webkit(tmp_path):
    # As it is written: modules of a bundle cannot be asked for one by one.
    server = web_server(tmp_path / "data", web=SOURCE).start()
    door = UploadDoor(server.address)
    # An origin that is trusted, whatever the run is about: Web Locks are there, and the lease without them is tried beside.
    base = f"http://127.0.0.1:{door.address[1]}"
    file = tmp_path / "film.bin"
    file.write_bytes(os.urandom(1 << 20) * 18)
    page = SafariLike(1280, 800)
    try:
        page.open(base + "/")
        page.type_into("input[autocomplete=username]", OWNER)
        page.type_into("input[autocomplete=current-password]", OWNER_PASSWORD)
        page.press("Sign in")
        page.see(".shell")
        open_folder(page, base, "/s/1")
        page.run(LEASE)
        page.until("return window.isHeld", "the lease")
        first = page.session_ask("GET", "/window")
        second = page.session_ask("POST", "/window/new", {"type": "tab"})["handle"]
        page.session_ask("POST", "/window", {"handle": second})
        open_folder(page, base, "/s/1")
        page.run(LEASE)

        page.session_ask("POST", "/window", {"handle": first})
        door.open.clear()
        page.choose("input[data-upload=files]", file)
        door.wait(lambda: door.in_flight == 1)
        page.session_ask("POST", "/window", {"handle": second})
        page.see(".dock", "Uploading one file")
        assert not page.run("return window.isHeld")
        page.session_ask("POST", "/window", {"handle": first})
        page.session_ask("DELETE", "/window")
        page.session_ask("POST", "/window", {"handle": second})
        door.open.set()
        page.until("return window.isHeld", "the lease of the tab that was closed")
        page.see(".dock", "One file uploaded")
        client = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
        assert client.content("/s/1/film.bin") == file.read_bytes()
    finally:
        page.close()
        door.close()
        server.kill()
