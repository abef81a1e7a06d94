"""Names make the round trip unchanged: through mkdir, upload, list, rename, download, copy, delete; nothing is folded, trimmed or decoded twice."""

import os
import unicodedata
import urllib.parse

import pytest
import wire_codes as code
from hearth_client import NEW, OLD

NAMES = [
    "90%hello", "%41", "#1", "a+b", "q?x", "it's", 'd"q', "\U0001f4ab", "\U0001f468‍\U0001f469‍\U0001f467", "語" * 85, "n" * 255,
    unicodedata.normalize("NFC", "über.txt"),
    unicodedata.normalize("NFD", "über.txt"), " leading", "trailing ", ".leading", "trailing.", "...", "a b", "&amp;", "<b>", "a:b", "a*b", "a|b", "a\\b",
    "%", "%%", "%2F", "%2e%2e", "%00", "..a", "a..", "~", "$HOME", "`id`", "CON", "aux.txt", "a;b", "a=b&c=d", "日本", "%E6%97%A5", "{x}", "[x]", "-rf",
    "Thumbs.db", "\u202etxt.exe", "​", "İstanbul", "ﬁ", "_", "100_%", "a,b", "@", "!", "^", "null",
]
OLD_FORBIDDEN = ':*?"<>|\\'
CONTROL = ["a\x01b", "a\nb", "a\rb", "a\tb", "a\x1bb", "a\x7fb"]


def on_disk(disk):
    return sorted(os.listdir(os.fsencode(disk)))


@pytest.mark.parametrize("name", NAMES)
def test_round_trip(owner, folder, disk, name):
    """On /api/v1, with the very bytes on the disk at each step."""
    raw = name.encode()
    made = owner.mkdir(f"{folder}/{name}").ok()["resource"]
    assert (made["name"], made["path"]) == (name, f"{folder}/{name}")
    assert on_disk(disk) == [raw] and owner.names(folder) == [name]
    file = owner.upload(f"{folder}/{name}/{name}", raw).ok()["resource"]
    assert (file["name"], file["path"]) == (name, f"{folder}/{name}/{name}")
    assert owner.content(f"{folder}/{name}/{name}") == raw
    (listed,) = owner.list(f"{folder}/{name}").items()
    assert listed["name"] == name and owner.content(listed["path"]) == raw, "the listed path leads to the file"
    owner.rename(f"{folder}/{name}", "plain").ok()
    assert on_disk(disk) == [b"plain"]
    owner.rename(f"{folder}/plain", name).ok()
    assert on_disk(disk) == [raw]
    owner.mkdir(f"{folder}/other").ok()
    owner.transfer("copy", [f"{folder}/{name}/{name}"], f"{folder}/other").ok()
    assert owner.content(f"{folder}/other/{name}") == raw
    owner.delete(f"{folder}/other/{name}").ok()
    owner.transfer("move", [f"{folder}/{name}/{name}"], f"{folder}/other").ok()
    assert owner.names(f"{folder}/other") == [name] and owner.names(f"{folder}/{name}") == []
    owner.delete(f"{folder}/{name}", f"{folder}/other").ok()
    assert on_disk(disk) == []


@pytest.mark.parametrize("name", NAMES)
def test_round_trip_through_the_new_door(owner, folder, disk, name):
    assert owner.send(f"{folder}/{name}", name.encode())["name"] == name
    assert on_disk(disk) == [name.encode()] and owner.content(f"{folder}/{name}") == name.encode()


@pytest.mark.parametrize("base", [NEW, OLD])
@pytest.mark.parametrize("name", NAMES)
def test_round_trip_on_the_old_bases(owner, folder, disk, base, name):
    """What they may create makes the same trip; what they may not is 20027 and leaves nothing; what exists works everywhere."""
    api = owner.at(base=base)
    if set(name) & set(OLD_FORBIDDEN):
        api.mkdir(f"{folder}/{name}").refused(code.FORBIDDEN_NAME)
        api.upload(f"{folder}/{name}", b"x").refused(code.FORBIDDEN_NAME)
        api.chunk(f"{folder}/{name}", "a" * 64, 1, b"x", 1, 1).refused(code.FORBIDDEN_NAME)
        assert on_disk(disk) == []
        owner.mkdir(f"{folder}/{name}").ok()
    else:
        assert api.mkdir(f"{folder}/{name}").ok()["resource"]["name"] == name
    assert api.names(folder) == [name]
    assert api.upload(f"{folder}/{name}/plain", b"inside").ok()["resource"]["path"] == f"{folder}/{name}/plain"
    assert api.content(f"{folder}/{name}/plain") == b"inside"
    assert [item["path"] for item in api.list(f"{folder}/{name}").items()] == [f"{folder}/{name}/plain"]
    api.rename(f"{folder}/{name}", "plain").ok()
    if set(name) & set(OLD_FORBIDDEN):
        api.rename(f"{folder}/plain", name).refused(code.FORBIDDEN_NAME)
        owner.rename(f"{folder}/plain", name).ok()
    else:
        api.rename(f"{folder}/plain", name).ok()
    assert on_disk(disk) == [name.encode()]
    api.delete(f"{folder}/{name}").ok()
    assert on_disk(disk) == []


def test_twins_are_two_names(api, folder, disk):
    """Equal when the bytes are; nothing else is."""
    groups = [["ü", "u\u0308"], ["A", "a"], ["x", "x ", " x", "x.", "x.."], ["ﬁ", "fi"], ["Å", "\u212b", "A\u030a"]]
    for group in groups:
        for name in group:
            api.upload(f"{folder}/{name}", name.encode()).ok()
    everything = sorted(name.encode() for group in groups for name in group)
    assert on_disk(disk) == everything and sorted(name.encode() for name in api.names(folder)) == everything
    for group in groups:
        for name in group:
            assert api.content(f"{folder}/{name}") == name.encode()
    api.delete(f"{folder}/ü").ok()
    assert api.content(f"{folder}/u\u0308") == "u\u0308".encode(), "the other twin stays"
    assert len(on_disk(disk)) == len(everything) - 1


def test_a_twin_on_the_disk_is_found_by_its_own_bytes_only(api, folder, disk):
    (disk / "u\u0308.txt").write_bytes(b"nfd")
    assert api.download(f"{folder}/ü.txt").code == code.NO_SUCH_FILE
    assert api.content(f"{folder}/u\u0308.txt") == b"nfd"


@pytest.mark.parametrize("name", CONTROL)
def test_control_characters_are_refused(api, folder, disk, name):
    api.mkdir(f"{folder}/{name}").refused(code.FORBIDDEN_NAME)
    api.upload(f"{folder}/{name}", b"x").refused(code.FORBIDDEN_NAME)
    api.begin(f"{folder}/{name}", 1).refused(code.FORBIDDEN_NAME)
    assert on_disk(disk) == []


@pytest.mark.parametrize("name", CONTROL)
def test_control_characters_on_the_disk_are_served_escaped(owner, folder, disk, name):
    (disk / name).write_bytes(b"odd")
    assert owner.names(folder) == [name]
    reply = owner.download(f"{folder}/{name}")
    assert reply.body == b"odd" and not set(reply.header("content-disposition") or "") & set(map(chr, range(32)))
    owner.rename(f"{folder}/{name}", "tamed").ok()
    assert on_disk(disk) == [b"tamed"]


@pytest.mark.parametrize("name", ["n" * 256, "語" * 86, "n" * 4000])
def test_too_long(api, folder, disk, name):
    for reply in (api.mkdir(f"{folder}/{name}"), api.upload(f"{folder}/{name}", b"x"), api.begin(f"{folder}/{name}", 1)):
        reply.refused(code.NAME_TOO_LONG, code.FORBIDDEN_NAME)
    assert on_disk(disk) == []


def test_a_name_that_is_no_utf8_cannot_be_made(owner, folder, disk):
    reply = owner.request("POST", f"/resources{folder}/caf%E9")
    assert reply.code in (code.FORBIDDEN_NAME, code.ILLEGAL_PATH, code.OK)
    if reply.code == 0:
        assert on_disk(disk) == [b"caf\xe9"], "bytes kept as they came"
    else:
        assert on_disk(disk) == []


def test_content_disposition_carries_any_name(owner, folder):
    for name in ("plain.txt", "ü 日本.txt", 'd"q\\.txt', "semi;colon.txt", "100%.txt"):
        owner.upload(f"{folder}/{name}", b"1").ok()
        header = owner.download(f"{folder}/{name}").header("content-disposition")
        encoded = header.split("filename*=UTF-8''", 1)[1].split(";")[0].strip()
        assert urllib.parse.unquote(encoded) == name, header


def test_deep_trees(owner, folder, disk):
    """1 500 levels: listed, copied, deleted; the server answers others meanwhile."""
    at = os.open(disk, os.O_RDONLY)
    os.mkdir("deep", dir_fd=at)
    here = os.open("deep", os.O_RDONLY, dir_fd=at)
    for _ in range(1500):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    with os.fdopen(os.open("bottom", os.O_CREAT | os.O_WRONLY, dir_fd=here), "w") as file:
        file.write("deep")
    os.close(here)
    os.close(at)
    (disk / "copy").mkdir()
    reply = owner.transfer("copy", [f"{folder}/deep"], f"{folder}/copy")
    assert reply.code == 0 or 400 <= reply.status < 500, reply
    reply = owner.list(f"{folder}/deep", type=1)
    assert (reply.code == 0 and len(reply.items()) == 1501) or 400 <= reply.status < 500, reply.status
    assert owner.get("/health").status == 200
    owner.delete(f"{folder}/copy").ok()
    owner.delete(f"{folder}/deep").ok()
    assert on_disk(disk) == []
