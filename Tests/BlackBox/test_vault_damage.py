"""Damage on the disk: bits, cuts, swaps, replays. The API gives exactly what was stored or a clear error, never other bytes or names,
and what is not damaged goes on."""

import contextlib
import http.client
import io
import os
import shutil
import zipfile

import pytest
import wire_codes as code
from hearth_client import BASES, NEW, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from test_archive import fetch as archive
from test_archive import tarred, zipped
from test_vault_interop import Adopted
from tools import seeded, sha256
from vault_tools import (
    BLOCK,
    DAMAGED,
    HEADER,
    PASSWORD,
    SEALED,
    THROTTLED,
    UNSUPPORTED,
    WRONG_PASSWORD,
    VaultFolder,
    fetch,
    lock,
    noise,
    unlock,
)

LONG = "l" * 200
BIG = noise(5 * BLOCK + 1000)
TREE = {
    "a": b"alpha", "b": b"bravo", "empty": b"", "exact": noise(2 * BLOCK), "big": BIG, LONG: b"long name",
    "one": None, "one/x": b"x in one", "one/deep": None, "one/deep/y": b"y", "two": None, "two/x": b"x in two", "two/z": b"z",
    "d" + LONG: None, "d" + LONG + "/inside": b"inside", "hollow": None,
}


@pytest.fixture(scope="module")
def vault(server, owner):
    """A vault with one of everything. Each test puts back what it breaks."""
    made = VaultFolder(server, owner)
    fill(owner, made.path)
    made.seen = made.cryptomator()
    yield made
    made.delete()


def fill(client, path):
    for name, content in TREE.items():
        (client.mkdir(f"{path}/{name}") if content is None else client.upload(f"{path}/{name}", content)).ok()


@pytest.fixture(autouse=True)
def put_back(request):
    """Whatever a test does to the vault's own files is undone: then everything must be as it was."""
    if "vault" not in request.fixturenames:
        yield
        return
    vault, owner = request.getfixturevalue("vault"), request.getfixturevalue("owner")
    yield
    assert observed(owner, vault.path) == TREE, "all is well again"


def observed(client, path, below=""):
    """The tree as far as the API gives it: contents, None for directories, an error's code or "cut" for what it refuses.

    `…/?` holds how many entries of a directory have no name any more.
    """
    reply = client.list(f"{path}/{below}".rstrip("/"), page_size=1000)
    if reply.code != 0:
        return {below.rstrip("/"): reply.code}
    found = {below + "?": reply.data["damaged"]} if reply.data.get("damaged") else {}
    for item in reply.items():
        name = below + item["name"]
        if item["type"] == 0:
            found[name] = None
            found |= observed(client, path, name + "/")
        else:
            found[name] = fetch(client, item["path"])
    return found


def never_lies(client, path, expected=TREE, errors=(DAMAGED,)):
    """Everything that is given is exactly right; the rest is an error, and nothing is just missing. Returns what was refused."""
    refused, found = set(), observed(client, path)
    nameless = {name[:-1]: found.pop(name) for name in list(found) if name.endswith("?")}
    for name, value in found.items():
        assert name in expected or name == "", f"a name that nobody gave: {name!r}"
        if type(value) is int and value in errors or value == "cut":
            refused.add(name)
        else:
            assert name != "" and value == expected[name], f"{name}: other bytes" if isinstance(value, bytes) else f"{name}: {value}"
    for name in expected:
        parent = os.path.dirname(name)
        if name not in found and (parent == "" or parent in found) and not {parent, ""} & refused:
            assert nameless.get(parent and parent + "/", 0) > 0, f"{name} is missing and nobody says so"
            refused.add(name)
    return refused


@contextlib.contextmanager
def changed(*files):
    """Puts back the content of files."""
    kept = {file: file.read_bytes() for file in files}
    try:
        yield
    finally:
        for file, content in kept.items():
            file.write_bytes(content)


def flip(file, bit):
    """Turns one bit over."""
    with open(file, "r+b") as out:
        out.seek(bit // 8)
        byte = out.read(1)[0] ^ (1 << bit % 8)
        out.seek(bit // 8)
        out.write(bytes([byte]))


@contextlib.contextmanager
def swapped(first, second):
    """Exchanges two files or directories by their names on the disk."""
    def swap():
        spare = first.with_name("spare")
        os.rename(first, spare)
        os.rename(second, first)
        os.rename(spare, second)

    swap()
    try:
        yield
    finally:
        swap()


# -- bits ----------------------------------------------------------------------------------------------------------------


def test_every_bit_of_a_file(owner, vault):
    file = vault.seen.file_on_disk("/a")
    size = HEADER + len(TREE["a"]) + 28
    assert file.stat().st_size == size
    with changed(file):
        for bit in range(8 * size):
            flip(file, bit)
            assert fetch(owner, f"{vault.path}/a") == DAMAGED, f"bit {bit}"
            flip(file, bit)
    assert owner.content(f"{vault.path}/a") == TREE["a"]


@pytest.mark.parametrize("base", BASES)
def test_how_damage_is_told(owner, vault, base):
    at, file = owner.at(base=base), vault.seen.file_on_disk("/a")
    with changed(file):
        flip(file, 8 * HEADER + 100)
        for reply in (at.download(f"{vault.path}/a"), at.download(f"{vault.path}/a", {"Range": "bytes=0-1"})):
            reply.refused(DAMAGED)
            assert reply.status == (409 if base == V1 else 200) and TREE["a"] not in reply.body
        head = at.download(f"{vault.path}/a", method="HEAD")
        assert head.status == 409 if base == V1 else head.header("hearth-status") == str(DAMAGED)
        (item,) = [item for item in at.list(vault.path, page_size=100).items() if item["name"] == "a"]
        assert item["type"] == 1 and item["size"] == len(TREE["a"])
        texts = {at.at(language=language).download(f"{vault.path}/a").reason for language in ("en", "zh")}
        assert len(texts) == 2, texts


def test_bits_of_a_large_file(owner, vault):
    """A block that does not open ends the answer; what came before is right, and other blocks can still be read."""
    rng, file = seeded("bits"), vault.seen.file_on_disk("/big")
    with changed(file):
        for bit in [rng.randrange(8 * file.stat().st_size) for _ in range(60)] + [8 * (HEADER + n * SEALED) for n in range(6)]:
            flip(file, bit)
            block = (bit // 8 - HEADER) // SEALED
            assert fetch(owner, f"{vault.path}/big") in (DAMAGED, "cut"), f"bit {bit}"
            if block >= 0:
                for other in {0, 2, 4} - {block}:
                    first = other * BLOCK
                    assert fetch(owner, f"{vault.path}/big", headers={"Range": f"bytes={first}-{first + 99}"}) == BIG[first:first + 100], f"bit {bit}"
                assert fetch(owner, f"{vault.path}/big", headers={"Range": f"bytes={block * BLOCK}-{block * BLOCK + 9}"}) in (DAMAGED, "cut")
            else:
                assert fetch(owner, f"{vault.path}/big") == DAMAGED, "the header is read first"
            flip(file, bit)


def test_what_comes_before_a_damaged_block_is_right(owner, vault):
    content = noise(2 << 20)
    owner.upload(f"{vault.path}/large", content).ok()
    file = vault.seen.file_on_disk("/large")
    flip(file, 8 * (HEADER + 50 * SEALED + 1000))
    client = owner.at()
    response = client.open("GET", f"/download{vault.path}/large")
    assert response.status == 200 and response.getheader("content-length") == str(len(content))
    received = b""
    with pytest.raises((http.client.IncompleteRead, ConnectionError)) as ended:
        while piece := response.read(10_000):
            received += piece
        raise ConnectionError("fewer bytes than announced") if len(received) < len(content) else AssertionError("the whole file came")
    received += getattr(ended.value, "partial", b"")
    assert content.startswith(received) and len(received) <= 50 * BLOCK
    client.close()
    owner.delete(f"{vault.path}/large").ok()


@pytest.mark.parametrize("directory", ["one", "d" + LONG, "one/deep"])
def test_every_bit_of_a_directory_link(owner, vault, directory):
    link, inside = vault.seen.link_on_disk("/" + directory), {name for name in TREE if os.path.dirname(name) == directory}
    names = {os.path.basename(name) for name in inside}
    with changed(link):
        for bit in range(0, 8 * link.stat().st_size, 3):
            flip(link, bit)
            reply = owner.list(f"{vault.path}/{directory}")
            assert reply.code == DAMAGED or {item["name"] for item in reply.items()} == names, f"bit {bit}: {reply}"
            parent = os.path.dirname(directory)
            assert os.path.basename(directory) in owner.names(f"{vault.path}/{parent}".rstrip("/")), f"bit {bit}: the directory itself stays in sight"
            flip(link, bit)
        flip(link, 7)
        assert never_lies(owner, vault.path) <= {directory}


def test_every_character_of_a_cipher_name(owner, vault):
    """A name that does not decrypt is nobody's name; it is counted, and its neighbours are listed."""
    file = vault.seen.file_on_disk("/a")
    stem = file.name.removesuffix(".c9r")
    for at in range(len(stem)):
        other = file.with_name(stem[:at] + ("A" if stem[at] != "A" else "B") + stem[at + 1:] + ".c9r")
        os.rename(file, other)
        try:
            data = owner.list(vault.path, page_size=1000).ok()
            names = {item["name"] for item in data["list"]}
            assert names - {"a"} == {name for name in TREE if "/" not in name} - {"a"}, f"character {at}"
            assert "a" in names or data.get("damaged") == 1, f"character {at}: {data.get('damaged')}"
            assert fetch(owner, f"{vault.path}/a") in (code.NO_SUCH_FILE, TREE["a"])
        finally:
            os.rename(other, file)
    assert owner.list(vault.path).ok().get("damaged", 0) == 0


@pytest.mark.parametrize("name", [LONG, "d" + LONG])
def test_bits_of_a_long_name(owner, vault, name):
    side = vault.seen.info("/" + name).nameC9
    rng = seeded("long names")
    kept = open(side, "rb").read()
    try:
        for bit in rng.sample(range(8 * len(kept)), 60):
            flip(side, bit)
            names = set(owner.names(vault.path))
            assert names - {name} == {other for other in TREE if "/" not in other} - {name}, f"bit {bit}"
            flip(side, bit)
        for text in (b"", kept[:-1], kept[:20], b"x" * 5000, b"\xff" * 20):
            with open(side, "wb") as out:
                out.write(text)
            assert set(owner.names(vault.path)) - {name} == {other for other in TREE if "/" not in other} - {name}
    finally:
        with open(side, "wb") as out:
            out.write(kept)
        listed = set(owner.names(vault.path))
        os.utime(vault.seen.directory_on_disk("/"))  # so that the other tests see it, whatever came of this one
    assert listed == {other for other in TREE if "/" not in other}, "put right in place, which changes no time of the directory"


def test_odd_things_between_the_entries(owner, vault):
    """Files that are none of ours are no names and trip nothing."""
    place = vault.seen.directory_on_disk("/one")
    made = [place / name for name in ("desktop.ini", ".DS_Store", "x.c9r", "AAAA.c9r", "AAAA.c9s", ("A" * 24) + ".c9r", "conflict (1).c9r", "%.c9s", ".c9r")]
    os.mkdir(place / ("B" * 24 + ".c9r"))
    os.mkdir(place / ("C" * 28 + ".c9s"))
    os.mkfifo(place / ("D" * 24 + ".c9r"))
    try:
        for file in made:
            file.write_bytes(b"odd")
        assert owner.names(f"{vault.path}/one") == ["deep", "x"]
        assert owner.content(f"{vault.path}/one/x") == b"x in one"
        assert {item["name"] for item in owner.list(f"{vault.path}/one", type=1).items()} == {"x", "deep", "y"}
        assert owner.at(base=NEW).list(f"{vault.path}/one").code == 0
    finally:
        for file in made:
            file.unlink(missing_ok=True)
        os.rmdir(place / ("B" * 24 + ".c9r"))
        os.rmdir(place / ("C" * 28 + ".c9s"))
        os.unlink(place / ("D" * 24 + ".c9r"))


# -- cuts ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["big", "exact", "b"])
def test_a_file_that_was_cut(owner, vault, name):
    """Also at the border of a block, which the format itself does not notice."""
    file = vault.seen.file_on_disk("/" + name)
    size = file.stat().st_size
    lengths = {0, 1, 10, HEADER - 1, HEADER, HEADER + 28, HEADER + 29, size - 1} | {HEADER + n * SEALED for n in range(6)} | {HEADER + n * SEALED + 28 for n in range(6)}
    with changed(file):
        whole = file.read_bytes()
        for length in sorted(length for length in lengths if length < size):
            file.write_bytes(whole[:length])
            assert fetch(owner, f"{vault.path}/{name}") == DAMAGED, f"{length} of {size} bytes"
            assert fetch(owner, f"{vault.path}/{name}", headers={"Range": "bytes=0-0"}) == DAMAGED
            assert name in owner.names(vault.path) and owner.content(f"{vault.path}/a") == TREE["a"]
        for more in (b"x", bytes(100), whole[HEADER:HEADER + SEALED], bytes(SEALED)):
            file.write_bytes(whole + more)
            assert fetch(owner, f"{vault.path}/{name}") in (DAMAGED, "cut"), f"{len(more)} bytes too many"


def test_an_empty_file_that_grew_and_one_without_its_header(owner, vault):
    file = vault.seen.file_on_disk("/empty")
    assert file.stat().st_size == HEADER, "an empty file is a header"
    with changed(file):
        file.write_bytes(b"")
        assert fetch(owner, f"{vault.path}/empty") == DAMAGED, "an empty cipher file is no empty file"
        file.write_bytes(vault.seen.file_on_disk("/a").read_bytes())
        assert fetch(owner, f"{vault.path}/empty") == DAMAGED


# -- swaps and replays ---------------------------------------------------------------------------------------------------


def test_two_blocks_swapped(owner, vault):
    file = vault.seen.file_on_disk("/big")
    whole = file.read_bytes()
    blocks = [whole[HEADER + n * SEALED:HEADER + (n + 1) * SEALED] for n in range(6)]
    with changed(file):
        for first, second in ((0, 1), (1, 3), (2, 4)):
            other = list(blocks)
            other[first], other[second] = other[second], other[first]
            file.write_bytes(whole[:HEADER] + b"".join(other))
            assert fetch(owner, f"{vault.path}/big") in (DAMAGED, "cut")
            for n in range(5):
                got = fetch(owner, f"{vault.path}/big", headers={"Range": f"bytes={n * BLOCK}-{(n + 1) * BLOCK - 1}"})
                assert got in (DAMAGED, "cut") if n in (first, second) else got == BIG[n * BLOCK:(n + 1) * BLOCK], (first, second, n)


def test_a_block_of_another_file(owner, vault):
    mine, other = vault.seen.file_on_disk("/big"), vault.seen.file_on_disk("/exact")
    with changed(mine):
        whole = mine.read_bytes()
        mine.write_bytes(whole[:HEADER] + other.read_bytes()[HEADER:HEADER + SEALED] + whole[HEADER + SEALED:])
        assert fetch(owner, f"{vault.path}/big") in (DAMAGED, "cut")
        mine.write_bytes(other.read_bytes()[:HEADER] + whole[HEADER:])
        assert fetch(owner, f"{vault.path}/big") in (DAMAGED, "cut")


@pytest.mark.parametrize("first, second", [("a", "b"), ("one/x", "two/x"), ("one/x", "a"), (LONG, "a"), ("exact", "big")])
def test_two_files_swapped(owner, vault, first, second):
    """Each would decrypt; the records say that they do not belong there."""
    with swapped(vault.seen.file_on_disk("/" + first), vault.seen.file_on_disk("/" + second)):
        for name in (first, second):
            assert fetch(owner, f"{vault.path}/{name}") == DAMAGED, name
        assert never_lies(owner, vault.path) == {first, second}


def test_a_file_in_the_place_of_another(owner, vault):
    a, b = vault.seen.file_on_disk("/a"), vault.seen.file_on_disk("/b")
    with changed(b):
        b.write_bytes(a.read_bytes())
        assert never_lies(owner, vault.path) == {"b"} and fetch(owner, f"{vault.path}/b") == DAMAGED


@pytest.mark.parametrize("first, second", [("one", "two"), ("one/deep", "two"), ("one", "hollow"), ("d" + LONG, "one")])
def test_two_directories_swapped(owner, vault, first, second):
    """`dir.c9r` is not authenticated by the format."""
    one, two = vault.seen.link_on_disk("/" + first), vault.seen.link_on_disk("/" + second)
    with changed(one, two):
        ids = one.read_bytes(), two.read_bytes()
        one.write_bytes(ids[1])
        two.write_bytes(ids[0])
        for name in (first, second):
            owner.list(f"{vault.path}/{name}").refused(DAMAGED)
            owner.mkdir(f"{vault.path}/{name}/new").refused(DAMAGED)
            owner.upload(f"{vault.path}/{name}/new", b"x").refused(DAMAGED)
        assert fetch(owner, f"{vault.path}/{first}/x") in (DAMAGED, code.NO_SUCH_FILE)
        assert never_lies(owner, vault.path) >= {first, second}


@pytest.mark.parametrize("kind", ["the root", "another directory", "its own parent", "nowhere", "no id", "a long text", "a path"])
def test_a_link_to_somewhere_else(server, owner, kind):
    """An empty marker points at the root: deleting the ghost must not delete everything (trap 32)."""
    vault = VaultFolder(server, owner)
    try:
        for path in ("keep/x", "keep/sub/y", "ghost/g", "top"):
            owner.upload(f"{vault.path}/{path}", path.encode()).ok()
        seen = vault.cryptomator()
        link, keep = seen.link_on_disk("/ghost"), seen.link_on_disk("/keep")
        link.write_bytes({"the root": b"", "another directory": keep.read_bytes(), "its own parent": seen.link_on_disk("/keep/sub").read_bytes(),
                          "nowhere": b"6f4e6e8e-0000-4000-8000-000000000000", "no id": b"\xff\x00\n", "a long text": b"x" * 100_000, "a path": b"../../../.."}[kind])
        rest = {"keep": None, "keep/x": b"keep/x", "keep/sub": None, "keep/sub/y": b"keep/sub/y", "top": b"top"}
        owner.list(f"{vault.path}/ghost").refused(DAMAGED)
        for path in ("ghost/top", "ghost/x", "ghost/keep/x", "ghost/g", "ghost/y"):
            assert fetch(owner, f"{vault.path}/{path}") in (DAMAGED, code.NO_SUCH_FILE)
        assert "ghost" in owner.names(vault.path)
        owner.rename(f"{vault.path}/ghost", "other")
        ghost = next(name for name in ("ghost", "other") if name in owner.names(vault.path))
        assert never_lies(owner, vault.path, rest | {ghost: None}) <= {ghost}
        if owner.delete(f"{vault.path}/{ghost}").refused(0, DAMAGED).code == 0:
            assert observed(owner, vault.path) == rest, "the ghost is gone and nothing else"
            owner.mkdir(f"{vault.path}/ghost").ok()
            assert owner.names(f"{vault.path}/ghost") == []
            assert vault.cryptomator().tree() == rest | {"ghost": None}
        else:
            assert never_lies(owner, vault.path, rest | {ghost: None}) == {ghost}, "refused, and nothing was touched"
    finally:
        vault.delete()


def test_a_directory_that_another_program_made_anew(server, owner):
    """Its link is not the recorded one. Whoever deletes it and hears success can rely on it: nothing stays on the disk."""
    vault = VaultFolder(server, owner)
    try:
        owner.upload(f"{vault.path}/d/f", b"ours").ok()
        owner.upload(f"{vault.path}/keep", b"keep").ok()
        seen = vault.cryptomator()
        seen.remove_tree("/d")
        seen.mkdir("/d/sub")
        seen.write("/d/f", b"theirs")
        owner.list(f"{vault.path}/d").refused(DAMAGED)
        if owner.delete(f"{vault.path}/d").refused(0, DAMAGED).code == 0:
            assert seen.orphans() == [], "it said that it was gone"
        else:
            assert seen.read("/d/f") == b"theirs"
        assert owner.content(f"{vault.path}/keep") == b"keep"
    finally:
        vault.delete()


def test_one_unreadable_directory_is_an_error_for_itself_alone(owner, vault):
    """Recursive lists and archives of what is around it go on (trap 32)."""
    link = vault.seen.link_on_disk("/one")
    with changed(link):
        flip(link, 7)
        there = {item["path"].removeprefix(vault.path + "/") for item in owner.list(vault.path, type=1).items()}
        assert there - {"one"} == {name for name in TREE if name.split("/")[0] != "one"}
        assert {item["name"] for item in owner.at(base=NEW).list(vault.path, type=1).items()} >= {"a", "two", "inside"}
        assert owner.list(vault.path, type=1, page_size=1).data["damaged"] == 1
        assert "damaged" not in owner.at(base=NEW).list(vault.path, type=1).data
        for packed in (zipped, tarred):
            reply = archive(owner, [vault.path], format="zip" if packed is zipped else "tar")
            names = packed(reply).namelist() if packed is zipped else [entry.name for entry in packed(reply).getmembers()]
            inside = {name.rstrip("/").split("/", 1)[1] for name in names if "/" in name.rstrip("/")}
            assert inside == {name for name in TREE if not name.startswith("one/")} | {"one/UNREADABLE.txt"}
        assert b"damaged" in zipped(archive(owner, [f"{vault.path}/a", vault.path])).read(f"{vault.name}/one/UNREADABLE.txt")
        archive(owner, [f"{vault.path}/one"]).refused(DAMAGED)
    assert owner.list(vault.path, type=1).data["damaged"] == 0


def test_two_links_to_one_directory(make_server):
    """As a sync program leaves them: removing one must not take the content of the other."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = Adopted(server, "Twice")
    vault.seen.mkdir("/a")
    vault.seen.write("/a/in", b"precious")
    vault.seen.mkdir("/loop")
    vault.seen.link_on_disk("/loop").write_bytes(vault.seen.link_on_disk("/a").read_bytes())
    vault.adopt(me)
    unlock(me, vault, vault.password).ok()
    assert set(me.names(vault.path)) == {"a", "loop"}
    for name in ("a", "loop"):
        assert me.list(f"{vault.path}/{name}").code in (0, DAMAGED)
    me.delete(f"{vault.path}/loop").refused(0, DAMAGED)
    assert vault.seen.read("/a/in") == b"precious"
    assert fetch(me, f"{vault.path}/a/in") in (b"precious", DAMAGED)
    assert server.stop() == 0


def test_an_old_version_played_back(make_server):
    """Of a file and of a directory; also after a restart."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = VaultFolder(server, me)
    me.upload(f"{vault.path}/f", b"old version").ok()
    me.upload(f"{vault.path}/d/inside", b"old").ok()
    me.upload(f"{vault.path}/other", b"fine").ok()
    seen = vault.cryptomator()
    file, link = seen.file_on_disk("/f"), seen.link_on_disk("/d")
    old_file, old_link, old_place = file.read_bytes(), link.read_bytes(), seen.directory_on_disk("/d")
    shutil.copytree(old_place, vault.disk.parent / "kept")
    me.upload(f"{vault.path}/f", b"new version", query="?on_conflict=replace").ok()
    me.delete(f"{vault.path}/d").ok()
    me.upload(f"{vault.path}/d/fresh", b"new").ok()
    new_file, new_link = file.read_bytes(), link.read_bytes()
    file.write_bytes(old_file)
    link.write_bytes(old_link)
    shutil.copytree(vault.disk.parent / "kept", old_place)
    for round in range(2):
        assert fetch(me, f"{vault.path}/f") == DAMAGED
        me.list(f"{vault.path}/d").refused(DAMAGED)
        assert fetch(me, f"{vault.path}/d/inside") in (DAMAGED, code.NO_SUCH_FILE)
        assert me.content(f"{vault.path}/other") == b"fine"
        if round == 0:
            server.restart()
            me = me.at(server.address)
            unlock(me, vault).ok()
    file.write_bytes(new_file)
    link.write_bytes(new_link)
    shutil.rmtree(old_place)
    assert observed(me, vault.path) == {"f": b"new version", "d": None, "d/fresh": b"new", "other": b"fine"}
    # A file that was renamed away leaves no place for its old self, nor has what was deleted.
    me.rename(f"{vault.path}/f", "moved").ok()
    assert me.content(f"{vault.path}/moved") == b"new version"
    cipher = seen.file_on_disk("/moved").read_bytes()
    me.upload(f"{vault.path}/moved", b"newest", query="?on_conflict=replace").ok()
    seen.file_on_disk("/moved").write_bytes(cipher)
    assert fetch(me, f"{vault.path}/moved") == DAMAGED
    assert server.stop() == 0


# -- what can be done about it -------------------------------------------------------------------------------------------


@pytest.fixture
def spare(server, owner):
    """A vault for tests that break things for good."""
    made = VaultFolder(server, owner)
    fill(owner, made.path)
    made.seen = made.cryptomator()
    yield made
    made.delete()


BREAKING = {
    "emptied": lambda file: file.write_bytes(b""), "header": lambda file: flip(file, 5), "block": lambda file: flip(file, 8 * HEADER + 3),
    "cut": lambda file: os.truncate(file, HEADER), "cut in the header": lambda file: os.truncate(file, 30), "swapped": lambda file: file.write_bytes(noise(500)),
}


@pytest.mark.parametrize("kind", BREAKING)
def test_a_damaged_file_can_be_removed_and_replaced(owner, spare, kind):
    """One is deleted, one replaced, one renamed out of the way; the rest was never touched."""
    for name in ("a", "b", "big", LONG, "one/x"):
        BREAKING[kind](spare.seen.file_on_disk("/" + name))
    broken = {"a", "b", "big", LONG, "one/x"}
    assert never_lies(owner, spare.path) == broken
    owner.delete(f"{spare.path}/a").ok()
    owner.upload(f"{spare.path}/a", b"again").ok()
    owner.upload(f"{spare.path}/b", b"replaced", query="?on_conflict=replace").ok()
    owner.send(f"{spare.path}/big", b"replaced", on_conflict="replace")
    owner.upload(f"{spare.path}/{LONG}", b"replaced", query="?on_conflict=replace").ok()
    assert owner.upload(f"{spare.path}/one/x", b"beside").ok()["resource"]["name"] == "x(1)"
    expected = TREE | {"a": b"again", "b": b"replaced", "big": b"replaced", LONG: b"replaced", "one/x(1)": b"beside"}
    assert never_lies(owner, spare.path, expected) == {"one/x"}
    owner.delete(f"{spare.path}/one").ok()
    del expected["one/x"]
    assert observed(owner, spare.path) == {name: value for name, value in expected.items() if name != "one" and not name.startswith("one/")}


def test_copies_and_archives_of_damaged_things(owner, spare):
    flip(spare.seen.file_on_disk("/one/x"), 8 * HEADER + 3)
    owner.transfer("copy", [f"{spare.path}/one/x"], spare.path).refused(DAMAGED)
    owner.transfer("copy", [f"{spare.path}/one"], f"{spare.path}/two").refused(DAMAGED)
    assert never_lies(owner, spare.path) == {"one/x"}, "no half copy"
    owner.transfer("move", [f"{spare.path}/one/deep"], f"{spare.path}/two").ok()
    assert owner.content(f"{spare.path}/two/deep/y") == b"y"
    flip(spare.seen.file_on_disk("/big"), 8 * (HEADER + 3 * SEALED + 50))
    for paths in ([f"{spare.path}/one"], [f"{spare.path}/a", f"{spare.path}/big"]):
        try:
            reply = archive(owner, paths)
        except (http.client.IncompleteRead, ConnectionError):
            owner.close()
            continue
        if reply.status >= 400:
            reply.refused(DAMAGED)
            continue
        packed = zipfile.ZipFile(io.BytesIO(reply.body))
        for name in packed.namelist():
            assert name.endswith("/") or name.split("/")[-1] not in ("x", "big"), f"{name} cannot be in it"


def test_a_missing_content_directory(owner, spare):
    place = spare.seen.directory_on_disk("/two")
    os.rename(place, place.with_name("elsewhere"))
    owner.list(f"{spare.path}/two").refused(DAMAGED)
    assert "two" in owner.names(spare.path)
    assert never_lies(owner, spare.path) == {"two"}
    owner.delete(f"{spare.path}/two").ok()
    assert "two" not in owner.names(spare.path) and owner.content(f"{spare.path}/one/x") == b"x in one"


def test_removed_behind_our_back(owner, spare):
    """Gone is gone, not damaged."""
    spare.seen.file_on_disk("/a").unlink()
    shutil.rmtree(spare.seen.link_on_disk("/hollow").parent)
    assert fetch(owner, f"{spare.path}/a") == code.NO_SUCH_FILE
    owner.list(f"{spare.path}/hollow").refused(code.NO_SUCH_FILE)
    assert not {"a", "hollow"} & set(owner.names(spare.path))
    owner.upload(f"{spare.path}/a", b"new").ok()
    owner.mkdir(f"{spare.path}/hollow").ok()
    assert owner.content(f"{spare.path}/a") == b"new" and owner.names(f"{spare.path}/hollow") == []


# -- the key files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["masterkey.cryptomator", "vault.cryptomator"])
def test_bits_of_the_key_files(server, owner, vault, name):
    """A flipped bit opens nothing, or it opens exactly the same."""
    rng, file = seeded(name), vault.disk / name
    lock(owner, vault, everywhere=True)
    opened = 0
    with contextlib.ExitStack() as after:
        after.callback(lambda: unlock(owner, vault).ok())
        after.enter_context(changed(file))
        for number, bit in enumerate(rng.sample(range(8 * file.stat().st_size), 24)):
            flip(file, bit)
            at = owner.at(source=f"127.0.3.{number + 1}" if name[0] == "m" else f"127.0.4.{number + 1}")
            reply = unlock(at, vault)
            assert reply.code in (0, WRONG_PASSWORD, DAMAGED, UNSUPPORTED, THROTTLED), f"bit {bit}: {reply}"
            if reply.code == 0:
                opened += 1
                assert observed(at, vault.path) == TREE, f"bit {bit}"
                lock(at, vault)
            else:
                at.list(vault.path).refused(WRONG_PASSWORD)
            at.close()
            flip(file, bit)
    assert opened < 12


@pytest.mark.parametrize("name", ["masterkey.cryptomator", "vault.cryptomator"])
@pytest.mark.parametrize("what", ["gone", "empty", "half", "a directory"])
def test_key_files_that_are_not_there(server, owner, name, what):
    """What is open stays open; nothing else opens; and nothing is made anew over it."""
    vault = VaultFolder(server, owner)
    try:
        owner.upload(f"{vault.path}/f", b"x").ok()
        file = vault.disk / name
        kept = file.read_bytes()
        file.unlink()
        if what == "a directory":
            file.mkdir()
        elif what != "gone":
            file.write_bytes(b"" if what == "empty" else kept[:len(kept) // 2])
        assert owner.content(f"{vault.path}/f") == b"x"
        lock(owner, vault, everywhere=True)
        reply = unlock(owner, vault)
        assert reply.code in (DAMAGED, UNSUPPORTED), reply
        owner.list(vault.path).refused(WRONG_PASSWORD)
        reply = owner.json("POST", "/updateFolderPwd", {"id": vault.id, "old_pwd": PASSWORD, "new_pwd": "new&456", "confirm_pwd": "new&456"})
        assert reply.code != 0 and reply.status < 500, reply
        if what == "a directory":
            file.rmdir()
        file.write_bytes(kept)
        unlock(owner, vault).ok()
        assert owner.content(f"{vault.path}/f") == b"x"
    finally:
        vault.delete()


# -- anything at all -----------------------------------------------------------------------------------------------------


def test_anything_at_random(owner, vault):
    """Many small accidents below `d`: the whole tree is looked at after each."""
    rng = seeded("accidents")
    # A list that was kept does not notice a long name that breaks in place.
    files = sorted(path for path in (vault.disk / "d").rglob("*") if path.is_file() and path.name != "name.c9s")
    for number in range(120):
        kind = rng.choice(["bit", "bit", "cut", "grow", "copy", "zero"])
        file, other = rng.sample(files, 2)
        with changed(file):
            content = file.read_bytes()
            if kind == "bit" and content:
                flip(file, rng.randrange(8 * len(content)))
            elif kind == "cut":
                os.truncate(file, rng.randrange(len(content) + 1))
            elif kind == "grow":
                file.write_bytes(content + noise(rng.randrange(1, 200)))
            elif kind == "copy":
                file.write_bytes(other.read_bytes())
            else:
                file.write_bytes(bytes(len(content)))
            print(f"{number}: {kind} of {file.relative_to(vault.disk)}, {len(content)} bytes, by {other.relative_to(vault.disk)}")
            refused = never_lies(owner, vault.path)
            assert len(refused) <= 2, f"one {kind} hides {refused}"
    assert sha256(owner.content(f"{vault.path}/big")) == sha256(BIG)
