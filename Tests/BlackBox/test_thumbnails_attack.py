"""What an evil file, or a member who means harm, could do with thumbnails to others."""

import io
import os
import stat
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from hearth_client import BASES, OLD, Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from media.bombs import SIDE, one_colour
from media.documents import svg
from media.expect import Shows
from media.pictures import UPRIGHT, exif, quarters, saved
from PIL import Image
from test_thumbnails import photo, right
from thumbnail_tools import classic, kept, none, settled, thumbnail
from tools import MIB, quote_path, sha256
from vault_scan import Scan, forms
from vault_tools import VaultFolder, lock

MEMBER = ("max", "maximal 7 secret")


@pytest.fixture
def two(make_server):
    """A server with its owner and a member."""
    server = make_server(members=[MEMBER])
    return server, Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD), Hearth.sign_in(server.address, *MEMBER)


def slow_picture(number):
    """A file that takes a decoder its whole time, of a few bytes, each with a content of its own."""
    filters = '<feGaussianBlur stdDeviation="100"/><feTurbulence baseFrequency="0.9" numOctaves="10000"/>' * 20
    return svg(f'<!-- {number} --><filter id="f" x="-100" y="-100" width="10000" height="10000">{filters}</filter><rect width="400" height="300" filter="url(#f)"/>')


@pytest.mark.alone
@pytest.mark.timeout(300)
def test_slow_files_of_one_member_do_not_keep_others_waiting(two):
    server, victim, evil = two
    count = 24
    for number in range(count):
        evil.send(f"{evil.home()}/{number}.svg", slow_picture(number))
    victim.mkdir(f"{victim.home()}/album").ok()
    for number in range(6):
        victim.send(f"{victim.home()}/album/{number}.jpg", photo(300 + number))
    answers = []

    def attack(number):
        one = evil.at()
        reply = thumbnail(one, f"{evil.home()}/{number}.svg")
        answers.append(reply)
        one.close()

    with ThreadPoolExecutor(count) as pool:
        for number in range(count):
            pool.submit(attack, number)
        time.sleep(1)  # the attack is under way; nothing shows when
        waits = []
        for number in range(6):
            start = time.monotonic()
            reply = thumbnail(victim, f"{victim.home()}/album/{number}.jpg", 1280)
            waits.append(time.monotonic() - start)
            right(reply, edge=1280)
        print("waited", [f"{wait:.1f}" for wait in waits])
    assert max(waits) < 25, f"waited {max(waits):.1f} s behind another member's files"
    for reply in answers:
        assert reply.status in (404, 503), reply


@pytest.mark.alone
def test_a_thousand_at_once(two):
    """Different files, all asked for at the same time: memory and descriptors stay bounded, and each gets its answer."""
    server, me, _ = two
    folder = f"{me.home()}/thousand"
    me.mkdir(folder).ok()
    disk = server.on_disk(me, folder)
    for number in range(1000):
        (disk / f"{number}.jpg").write_bytes(photo(1000 + number))
    idle, peak, descriptors = server.settled_resident(0.3), 0, 0
    end = threading.Event()

    def watch():
        nonlocal peak, descriptors
        while not end.wait(0.02):
            peak = max(peak, server.resident())
            descriptors = max(descriptors, len(os.listdir(f"/proc/{server.pid}/fd")))

    def ask(number):
        one = me.at()
        try:
            reply = thumbnail(one, f"{folder}/{number}.jpg")
            return reply.status
        finally:
            one.close()

    watcher = threading.Thread(target=watch)
    watcher.start()
    with ThreadPoolExecutor(400) as pool:
        start = time.monotonic()
        statuses = list(pool.map(ask, range(1000)))
        seconds = time.monotonic() - start
    end.set()
    watcher.join()
    print(f"{seconds:.1f} s; statuses {({s: statuses.count(s) for s in set(statuses)})}; from {idle / MIB:.0f} to {peak / MIB:.0f} MiB; {descriptors} descriptors")
    assert set(statuses) <= {200, 503} and statuses.count(200) > 300
    assert peak < idle + 150 * MIB
    assert thumbnail(me, f"{folder}/0.jpg").status == 200


def test_a_wrong_name_does_not_spoil_the_content(two):
    """Whoever knows a content cannot keep others from its thumbnail by storing it under a name that misleads."""
    server, victim, evil = two
    contents = {"tga": saved(quarters(), "TGA"), "pcx": saved(quarters(), "PCX"), "svg": svg(), "jpg": photo(400), "ico": saved(quarters(128, 96), "ICO", sizes=[(128, 96)]),
                "svgz": __import__("gzip").compress(svg())}
    expected = {}
    for extension, content in contents.items():
        # What it is under its own name, as a content of its own.
        plain = contents[extension] + b"\0" if extension in ("tga", "jpg") else None
        if plain:
            victim.send(f"{victim.home()}/alone.{extension}", plain)
            expected[extension] = thumbnail(victim, f"{victim.home()}/alone.{extension}").status
        for wrong in ("jpg", "nef", "pcx", "tga", "pdf", "psd", "dcm", "bmp"):
            if wrong != extension:
                evil.send(f"{evil.home()}/{extension} as.{wrong}", content)
                thumbnail(evil, f"{evil.home()}/{extension} as.{wrong}")
                classic(evil, sha256(content))
    settled(server, victim)
    for extension, content in contents.items():
        victim.send(f"{victim.home()}/mine.{extension}", content)
        reply = thumbnail(victim, f"{victim.home()}/mine.{extension}")
        if extension in ("svg", "jpg") or expected.get(extension) == 200:
            assert reply.status == 200, f"{extension}: {reply}"


def test_what_decoders_say_is_no_leak(make_server):
    """Messages about damaged files quote them: of an encrypted folder nothing may get into a log."""
    server = make_server(start=False, arguments=["--log-level", "debug"])
    server.start()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault, mark = VaultFolder(server, me), f"Mark{uuid.uuid4().hex[:12]}"
    files = {
        "entity.svg": svg(f"<text>&{mark};</text>"), "tag.svg": f'<svg xmlns="http://www.w3.org/2000/svg"><{mark}></svg>'.encode(),
        "attribute.svg": svg(attributes=f'width="{mark}" height="1"'), "font.svg": svg(f'<text font-family="{mark}">x</text>'),
        "exif.jpg": saved(quarters(), "JPEG", exif=exif())[:400] + mark.encode() * 30, "page.pdf": b"%PDF-1.4\n1 0 obj<</Type/" + mark.encode() * 5 + b">>endobj\ntrailer<</Root 1 0 R>>",
        "head.tif": b"II*\0" + mark.encode() * 20, "text.png": saved(quarters(), "PNG")[:60] + mark.encode() * 9, "list.mp4": f"#EXTM3U\n#EXTINF:1,\n/{mark}\n".encode(),
        "tag.mp3": b"ID3\4\0\0\0\0\1\0TIT2\0\0\0\x40\0\0\3" + mark.encode() * 8, f"{mark}.jpg": b"\xff\xd8\xff\xe0", "plain.txt": (mark + "\n").encode() * 20,
    }
    for name, content in files.items():
        me.send(f"{vault.path}/{name}", content)
        thumbnail(me, f"{vault.path}/{name}")
        me.get("/details" + quote_path(f"{vault.path}/{name}"))
    me.list(vault.path, excerpt=1).ok()
    settled(server, me)
    lock(me, vault, everywhere=True)
    server.stop()
    scan = Scan().add("the mark", forms(mark))
    assert scan.bytes(server.logs().encode(), "the logs") == []
    assert scan.tree(server.data) == []


def test_messages_of_plain_files_are_one_line_each(make_server):
    """What a file makes a decoder say cannot forge lines of the log."""
    server = make_server(start=False, arguments=["--log-level", "debug"])
    server.start()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    forged = "2030-01-01T00:00:00Z error forged by a file"
    for number, content in enumerate((svg(f"<text>&a\n{forged}\n;</text>"), f'<svg xmlns="http://www.w3.org/2000/svg"><a\n{forged}\n></svg>'.encode(),
                                      f"%PDF-1.4\n1 0 obj<</Type/X\n{forged}\n>>\ntrailer<</Root 1 0 R>>".encode(), b"\x1b[2J\x1b]0;x\x07" + saved(quarters(), "PNG"))):
        for extension in ("svg", "pdf", "png"):
            me.send(f"{me.home()}/{number}.{extension}", content)
            thumbnail(me, f"{me.home()}/{number}.{extension}")
    settled(server, me)
    server.stop()
    lines = server.logs().splitlines()
    assert not [line for line in lines if line.startswith(forged)]
    assert not [line for line in lines if any(ord(c) < 32 and c != "\t" for c in line)]


def test_nobody_else_on_the_machine_reads_them(two):
    server, me, _ = two
    me.send(f"{me.home()}/a.jpg", photo(500))
    right(thumbnail(me, f"{me.home()}/a.jpg"))
    assert settled(server)
    for path in (server.data / "thumbs").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o007 == 0, f"{path} {oct(path.stat().st_mode)}"


def test_what_is_put_into_the_cache_is_not_followed(two, tmp_path):
    """Links that somebody laid there lead nowhere."""
    server, me, _ = two
    me.send(f"{me.home()}/a.jpg", photo(510))
    right(thumbnail(me, f"{me.home()}/a.jpg"))
    settled(server, me)
    secret = tmp_path / "secret"
    secret.write_bytes(b"do not touch")
    for name in kept(server):
        at = server.data / "thumbs" / name
        at.unlink()
        at.symlink_to(secret)
    reply = thumbnail(me, f"{me.home()}/a.jpg")
    assert reply.status in (200, 404) and b"do not touch" not in reply.body
    settled(server, me)
    assert secret.read_bytes() == b"do not touch"


def test_files_that_change_while_they_are_decoded(two):
    """A picture that another program rewrites all the time: an old or a new thumbnail, never a mixture that stays."""
    server, me, _ = two
    folder = f"{me.home()}/changing"
    me.mkdir(folder).ok()
    at = server.on_disk(me, folder) / "c.png"
    pictures = [saved(Image.new("RGB", (700, 500), colour), "PNG", compress_level=0) for colour in ((250, 0, 0), (0, 0, 250))]
    at.write_bytes(pictures[0])
    end = threading.Event()

    def rewrite():
        number = 0
        while not end.wait(0.005):
            number += 1
            at.write_bytes(pictures[number % 2])
        at.write_bytes(pictures[1])

    writer = threading.Thread(target=rewrite)
    writer.start()
    for _ in range(60):
        reply = thumbnail(me, f"{folder}/c.png")
        assert reply.status in (200, 404), reply
    end.set()
    writer.join()
    # Once it is quiet the right one comes.
    reply = thumbnail(me, f"{folder}/c.png")
    right(reply, Shows(700, 500, {(0.5, 0.5): (0, 0, 250)}))
    settled(server, me)
    right(thumbnail(me, f"{folder}/c.png"), Shows(700, 500, {(0.5, 0.5): (0, 0, 250)}))


def test_renamed_and_deleted_while_it_is_made(two):
    server, me, _ = two
    for number in range(12):
        path = f"{me.home()}/r{number}.png"
        me.send(path, photo(600 + number, (1500, 1000), "PNG"))
        with ThreadPoolExecutor(3) as pool:
            asked = pool.submit(lambda: thumbnail(me.at(), path))
            renamed = pool.submit(lambda: me.at().rename(path, f"n{number}.png"))
            gone = pool.submit(lambda: me.at().delete(f"{me.home()}/n{number}.png"))
            assert asked.result().status in (200, 404)
            renamed.result()
            gone.result()
    assert server.is_running()
    me.send(f"{me.home()}/after.png", photo(650, format="PNG"))
    right(thumbnail(me, f"{me.home()}/after.png"))


def test_rights_that_end_while_it_is_made(two):
    """Who loses a folder gets no thumbnail of it any more, kept or not, by path or by hash."""
    server, owner, member = two
    owner.mkdir(f"{owner.home()}/lent").ok()
    content = photo(700)
    owner.send(f"{owner.home()}/lent/a.jpg", content)
    owner.json("POST", "/shares", {"to_users": [member.user_id], "paths": [f"{owner.home()}/lent"], "read": 1, "write": 0, "deleted": 0, "from_user": "me"}).ok()
    path = next(item["path"] for item in member.get("/shares").items() if item["name"] == "lent") + "/a.jpg"
    right(thumbnail(member, path))
    tag = thumbnail(member, path).header("etag")
    for base in BASES:
        assert classic(member, sha256(content), base).status == 200
    owner.delete(f"{owner.home()}/lent").ok()
    assert thumbnail(member, path, headers={"If-None-Match": tag}).status == 404
    for base in BASES:
        assert classic(member, sha256(content), base, headers={"If-None-Match": tag}).status == 404


def test_bombs_in_bombs_stay_within_memory(two):
    """The largest pictures, all at once, by several members."""
    server, me, other = two
    bomb = one_colour(SIDE, 8, 2, bytes((9, 9, 200)) * SIDE)
    for number, client in enumerate((me, other, me, other)):
        client.send(f"{client.home()}/bomb{number}.png", bomb + bytes(number))
    idle = server.settled_resident(0.2)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda pair: thumbnail(pair[1].at(), f"{pair[1].home()}/bomb{pair[0]}.png"), enumerate((me, other, me, other))))
    assert all(answer.status in (200, 404, 503) for answer in answers), answers
    assert server.resident() < idle + 64 * MIB
    me.send(f"{me.home()}/fine.png", saved(quarters(), "PNG"))
    right(thumbnail(me, f"{me.home()}/fine.png"), UPRIGHT)


def test_query_of_the_route(two):
    """Doubled, escaped and endless parameters."""
    _, me, _ = two
    me.send(f"{me.home()}/a.jpg", photo(710))
    path = f"{me.home()}/a.jpg"
    for query in (f"path={path}&path=/etc/passwd&size=256", f"path=/etc/passwd&path={path}&size=256", f"size=256&size=9999&path={path}", f"path={quote_path(path)}%00&size=256",
                  f"path={path}%00.png&size=256", f"path={path}&size=256&animated=maybe", f"path={path}&size=256&format=gif", f"path={path}&size=256&v=" + "9" * 4000,
                  f"path={'/..' * 500}{path}&size=256", f"path={path.replace('/', '%2F')}&size=256", f"path={path}&size=%32%35%36", f"path={path}&size=256#x", "path=%ff%fe&size=256",
                  f"path={path};size=256", f"PATH={path}&SIZE=256"):
        reply = me.request("GET", "/thumbnails?" + query.replace("#", "%23"))
        assert reply.status in (200, 400, 404), (query, reply)
        if reply.status == 200:
            right(reply)
    none(thumbnail(me.at(base=OLD), f"{me.home()}/none.jpg"))
    assert io
