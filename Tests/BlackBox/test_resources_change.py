"""Make, rename, copy, move, delete: on all three bases, with the codes of the contract."""

import json
import os

import pytest
import wire_codes as code
from hearth_client import V1, strong_etag
from tools import tree, wait_until


def snapshot(disk):
    return tree(disk)


@pytest.mark.parametrize("style", ["empty", "multipart", "urlencoded"])
def test_mkdir_as_each_client_sends_it(api, folder, disk, style):
    path = f"{folder}/album"
    if style == "empty":
        reply = api.request("POST", f"/resources{path}/")
    elif style == "multipart":
        reply = api.form(path + "/", [], ("uploadfile", "", b""))
    else:
        reply = api.request("POST", f"/resources{path}", b"is_auto_rename=false", {"Content-Type": "application/x-www-form-urlencoded"})
    data = reply.ok()
    assert (data["resource"]["name"], data["resource"]["path"], data["resource"]["type"]) == ("album", path, 0)
    assert data["chunks"] == [] and (disk / "album").is_dir()


def test_mkdir_clash_and_auto_rename(api, folder, disk):
    api.mkdir(f"{folder}/a").ok()
    api.mkdir(f"{folder}/a").refused(code.NAME_IN_USE)
    assert api.mkdir(f"{folder}/a", is_auto_rename="true").ok()["resource"]["name"] == "a(1)"
    assert api.mkdir(f"{folder}/a", is_auto_rename="1").ok()["resource"]["path"] == f"{folder}/a(2)"
    api.mkdir(f"{folder}/v1.2").ok()
    assert api.mkdir(f"{folder}/v1.2", is_auto_rename="true").ok()["resource"]["name"] == "v1(1).2"
    api.upload(f"{folder}/file", b"x").ok()
    api.mkdir(f"{folder}/file").refused(code.NAME_IN_USE)
    assert sorted(os.listdir(disk)) == ["a", "a(1)", "a(2)", "file", "v1(1).2", "v1.2"]


@pytest.mark.parametrize("name, renamed", [("photo.jpg", "photo(1).jpg"), (".bashrc", ".bashrc(1)"), ("a.tar.gz", "a.tar(1).gz"), ("plain", "plain(1)"),
                                           ("n" * 255, "n" * 252 + "(1)"), ("n" * 251 + ".jpg", "n" * 248 + "(1).jpg")])
def test_an_upload_never_overwrites(api, folder, disk, name, renamed):
    assert api.upload(f"{folder}/{name}", b"first").ok()["resource"]["name"] == name
    assert api.upload(f"{folder}/{name}", b"second").ok()["resource"]["name"] == renamed
    assert (disk / name).read_bytes() == b"first" and (disk / renamed).read_bytes() == b"second"


def test_auto_rename_shortens_at_a_letter(owner, folder, disk):
    name = "語" * 84 + ".ab"  # 255 bytes
    owner.upload(f"{folder}/{name}", b"first").ok()
    renamed = owner.upload(f"{folder}/{name}", b"second").ok()["resource"]["name"]
    assert renamed.endswith("(1).ab") and len(renamed.encode()) <= 255 and (disk / renamed).read_bytes() == b"second"


def test_rename(api, folder, disk):
    api.upload(f"{folder}/old.txt", b"text").ok()
    assert api.rename(f"{folder}/old.txt", "new.txt").code == 0
    assert snapshot(disk).keys() == {b"new.txt"} and api.content(f"{folder}/new.txt") == b"text"
    api.rename(f"{folder}/old.txt", "x").refused(code.NO_SUCH_FILE)
    api.mkdir(f"{folder}/taken").ok()
    api.rename(f"{folder}/new.txt", "taken").refused(code.NAME_IN_USE)
    assert snapshot(disk).keys() == {b"new.txt", b"taken"}


def test_rename_of_a_folder_keeps_what_is_in_it(api, folder, disk):
    (disk / "d/e").mkdir(parents=True)
    (disk / "d/e/f").write_bytes(b"deep")
    (disk / "dd").mkdir()
    api.rename(f"{folder}/d", "D").ok()
    assert api.content(f"{folder}/D/e/f") == b"deep" and (disk / "dd").is_dir()


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "../x", "/etc", "n\u0000ul", "line\nbreak", "bell\u0007", "tab\t", "del\u007f"])
def test_rename_to_an_illegal_name(api, folder, disk, name):
    api.upload(f"{folder}/f", b"x").ok()
    before = snapshot(disk.parent)
    reply = api.rename(f"{folder}/f", name)
    reply.refused(code.FORBIDDEN_NAME, code.ILLEGAL_PATH, code.BAD_REQUEST)
    assert snapshot(disk.parent) == before


def test_rename_length(api, folder):
    api.upload(f"{folder}/f", b"x").ok()
    api.rename(f"{folder}/f", "n" * 256).refused(code.NAME_TOO_LONG)
    api.rename(f"{folder}/f", "語" * 86).refused(code.NAME_TOO_LONG)
    api.rename(f"{folder}/f", "n" * 255).ok()
    api.rename(f"{folder}/" + "n" * 255, "語" * 85).ok()
    assert api.names(folder) == ["語" * 85]


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b'{"name":5}', b'{"name":null}', b"{", b'{"name":"\xff"}'])
def test_rename_with_a_broken_body(api, folder, body):
    api.upload(f"{folder}/f", b"x").ok()
    api.request("PUT", f"/resources{folder}/f", body, {"Content-Type": "application/json"}).refused(
        code.BAD_REQUEST, code.FORBIDDEN_NAME, code.ILLEGAL_PATH)
    assert api.names(folder) == ["f"]


def test_case_only_rename(api, folder):
    api.upload(f"{folder}/readme", b"x").ok()
    api.rename(f"{folder}/readme", "README").ok()
    assert api.names(folder) == ["README"]


def test_copy_a_tree(api, folder, disk):
    (disk / "src/deep").mkdir(parents=True)
    (disk / "src/deep/f").write_bytes(b"content")
    (disk / "src/empty").mkdir()
    os.utime(disk / "src/deep/f", (1234567890, 1234567890))
    (disk / "dst").mkdir()
    api.transfer("copy", [f"{folder}/src"], f"{folder}/dst").ok()
    assert snapshot(disk / "dst/src") == snapshot(disk / "src")
    assert (disk / "dst/src/deep/f").stat().st_mtime == 1234567890, "mtimes travel"


def test_move_several(api, folder, disk):
    for name in ("a", "b"):
        (disk / name).write_bytes(name.encode())
    (disk / "dir").mkdir()
    (disk / "dir/in").write_bytes(b"in")
    (disk / "dst").mkdir()
    api.transfer("move", [f"{folder}/{name}" for name in ("a", "b", "dir")], f"{folder}/dst").ok()
    assert snapshot(disk).keys() == {b"dst", b"dst/a", b"dst/b", b"dst/dir", b"dst/dir/in"}


def test_transfer_codes(api, folder, disk):
    (disk / "dst/src").mkdir(parents=True)
    (disk / "src/sub").mkdir(parents=True)
    (disk / "file").write_bytes(b"x")
    before = snapshot(disk)
    p = folder
    api.transfer("clone", [f"{p}/src"], f"{p}/dst").refused(code.ILLEGAL_PARAMETER)
    api.transfer("copy", [], f"{p}/dst").refused(code.BAD_REQUEST)
    api.transfer("copy", [f"{p}/src"], "").refused(code.BAD_REQUEST)
    api.transfer("copy", [f"{p}/src"], f"{p}/none").refused(code.NO_SUCH_FILE)
    api.transfer("copy", [f"{p}/src"], f"{p}/file").refused(code.NOT_A_DIRECTORY)
    for action in ("copy", "move"):
        api.transfer(action, [f"{p}/src"], p).refused(code.SAME_DIRECTORY)
        api.transfer(action, [f"{p}/src"], f"{p}/src/sub").refused(code.INTO_ITSELF)
        api.transfer(action, [f"{p}/src"], f"{p}/src").refused(code.INTO_ITSELF)
        api.transfer(action, [f"{p}/src"], f"{p}/dst").refused(code.EXISTS_AT_DESTINATION)
        api.transfer(action, [f"{p}/none"], f"{p}/dst").refused(code.NO_SUCH_FILE)
        api.transfer(action, ["/"], f"{p}/dst").refused(code.ILLEGAL_PATH)
        api.transfer(action, [f"{p}/src"], "/").refused(code.ILLEGAL_PATH)
    assert snapshot(disk) == before


def test_a_folder_whose_name_begins_alike_is_not_inside(api, folder, disk):
    (disk / "ab").mkdir()
    (disk / "a").mkdir()
    (disk / "a/x").write_bytes(b"1")
    api.transfer("move", [f"{folder}/a"], f"{folder}/ab").ok()
    assert snapshot(disk).keys() == {b"ab", b"ab/a", b"ab/a/x"}


def test_moving_onto_the_own_parents_name_loses_nothing(api, folder, disk):
    (disk / "T/N/N").mkdir(parents=True)
    (disk / "T/N/N/k").write_bytes(b"keep")
    api.transfer("move", [f"{folder}/T/N/N"], f"{folder}/T").refused(code.EXISTS_AT_DESTINATION)
    for query in ("?on_conflict=replace",):
        assert api.transfer("move", [f"{folder}/T/N/N"], f"{folder}/T", query).code != 0, "a non-empty ancestor is never replaced"
    assert (disk / "T/N/N/k").read_bytes() == b"keep"


def test_transfer_on_conflict(api, folder, disk):
    (disk / "dst").mkdir()

    def prepare():
        (disk / "f.txt").write_bytes(b"new")
        (disk / "dst/f.txt").write_bytes(b"old")

    prepare()
    api.transfer("copy", [f"{folder}/f.txt"], f"{folder}/dst", "?on_conflict=rename").ok()
    assert (disk / "dst/f(1).txt").read_bytes() == b"new" and (disk / "dst/f.txt").read_bytes() == b"old"
    api.transfer("copy", [f"{folder}/f.txt"], f"{folder}/dst", "?on_conflict=fail").refused(code.NAME_IN_USE, code.EXISTS_AT_DESTINATION)
    api.transfer("copy", [f"{folder}/f.txt"], f"{folder}/dst", "?on_conflict=skip").ok()
    assert (disk / "dst/f.txt").read_bytes() == b"old"
    api.transfer("copy", [f"{folder}/f.txt"], f"{folder}/dst", "?on_conflict=replace").ok()
    assert (disk / "dst/f.txt").read_bytes() == b"new" and (disk / "f.txt").exists()
    prepare()
    api.transfer("move", [f"{folder}/f.txt"], f"{folder}/dst", "?on_conflict=skip").ok()
    assert (disk / "f.txt").read_bytes() == b"new" and (disk / "dst/f.txt").read_bytes() == b"old"
    api.transfer("move", [f"{folder}/f.txt"], f"{folder}/dst", "?on_conflict=replace").ok()
    assert not (disk / "f.txt").exists() and (disk / "dst/f.txt").read_bytes() == b"new"
    api.transfer("copy", [f"{folder}/dst/f.txt"], folder, "?on_conflict=whatever").refused(code.ILLEGAL_PARAMETER)


def test_respond_async_reaches_the_same_end(owner, folder, disk):
    (disk / "src").mkdir()
    (disk / "src/f").write_bytes(b"1")
    (disk / "dst").mkdir()
    reply = owner.transfer("copy", [f"{folder}/src"], f"{folder}/dst", headers={"Prefer": "respond-async"})
    assert reply.code == 0
    if reply.status == 202:
        assert reply.data["task_id"]
    wait_until(lambda: (disk / "dst/src/f").exists(), what="the copy")


def test_delete(api, folder, disk):
    (disk / "d/e").mkdir(parents=True)
    (disk / "d/e/f").write_bytes(b"1")
    (disk / "dd").mkdir()
    (disk / "x").write_bytes(b"1")
    assert api.delete(f"{folder}/d", f"{folder}/x").code == 0
    assert snapshot(disk).keys() == {b"dd"}
    api.delete(f"{folder}/d").refused(code.NO_SUCH_FILE)
    api.delete().ok()


def test_every_path_is_checked_before_the_first_is_deleted(api, folder, disk):
    (disk / "x").write_bytes(b"1")
    for other, codes in ((f"{folder}/../y", [code.ILLEGAL_PATH]), ("/", [code.ILLEGAL_PATH]), ("/s/2000000000/x", [code.NO_AUTHORISATION_ON_PATH]),
                         (api.home(), [code.NO_PERMISSION])):
        api.delete(f"{folder}/x", other).refused(*codes)
        assert (disk / "x").exists()


@pytest.mark.parametrize("body", [b"", b"{}", b'{"paths":"x"}', b'{"paths":[1]}', b"{", b'{"paths":null}'])
def test_delete_with_a_broken_body(api, body):
    reply = api.request("DELETE", "/resources", body, {"Content-Type": "application/json"})
    reply.refused(code.BAD_REQUEST, code.OK) if body in (b'{"paths":null}',) else reply.refused(code.BAD_REQUEST)




def test_bare_roots_are_for_folder_management(api):
    home = api.home()
    api.rename(home, "mine").refused(code.NO_PERMISSION)
    api.delete(home).refused(code.NO_PERMISSION)
    api.rename("/", "x").refused(code.ILLEGAL_PATH, code.NO_AUTHORISATION_ON_PATH)
    api.list(home).ok()


@pytest.mark.parametrize("path", ["", "/", "//", "/%2F"])
def test_posting_to_the_virtual_root_is_refused_cleanly(api, path):
    api.request("POST", "/resources" + path).refused(code.ILLEGAL_PATH)
    body = b"action=merge&hash=" + b"a" * 64 + b"&total_chunks=1"
    api.request("POST", "/resources" + path, body, {"Content-Type": "application/x-www-form-urlencoded"}).refused(code.ILLEGAL_PATH)
    api.list("/").ok()


@pytest.mark.parametrize("name", [".hearth", ".hearth2", "__1__", "__family__", "."])
def test_reserved_first_level_names_mean_nothing_deeper(owner, folder, name):
    """They are reserved in the partition's own directory only; below a root they are names like others."""
    reply = owner.mkdir(f"{folder}/{name}")
    reply.refused(code.ILLEGAL_PATH) if name == "." else reply.ok()


def test_verbs_on_the_folder_of_somebody_else(server, owner, member):
    """Every verb of a member on the owner's root: refused with the code of an unknown root, and nothing changes."""
    home, mine = owner.home(), member.home()
    owner.upload(f"{home}/private.txt", b"private").ok()
    before = snapshot(server.personal(owner.user_id))
    for base in ("/api/v1", "/wangpan/api", "/api/plugin/wangpan"):
        someone = member.at(base=base)
        for root in (home, "/s/2000000000"):
            attempts = {
                "list": someone.list(root),
                "list file": someone.list(f"{root}/private.txt"),
                "recursive": someone.list(root, type=1),
                "mkdir": someone.mkdir(f"{root}/evil"),
                "upload": someone.upload(f"{root}/evil.txt", b"evil"),
                "chunk": someone.chunk(f"{root}/evil.txt", "a" * 64, 1, b"evil", 1, 4),
                "merge": someone.merge(f"{root}/evil.txt", "a" * 64, 1),
                "rename": someone.rename(f"{root}/private.txt", "evil"),
                "download": someone.download(f"{root}/private.txt"),
                "delete": someone.delete(f"{root}/private.txt"),
                "copy from": someone.transfer("copy", [f"{root}/private.txt"], mine),
                "move from": someone.transfer("move", [f"{root}/private.txt"], mine),
                "cache": someone.request("DELETE", f"/cache{root}/private.txt" + "a" * 64),
                "begin": someone.begin(f"{root}/evil.txt", 4),
            }
            assert {verb: reply.code for verb, reply in attempts.items()} == dict.fromkeys(attempts, code.NO_AUTHORISATION_ON_PATH)
            assert b"private" not in attempts["download"].body.replace(b"private.txt", b"")
        own = f"{mine}/own.txt"
        someone.upload(own, b"own").ok()
        for action in ("copy", "move"):
            reply = someone.transfer(action, [own], home)
            assert reply.code in (code.NO_AUTHORISATION_ON_PATH, code.NO_PERMISSION, 10022), reply
        someone.delete(own).ok()
    assert snapshot(server.personal(owner.user_id)) == before and not server.leftovers()
    assert member.names(mine) == []
    owner.delete(f"{home}/private.txt").ok()


def test_if_match_guards_a_replacement(owner, folder):
    owner.upload(f"{folder}/f", b"one").ok()
    tag = strong_etag(owner, f"{folder}/f")
    owner.upload(f"{folder}/f", b"two", query="?on_conflict=replace", headers={"If-Match": '"wrong"'}).refused(code.PRECONDITION)
    assert owner.content(f"{folder}/f") == b"one"
    owner.upload(f"{folder}/f", b"two", query="?on_conflict=replace", headers={"If-Match": tag}).ok()
    assert owner.content(f"{folder}/f") == b"two"


def test_requests_that_are_too_big_for_json(owner, folder):
    body = json.dumps({"paths": ["x" * (2 << 20)]}).encode()
    reply = owner.request("DELETE", "/resources", body, {"Content-Type": "application/json"}, base=V1)
    reply.refused(code.TOO_LARGE)
    owner.list(folder).ok()
