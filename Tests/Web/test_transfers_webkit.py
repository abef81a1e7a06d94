"""A file of several chunks in WebKit, the engine of Safari; test_webkit.py sends a small one."""

import os

import browser_tools
import pytest
from hearth_server import OWNER, OWNER_PASSWORD
from tools import wait_until
from web_house import address_of
from web_webkit import SafariLike

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


def test_chunks_are_uploaded_in_webkit(house, pages, tmp_path):
    if browser_tools.missing("webkit"):
        browser_tools.start("webkit")  # fails or skips, as the environment wants
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
        page.open(pages.base(house.server) + address_of(path))
        page.until("return document.querySelector('input[data-upload=files]') !== null", "the button")
        page.choose("input[data-upload=files]", file)
        wait_until(lambda: house.owner.names(path) == ["film.bin"], 120, "the upload")
        assert house.owner.content(f"{path}/film.bin") == file.read_bytes()
        assert house.owner.list(path).items()[0]["mod_time"] == 1_600_000_000
    finally:
        page.close()
