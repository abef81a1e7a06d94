"""What is in an encrypted folder: plain names, plain sizes and plain bytes for who has it open, through every door."""

import base64
import hashlib
import io
import os
import random
import re
import tarfile
import unicodedata
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest
import wire_codes as code
from hearth_client import BASES, NEW, OLD, V1, Hearth, chunk_ids, split, strong_etag
from hearth_server import OWNER, OWNER_PASSWORD
from test_archive import fetch as archive
from test_list_pages import ORDERS, pages
from tools import CHUNK, MIB, quote_path, seeded, sha256
from vault_scan import Scan, pieces
from vault_tools import (
    BLOCK,
    FORBIDDEN_NAME,
    HASH_MISMATCH,
    LONGEST_UNSHORTENED,
    NAMES,
    ONLY_INSIDE,
    WRONG_PASSWORD,
    VaultFolder,
    api_entries,
    api_tree,
    noise,
    numbers,
    unlock,
)

SIZES = [0, 1, 31, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, MIB + 1, CHUNK, CHUNK + 1, 20 * MIB]
OLD_FORBIDDEN = ':*?"<>|\\'
THREE = random.Random(3).randbytes(2 * CHUNK + 12_345)
HASH = sha256(THREE)


@pytest.fixture(scope="module")
def vault(server, owner):
    made = VaultFolder(server, owner)
    yield made
    assert made.cryptomator().orphans() == [], "every content directory has its link"
    made.delete()


@pytest.fixture
def folder(owner, vault):
    """An empty directory of the vault, reached by the owner."""
    path = f"{vault.path}/test{next(numbers)}"
    owner.mkdir(path).ok()
    yield path
    owner.delete(path).ok()


@pytest.fixture
def inside(vault, folder):
    """The same directory as pycryptomator sees it: a function that gives its tree."""
    def look():
        return vault.cryptomator().tree("/" + folder.rsplit("/", 1)[1])

    return lambda: {path.split("/", 1)[1]: content for path, content in look().items()}


@pytest.fixture
def plain(owner):
    """An empty directory that is not encrypted."""
    path = f"{owner.home()}/plain{next(numbers)}"
    owner.mkdir(path).ok()
    yield path
    owner.delete(path).ok()


@pytest.fixture
def plain_disk(server, owner, plain):
    return server.on_disk(owner, plain)


# -- sizes and ranges ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sized(owner, vault):
    """Files of every size that is near a border of the format: name to content."""
    path, contents = f"{vault.path}/sized", {}
    for size in SIZES:
        contents[str(size)] = noise(size)
        if size <= CHUNK:
            owner.upload(f"{path}/{size}", contents[str(size)]).ok()
        else:
            owner.send(f"{path}/{size}", contents[str(size)])
    return path, contents


def test_sizes_are_the_plain_ones(api, sized):
    path, contents = sized
    listed = {item["name"]: item for item in api.list(path, page_size=100).items()}
    assert {name: item["size"] for name, item in listed.items()} == {name: len(content) for name, content in contents.items()}
    assert {item["path"].rsplit("/", 1)[1]: item["size"] for item in api.list(path, type=1).items()} == {name: len(c) for name, c in contents.items()}
    for name, content in contents.items():
        assert listed[name]["type"] == 1 and listed[name]["is_encrypt"] == 1 and listed[name]["path"] == f"{path}/{name}"
        head = api.download(f"{path}/{name}", method="HEAD")
        assert head.status == 200 and head.header("content-length") == str(len(content)) and head.header("accept-ranges") == "bytes"
        reply = api.download(f"{path}/{name}")
        assert reply.status == 200 and reply.header("content-length") == str(len(content)) and reply.body == content
        digest = reply.header("repr-digest")
        assert digest is None or base64.b64encode(hashlib.sha256(content).digest()).decode() in digest


def test_pycryptomator_reads_the_same(vault, sized):
    assert vault.cryptomator().tree("/sized") == {f"sized/{name}": content for name, content in sized[1].items()}


def borders(size):
    """Ranges around the borders of blocks."""
    for at in (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, size // 2, size - 2, size - 1):
        for length in (1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK, size):
            if 0 <= at < size:
                yield at, min(at + length, size) - 1


@pytest.mark.parametrize("size", [1, BLOCK, BLOCK + 1, MIB + 1])
def test_ranges_at_the_borders_of_blocks(owner, sized, size):
    path, contents = f"{sized[0]}/{size}", sized[1][str(size)]
    rng = seeded("ranges")
    ranges = list(borders(size)) + [tuple(sorted((rng.randrange(size), rng.randrange(size)))) for _ in range(20)]
    for first, last in ranges:
        reply = owner.download(path, {"Range": f"bytes={first}-{last}"})
        assert reply.status == 206 and reply.body == contents[first:last + 1], (first, last)
        assert reply.header("content-range") == f"bytes {first}-{last}/{size}" and reply.header("content-length") == str(last - first + 1)
    for last in {1, min(BLOCK, size), size, size + 5}:
        reply = owner.download(path, {"Range": f"bytes=-{last}"})
        assert reply.status == 206 and reply.body == contents[-min(last, size):]
    reply = owner.download(path, {"Range": f"bytes={size - 1}-"})
    assert reply.status == 206 and reply.body == contents[-1:]


@pytest.mark.parametrize("base", BASES)
def test_ranges_that_cannot_be(owner, sized, base):
    at = owner.at(base=base)
    for name, size in (("0", 0), (str(BLOCK), BLOCK)):
        reply = at.download(f"{sized[0]}/{name}", {"Range": f"bytes={size}-"})
        assert reply.status == 416 and reply.header("content-range") == f"bytes */{size}"
    reply = at.download(f"{sized[0]}/{BLOCK}", {"Range": "bytes=5-1"})
    assert reply.status == 200 and reply.body == sized[1][str(BLOCK)]


def test_several_ranges(api, sized):
    size, content = MIB + 1, sized[1][str(MIB + 1)]
    wanted = [(0, 0), (BLOCK - 1, BLOCK), (3 * BLOCK - 7, 5 * BLOCK + 7), (size - 2, size - 1)]
    reply = api.download(f"{sized[0]}/{size}", {"Range": "bytes=" + ",".join(f"{first}-{last}" for first, last in wanted[:-1]) + ",-2"})
    assert reply.status == 206 and len(reply.body) == int(reply.header("content-length"))
    boundary = re.fullmatch(r'multipart/byteranges; ?boundary="?([^"]+)"?', reply.header("content-type"))[1].encode()
    parts = reply.body.split(b"--" + boundary)
    assert len(parts) == len(wanted) + 2
    for part, (first, last) in zip(parts[1:-1], wanted):
        head, body = part.removeprefix(b"\r\n").split(b"\r\n\r\n", 1)
        assert f"content-range: bytes {first}-{last}/{size}".encode() in head.lower() and body == content[first:last + 1] + b"\r\n"


def test_many_ranges_in_parallel_make_the_file(owner, sized):
    content = sized[1][str(20 * MIB)]

    def piece(at):
        client = owner.at()
        reply = client.download(f"{sized[0]}/{20 * MIB}", {"Range": f"bytes={at}-{at + 999_999}"})
        client.close()
        assert reply.status == 206
        return reply.body

    with ThreadPoolExecutor(4) as pool:
        assert b"".join(pool.map(piece, range(0, len(content), 1_000_000))) == content


def test_validators(api, owner, folder):
    path, content = f"{folder}/v", noise(3 * BLOCK)
    owner.upload(path, content).ok()
    tag = strong_etag(owner, path)
    reply = api.download(path)
    assert reply.header("etag") == tag and api.download(path, {"If-None-Match": tag}).status == 304
    assert api.download(path, {"Range": "bytes=0-4", "If-Range": tag}).body == content[:5]
    assert api.download(path, {"Range": "bytes=0-4", "If-Range": '"other"'}).body == content
    assert api.download(path, {"Range": "bytes=0-4", "If-Range": reply.header("last-modified")}).status == 206
    assert api.download(path, {"If-Match": '"other"'}).status == 412
    content = content[::-1]
    owner.upload(path, content, query="?on_conflict=replace").ok()
    other = api.download(path)
    assert other.body == content and other.header("etag").removeprefix("W/") != tag
    assert api.download(path, {"Range": "bytes=0-4", "If-Range": tag}).status == 200


def test_a_replaced_file_is_sent_as_it_was(owner, folder):
    owner.send(f"{folder}/big", b"A" * (20 << 20))
    client = owner.at()
    response = client.open("GET", f"/download{folder}/big")
    first = response.read(1 << 16)
    owner.send(f"{folder}/big", b"B" * (9 << 20), on_conflict="replace")
    rest = response.read()
    assert set(first + rest) == {ord("A")} and len(first) + len(rest) == 20 << 20
    assert owner.content(f"{folder}/big") == b"B" * (9 << 20)
    client.close()


# -- uploads -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file_first", [False, True])
def test_upload_in_one_request(api, folder, inside, file_first):
    content = noise(100_000)
    data = api.upload(f"{folder}/a.txt", content, file_first=file_first, mod_time=1_500_000_000).ok()
    resource = data["resource"]
    assert (resource["name"], resource["size"], resource["type"], resource["path"]) == ("a.txt", 100_000, 1, f"{folder}/a.txt")
    assert resource["mod_time"] == 1_500_000_000 and data["chunks"] == []
    assert api.content(f"{folder}/a.txt") == content and inside() == {"a.txt": content}


@pytest.mark.parametrize("file_first", [False, True])
def test_chunks_in_any_order(api, folder, inside, file_first):
    parts, path = split(THREE), f"{folder}/b.bin"
    for number in (3, 1, 2, 1):
        data = api.chunk(path, HASH, number, parts[number - 1], 3, len(THREE), file_first).ok()
        assert number in chunk_ids(data) and {chunk["size"] for chunk in data["chunks"]} <= {CHUNK, 12_345}
        assert inside() == {}, "nothing is visible meanwhile"
    assert api.known_chunks(HASH, path) == [1, 2, 3]
    resource = api.merge(path, HASH, 3).ok()["resource"]
    assert (resource["name"], resource["size"], resource["path"]) == ("b.bin", len(THREE), path)
    assert api.merge(path, HASH, 3).ok()["resource"] == resource, "again the same answer"
    assert api.content(path) == THREE and inside() == {"b.bin": THREE}


def test_the_new_door(owner, folder, inside):
    upload = owner.begin(f"{folder}/new.bin", mod_time=1_400_000_000).ok()["upload_id"]  # its size is told at the end
    for number in (2, 3, 1):
        owner.put_chunk(upload, number, split(THREE)[number - 1]).ok()
    resource = owner.complete(upload, HASH, len(THREE)).ok()["resource"]
    assert (resource["name"], resource["size"], resource["mod_time"]) == ("new.bin", len(THREE), 1_400_000_000)
    assert owner.complete(upload, HASH, len(THREE)).ok()["resource"] == resource
    assert owner.upload_state(upload).ok()["resource"]["path"] == f"{folder}/new.bin"
    assert inside() == {"new.bin": THREE}


def test_chunks_in_parallel(owner, folder, inside):
    def send(number):
        client = owner.at()
        client.chunk(f"{folder}/c", HASH, number, split(THREE)[number - 1], 3, len(THREE)).ok()
        client.close()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(send, [1, 2, 3, 3, 2, 1]))
    owner.merge(f"{folder}/c", HASH, 3).ok()
    assert inside() == {"c": THREE}


def test_an_empty_file_through_each_door(api, folder, inside):
    empty = sha256(b"")
    api.upload(f"{folder}/one", b"").ok()
    api.merge(f"{folder}/two", empty, 0).ok()
    api.send(f"{folder}/three", b"")
    for name in ("one", "two", "three"):
        reply = api.download(f"{folder}/{name}")
        assert reply.status == 200 and reply.body == b"" and reply.header("content-length") == "0"
    assert inside() == {"one": b"", "two": b"", "three": b""}


def test_a_wrong_hash_leaves_nothing(api, folder, inside):
    wrong = sha256(b"something else")
    api.upload(f"{folder}/a", b"content", hash=wrong).refused(HASH_MISMATCH)
    api.chunk(f"{folder}/b", wrong, 1, b"content", 1, 7).ok()
    api.merge(f"{folder}/b", wrong, 1).refused(HASH_MISMATCH)
    upload = api.begin(f"{folder}/c", 7).ok()["upload_id"]
    api.put_chunk(upload, 1, b"content").ok()
    api.complete(upload, wrong, 7).refused(HASH_MISMATCH)
    assert api.names(folder) == [] and inside() == {}
    for name in "abc":
        api.upload(f"{folder}/{name}", b"content").ok()
    assert inside() == {"a": b"content", "b": b"content", "c": b"content"}


@pytest.mark.parametrize("name, renamed", [("photo.jpg", "photo(1).jpg"), ("n" * 255, "n" * 252 + "(1)"), ("n" * 145, "n" * 145 + "(1)")])
def test_an_upload_never_overwrites(api, folder, inside, name, renamed):
    assert api.upload(f"{folder}/{name}", b"first").ok()["resource"]["name"] == name
    assert api.upload(f"{folder}/{name}", b"second").ok()["resource"]["name"] == renamed
    assert inside() == {name: b"first", renamed: b"second"}


@pytest.mark.parametrize("sizes", [(10, 100_000), (100_000, 10), (5, 0), (0, 5), (9 * MIB, 3), (3, 9 * MIB)])
def test_replacing(owner, folder, inside, sizes):
    for name in ("short", "l" * 200):
        for size in sizes:
            content = noise(size)
            owner.send(f"{folder}/{name}", content, on_conflict="replace")
            assert owner.content(f"{folder}/{name}") == content
        assert inside().pop(name) == content
    assert len(owner.names(folder)) == 2


def test_missing_parents_are_made(api, folder, inside):
    long = "p" * 200
    api.upload(f"{folder}/x/{long}/y/f", b"deep").ok()
    api.send(f"{folder}/x/z/g", b"too")
    assert inside() == {"x": None, f"x/{long}": None, f"x/{long}/y": None, f"x/{long}/y/f": b"deep", "x/z": None, "x/z/g": b"too"}


@pytest.mark.parametrize("into_vault", [True, False])
def test_known_chunks_of_another_place_are_sealed_anew(owner, folder, plain, into_vault):
    """A client that was told by hash alone skips chunks; what it gets is the file, whichever side was plain."""
    content = random.Random(77).randbytes(2 * CHUNK + 99)
    hash, parts = sha256(content), split(content)
    first, second = (plain, folder) if into_vault else (folder, plain)
    owner.chunk(f"{first}/a", hash, 1, parts[0], 3, len(content)).ok()
    owner.chunk(f"{first}/a", hash, 3, parts[2], 3, len(content)).ok()
    known = chunk_ids(owner.chunk(f"{second}/b", hash, 2, parts[1], 3, len(content)).ok())
    assert 2 in known
    for number in {1, 2, 3} - set(known):
        owner.chunk(f"{second}/b", hash, number, parts[number - 1], 3, len(content)).ok()
    owner.merge(f"{second}/b", hash, 3).ok()
    assert owner.content(f"{second}/b") == content
    owner.chunk(f"{first}/a", hash, 2, parts[1], 3, len(content)).ok()
    owner.merge(f"{first}/a", hash, 3).ok()
    assert owner.content(f"{first}/a") == content


def test_dropping_an_upload(api, folder, inside, server):
    before = server.leftovers()
    api.chunk(f"{folder}/h", HASH, 1, split(THREE)[0], 3, len(THREE)).ok()
    api.request("DELETE", f"/cache{folder}/h{HASH}").ok()
    assert api.known_chunks(HASH, f"{folder}/h") == []
    upload = api.begin(f"{folder}/i", 10).ok()["upload_id"]
    api.abort(upload).ok()
    api.upload_state(upload).refused(code.NOT_FOUND)
    api.merge(f"{folder}/h", HASH, 3).refused(code.CHUNK_WRONG)
    assert inside() == {} and server.leftovers() == before


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_an_upload_goes_on_after_a_restart(make_server, end):
    """Sealed chunks are kept; after unlocking again only the missing ones are sent."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = VaultFolder(server, me)
    old, parts = f"{vault.path}/d/old.bin", split(THREE)
    for number in (3, 1):
        me.chunk(old, HASH, number, parts[number - 1], 3, len(THREE)).ok()
    upload = me.begin(f"{vault.path}/new.bin", len(THREE)).ok()["upload_id"]
    for number in (2, 3):
        me.put_chunk(upload, number, parts[number - 1]).ok()
    getattr(server, end)()
    scan = Scan().add("content", pieces(THREE, every=MIB)).add("name", {b"old.bin", b"new.bin"}).add("hash", {HASH.encode(), bytes.fromhex(HASH)})
    assert scan.tree(server.data) == []
    assert sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(server.data) for name in names) > 3 * CHUNK
    server.start()
    me = me.at(server.address)
    me.get(f"/chunks/{HASH}", path=old).refused(WRONG_PASSWORD)
    me.put_chunk(upload, 1, parts[0]).refused(WRONG_PASSWORD)
    me.merge(old, HASH, 3).refused(WRONG_PASSWORD)
    unlock(me, vault).ok()
    assert me.known_chunks(HASH, old) == [1, 3]
    assert chunk_ids(me.upload_state(upload).ok()) == [2, 3]
    me.chunk(old, HASH, 2, parts[1], 3, len(THREE)).ok()
    assert me.merge(old, HASH, 3).ok()["resource"]["name"] == "old.bin"
    me.put_chunk(upload, 1, parts[0]).ok()
    assert me.complete(upload, HASH, len(THREE)).ok()["resource"]["path"] == f"{vault.path}/new.bin"
    assert vault.cryptomator().tree() == {"d": None, "d/old.bin": THREE, "new.bin": THREE}
    getattr(server, end)()
    server.start()
    me = me.at(server.address)
    unlock(me, vault).ok()
    assert me.merge(old, HASH, 3).ok()["resource"]["path"] == old, "finishing again after a restart"
    assert me.complete(upload, HASH, len(THREE)).ok()["resource"]["name"] == "new.bin"
    assert api_tree(me, vault.path) == {"d": None, "d/old.bin": THREE, "new.bin": THREE}
    assert server.stop() == 0


# -- names ---------------------------------------------------------------------------------------------------------------


def test_every_kind_of_name(owner, folder, inside):
    """Directories and files of each name, next to each other; then every one renamed and renamed back."""
    expected = {}
    for name in NAMES:
        made = owner.mkdir(f"{folder}/{name}").ok()["resource"]
        assert (made["name"], made["path"]) == (name, f"{folder}/{name}")
        file = owner.upload(f"{folder}/{name}/{name}", name.encode()).ok()["resource"]
        assert (file["name"], file["path"]) == (name, f"{folder}/{name}/{name}")
        expected |= {name: None, f"{name}/{name}": name.encode()}
    assert set(owner.names(folder)) == set(NAMES) and len(owner.names(folder)) == len(NAMES)
    assert api_tree(owner, folder) == expected and inside() == expected
    for name in NAMES:
        owner.rename(f"{folder}/{name}", "renamed").ok()
        owner.rename(f"{folder}/renamed/{name}", "file").ok()
        assert owner.content(f"{folder}/renamed/file") == name.encode()
        owner.rename(f"{folder}/renamed/file", name).ok()
        owner.rename(f"{folder}/renamed", name).ok()
    assert inside() == expected
    for name in NAMES:
        owner.delete(f"{folder}/{name}").ok()
    assert inside() == {}


@pytest.mark.parametrize("base", [NEW, OLD])
def test_names_through_old_doors(owner, folder, inside, base):
    at, allowed = owner.at(base=base), [name for name in NAMES if not set(name) & set(OLD_FORBIDDEN)]
    for name in allowed:
        at.upload(f"{folder}/{name}", name.encode()).ok()
        assert at.content(f"{folder}/{name}") == name.encode()
    assert set(at.names(folder)) == set(allowed) and inside() == {name: name.encode() for name in allowed}
    for name in set(NAMES) - set(allowed):
        at.upload(f"{folder}/{name}", b"x").refused(code.FORBIDDEN_NAME)


def test_twins_are_one_name(api, folder, inside):
    nfc, nfd = (unicodedata.normalize(form, "Übergrößenträger 한국.txt") for form in ("NFC", "NFD"))
    assert nfc != nfd
    assert api.mkdir(f"{folder}/{nfd}").ok()["resource"]["name"] == nfc
    api.mkdir(f"{folder}/{nfc}").refused(code.NAME_IN_USE)
    assert api.names(folder) == [nfc]
    file = api.upload(f"{folder}/{nfd}/{nfd}", b"twin").ok()["resource"]
    assert (file["name"], file["path"]) == (nfc, f"{folder}/{nfc}/{nfc}")
    for name in (nfc, nfd):
        assert api.content(f"{folder}/{name}/{nfd if name == nfc else nfc}") == b"twin"
    assert api.upload(f"{folder}/{nfc}/{nfc}", b"second").ok()["resource"]["name"] == nfc.replace(".txt", "(1).txt")
    assert api.rename(f"{folder}/{nfd}/{nfd}", nfc).code in (0, code.NAME_IN_USE)
    api.rename(f"{folder}/{nfd}/{nfd}", "gone").ok()
    api.rename(f"{folder}/{nfc}/gone", nfd).ok()
    assert inside() == {nfc: None, f"{nfc}/{nfc}": b"twin", f"{nfc}/{nfc.replace('.txt', '(1).txt')}": b"second"}
    assert api.send(f"{folder}/{nfd}", b"x", on_conflict="rename")["name"] != nfc
    api.delete(f"{folder}/{nfd}").ok()


def test_case_is_kept_and_changed(api, folder, inside):
    api.upload(f"{folder}/Readme", b"upper").ok()
    api.upload(f"{folder}/readme", b"lower").ok()
    assert inside() == {"Readme": b"upper", "readme": b"lower"}
    api.rename(f"{folder}/Readme", "README").ok()
    api.rename(f"{folder}/README", "readme").refused(code.NAME_IN_USE)
    api.mkdir(f"{folder}/Album").ok()
    api.upload(f"{folder}/Album/f", b"f").ok()
    api.rename(f"{folder}/Album", "album").ok()
    assert inside() == {"README": b"upper", "readme": b"lower", "album": None, "album/f": b"f"}


@pytest.mark.parametrize("name", ["caf%E9", "%FF%FE", "a%C3", "%ED%A0%80", "%C0%AF"])
def test_names_that_are_no_text_are_refused(api, folder, inside, name):
    for reply in (api.request("POST", f"/resources{folder}/{name}"), api.request("POST", f"/resources{folder}/{name}/below/")):
        reply.refused(FORBIDDEN_NAME)
    api.json("POST", "/uploads", {"href": f"{folder}/{name}", "size": 1}, base=V1).refused(FORBIDDEN_NAME)
    reply = api.request("GET", f"/download{folder}/{name}")
    assert reply.code in (FORBIDDEN_NAME, code.NO_SUCH_FILE), reply
    assert api.names(folder) == [] and inside() == {}


@pytest.mark.parametrize("name", ["n" * 256, "語" * 86, "n" * 4000])
def test_names_that_are_too_long(api, folder, inside, name):
    for reply in (api.mkdir(f"{folder}/{name}"), api.upload(f"{folder}/{name}", b"x"), api.begin(f"{folder}/{name}", 1)):
        reply.refused(code.NAME_TOO_LONG, code.FORBIDDEN_NAME)
    api.upload(f"{folder}/f", b"x").ok()
    api.rename(f"{folder}/f", name).refused(code.NAME_TOO_LONG, code.FORBIDDEN_NAME)
    assert inside() == {"f": b"x"}


def test_sixty_levels(owner, folder, inside):
    path = folder
    levels = [f"level {n}" if n % 7 else "long " + "x" * 220 for n in range(12)] + [f"l{n}" for n in range(48)]
    for level in levels:
        path += "/" + level
        owner.mkdir(path).ok()
    owner.upload(f"{path}/f", b"at the bottom").ok()
    assert owner.content(f"{path}/f") == b"at the bottom" and owner.names(path) == ["f"]
    assert len(owner.list(folder, type=1).items()) == 61 and len(inside()) == 61
    owner.rename(f"{folder}/{levels[0]}", "top").ok()
    assert owner.content(f"{folder}/top/{'/'.join(levels[1:])}/f") == b"at the bottom"
    owner.delete(f"{folder}/top").ok()
    assert inside() == {}


LENGTHS = [10, LONGEST_UNSHORTENED, LONGEST_UNSHORTENED + 1, 255, LONGEST_UNSHORTENED + 1, LONGEST_UNSHORTENED, 255, 254, 1]


def test_renames_across_the_threshold(api, folder, inside):
    api.upload(f"{folder}/d/k/deep", b"deep").ok()
    api.upload(f"{folder}/f", b"file").ok()
    file, directory = "f", "d"
    for length in LENGTHS:
        api.rename(f"{folder}/{file}", "f" * length).ok()
        api.rename(f"{folder}/{directory}", "d" * length).ok()
        file, directory = "f" * length, "d" * length
        assert inside() == {file: b"file", directory: None, f"{directory}/k": None, f"{directory}/k/deep": b"deep"}
        assert sorted(api.names(folder)) == sorted([file, directory])
        assert api.content(f"{folder}/{file}") == b"file" and api.content(f"{folder}/{directory}/k/deep") == b"deep"
    api.upload(f"{folder}/{directory}/k/more", b"more").ok()
    api.rename(f"{folder}/none", "x").refused(code.NO_SUCH_FILE)
    api.rename(f"{folder}/{file}", directory).refused(code.NAME_IN_USE)
    api.rename(f"{folder}/{directory}", file).refused(code.NAME_IN_USE)


# -- copies, moves, removal ----------------------------------------------------------------------------------------------


def test_moves_inside(api, folder, inside):
    long = "m" * 200
    for name in ("a", long):
        api.upload(f"{folder}/from/{name}/x/y", name.encode(), mod_time=1_500_000_000).ok()
        api.upload(f"{folder}/from/{name}.file", name.encode(), mod_time=1_500_000_000).ok()
    api.mkdir(f"{folder}/to").ok()
    for name in ("a", long):
        api.transfer("move", [f"{folder}/from/{name}", f"{folder}/from/{name}.file"], f"{folder}/to").ok()
    expected = {"from": None, "to": None}
    for name in ("a", long):
        expected |= {f"to/{name}": None, f"to/{name}/x": None, f"to/{name}/x/y": name.encode(), f"to/{name}.file": name.encode()}
    assert inside() == expected and api_tree(api, folder) == expected
    assert {item["mod_time"] for item in api.list(folder, type=1).items() if item["type"] == 1} == {1_500_000_000}
    api.transfer("move", [f"{folder}/to"], f"{folder}/to/a").refused(code.INTO_ITSELF)
    api.transfer("move", [f"{folder}/to/a"], f"{folder}/to").refused(code.SAME_DIRECTORY)
    api.transfer("move", [f"{folder}/to/a"], f"{folder}/to/a.file").refused(code.NOT_A_DIRECTORY)
    api.mkdir(f"{folder}/from/a").ok()
    api.transfer("move", [f"{folder}/to/a"], f"{folder}/from").refused(code.EXISTS_AT_DESTINATION)
    assert inside() == expected | {"from/a": None}


def test_copies_inside_are_independent(api, folder, inside):
    content, long = noise(3 * BLOCK + 5), "c" * 200
    for name in ("f", long, f"{long}x/g", "d/empty"):
        api.upload(f"{folder}/src/{name}", content if name != "d/empty" else b"", mod_time=1_400_000_000).ok()
    api.mkdir(f"{folder}/src/nothing").ok()
    api.mkdir(f"{folder}/to").ok()
    api.transfer("copy", [f"{folder}/src", f"{folder}/src/f"], f"{folder}/to").ok()
    before = {path: value for path, value in inside().items() if path.split("/")[0] == "src"}
    assert inside() == before | {"to": None, "to/f": content} | {f"to/{path}": value for path, value in before.items()}
    assert {item["mod_time"] for item in api.list(f"{folder}/to", type=1).items() if item["type"] == 1} == {1_400_000_000}
    api.upload(f"{folder}/to/src/f", b"changed", query="?on_conflict=replace").ok() if api.base == V1 else api.delete(f"{folder}/to/src/f").ok()
    api.delete(f"{folder}/to/src/{long}x").ok()
    assert {path: value for path, value in inside().items() if path.split("/")[0] == "src"} == before
    api.delete(f"{folder}/src").ok()
    assert api.content(f"{folder}/to/f") == content and api.content(f"{folder}/to/src/{long}") == content


def grow(client, plain):
    """A plain tree with everything that has a place in a vault."""
    long, content = "g" * 255, noise(2 * CHUNK + 17)
    nfd = unicodedata.normalize("NFD", "Größe")
    files = {"f": b"file", "empty": b"", f"{long}/{long}": b"long", "d/e/g": noise(BLOCK), "big": content, f"{nfd}/{nfd}": b"nfd", "name:with*odd?": b"odd"}
    for path, value in files.items():
        client.send(f"{plain}/tree/{path}", value, mod_time=1_234_567_890)
    client.mkdir(f"{plain}/tree/nothing").ok()
    client.mkdir(f"{plain}/tree/nothing/in here").ok()
    expected = {"tree": None, "tree/nothing": None, "tree/nothing/in here": None, "tree/d": None, "tree/d/e": None, f"tree/{long}": None, "tree/Größe": None}
    return expected | {f"tree/{unicodedata.normalize('NFC', path)}": value for path, value in files.items()}


@pytest.mark.parametrize("action", ["copy", "move"])
def test_a_plain_tree_goes_in(owner, folder, inside, plain, action):
    expected = grow(owner, plain)
    owner.transfer(action, [f"{plain}/tree"], folder).ok()
    assert inside() == expected and api_tree(owner, folder) == expected
    assert {item["mod_time"] for item in owner.list(folder, type=1).items() if item["type"] == 1} == {1_234_567_890}
    assert owner.names(plain) == (["tree"] if action == "copy" else [])
    owner.transfer(action, [f"{plain}/tree"], folder).refused(code.EXISTS_AT_DESTINATION if action == "copy" else code.NO_SUCH_FILE)


@pytest.mark.parametrize("action", ["copy", "move"])
def test_a_tree_with_a_name_that_is_no_text_stays_out_whole(owner, folder, inside, plain, plain_disk, action):
    for name in ("a", "z"):
        owner.upload(f"{plain}/tree/{name}", b"x").ok()
    with open(os.path.join(os.fsencode(plain_disk), b"tree", b"m\xff"), "wb"):
        pass
    owner.transfer(action, [f"{plain}/tree"], folder).refused(FORBIDDEN_NAME)
    assert inside() == {} and owner.names(folder) == [] and sorted(os.listdir(plain_disk / "tree"))[0] == "a" and len(os.listdir(plain_disk / "tree")) == 3


def test_links_and_pipes_do_not_come_in(owner, folder, inside, plain, plain_disk):
    """A copy leaves them out; a move, which would lose them, is refused."""
    owner.upload(f"{plain}/tree/f", b"file").ok()
    os.symlink("f", plain_disk / "tree/link")
    os.symlink("/etc/hostname", plain_disk / "tree/out")
    os.mkfifo(plain_disk / "tree/pipe")
    owner.transfer("move", [f"{plain}/tree"], folder).refused(code.ILLEGAL_PATH)
    assert inside() == {} and len(os.listdir(plain_disk / "tree")) == 4
    owner.transfer("copy", [f"{plain}/tree"], folder).ok()
    assert inside() == {"tree": None, "tree/f": b"file"} and api_tree(owner, folder) == inside()


def test_twins_of_a_plain_tree_are_not_lost(owner, folder, inside, plain):
    """Two names on a plain disk that are one name in a vault: both come in, or none does."""
    nfc, nfd = (unicodedata.normalize(form, "é") for form in ("NFC", "NFD"))
    owner.upload(f"{plain}/tree/{nfc}", b"composed").ok()
    owner.upload(f"{plain}/tree/{nfd}", b"decomposed").ok()
    reply = owner.transfer("move", [f"{plain}/tree"], folder)
    there = sorted(value for value in inside().values() if value is not None)
    left = sorted(api_tree(owner, plain).get(f"tree/{name}") or b"" for name in (nfc, nfd))
    assert (there, left) in (([b"composed", b"decomposed"], [b"", b""]), ([], [b"composed", b"decomposed"])), f"{reply}: {there}, {left}"


@pytest.mark.parametrize("action", ["copy", "move"])
def test_nothing_goes_out(api, server, owner, folder, inside, plain, action):
    api.upload(f"{folder}/d/f", b"stays").ok()
    second = VaultFolder(server, owner)
    try:
        for destination in (plain, owner.home(), second.path):
            for source in (f"{folder}/d/f", f"{folder}/d"):
                api.transfer(action, [source], destination).refused(ONLY_INSIDE)
        assert inside() == {"d": None, "d/f": b"stays"} and api.names(plain) == [] and api.names(second.path) == []
    finally:
        second.delete()


def test_roots_stay_where_they_are(api, vault, folder, plain):
    assert api.transfer("move", [vault.path], plain).code != 0
    assert api.transfer("copy", [vault.path], folder).code != 0
    assert api.delete(vault.path).code != 0 and api.rename(vault.path, "other").code != 0
    assert vault.disk.is_dir() and api.names(folder) == []


def test_removal(api, vault, folder, inside):
    def directories():
        return {path for path in (vault.disk / "d").glob("*/*")}

    before = directories()
    long = "r" * 200
    for name in ("a", long, "d/e/f", f"d/{long}/g", "keep"):
        api.upload(f"{folder}/{name}", b"x").ok()
    assert len(directories()) > len(before)
    api.delete(f"{folder}/a", f"{folder}/{long}", f"{folder}/d").ok()
    assert inside() == {"keep": b"x"} and directories() == before, "nothing is left of what is gone"
    api.delete(f"{folder}/none").refused(code.NO_SUCH_FILE)
    for reply in (api.list(f"{folder}/d"), api.download(f"{folder}/a"), api.list(f"{folder}/d/e")):
        reply.refused(code.NO_SUCH_FILE)
    api.mkdir(f"{folder}/d").ok()
    assert api.names(f"{folder}/d") == []


def test_at_once(owner, folder, inside):
    """Uploads of one name, directories of one name, renames of one file: each ends in one way."""
    def several(count, work):
        def one(number):
            client = owner.at()
            try:
                return work(client, number)
            finally:
                client.close()

        with ThreadPoolExecutor(count) as pool:
            return list(pool.map(one, range(count)))

    names = several(8, lambda client, n: client.upload(f"{folder}/same", b"%d" % n).ok()["resource"]["name"])
    assert len(set(names)) == 8 and {inside()[name] for name in names} == {b"%d" % n for n in range(8)}
    codes = several(8, lambda client, n: client.mkdir(f"{folder}/made").code)
    assert sorted(codes) == [0] + [code.NAME_IN_USE] * 7
    names = several(6, lambda client, n: client.mkdir(f"{folder}/{'v' * 200}", is_auto_rename="1").ok()["resource"]["name"])
    assert len(set(names)) == 6
    owner.upload(f"{folder}/one", b"one").ok()
    codes = several(6, lambda client, n: client.rename(f"{folder}/one", f"{n}" * (10 if n % 2 else 200)).code)
    assert codes.count(0) == 1 and set(codes) == {0, code.NO_SUCH_FILE}
    several(6, lambda client, n: client.upload(f"{folder}/deep/er/f{n}", b"x").ok())
    assert len(owner.names(f"{folder}/deep/er")) == 6
    assert sum(value == b"one" for value in inside().values()) == 1


# -- lists and archives --------------------------------------------------------------------------------------------------


def test_a_recursive_list_has_descendants_first(api, folder):
    for path in ("a/b/c/f", "a/g", "h", "z/" + "y" * 200 + "/i"):
        api.upload(f"{folder}/{path}", path.encode()).ok()
    seen = []
    for item in api.list(folder, type=1).items():
        assert not any(other.startswith(item["path"] + "/") for other in [i["path"] for i in api.list(folder, type=1).items()] if other not in seen), item
        seen.append(item["path"])
        assert item["is_encrypt"] == 1 and item["name"] == item["path"].rsplit("/", 1)[1]
    assert len(seen) == 9


@pytest.fixture(scope="module")
def many(server, owner, vault):
    """Six hundred files of one directory, copied in from a plain one."""
    plain = f"{owner.home()}/many{next(numbers)}"
    owner.mkdir(plain).ok()
    disk = server.on_disk(owner, plain)
    for number in range(600):
        at = disk / f"file{number}.{['txt', 'JPG', 'b'][number % 3]}"
        at.write_bytes(b"x" * (number % 7 * 5000))
        os.utime(at, (1_500_000_000 - number % 5, 1_500_000_000 - number % 5))
    (disk / "Zoo").mkdir()
    owner.transfer("copy", [plain], vault.path).ok()
    owner.delete(plain).ok()
    return f"{vault.path}/{plain.rsplit('/', 1)[1]}"


def test_pages_and_orders(owner, many):
    for query in ORDERS:
        whole = owner.names(many, page_size=1000, **query)
        assert len(whole) == len(set(whole)) == 601 and whole[0] == "Zoo"
        assert pages(owner, many, 97, **query) == whole
        by_page = [name for page in (1, 2, 3, 4) for name in owner.names(many, page=page, page_size=200, **query)]
        assert by_page == whole
    sizes = [item["size"] for item in owner.list(many, page_size=1000, sort="size").items()[1:]]
    assert sizes == sorted(sizes) and sizes[-1] == 30_000
    times = [item["mod_time"] for item in owner.list(many, page_size=1000, sort="mtime").items()[1:]]
    assert times == sorted(times) and set(times) == {1_500_000_000 - n for n in range(5)}
    assert len(owner.list(many, type=1).items()) == 601


def test_a_filter_by_plain_names(owner, many, folder):
    assert owner.names(many, name="LE59", page_size=100) == ["file59.b", *(f"file59{n}.{['txt', 'JPG', 'b'][(590 + n) % 3]}" for n in range(10))]
    assert pages(owner, many, 50, name="jpg") == [name for name in owner.names(many, page_size=1000) if name.endswith(".JPG")]
    for name in ("Straße", "ümlaut", "ÜBER", "a%b", "日本語", "x" * 200):
        owner.mkdir(f"{folder}/{name}").ok()
    assert set(owner.names(folder, name="ü")) == {"ümlaut", "ÜBER"} and owner.names(folder, name="%") == ["a%b"]
    assert owner.names(folder, name="本") == ["日本語"] and owner.names(folder, name="STRA") == ["Straße"] and owner.names(folder, name="XXX") == ["x" * 200]
    assert owner.names(folder, name="c9r") == [], "of the plain names"


def test_lists_are_kept_by_nobody(owner, folder):
    owner.upload(f"{folder}/f", b"x").ok()
    assert "no-store" in owner.list(folder).header("cache-control")
    reply = owner.download(f"{folder}/f")
    assert "public" not in (reply.header("cache-control") or "")


def test_a_list_shows_changes_at_once(owner, folder):
    for n in range(20):
        owner.upload(f"{folder}/f{n}", b"x" * n).ok()
        assert len(owner.names(folder)) == n + 1
    for n in range(20):
        owner.rename(f"{folder}/f{n}", f"g{n}").ok()
        assert f"g{n}" in owner.names(folder) and f"f{n}" not in owner.names(folder)
    for n in range(20):
        owner.delete(f"{folder}/g{n}").ok()
        assert len(owner.names(folder)) == 19 - n


@pytest.mark.parametrize("format", ["zip", "tar"])
def test_an_archive(owner, folder, format):
    long, contents = "z" * 200, {"f": noise(100_000), "empty": b"", "d/e/g": b"deep", "d/" + "z" * 200: noise(CHUNK + 5)}
    for name, value in contents.items():
        owner.send(f"{folder}/tree/{name}", value)
    owner.mkdir(f"{folder}/tree/nothing").ok()
    reply = archive(owner, [f"{folder}/tree"], format=format)
    assert reply.status == 200
    if format == "zip":
        packed = zipfile.ZipFile(io.BytesIO(reply.body))
        assert packed.testzip() is None
        found = {name: packed.read(name) for name in packed.namelist() if not name.endswith("/")}
        directories = {name.rstrip("/") for name in packed.namelist() if name.endswith("/")}
    else:
        packed = tarfile.open(fileobj=io.BytesIO(reply.body))
        found = {entry.name: packed.extractfile(entry).read() for entry in packed if entry.isfile()}
        directories = {entry.name.rstrip("/") for entry in packed if entry.isdir()}
    assert found == {f"tree/{name}": value for name, value in contents.items()} and "tree/nothing" in directories
    assert fetch_ticket(owner, [f"{folder}/tree/f", f"{folder}/tree/d/{long}"]) == {"f": contents["f"], long: contents[f"d/{long}"]}
    head = owner.request("HEAD", "/archive?path=" + quote_path(f"{folder}/tree") + f"&format={format}", base=V1)
    assert head.status == 200 and head.body == b""


def fetch_ticket(client, paths):
    url = client.json("POST", "/archives", {"paths": paths}, base=V1).ok()["url"]
    reply = client.request("GET", url, base="")
    packed = zipfile.ZipFile(io.BytesIO(reply.body))
    return {name: packed.read(name) for name in packed.namelist()}


def test_plain_and_encrypted_in_one_archive(owner, folder, plain):
    owner.upload(f"{folder}/secret", b"secret").ok()
    owner.upload(f"{plain}/open", b"open").ok()
    reply = archive(owner, [f"{folder}/secret", f"{plain}/open"])
    packed = zipfile.ZipFile(io.BytesIO(reply.body))
    assert {name: packed.read(name) for name in packed.namelist()} == {"secret": b"secret", "open": b"open"}


def test_times_are_kept(api, owner, folder):
    for number, (send, time) in enumerate([(api.upload, 1_500_000_000), (api.upload, 1_000_000_000)]):
        send(f"{folder}/f{number}", b"x", mod_time=time).ok()
        owner.rename(f"{folder}/f{number}", "n" * 200).ok()
        (item,) = api.list(folder).items()
        assert item["mod_time"] == time
        owner.delete(f"{folder}/{'n' * 200}").ok()
    api.upload_in_chunks(f"{folder}/merged", b"merged", mod_time=1_100_000_000)
    assert api_entries(api, folder)["merged"]["mod_time"] == 1_100_000_000
