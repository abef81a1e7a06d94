"""A real disk, as far as the server knows disks: an ext4 file system on a loop device (root alone may mount one).

The server finds no idle disks by itself and formats none: it always lists none and refuses to add one, which is all that
can be tried of them here without made-up answers (test_storage.py has those). A disk becomes a pool once it is mounted.
"""

import os
import re

import pytest
from hearth_client import Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from playwright.sync_api import expect
from tools import loop_mount, make_ext4
from web_page import axe, fits, sign_in


@pytest.fixture
def image(tmp_path):
    path = tmp_path / "disk.img"
    make_ext4(path, 96 << 20)
    return path


def test_a_mounted_disk_becomes_a_pool_and_is_missed_when_it_is_gone(make_server, page_at, image, tmp_path):
    server, at = make_server(), tmp_path / "disk"
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    page = page_at("wide", server=server, path=None)
    sign_in(page, OWNER, OWNER_PASSWORD)

    with loop_mount(image, at):
        # The server tells of no idle disk, though there is one, and the page says what to do with it.
        page.goto("/storage")
        expect(page.get_by_text("Mount another disk in the server")).to_be_visible()
        expect(page.locator(".idle-disk")).to_have_count(0)
        assert owner.get("/disks").items() == []

        page.get_by_role("button", name="Add a directory").first.click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Name of the pool").fill("films")
        dialog.get_by_label("Directory").fill(str(at))
        dialog.get_by_role("button", name="Add", exact=True).click()
        expect(page).to_have_url(re.compile("/storage/films$"))

        # It is as large as the disk, not as what the disk is mounted in, and named by its device.
        pool = next(one for one in owner.get("/pools").items() if one["name"] == "films")
        room = os.statvfs(at)
        assert 0 < pool["capacity"] <= room.f_blocks * room.f_frsize
        assert re.search(r"loop\d+", pool["pv"][0]["name"]), pool
        expect(page.locator("main")).to_contain_text(re.compile(r"loop\d+"))
        reply = owner.json("POST", "/disks", {"pool_name": "films", "disk_name": "/dev/loop0"})
        assert reply.status == 409 and "Disk management is not set up" in reply.envelope["reason"], reply

        page.get_by_role("button", name="New partition").first.click()
        dialog.get_by_label("Name", exact=True).fill("holiday")
        dialog.get_by_label("Unit").select_option("MB")
        dialog.get_by_label("Size").fill("128")
        expect(dialog.get_by_role("alert")).to_contain_text("At most")
        dialog.get_by_label("Size").fill("16")
        dialog.get_by_role("button", name="Create").click()
        expect(page.get_by_role("meter", name="Use of holiday")).to_have_attribute("aria-valuetext", re.compile("of 16 MB$"))
        expect(page.locator(".cover")).to_have_count(0)
        page.close()
        assert server.stop() == 0

    # Unplugged: the server starts without it and says so; what was on it is not called lost.
    page = page_at("narrow", server=server.start(), path=None)
    sign_in(page, OWNER, OWNER_PASSWORD)
    page.goto("/storage/films")
    expect(page.get_by_text("Its disk is not there. Connect it again; nothing is lost.").first).to_be_visible()
    expect(page.get_by_role("button", name="New partition").first).to_have_attribute("aria-disabled", "true")
    axe(page)
    fits(page)
