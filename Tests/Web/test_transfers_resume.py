"""A large upload outlives whatever happens to it."""

import filecmp
import os
import re

import pytest
from conftest import sign_in
from hearth_client import V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from playwright.sync_api import expect
from upload_door import UploadDoor
from web_house import web_server
from web_page import sign_in_here

CHUNK = 8 << 20
#: What may be sent twice: one chunk for each of the four interruptions.
TWICE = 4


@pytest.fixture
def large(tmp_path):
    """1 GiB in which no two chunks are the same, in memory where there is room."""
    room = os.statvfs("/dev/shm") if os.path.isdir("/dev/shm") else None
    folder = "/dev/shm" if room and room.f_bavail * room.f_frsize > 2 << 30 else str(tmp_path)
    path = f"{folder}/hearth-web-{os.getpid()}.bin"
    with open(path, "wb") as file:
        file.truncate(128 * CHUNK)
        for number in range(128):
            file.seek(number * CHUNK + 1000 * number)
            file.write(os.urandom(1 << 16))
    yield path
    os.unlink(path)


@pytest.mark.timeout(300)
def test_a_gigabyte_outlives_two_kills_a_reload_and_a_new_token(pages, tmp_path, large, record_property):
    server = web_server(tmp_path / "data").start()
    door = UploadDoor(server.address)
    try:
        page = pages.at(server=door, path=None)
        page.guard.expect("")  # the server dies
        page.guard.expect("", 401)  # and the token is withdrawn
        sign_in(page, OWNER, OWNER_PASSWORD)
        page.goto("/folder/s/1")
        page.locator("input[data-upload=files]").first.set_input_files(large)

        for count in (20, 45):
            door.wait(lambda count=count: len(door.answered) >= count)
            server.kill()
            door.cut()
            server.start()
            door.target = server.address

        door.wait(lambda: len(door.answered) >= 70)
        page.reload()
        page.goto("/transfers")
        expect(page.get_by_text("Choose the file again and it goes on")).to_be_visible()
        page.locator("input[data-upload=again]").set_input_files(large)

        door.wait(lambda: len(door.answered) >= 95)
        me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
        for session in me.get("/sessions", base=V1).ok()["list"]:
            if not session["current"]:
                me.request("DELETE", f"/sessions/{session['id']}", base=V1).ok()
        page.locator("input[autocomplete=current-password]").wait_for()
        sign_in_here(page, OWNER, OWNER_PASSWORD)

        page.get_by_role("tab", name=re.compile("Finished")).click()
        expect(page.locator(".transfer[data-state=done]")).to_be_visible(timeout=120_000)
        more = (door.bytes - os.path.getsize(large)) / CHUNK
        record_property("chunks sent twice", len(door.sent_twice))
        print(f"chunks sent twice: {sorted(door.sent_twice)}; {more:.2f} chunks more than the file has")
        assert {key[0] for key in door.bodies} == {key[0] for key in door.answered} and len({key[0] for key in door.bodies}) == 1, "it began anew"
        assert len(door.sent_twice) <= TWICE and 0 <= more <= TWICE
        # The server has compared the hash that the page took of the file with that of what arrived; this compares the bytes.
        assert filecmp.cmp(next(server.partition.rglob(os.path.basename(large))), large, shallow=False)
        assert server.leftovers() == []
    finally:
        door.close()
        server.kill()
        os.system(f"rm -rf '{server.data}'")
