"""Lists of /api/v1: limit and cursor, the name filter, validators, a hundred thousand entries."""

import os
import time

import pytest
import wire_codes as code
from hearth_client import BASES, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD

ORDERS = [{}, {"order": "desc"}, {"sort": "mtime"}, {"sort": "mtime", "order": "desc"}, {"sort": "size"}, {"sort": "size", "order": "desc"},
          {"sort": "type"}, {"sort": "type", "order": "desc"}]


@pytest.fixture
def filled(folder, disk):
    """35 files and two folders, made behind the server's back."""
    for name in ("Zoo", "alpha"):
        (disk / name).mkdir()
    for number in range(35):
        path = disk / f"file{number}.{['txt', 'JPG', 'b'][number % 3]}"
        path.write_bytes(b"x" * (number % 7))
        os.utime(path, (1_500_000_000 - number % 5, 1_500_000_000 - number % 5))
    return folder


def pages(client, path, limit=10, between=lambda round: None, **query):
    """The names of all pages; every page but the last is full and says that more follows."""
    seen, cursor = [], {}
    for round in range(1_000):
        data = client.list(path, limit=limit, **cursor, **query).ok()
        pager = data["pager"]
        assert len(data["list"]) <= limit and pager["page_size"] == limit
        assert pager["has_more"] == bool(pager.get("cursor"))
        seen += [item["name"] for item in data["list"]]
        if not pager["has_more"]:
            return seen
        cursor = {"cursor": pager["cursor"]}
        between(round)
    pytest.fail("the pages do not end")


@pytest.mark.parametrize("query", ORDERS)
def test_pages_together_are_the_list(owner, filled, query):
    whole = owner.names(filled, page_size=1000, **query)
    assert len(whole) == 37
    for limit in (1, 10, 36, 37, 38, 1000):
        assert pages(owner, filled, limit, **query) == whole
    assert pages(owner, filled, 4, name="3", **query) == [name for name in whole if "3" in name]


@pytest.mark.parametrize("query", ORDERS)
def test_what_stays_is_shown_once_whatever_comes_and_goes(owner, filled, disk, query):
    before = owner.names(filled, page_size=1000, **query)
    gone, new = set(before[2::4]), []

    def change(round):
        for name in before[2 + 4 * round:3 + 4 * round]:
            os.rmdir(disk / name) if (disk / name).is_dir() else os.unlink(disk / name)
        new.append(f"aaa{round}.new")
        (disk / new[-1]).write_bytes(b"")

    seen = pages(owner, filled, 3, change, **query)
    assert [name for name in seen if name not in gone and name not in new] == [name for name in before if name not in gone]


def test_a_cursor_alone_takes_the_usual_page(owner, filled):
    first = owner.list(filled, limit=2).ok()
    rest = owner.list(filled, cursor=first["pager"]["cursor"]).ok()
    assert len(rest["list"]) == 30 and rest["pager"]["page_size"] == 30 and rest["pager"]["total_rows"] == 37
    assert "cursor" not in owner.list(filled).ok()["pager"], "only where it was asked for"


@pytest.mark.parametrize("limit", ["0", "-1", "1001", "x", "", "1.5", "9" * 30])
def test_bad_limits(owner, filled, limit):
    assert "limit" in owner.at(language="en").list(filled, limit=limit).refused(code.ILLEGAL_PARAMETER).reason


def test_cursors_of_other_lists_and_changed_ones_are_refused(owner, filled):
    cursor = owner.list(filled, limit=5).ok()["pager"]["cursor"]
    owner.list(filled, limit=7, cursor=cursor).ok()
    for query in ({"sort": "size"}, {"order": "desc"}, {"name": "f"}):
        owner.list(filled, cursor=cursor, **query).refused(code.ILLEGAL_PARAMETER)
    for path in (owner.home(), f"{filled}/alpha", "/"):
        owner.list(path, cursor=cursor).refused(code.ILLEGAL_PARAMETER)
    for changed in (cursor[:-1], cursor + "A", "A" + cursor[1:], cursor.swapcase(), "x", "AAAA" * 20, "%FF", "ü"):
        assert changed == cursor or owner.list(filled, cursor=changed).refused(code.ILLEGAL_PARAMETER)


def test_a_cursor_outlives_a_restart(make_server):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    for number in range(4):
        me.upload(f"{me.home()}/f{number}", b"1").ok()
    home = me.home()
    cursor = me.list(home, limit=2).ok()["pager"]["cursor"]
    server.restart()
    assert me.at(server.address).names(home, limit=2, cursor=cursor) == ["f2", "f3"]


def test_recursive_lists_have_no_cursor(owner, filled):
    for query in ({"limit": 5}, {"cursor": "x"}, {"name": "x"}):
        owner.list(filled, type=1, **query).refused(code.ILLEGAL_PARAMETER)


@pytest.mark.parametrize("base", BASES[1:])
def test_old_bases_know_nothing_of_it(owner, filled, base):
    old = owner.at(base=base)
    reply = old.list(filled, limit="x", name="zzz", cursor="?")
    assert len(reply.items()) == 30 and reply.header("etag") is None


def test_name_filter(owner, folder, disk):
    for name in ("Straße", "STRASSE", "İstanbul", "ümlaut", "ÜBER", "a%b", "a_b", "aXb", "日本語", "photo10", "photo1", "\u03a3\u03c2"):
        (disk / name).write_bytes(b"")
    with open(os.path.join(os.fsencode(disk), b"caf\xe9"), "wb"):
        pass
    assert owner.names(folder, name="ü") == ["ÜBER", "ümlaut"] or set(owner.names(folder, name="ü")) == {"ÜBER", "ümlaut"}
    assert owner.names(folder, name="%") == ["a%b"] and owner.names(folder, name="_") == ["a_b"]
    assert owner.names(folder, name="本") == ["日本語"]
    assert owner.names(folder, name="HOTO1") == ["photo1", "photo10"]
    assert owner.names(folder, name="stra") == ["STRASSE", "Straße"]
    assert owner.names(folder, name="\u03c3\u03c3") == ["\u03a3\u03c2"]
    assert len(owner.names(folder, name="")) == 13 and owner.names(folder, name="n" * 3000) == []
    assert owner.list(folder, name="photo1").ok()["pager"]["total_rows"] == 2
    raw = owner.request("GET", f"/resources{folder}?name=%E9", base=V1)
    assert len(raw.items()) == 1, "bytes that are not UTF-8 are found by their bytes"


def test_virtual_root(owner, member):
    home = owner.list("/").items()[0]
    assert [item["path"] for item in owner.list("/", name=home["name"][:2].upper()).items()] == [home["path"]]
    assert owner.list("/", name="no such folder").items() == []
    first = owner.list("/", limit=1).ok()
    assert len(first["list"]) == 1 and first["pager"]["has_more"] == (first["pager"]["total_rows"] > 1)
    assert pages(owner, "/", 1) == [item["name"] for item in owner.list("/").items()]
    tag = owner.list("/").header("etag")
    assert owner.list("/", headers={"If-None-Match": tag}).status == 304
    assert member.list("/", headers={"If-None-Match": tag}).status == 200


# -- validators ----------------------------------------------------------------------------------------------------------


def entries(tag):
    """The half that speaks for the directory."""
    assert tag.startswith('W/"') and tag.endswith('"') and tag.count(".") == 1, tag
    return tag[3:-1].split(".")[0]


def test_unchanged_lists_are_not_sent_again(owner, filled, disk):
    first = owner.list(filled)
    tag = first.header("etag")
    assert "no-store" not in first.header("cache-control") and "private" in first.header("cache-control")
    again = owner.list(filled, headers={"If-None-Match": tag})
    assert again.status == 304 and again.body == b"" and again.header("etag") == tag
    assert owner.list(filled, headers={"If-None-Match": f'"x", {tag}'}).status == 304
    assert owner.list(filled, headers={"If-None-Match": tag[2:]}).status == 304, "weak comparison"
    assert owner.list(filled, headers={"If-None-Match": 'W/"x"'}).status == 200
    (disk / "file0.txt").write_bytes(b"grown now")
    changed = owner.list(filled, headers={"If-None-Match": tag})
    assert changed.status == 200 and changed.header("etag") != tag
    assert entries(changed.header("etag")) == entries(tag), "no entry came or went"


def test_the_first_half_is_the_same_on_all_pages(owner, filled, disk):
    def halves():
        queries = [{}, {"page": 2}, {"limit": 5}, {"sort": "size"}, {"order": "desc"}, {"page_size": 1000}]
        return {entries(owner.list(filled, **query).header("etag")) for query in queries}

    first = halves()
    assert len(first) == 1
    seen = set(first)
    for change in (lambda: (disk / "new").write_bytes(b""), lambda: os.rename(disk / "new", disk / "newer"), lambda: os.unlink(disk / "newer"),
                   lambda: os.mkdir(disk / "newer"), lambda: os.rename(disk / "file0.txt", disk / "file1.JPG")):
        change()
        after = halves()
        assert len(after) == 1 and not after & seen, "every change shows, however quickly it follows"
        seen |= after


def test_head(owner, filled):
    whole = owner.list(filled, limit=3)
    head = owner.request("HEAD", f"/resources{filled}?limit=3", base=V1)
    assert head.status == 200 and head.body == b"" and head.header("etag") == whole.header("etag")
    assert int(head.header("content-length")) == len(whole.body)
    assert owner.request("HEAD", f"/resources{filled}?limit=3", headers={"If-None-Match": head.header("etag")}, base=V1).status == 304


def test_lists_without_a_tag(owner, filled):
    assert owner.list(filled, type=1).header("etag") is None, "a stream has none"
    assert owner.list(f"{filled}/none").header("etag") is None


# -- a hundred thousand --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_hundred_thousand_by_cursor(make_server):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    path = f"{me.home()}/many"
    me.mkdir(path).ok()
    at = os.open(server.on_disk(me, path), os.O_RDONLY)
    for number in range(100_000):
        os.close(os.open(f"photo {number}.jpg", os.O_CREAT | os.O_WRONLY, 0o640, dir_fd=at))
    os.close(at)
    me.list(path).ok()
    idle = server.settled_resident()
    start = time.monotonic()
    seen = pages(me, path, 1000)
    print(f"all in {time.monotonic() - start:.2f} s, rise {(server.resident() - idle) / 2**20:.1f} MiB")
    assert seen == [f"photo {number}.jpg" for number in range(100_000)]
    seconds = []
    cursor = me.list(path, limit=1000).ok()["pager"]["cursor"]
    for _ in range(5):
        start = time.monotonic()
        assert me.list(path, limit=30, cursor=cursor).items()[0]["name"] == "photo 1000.jpg"
        seconds.append(time.monotonic() - start)
    assert pages(me, path, 500, name="9999") == [f"photo {number}.jpg" for number in range(100_000) if "9999" in str(number)]
    print(f"a warm page by cursor {min(seconds) * 1000:.1f} ms")
    tag = me.list(path, limit=30).header("etag")
    assert me.list(path, limit=30, headers={"If-None-Match": tag}).status == 304
