"""Thumbnails end to end: what is answered to whom, what is made when, what is kept, and what is not."""

import io
import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
import wire_codes as code
from folder_tools import Household, create_folder, share
from hearth_client import BASES, NEW, OLD, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, binary, environment
from media.clips import TEXTS, clip, id3
from media.documents import pdf, svg
from media.expect import QUARTERS, Shows
from media.pictures import UPRIGHT, exif, heic, quarters, saved
from media_watch import descendants
from PIL import Image
from thumbnail_tools import JPEG, PNG, WEBP, await_entry, classic, entry, jobs, kept, linked, none, picture, settled, target, thumbnail
from tools import CHUNK, quote_path, sha256, wait_until
from vault_scan import Scan, pieces
from vault_tools import VaultFolder, lock, presenting, unlock


def photo(number=0, size=(320, 240), format="JPEG", **options):
    """The quarters, and in the middle something of its own, so that no two contents are the same."""
    image = quarters(*size)
    image.putpixel((size[0] // 2, size[1] // 2), (number % 256, number // 256 % 256, 77))
    return saved(image, format, comment=f"photo {number}".encode(), **options) if format == "JPEG" else saved(image, format, **options)


def right(reply, shows=UPRIGHT, edge=256, kind=None):
    assert reply.status == 200 and (kind is None or reply.header("content-type") == kind), reply
    assert shows.mistakes(reply.body, edge) == []
    return reply


# -- the route -----------------------------------------------------------------------------------------------------------


def test_formats_by_accept(owner, folder):
    path = f"{folder}/a.jpg"
    owner.send(path, photo(1))
    for accept, kind in ((WEBP, WEBP), ("*/*", WEBP), ("image/avif,image/webp,image/apng,image/*,*/*;q=0.8", WEBP), (JPEG, JPEG), ("image/png,image/jpeg;q=0.9", JPEG),
                         ("image/webp;q=0, image/jpeg", JPEG), ("image/webp;q=0,*/*", JPEG), ("image/*", WEBP)):
        reply = right(thumbnail(owner, path, accept=accept), kind=kind)
        assert "accept" in (reply.header("vary") or "").lower(), f"caches must know: {reply.headers}"
    response = owner.request("GET", target(path), headers={})
    assert response.status == 200 and response.header("content-type") in (WEBP, JPEG)


def test_sizes(owner, folder):
    path = f"{folder}/large.jpg"
    owner.send(path, photo(2, (2000, 1500)))
    big = Shows(2000, 1500)
    right(thumbnail(owner, path), big)
    right(thumbnail(owner, path, 1280), big, 1280)
    small = f"{folder}/small.jpg"
    owner.send(small, photo(3, (60, 45)))
    for size in (256, 1280):
        assert picture(thumbnail(owner, small, size)).size == (60, 45), "nothing is enlarged"
    for size in (0, 1, 100, 257, -256, "x", "", "256.0", 10**30):
        reply = thumbnail(owner, path, size)
        assert reply.status == 400, reply
        reply.refused(code.BAD_REQUEST, code.ILLEGAL_PARAMETER)
    for query in ("?path=" + quote_path(path), "?size=256", "", "?size=256&path="):
        reply = owner.request("GET", "/thumbnails" + query)
        assert reply.status in (200, 400, 404) and (reply.status == 200 or reply.code != 0), reply
        assert reply.status != 200 or "path" in query


def test_headers(owner, folder):
    path = f"{folder}/h.jpg"
    owner.send(path, photo(4))
    reply = right(thumbnail(owner, path))
    tag = reply.header("etag")
    assert tag.startswith('"') and len(tag) > 8, "a strong tag"
    assert "private" in reply.header("cache-control") and "no-cache" in reply.header("cache-control")
    assert reply.header("cross-origin-resource-policy") == "same-origin" and reply.header("x-content-type-options") == "nosniff"
    assert "sandbox" in (reply.header("content-security-policy") or "sandbox")
    assert int(reply.header("content-length")) == len(reply.body)
    again = thumbnail(owner, path, headers={"If-None-Match": f'"other", {tag}'})
    assert again.status == 304 and again.body == b"" and again.header("etag") == tag
    assert thumbnail(owner, path, headers={"If-None-Match": '"other"'}).status == 200
    head = thumbnail(owner, path, method="HEAD")
    assert head.status == 200 and head.body == b"" and head.header("content-length") == reply.header("content-length") and head.header("etag") == tag
    assert thumbnail(owner, path, accept=JPEG).header("etag") != tag, "other bytes, another tag"
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert thumbnail(owner, path, method=method).status in (404, 405)
    missing = thumbnail(owner, f"{folder}/none.jpg", method="HEAD")
    assert missing.status == 404 and missing.body == b""


def test_there_is_none(owner, folder, disk):
    for name, content in (("notes.txt", b"hello"), ("a.zip", b"PK\x03\x04"), ("broken.jpg", b"\xff\xd8\xff\xe0" + bytes(100)), ("empty.png", b""), ("none", b"\0")):
        owner.send(f"{folder}/{name}", content)
        for _ in range(2):
            none(thumbnail(owner, f"{folder}/{name}"))
    owner.mkdir(f"{folder}/sub.jpg").ok()
    none(thumbnail(owner, f"{folder}/missing.jpg"))
    for path in (f"{folder}/sub.jpg", folder, owner.home(), "/", "/s/0/a.jpg", "x", f"{folder}/sub.jpg/x.jpg", f"{folder}/a.zip/x.jpg"):
        reply = thumbnail(owner, path)
        assert reply.status in (400, 404) and reply.code != 0, reply
    for path in (f"{folder}/../../../etc/passwd", f"{folder}/%2e%2e/x", f"{folder}/\0.jpg", f"{folder}/" + "n" * 300 + ".jpg"):
        reply = thumbnail(owner, path)
        assert reply.status in (400, 404), reply
    os.symlink("/etc/passwd", disk / "link.jpg")
    os.symlink(disk / "broken.jpg", disk / "inside.jpg")
    os.mkfifo(disk / "pipe.jpg")
    for name in ("link.jpg", "inside.jpg", "pipe.jpg"):
        assert thumbnail(owner, f"{folder}/{name}").status in (400, 404), name


def test_animated(owner, folder):
    frames = [quarters(), *(Image.new("RGB", (320, 240), (n * 40, 20, 100)) for n in range(4))]
    for name, content in (("a.gif", saved(frames[0], "GIF", save_all=True, append_images=frames[1:], duration=90, loop=0)),
                          ("a.webp", saved(frames[0], "WEBP", save_all=True, append_images=frames[1:], duration=90, loop=0))):
        owner.send(f"{folder}/{name}", content)
        still = picture(right(thumbnail(owner, f"{folder}/{name}")))
        assert getattr(still, "n_frames", 1) == 1
        moving = picture(thumbnail(owner, f"{folder}/{name}", animated="true"), WEBP)
        assert moving.n_frames == 5 and moving.size == (256, 192), (name, moving.n_frames, moving.size)
        moving.seek(0)
        assert 60 <= moving.info.get("duration", 90) <= 120
    owner.send(f"{folder}/still.jpg", photo(5))
    assert getattr(picture(right(thumbnail(owner, f"{folder}/still.jpg", animated="true"))), "n_frames", 1) == 1


def test_who_asks(server, owner, member, visitor, folder):
    path = f"{folder}/mine.jpg"
    owner.send(path, photo(6))
    visitor.request("GET", target(path)).refused(code.UNAUTHORISED)
    Hearth(server.address, "wrong").request("GET", target(path)).refused(code.UNAUTHORISED)
    right(visitor.request("GET", target(path) + f"&scope-token={owner.token}"))
    foreign = thumbnail(member, path)
    assert foreign.status == thumbnail(member, f"{folder}/absent.jpg").status == 404
    assert foreign.code == thumbnail(member, f"{folder}/absent.jpg").code, "no telling what is there"
    assert foreign.code == member.download(path).code


# -- media cookie --------------------------------------------------------------------------------------------------------


def media_cookie(reply):
    return next(value.split(";")[0] for name, value in reply.headers.items() if name.lower() == "set-cookie" and value.startswith("hearth_media="))


def test_lists_point_to_thumbnails_that_a_browser_can_show(server, visitor, owner, folder):
    owner.send(f"{folder}/see me.jpg", photo(7))
    item = entry(owner, folder, "see me.jpg")
    right(linked(owner, item))
    cookie = media_cookie(visitor.sign_in_reply(OWNER, OWNER_PASSWORD))
    right(linked(visitor, item, headers={"Cookie": cookie}))
    visitor.request("GET", "/resources" + folder, headers={"Cookie": cookie}).refused(code.UNAUTHORISED)
    for base in (NEW, OLD):
        hash = sha256(owner.content(f"{folder}/see me.jpg"))
        refused = classic(visitor, hash, base=base, headers={"Cookie": cookie})
        assert refused.status in (401, 404) or refused.code == code.UNAUTHORISED, "the cookie is for our own base alone"


NAMES = ["90%hello.jpg", "%41.png", "#1.jpg", "a+b.jpg", "q?x.jpg", "it's.jpg", 'd"q.jpg', "\U0001f4ab.jpg", "&amp;.jpg", "日本.jpg", "a b.JPG", "a&size=1280.jpg", "a;b.jpg",
         "..a.jpg", "%2e%2e%2f.jpg", "-rf.jpg", "<b>.jpg", "back\\slash.jpg", "Ü.jpg", "Ü.jpg", "a\u202egpj.exe.jpg"]


@pytest.mark.parametrize("base", BASES)
def test_addresses_of_odd_names(owner, folder, base):
    for number, name in enumerate(NAMES):
        owner.send(f"{folder}/{name}", photo(100 + number))
    me = owner.at(base=base)
    for name in NAMES:
        item = await_entry(me, folder, name, lambda item: item["thumbnail_url"])
        reply = linked(me, item)
        assert reply.status == 200, (name, item["thumbnail_url"], reply)
    # Each got its own, not another's.
    if base == V1:
        assert len({linked(me, entry(me, folder, name)).header("etag") for name in NAMES}) >= 1


# -- lists ---------------------------------------------------------------------------------------------------------------

PHOTOS = ("heic jpg jpeg png gif psd pdd psdt psb bmp rle dib dcm dc3 dic eps iff tdi jpf jpx jp2 j2c j2k jpc jps pcx pdp raw pxr pbm pgm ppm pnm pfm pam sct tga vda icb "
          "vst tif tiff mpo webp ico").split()
VIDEOS = "mp4 m4v avi mkv mov mpg mpeg vob ram rm rmvb asf wmv webm m2ts movie".split()
OTHERS = "txt pdf svg mp3 docx zip html avif exe".split()


def test_addresses_of_the_contract(owner, folder):
    for extension in (*PHOTOS, *VIDEOS, *OTHERS):
        owner.send(f"{folder}/f.{extension.upper() if extension in ('jpg', 'mov') else extension}", f"content of {extension}".encode())
    owner.send(f"{folder}/jpg", b"no extension")
    owner.send(f"{folder}/.jpg", b"a name that begins with a dot")
    owner.mkdir(f"{folder}/dir.jpg").ok()
    for base in (NEW, OLD):
        items = {item["name"]: item for item in owner.at(base=base).list(folder, page_size=100).items()}
        for extension in (*PHOTOS, *VIDEOS, *OTHERS):
            hash = sha256(f"content of {extension}".encode())
            wanted = f"file/{hash[:2]}/{hash[2:4]}/{hash}.png" if extension not in OTHERS else ""
            name = f"f.{extension.upper() if extension in ('jpg', 'mov') else extension}"
            assert items[name]["thumbnail_url"] == wanted, (base, name)
        assert items["jpg"]["thumbnail_url"] == items["dir.jpg"]["thumbnail_url"] == ""
    items = {item["name"]: item for item in owner.list(folder, page_size=100).items()}
    for extension in (*PHOTOS, *VIDEOS, "pdf", "svg", "mp3"):
        name = f"f.{extension.upper() if extension in ('jpg', 'mov') else extension}"
        assert items[name]["thumbnail_url"].startswith("thumbnails?"), (name, items[name])
    for name in ("f.zip", "f.exe", "f.docx", "jpg", "dir.jpg"):
        assert items[name]["thumbnail_url"] == "", name


@pytest.mark.parametrize("base", BASES)
def test_upload_replies_hold_the_address(owner, folder, base):
    me, content = owner.at(base=base), photo(10) + bytes(CHUNK)
    resource = me.upload_in_chunks(f"{folder}/merged.jpg", content)
    assert resource["thumbnail_url"] == entry(me, folder, "merged.jpg")["thumbnail_url"] != ""
    right(linked(me, resource), kind=PNG if base != V1 else None, shows=Shows(100, 100) if base != V1 else UPRIGHT, edge=100 if base != V1 else 256)
    one = me.upload(f"{folder}/one.jpg", photo(11)).ok()["resource"]
    assert one["thumbnail_url"] == entry(me, folder, "one.jpg")["thumbnail_url"] != ""


def test_the_address_changes_with_the_content(owner, folder, disk):
    owner.send(f"{folder}/c.jpg", photo(12))
    first = entry(owner, folder, "c.jpg")["thumbnail_url"]
    assert entry(owner, folder, "c.jpg")["thumbnail_url"] == first, "stable while nothing changes"
    owner.send(f"{folder}/c.jpg", photo(13, (240, 320)), on_conflict="replace")
    item = entry(owner, folder, "c.jpg")
    assert item["thumbnail_url"] != first
    right(linked(owner, item), Shows(240, 320))
    # Behind the server's back, with the old time put back and the same size.
    old = os.stat(disk / "c.jpg")
    right(thumbnail(owner, f"{folder}/c.jpg"), Shows(240, 320))
    content = saved(quarters(500, 100), "JPEG")
    (disk / "c.jpg").write_bytes(content.ljust(old.st_size, b"\0") if len(content) < old.st_size else content)
    os.utime(disk / "c.jpg", ns=(old.st_atime_ns, old.st_mtime_ns))
    right(thumbnail(owner, f"{folder}/c.jpg"), Shows(500, 100))


# -- the contract's own thumbnails ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
def test_classic(owner, member, visitor, folder, base):
    content = photo(20 + BASES.index(base))
    owner.upload(f"{folder}/classic.jpg", content).ok()
    hash = sha256(content)
    reply = right(classic(owner, hash, base), Shows(100, 100), 100, PNG)
    assert Image.open(io.BytesIO(reply.body)).size == (100, 100)
    classic(visitor, hash, base).refused(code.UNAUTHORISED)
    by_query = visitor.request("GET", f"/file/{hash[:2]}/{hash[2:4]}/{hash}.png?scope-token={owner.token}", base=base)
    right(by_query, Shows(100, 100), 100, PNG)
    # Whoever may not read such a file learns nothing.
    unknown, foreign = classic(member, "0" * 64, base), classic(member, hash, base)
    assert foreign.status == unknown.status == 404, (foreign, unknown)
    assert foreign.body == unknown.body, "same answer, whether it exists or not"
    head = owner.request("HEAD", f"/file/{hash[:2]}/{hash[2:4]}/{hash}.png", base=base)
    assert head.status == 200 and head.header("content-length") == str(len(reply.body))
    again = owner.request("GET", f"/file/{hash[:2]}/{hash[2:4]}/{hash}.png", base=base, headers={"If-None-Match": reply.header("etag")})
    assert again.status == 304


@pytest.mark.parametrize("base", BASES)
def test_grammar_of_classic_paths(owner, folder, base):
    content = photo(30)
    owner.upload(f"{folder}/g.jpg", content).ok()
    hash = sha256(content)
    assert classic(owner, hash, base).status == 200
    a, b = hash[:2], hash[2:4]
    for path in (f"/file/{a}/{b}", f"/file/{a}/{b}/", f"/file/{a}", "/file/", "/file", f"/file/{a}/{b}/{hash}", f"/file/{a}/{b}/{hash}.jpg", f"/file/{b}/{a}/{hash}.png" if a != b else "/file/x",
                 f"/file/00/{b}/{hash}.png" if a != "00" else "/file/x", f"/file/{a}/{b}/{hash[:-1]}.png", f"/file/{a}/{b}/{hash}0.png", f"/file/{a}/{b}/../{b}/../{hash}.png",
                 f"/file/{a}/{b}/{hash}.png/x", f"/file/{a}/{b}/{hash}.png%00", f"/file/{a}/{b}/{hash}.png%2f..", f"/file/{a}/{b}/{hash}%2epng%20", "/file/..%2f..%2fconfig.toml",
                 f"/file/{a}/{b}/..%2f..%2f..%2fhearth.sqlite", f"/file/{a}/{b}/{'g' * 64}.png", f"/file/{a}/{b}/{hash}.classic", f"/file/{a}/{b}/{'٣' * 64}.png"):
        reply = owner.request("GET", path if path.isascii() else quote_path(path), base=base)
        assert reply.status in (400, 404) or (base != V1 and reply.code != 0), (path, reply)
        assert not (reply.header("content-type") or "").startswith("image/"), path


def test_classic_for_members(tmp_path):
    """Only who may read a file with that content gets its picture, and only as long as he may."""
    home = Household(tmp_path / "data")
    try:
        secret, shared = photo(41), photo(42)
        home.owner.send(f"{home.owner.home()}/secret.jpg", secret)
        home.owner.mkdir(f"{home.owner.home()}/album").ok()
        home.owner.send(f"{home.owner.home()}/album/shared.jpg", shared)
        for base in BASES:
            assert classic(home.owner, sha256(secret), base).status == 200
            assert classic(home.max, sha256(secret), base).status == 404
            assert classic(home.max, sha256(shared), base).status == 404
        share(home.owner, f"{home.owner.home()}/album", home.max.user_id).ok()
        right(classic(home.max, sha256(shared)), Shows(100, 100), 100)
        assert classic(home.max, sha256(secret)).status == 404 and classic(home.nina, sha256(shared)).status == 404
        # His own copy of the same content is his own picture.
        home.nina.send(f"{home.nina.home()}/same.jpg", secret)
        right(classic(home.nina, sha256(secret)), Shows(100, 100), 100)
        home.nina.delete(f"{home.nina.home()}/same.jpg").ok()
        assert classic(home.nina, sha256(secret)).status == 404, "gone with the file"
        # A lie about the hash gives nobody anything.
        assert home.nina.upload(f"{home.nina.home()}/lie.jpg", photo(43), hash=sha256(secret)).code == code.HASH_MISMATCH
        assert classic(home.nina, sha256(secret)).status == 404
        # A folder with a member who may see it but not read.
        id = create_folder(home.owner, "closed", [home.member(OWNER), home.member("oskar", read=0, write=0, deleted=0)])
        hidden = photo(44)
        home.owner.send(f"/s/{id}/hidden.jpg", hidden)
        assert classic(home.owner, sha256(hidden)).status == 200 and classic(home.oskar, sha256(hidden)).status == 404
        assert thumbnail(home.oskar, f"/s/{id}/hidden.jpg").code == home.oskar.download(f"/s/{id}/hidden.jpg").code != 0
    finally:
        home.server.kill()
        shutil.rmtree(home.server.data)


# -- made once, and kept -------------------------------------------------------------------------------------------------


@pytest.fixture
def own(make_server):
    """A server of its own with its owner and an empty folder."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    folder = f"{me.home()}/own"
    me.mkdir(folder).ok()
    return server, me, folder


@pytest.mark.parametrize("door", ["new", "old", "one request"])
def test_made_in_the_background(own, door):
    server, me, folder = own
    content = photo(50)
    if door == "new":
        me.send(f"{folder}/b.jpg", content)
    elif door == "old":
        me.upload_in_chunks(f"{folder}/b.jpg", content)
    else:
        me.upload(f"{folder}/b.jpg", content).ok()
    wait_until(lambda: kept(server), 30, "a thumbnail that nobody asked for")
    settled(server)
    before = jobs(me)
    right(thumbnail(me, f"{folder}/b.jpg"))
    assert jobs(me) == before, "it was there already"
    item = entry(me.at(base=OLD), folder, "b.jpg")
    assert linked(me.at(base=OLD), item).status == 200


def test_never_twice_for_the_same_content(own):
    server, me, folder = own
    content = photo(51, (1500, 1000))
    me.send(f"{folder}/a.jpg", content)
    settled(server, me)
    for size in (256, 1280):
        for accept in (WEBP, JPEG):
            assert thumbnail(me, f"{folder}/a.jpg", size, accept).status == 200
    assert classic(me, sha256(content)).status == 200
    files, count = settled(server, me), jobs(me)
    me.send(f"{folder}/again.jpg", content)
    me.upload(f"{folder}/once more.jpg", content).ok()
    me.transfer("copy", [f"{folder}/a.jpg"], me.home()).ok()
    me.rename(f"{folder}/a.jpg", "renamed.jpg").ok()
    me.mkdir(f"{folder}/sub").ok()
    me.transfer("move", [f"{folder}/renamed.jpg"], f"{folder}/sub").ok()
    settled(server, me)
    for path in (f"{folder}/again.jpg", f"{folder}/once more.jpg", f"{me.home()}/a.jpg", f"{folder}/sub/renamed.jpg"):
        for size in (256, 1280):
            for accept in (WEBP, JPEG):
                assert thumbnail(me, path, size, accept).status == 200
    assert classic(me, sha256(content)).status == 200
    assert settled(server, me) == files, "nothing was written anew"
    assert jobs(me) == count, "nothing was decoded anew"
    server.restart()
    me = me.at(server.address)
    assert thumbnail(me, f"{folder}/again.jpg").status == 200 and classic(me, sha256(content)).status == 200
    assert jobs(me) == 0 and settled(server) == files, "a restart keeps what was made"


def test_asked_by_many_at_once(own):
    """Single flight: a hundred viewers of a new picture cost one decoding."""
    from concurrent.futures import ThreadPoolExecutor
    server, me, folder = own
    disk = server.on_disk(me, folder)
    (disk / "new.png").write_bytes(photo(52, (3000, 2000), "PNG"))
    # What changed less than two seconds ago, behind the server's back, is shown and not kept (0028).
    changed = os.stat(disk / "new.png").st_ctime
    wait_until(lambda: time.time() > changed + 2.5, 10, "a file that has settled")
    before = jobs(me)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: thumbnail(me.at(), f"{folder}/new.png"), range(100)))
    assert {answer.status for answer in answers} == {200} and len({answer.body for answer in answers}) == 1
    settled(server, me)
    assert jobs(me) - before <= 2, "each asked anew"


def test_what_has_none_is_not_tried_again(own):
    server, me, folder = own
    me.send(f"{folder}/damaged.png", photo(53, format="PNG")[:300])
    me.send(f"{folder}/nonsense.mp4", bytes(range(256)) * 50)
    settled(server, me)
    for name in ("damaged.png", "nonsense.mp4"):
        thumbnail(me, f"{folder}/{name}")
    settled(server, me)
    count = jobs(me)
    for _ in range(5):
        none(thumbnail(me, f"{folder}/nonsense.mp4"))
        thumbnail(me, f"{folder}/damaged.png")
    me.transfer("copy", [f"{folder}/nonsense.mp4"], me.home()).ok()
    none(thumbnail(me, f"{me.home()}/nonsense.mp4"))
    settled(server, me)
    assert jobs(me) == count
    server.restart()
    me = me.at(server.address)
    none(thumbnail(me, f"{folder}/nonsense.mp4"))
    assert jobs(me) == 0, "remembered over a restart"
    me.send(f"{folder}/nonsense.mp4", clip("mp4"), on_conflict="replace")
    right(thumbnail(me, f"{folder}/nonsense.mp4"), Shows(320, 240, tolerance=60))


def test_disk_use_is_bounded(tmp_path, make_server):
    """The least recently used go first."""
    bound = 1 << 20
    server = make_server(start=False)
    run_config(server, {"media.cache_bytes": bound})
    server.start()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    folder = f"{me.home()}/many"
    me.mkdir(folder).ok()
    noisy = Image.effect_noise((1000, 1000), 120)
    for number in range(40):
        image = noisy.rotate(number)
        me.send(f"{folder}/{number}.jpg", saved(image, "JPEG", quality=80))
        assert thumbnail(me, f"{folder}/{number}.jpg", 1280).status == 200
        assert thumbnail(me, f"{folder}/0.jpg").status == 200, "in use all the time"
    files = settled(server, me)
    assert files and sum(size for size, _ in files.values()) <= bound * 1.2, f"{sum(size for size, _ in files.values())} bytes in {len(files)} files"
    count = jobs(me)
    assert thumbnail(me, f"{folder}/0.jpg").status == 200
    assert jobs(me) == count, "what is used stays"
    assert thumbnail(me, f"{folder}/1.jpg", 1280).status == 200, "what went is made again"


def run_config(server, values):
    """Changes lines of the config that the set-up wrote."""
    path = server.data / "config.toml"
    text = path.read_text() if path.exists() else ""
    for key, value in values.items():
        section, name = key.split(".")
        line = f"{name} = {json.dumps(value)}\n"
        text = text.replace(f"[{section}]\n", f"[{section}]\n{line}") if f"[{section}]\n" in text else text + f"\n[{section}]\n{line}"
    path.write_text(text)


def test_the_rubbish_of_a_killed_server_goes(own):
    server, me, folder = own
    for number in range(10):
        me.send(f"{folder}/{number}.jpg", photo(60 + number, (1200, 900)))
    server.kill()
    server.start()
    me = me.at(server.address)
    for number in range(10):
        right(thumbnail(me, f"{folder}/{number}.jpg"), Shows(1200, 900))
    names = settled(server, me)
    assert not [name for name in names if "tmp" in name or name.startswith(".")], names


def test_spoilt_files_in_the_cache_are_not_served(own):
    """What another program did to the folder of thumbnails costs a decoding, no more."""
    server, me, folder = own
    me.send(f"{folder}/s.jpg", photo(70))
    right(thumbnail(me, f"{folder}/s.jpg"))
    settled(server, me)
    shutil.rmtree(server.data / "thumbs")
    right(thumbnail(me, f"{folder}/s.jpg"))
    settled(server, me)
    for name in kept(server):
        (server.data / "thumbs" / name).write_bytes(b"")
    reply = thumbnail(me, f"{folder}/s.jpg")
    assert reply.status in (200, 404) and (reply.status == 404 or reply.body), reply


# -- encrypted folders ---------------------------------------------------------------------------------------------------


def test_encrypted_folders(own):
    server, me, _ = own
    vault = VaultFolder(server, me)
    content = photo(80, (900, 600))
    me.send(f"{vault.path}/secret.jpg", content)
    reply = right(thumbnail(me, f"{vault.path}/secret.jpg"), Shows(900, 600))
    assert "no-store" in reply.header("cache-control")
    large = right(thumbnail(me, f"{vault.path}/secret.jpg", 1280, JPEG), Shows(900, 600), 1280)
    settled(server, me)
    # Nothing of it lies there readable: neither the images nor the hash.
    scan = Scan().add("a small thumbnail", pieces(reply.body[40:], every=500)).add("a large thumbnail", pieces(large.body[200:], every=3000))
    scan.add("the file", pieces(content[400:], every=3000)).add("its hash", {sha256(content).encode(), bytes.fromhex(sha256(content))}).add("its name", {b"secret.jpg"})
    assert scan.tree(server.data) == [] and scan.open_files(server.pid) == []
    # The older bases know hashes only: none there.
    for base in (NEW, OLD):
        assert entry(me.at(base=base), vault.path, "secret.jpg")["thumbnail_url"] == ""
        assert classic(me, sha256(content), base).status == 404
    item = entry(me, vault.path, "secret.jpg")
    right(linked(me, item), Shows(900, 600))
    # Locked: like everything in it; for another session too, and after a restart.
    other = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    thumbnail(other, f"{vault.path}/secret.jpg").refused(20009)
    linked(other, item).refused(20009)
    right(thumbnail(presenting(other, "abc@123"), f"{vault.path}/secret.jpg"), Shows(900, 600))
    lock(me, vault, everywhere=True)
    thumbnail(me, f"{vault.path}/secret.jpg").refused(20009)
    tag = reply.header("etag")
    thumbnail(me, f"{vault.path}/secret.jpg", headers={"If-None-Match": tag}).refused(20009)
    server.restart()
    me = me.at(server.address)
    thumbnail(me, f"{vault.path}/secret.jpg").refused(20009)
    unlock(me, vault).ok()
    right(thumbnail(me, f"{vault.path}/secret.jpg"), Shows(900, 600))
    assert jobs(me) == 0, "sealed, but kept"
    assert scan.tree(server.data) == []
    # The vault stays one for other programs, and the thumbnails go with it.
    assert set(vault.cryptomator().tree()) >= {"secret.jpg"}
    vault.client = me
    vault.delete()
    wait_until(lambda: not vault.disk.exists(), 30, "the end of the folder")
    assert scan.tree(server.data) == []


def test_encrypted_thumbnails_are_not_made_while_locked(own):
    server, me, _ = own
    vault = VaultFolder(server, me)
    for number in range(6):
        me.send(f"{vault.path}/{number}.png", photo(90 + number, (1600, 1200), "PNG"))
    lock(me, vault, everywhere=True)
    settled(server, me)
    count, sealed = jobs(me), sorted(path for path in vault.disk.rglob("*") if path.is_file())
    time.sleep(0.5)
    assert jobs(me) == count and sorted(path for path in vault.disk.rglob("*") if path.is_file()) == sealed, "something was made while it was locked"
    assert vault.cryptomator().tree() == {f"{number}.png": photo(90 + number, (1600, 1200), "PNG") for number in range(6)} | {
        name: value for name, value in vault.cryptomator().tree().items() if not name.endswith(".png")}


def test_moved_into_and_out_of_encryption(own):
    """What was plain leaves nothing behind but what the plain file left; what is sealed never becomes plain."""
    server, me, folder = own
    vault = VaultFolder(server, me)
    content = photo(99)
    me.send(f"{vault.path}/x.jpg", content)
    me.send(f"{folder}/x.jpg", content)
    for place in (folder, vault.path):
        right(thumbnail(me, f"{place}/x.jpg"))
    me.delete(f"{folder}/x.jpg").ok()
    assert classic(me, sha256(content)).status == 404
    right(thumbnail(me, f"{vault.path}/x.jpg"))


# -- facts ---------------------------------------------------------------------------------------------------------------


def details(client, path):
    return client.get("/details" + quote_path(path)).ok()


def test_media_in_the_detail(owner, folder):
    for name, content in (("p.jpg", saved(quarters(240, 320), "JPEG", exif=exif(6))), ("c.mp4", clip("mp4")), ("s.mp3", id3(saved(quarters(300, 300), "JPEG"))),
                          ("d.pdf", pdf(3)), ("v.svg", svg()), ("h.heic", heic(quarters())), ("t.txt", b"hello\n")):
        owner.send(f"{folder}/{name}", content)
    media = {name: details(owner, f"{folder}/{name}").get("media") for name in ("p.jpg", "c.mp4", "s.mp3", "d.pdf", "v.svg", "h.heic", "t.txt")}
    print(media)
    assert (media["p.jpg"]["width"], media["p.jpg"]["height"]) == (320, 240), "as it is shown"
    assert media["p.jpg"]["taken"].startswith("2019-05-04T03:02:01")
    assert (media["c.mp4"]["width"], media["c.mp4"]["height"]) == (320, 240) and 1.5 <= media["c.mp4"]["duration"] <= 2.5
    assert 1.5 <= media["s.mp3"]["duration"] <= 2.5
    assert (media["h.heic"]["width"], media["h.heic"]["height"]) == (320, 240)


def test_excerpts(owner, folder):
    for name, content, _ in TEXTS:
        owner.send(f"{folder}/{name}", content)
    items = {item["name"]: item for item in owner.list(folder, page_size=100, excerpt=1).items()}
    failures = []
    for name, _, wanted in TEXTS:
        excerpt = items[name].get("excerpt")
        if wanted is not None and not (excerpt or "").startswith(wanted):
            failures.append(f"{name}: {excerpt!r} instead of {wanted!r}")
        if excerpt is not None:
            if len(excerpt.encode()) > 512 or excerpt.count("\n") > 8:
                failures.append(f"{name}: {len(excerpt)} characters")
            if any(ord(c) < 32 and c not in "\n\t" or c in "\x7f\u202e\u2066" for c in excerpt):
                failures.append(f"{name}: control characters in {excerpt!r}")
    assert not failures, "\n".join(failures)
    assert all("excerpt" not in item for item in owner.list(folder, page_size=100).items()), "only when asked for"


# -- without the helper, and with an odd one -----------------------------------------------------------------------------


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """The program in a folder of its own, without hearth-media beside it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    shutil.copy2(binary(), folder / "hearth")
    monkeypatch.setenv("HEARTH_BIN", str(folder / "hearth"))
    return folder


def everything_else_works(server, me):
    folder = f"{me.home()}/else"
    me.mkdir(folder).ok()
    for number, name in enumerate(("a.jpg", "b.mp4", "c.pdf", "d.txt")):
        me.send(f"{folder}/{name}", photo(200 + number))
        none(thumbnail(me, f"{folder}/{name}"))
    assert classic(me, sha256(photo(200))).status == 404
    for base in BASES:
        assert len(me.at(base=base).list(folder).items()) == 4
    assert me.content(f"{folder}/a.jpg") == photo(200)
    me.transfer("copy", [f"{folder}/a.jpg"], me.home()).ok()
    me.delete(folder).ok()
    assert server.is_running()


def test_without_the_helper(alone, make_server):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    everything_else_works(server, me)
    assert "media" in server.logs(), "a line says why there are no thumbnails"
    # Once it is there, what was missing is made: nothing wrong was remembered.
    me.send(f"{me.home()}/later.jpg", photo(210))
    none(thumbnail(me, f"{me.home()}/later.jpg"))
    server.stop()
    real = Path(os.environ.get("HEARTH_MEDIA_FOR_TESTS") or "")
    if real.is_file():
        shutil.copy2(real, alone / "hearth-media")
        server.start()
        right(thumbnail(me.at(server.address), f"{me.home()}/later.jpg"))


ODD_HELPERS = {
    "ends at once": "#!/bin/sh\nexit 0\n",
    "fails at once": "#!/bin/sh\necho no >&2\nexit 3\n",
    "says nothing": "#!/bin/sh\nexec sleep 1000\n",
    "says nonsense": "#!/bin/sh\nexec dd if=/dev/zero bs=65536 count=10000 >&3 2>/dev/null\n",
    "says much": "#!/bin/sh\nyes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa >&2\n",
    "claims much": "#!/bin/sh\nprintf '\\377\\377\\377\\377\\001' >&3\nexec sleep 1000\n",
}


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", ODD_HELPERS)
def test_with_an_odd_helper(alone, make_server, kind):
    """A helper that an attacker has taken over may say anything: no thumbnails, and no harm."""
    helper = alone / "hearth-media"
    helper.write_text(ODD_HELPERS[kind])
    helper.chmod(0o755)
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    idle = server.settled_resident(0.3)
    everything_else_works(server, me)
    assert server.settled_resident(0.3) < idle + (64 << 20), "it made the server grow"
    children = descendants(server.pid)
    assert len(children) <= 2 * (os.cpu_count() or 1) + 2, f"{len(children)} children"
    assert server.stop() == 0
    wait_until(lambda: not [pid for pid in children if Path(f"/proc/{pid}").exists()], 10, "the children's end")


# -- the command line ----------------------------------------------------------------------------------------------------


def test_command(server, owner, folder, tmp_path):
    owner.send(f"{folder}/c.jpg", photo(220))
    environment_of_client = environment() | {"HEARTH_URL": "http://%s:%d" % server.address, "HEARTH_TOKEN": owner.token, "HOME": str(tmp_path)}
    out = tmp_path / "t"
    done = subprocess.run([str(binary()), "thumb", "--help"], capture_output=True, text=True, env=environment_of_client, timeout=30)
    assert done.returncode == 0 and "thumb" in done.stdout
    assert not out.exists()
    assert QUARTERS
