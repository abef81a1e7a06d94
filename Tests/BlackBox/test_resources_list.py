"""Listing: paging, order, sorting, filters, validators."""

import os

import pytest
import wire_codes as code
from hearth_client import V1

FIELDS = {"id", "name", "size", "mod_time", "type", "path", "is_encrypt", "read", "write", "deleted", "thumbnail_url"}


@pytest.fixture
def filled(owner, folder, disk):
    """35 files and two folders, made behind the server's back."""
    for name in ("Zoo", "alpha"):
        (disk / name).mkdir()
    for number in range(35):
        (disk / f"file{number}.txt").write_bytes(b"x" * number)
        os.utime(disk / f"file{number}.txt", (1_500_000_000 - number, 1_500_000_000 - number))
    return folder


def test_resource_fields(api, folder, disk):
    (disk / "a.txt").write_bytes(b"12345")
    os.utime(disk / "a.txt", (1565237893, 1565237893))
    (disk / "sub").mkdir()
    sub, file = api.list(folder).items()
    assert FIELDS <= set(sub) and FIELDS <= set(file)
    assert (sub["name"], sub["type"], sub["path"]) == ("sub", 0, f"{folder}/sub")
    assert (file["name"], file["type"], file["size"], file["mod_time"], file["path"]) == ("a.txt", 1, 5, 1565237893, f"{folder}/a.txt")
    assert all(item[right] == 1 for item in (sub, file) for right in ("read", "write", "deleted"))
    assert all(item["is_encrypt"] == 0 and isinstance(item["thumbnail_url"], str) for item in (sub, file))
    assert 1 << 30 <= file["id"] < 1 << 31, "display keys fit Int32 and are no row ids"


def test_virtual_root(api):
    for path in ("/", "//", ""):
        reply = api.list(path)
        assert [item["path"] for item in reply.items()] == [api.home()]
        assert reply.data["pager"]["total_rows"] == 1 and reply.data["pager"]["has_more"] is False


def test_empty_folder(api, folder):
    data = api.list(folder).ok()
    assert data["list"] == [] and data["pager"]["total_rows"] == 0 and data["pager"]["has_more"] is False


def test_pages(api, filled):
    first = api.list(filled).ok()
    assert len(first["list"]) == 30 and first["pager"] == {"page": first["pager"]["page"], "page_size": 30, "total_rows": 37, "has_more": True}
    assert api.list(filled, page=0, page_size=0).ok()["list"] == first["list"]
    assert api.list(filled, page=1, page_size=30).ok()["list"] == first["list"]
    second = api.list(filled, page=2).ok()
    assert len(second["list"]) == 7 and second["pager"]["has_more"] is False and second["pager"]["page"] == 2
    assert not {item["name"] for item in first["list"]} & {item["name"] for item in second["list"]}
    beyond = api.list(filled, page=9, page_size=30).ok()
    assert beyond["list"] == [] and beyond["pager"]["has_more"] is False and beyond["pager"]["total_rows"] == 37


def test_exact_page_has_no_more(api, filled):
    assert api.list(filled, page=1, page_size=37).ok()["pager"]["has_more"] is False
    assert api.list(filled, page=1, page_size=36).ok()["pager"]["has_more"] is True


def test_page_size_is_at_most_1000(api, filled):
    assert api.list(filled, page=1, page_size=5000).ok()["pager"]["page_size"] == 1000


@pytest.mark.parametrize("query", [{"page": "x"}, {"page": -1}, {"page_size": -5}, {"page_size": "ten"},
                                   {"page": 10**30}, {"page": 2**62, "page_size": 1000}, {"page_size": 2**63}])
def test_odd_pages_never_crash(api, filled, query):
    reply = api.list(filled, **query)
    if reply.code == 0:
        assert isinstance(reply.data["list"], list)
    else:
        reply.refused(code.BAD_REQUEST, code.ILLEGAL_PARAMETER)


def test_order_is_directories_first_then_natural(api, folder, disk):
    for name in ("file10", "file9", "File2", "file1", "b", "A", "file002", ".x", "ü"):
        (disk / name).write_bytes(b"")
    for name in ("zz", "Folder10", "folder9"):
        (disk / name).mkdir()
    names = api.names(folder)
    assert names[:3] == ["folder9", "Folder10", "zz"]
    files = [name for name in names[3:] if name.isascii() and name not in (".x", "file002", "File2")]
    assert files == ["A", "b", "file1", "file9", "file10"]
    assert {names.index("File2") - 3, names.index("file002") - 3} == {names.index("file1") - 2, names.index("file1") - 1}
    assert names == api.names(folder), "stable"


@pytest.mark.parametrize("sort, expected", [("name", ["a.zip", "b.txt", "c.jpg"]), ("size", ["c.jpg", "a.zip", "b.txt"]),
                                            ("mtime", ["b.txt", "c.jpg", "a.zip"]), ("type", ["c.jpg", "b.txt", "a.zip"])])
def test_sort_and_order(api, folder, disk, sort, expected):
    for name, size, mtime in (("a.zip", 20, 3000), ("b.txt", 30, 1000), ("c.jpg", 10, 2000)):
        (disk / name).write_bytes(b"x" * size)
        os.utime(disk / name, (mtime, mtime))
    (disk / "dir").mkdir()
    assert api.names(folder, sort=sort, order="asc") == ["dir", *expected]
    assert api.names(folder, sort=sort, order="desc") == ["dir", *reversed(expected)], "directories stay first"
    assert api.names(folder, sort=sort) == ["dir", *expected]


@pytest.mark.parametrize("query", [{"sort": "colour"}, {"order": "sideways"}])
def test_unknown_sort(api, folder, query):
    api.list(folder, **query).refused(code.ILLEGAL_PARAMETER)


def test_recursive(api, folder, disk):
    (disk / "d/e").mkdir(parents=True)
    for name in ("d/e/deep.txt", "d/mid.txt", "top.txt"):
        (disk / name).write_bytes(b"1")
    reply = api.list(folder, type=1)
    paths = [item["path"] for item in reply.items()]
    assert sorted(paths) == sorted(f"{folder}/{name}" for name in ("d", "d/e", "d/e/deep.txt", "d/mid.txt", "top.txt"))
    assert paths.index(f"{folder}/d/e/deep.txt") < paths.index(f"{folder}/d/e") < paths.index(f"{folder}/d"), "descendants come first"


def test_recursive_is_complete_without_a_page_size(api, filled):
    assert len(api.list(filled, type=1).items()) == 37


@pytest.mark.parametrize("kind", ["2", "-1", "x"])
def test_list_type_must_be_0_or_1(api, folder, kind):
    reply = api.list(folder, type=kind)
    reply.refused(code.ILLEGAL_PARAMETER, code.BAD_REQUEST) if kind == "x" else reply.refused(code.ILLEGAL_PARAMETER)
    if kind == "2":
        assert "type" in api.at(language="en").list(folder, type=2).reason


def test_missing_folders_and_files(api, folder):
    api.list(f"{folder}/none").refused(code.NO_SUCH_FILE)
    api.upload(f"{folder}/f", b"x").ok()
    assert api.list(f"{folder}/f").code != 0


@pytest.mark.parametrize("path", ["/s/0", "/s/x", "/s", "/x/1", "/s/01", "/s/-1", "/s/12abc", "/s/99999999999999999999", "/12"])
def test_illegal_paths(api, path):
    api.list(path).refused(code.ILLEGAL_PATH, code.NO_AUTHORISATION_ON_PATH)


def test_doubled_and_trailing_slashes(api, folder, disk):
    (disk / "x").write_bytes(b"1")
    for path in (f"/{folder}", f"{folder}/", f"{folder}//", folder.replace("/", "//")):
        assert [item["name"] for item in api.request("GET", "/resources" + path).items()] == ["x"]
    encoded = folder.lstrip("/").replace("/", "%2F")
    assert [item["name"] for item in api.request("GET", "/resources/" + encoded).items()] == ["x"]


def test_the_accidental_prefix_is_tolerated(owner, folder):
    assert owner.get("/api/wangpan/api/resources" + folder, base="").ok()["list"] == []


def test_a_file_that_appears_or_goes_behind_our_back(api, folder, disk):
    (disk / "one").write_bytes(b"1")
    assert api.names(folder) == ["one"]
    (disk / "two").write_bytes(b"2")
    (disk / "one").unlink()
    assert api.names(folder) == ["two"]


def test_special_files_are_not_listed_and_not_served(api, folder, disk):
    os.mkfifo(disk / "pipe")
    (disk / "file").write_bytes(b"1")
    assert api.names(folder) == ["file"]
    assert api.download(f"{folder}/pipe").code != 0, "and it does not hang"


def test_names_that_are_not_utf8(owner, folder, disk):
    with open(os.path.join(os.fsencode(disk), b"caf\xe9"), "wb") as file:
        file.write(b"latin")
    (disk / "plain").write_bytes(b"1")
    items = owner.list(folder).items()
    odd = next(item for item in items if "�" in item["name"])
    assert len(items) == 2 and "%e9" in odd["href"].lower()
    assert owner.content(f"{folder}/caf\udce9") == b"latin"
    owner.json("PUT", f"/resources{folder}/caf%E9", {"name": "café"}).ok()
    assert sorted(owner.names(folder)) == ["café", "plain"]








def test_lists_are_answered_with_the_right_method_only(owner, folder):
    reply = owner.request("PROPFIND", "/resources" + folder, base=V1)
    assert reply.status in (405, 501)
    reply = owner.request("PUT", "/sessions", b"{}", base=V1).refused(code.METHOD_NOT_ALLOWED)
    assert {"GET", "POST"} <= {method.strip() for method in reply.header("allow").split(",")}
    owner.get("/nothing/here", base=V1).refused(code.NOT_FOUND)
