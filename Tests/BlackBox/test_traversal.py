"""Nothing leads out of a root: not `..` in any spelling, not a link, not a swapped link, not a hash."""

import json
import os
import shutil
import threading
import time

import pytest
import wire_codes as code
from conftest import MEMBERS
from hearth_client import BASES, Hearth, V1
from hearth_server import OWNER, OWNER_PASSWORD
from raw_http import RawConnection
from tools import seeded, sha256, tree

SECRET = b"TOP-SECRET-CONTENT"
DOTS = ["..", "%2e%2e", ".%2e", "%2e.", "%2E%2e", ".", "%2e", "%2E"]
#: Decoded once these are ordinary names, which do not exist.
ONLY_NAMES = ["%252e%252e", "%252e.", "..%255c..", "..%5c..", "%5c..%5c", "..%5cetc", "...", "..%20", "%20..", "..;", "%c0%ae%c0%ae", "%25%32%65%25%32%65",
              "%u002e%u002e", "..%e2%80%8b"]


@pytest.fixture
def guarded(server, owner, folder, disk):
    """A folder, and secrets all around it: beside it, in the personal root of another user, in .hearth, in the partition, in data."""
    places = [disk.parent / "beside", server.partition / "at-partition", server.data / "at-data", server.partition / ".hearth/hidden"]
    for place in places:
        place.write_bytes(SECRET)
    (disk / "sub").mkdir()
    (disk / "sub/ok.txt").write_bytes(b"fine")
    yield folder
    for place in places:
        assert place.read_bytes() == SECRET, f"{place} was changed"
        place.unlink()


def raw(server, client, method, target, body=b"", headers=()):
    with RawConnection(server.address) as connection:
        connection.request(method, target, [("scope-token", client.token), ("Connection", "close"), *headers], body)
        return connection.answer(head=method == "HEAD")


def attempts(base, folder, evil):
    """Every verb that takes a path, with an evil piece in the middle and at the end."""
    json_type, form = [("Content-Type", "application/json")], [("Content-Type", "application/x-www-form-urlencoded")]
    for tail in (evil, f"{evil}/beside", f"sub/{evil}/{evil}/beside", f"{evil}/{evil}/at-partition", f"{evil}/{evil}/{evil}/{evil}/{evil}/at-data",
                 f"{evil}/{evil}/.hearth/hidden", f"{evil}/{evil}/{evil}/{evil}/{evil}/{evil}/{evil}/{evil}/etc/passwd", f"{evil}%2f{evil}%2fat-partition"):
        path = f"{folder}/{tail}"
        yield "GET", f"{base}/resources{path}", b"", []
        yield "GET", f"{base}/download{path}", b"", []
        yield "POST", f"{base}/resources{path}", b"", []
        yield "POST", f"{base}/resources{path}", b"action=merge&total_chunks=0&hash=" + sha256(b"").encode(), form
        yield "PUT", f"{base}/resources{path}", b'{"name":"moved"}', json_type
        yield "DELETE", f"{base}/cache{path}" + "a" * 64, b"", []


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("evil", DOTS)
def test_dots_are_10005_and_never_cleaned(server, owner, guarded, disk, base, evil):
    before = tree(disk)
    for method, target, body, headers in attempts(base, guarded, evil):
        answer = raw(server, owner, method, target, body, headers)
        assert SECRET not in answer.body and b"root:x:" not in answer.body, (method, target)
        if method == "DELETE" and target.endswith(evil + "a" * 64):
            assert json.loads(answer.body)["status"] in (code.ILLEGAL_PATH, code.BAD_REQUEST, code.NO_SUCH_FILE), (target, answer)
            continue
        assert json.loads(answer.body)["status"] == code.ILLEGAL_PATH, (method, target, answer)
        assert answer.status == (400 if base == V1 else 200)
    assert tree(disk) == before


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("evil", ONLY_NAMES)
def test_decoded_exactly_once(server, owner, guarded, disk, base, evil):
    """Whatever it is made into, it is at most a name in this folder."""
    before = tree(disk.parent)
    for tail in (evil, f"{evil}/beside", f"{evil}/{evil}/at-partition", f"{evil}/{evil}/{evil}/{evil}/{evil}/{evil}/etc/passwd"):
        for method, route in (("GET", "download"), ("GET", "resources"), ("PUT", "resources")):
            answer = raw(server, owner, method, f"{base}/{route}{guarded}/{tail}", b'{"name":"x"}' if method == "PUT" else b"")
            assert SECRET not in answer.body and b"root:x:" not in answer.body
            assert json.loads(answer.body)["status"] in (code.NO_SUCH_FILE, code.ILLEGAL_PATH, code.BAD_REQUEST, code.FORBIDDEN_NAME), (tail, answer)
    assert tree(disk.parent) == before


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("evil", ["%00", "a%00", "%00a", "..%00", "sub%00/ok.txt", "sub/ok.txt%00", "sub/ok.txt%00.jpg"])
def test_nul(server, owner, guarded, disk, base, evil):
    before = tree(disk)
    for method, route in (("GET", "download"), ("GET", "resources"), ("POST", "resources"), ("PUT", "resources")):
        answer = raw(server, owner, method, f"{base}/{route}{guarded}/{evil}", b'{"name":"x"}' if method == "PUT" else b"")
        assert json.loads(answer.body)["status"] in (code.ILLEGAL_PATH, code.FORBIDDEN_NAME, code.BAD_REQUEST), (evil, answer)
        assert answer.status < 500 and b"fine" not in answer.body
    assert tree(disk) == before


@pytest.mark.parametrize("target", [b"/../../../../etc/passwd", b"/api/v1/../../../etc/passwd", b"//etc/passwd", b"/%2e%2e/%2e%2e/etc/passwd",
                                    b"/api/v1/download/../../etc/passwd",
                                    b"/api/v1/resources/..", b"/static/..%2f..%2fetc/passwd", b"/api/v1/file/../../../etc/passwd", b"/.hearth/hidden",
                                    b"/hearth.sqlite",
                                    b"/wangpan/api/file/..%2f/..%2f/hidden.png", b"/api/v1/download/s/1%2f..%2f..",
                                    b"http://localhost/../etc/passwd", b"/..\\..\\etc\\passwd"])
def test_other_routes(server, owner, target):
    answer = raw(server, owner, "GET", target)
    assert b"root:" not in answer.body and SECRET not in answer.body and answer.status < 500
    assert not answer.body.startswith(b"SQLite format")


def test_random_spellings(server, owner, guarded, disk):
    """All mixtures of the dangerous pieces, one connection: never an inner error, never a secret."""
    rng, before = seeded("traversal"), tree(disk)
    pieces = ["%", "25", "2e", "2f", ".", "/", "%5c", "%00", "%2e", "%2f", "..", "%252e", "sub", "beside"]
    connection, bad = RawConnection(server.address), []
    for _ in range(3000):
        evil = "".join(rng.choice(pieces) for _ in range(rng.randint(1, 9)))
        route = rng.choice(["download", "resources"])
        try:
            connection.request("GET", f"{V1}/{route}{guarded}/{evil}", [("scope-token", owner.token)])
            answer = connection.answer()
        except ConnectionError:
            connection = RawConnection(server.address)
            continue
        if SECRET in answer.body or b"at-partition" in answer.body or answer.status >= 500:
            bad.append((evil, answer))
        if (answer.header("connection") or "").lower() == "close":
            connection.close()
            connection = RawConnection(server.address)
    connection.close()
    assert not bad, bad[:5]
    assert tree(disk) == before


# -- paths in bodies -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("evil", ["..", "../beside", "sub/../../beside", "./sub", "sub/..", "sub\u0000"])
def test_paths_in_json_bodies(api, guarded, disk, evil):
    before = tree(disk.parent)
    bad = f"{guarded}/{evil}"
    for reply in (api.delete(bad), api.delete(f"{guarded}/sub", bad), api.transfer("copy", [bad], f"{guarded}/sub"), api.transfer("move", [bad], f"{guarded}/sub"),
                  api.transfer("copy", [f"{guarded}/sub/ok.txt"], bad), api.begin(bad, 4), api.begin(f"{bad}/x", 4)):
        reply.refused(code.ILLEGAL_PATH, code.FORBIDDEN_NAME)
    assert tree(disk.parent) == before


def test_percent_signs_in_json_bodies_are_not_decoded(owner, guarded, disk):
    owner.mkdir(f"{guarded}/%2e%2e").ok()
    owner.delete(f"{guarded}/%2e%2e").ok()
    owner.delete(f"{guarded}/%2e%2e").refused(code.NO_SUCH_FILE)
    assert (disk / "sub").exists()


@pytest.mark.parametrize("path", ["", "s/1/x", "/S/1/x", "/s//x", "/s/1x/y", "/etc/passwd", "/s/+1/x", "/s/１/x", "/s/1 /x", "/s/0/x", "/s/4294967297/x"])
def test_odd_paths_in_bodies(api, path):
    for reply in (api.delete(path), api.transfer("copy", [path], api.home())):
        reply.refused(code.ILLEGAL_PATH, code.NO_AUTHORISATION_ON_PATH, code.BAD_REQUEST)


# -- links -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def links(server, owner, member, guarded, disk):
    """Links out of the root in every way, and one that stays inside."""
    member.home()
    sibling = server.personal(member.user_id)
    (sibling / "foreign.txt").write_bytes(SECRET)
    depth = "../../"  # from <partition>/__owner__/testN
    made = {
        "etc": ("/etc", "passwd"), "root": ("/", "etc/passwd"), "up": ("..", "beside"), "far": ("../" * 20 + "etc", "passwd"),
        "sibling": (f"{depth}{sibling.name}", "foreign.txt"), "hidden": (f"{depth}.hearth", "hidden"), "absolute": (str(sibling), "foreign.txt"),
        "self": (str(disk), "sub/ok.txt"), "proc": ("/proc/self/root", "etc/passwd"), "cwd": ("/proc/self/cwd", "x"), "fd": ("/proc/self/fd", "0"),
    }
    for name, (target, _) in made.items():
        os.symlink(target, disk / name)
    for name, target in (("passwd", "/etc/passwd"), ("secret", "../beside2"), ("foreign", f"{depth}{sibling.name}/foreign.txt"), ("dangling", "/nowhere/at/all"),
                         ("loop", "loop")):
        os.symlink(target, disk / name)
    os.symlink("sub", disk / "inside")
    os.symlink("sub/ok.txt", disk / "inside.txt")
    yield guarded, made
    assert (sibling / "foreign.txt").read_bytes() == SECRET
    (sibling / "foreign.txt").unlink()


@pytest.mark.parametrize("base", BASES)
def test_links_out_are_never_followed(server, owner, links, disk, base):
    folder, made = links
    api = owner.at(base=base)
    personal = {path: what for path, what in tree(server.partition).items() if not path.startswith(b".hearth/uploads")}
    for name, (_, below) in made.items():
        if name in ("self", "up"):  # these stay inside the root; "up" by a relative way, "self" by an absolute one, which is refused
            continue
        for path in (f"{folder}/{name}", f"{folder}/{name}/{below}"):
            for reply in (api.list(path), api.download(path), api.download(path, method="HEAD")):
                assert SECRET not in reply.body and b"root:x:" not in reply.body and b"foreign.txt" not in reply.body.replace(path.encode(), b"")
                if reply.method == "GET":
                    assert reply.code != 0, reply
                elif base == V1:
                    assert reply.status >= 400
        evil = f"{folder}/{name}/evil"
        for reply in (api.mkdir(evil), api.upload(evil, b"evil"), api.merge(evil, sha256(b""), 0), api.begin(evil, 4), api.rename(f"{folder}/{name}/{below}", "evil"),
                      api.delete(f"{folder}/{name}/{below}"), api.transfer("copy", [f"{folder}/{name}/{below}"], f"{folder}/sub"),
                      api.transfer("move", [f"{folder}/{name}/{below}"], f"{folder}/sub"), api.transfer("copy", [f"{folder}/sub/ok.txt"], f"{folder}/{name}"),
                      api.transfer("move", [f"{folder}/sub/ok.txt"], f"{folder}/{name}")):
            assert reply.code != 0, f"{name}: {reply}"
    for name in ("passwd", "foreign", "dangling", "loop"):
        for reply in (api.download(f"{folder}/{name}"), api.list(f"{folder}/{name}")):
            assert reply.code != 0 and reply.code != code.INTERNAL and SECRET not in reply.body, reply
    assert {path: what for path, what in tree(server.partition).items() if not path.startswith(b".hearth/uploads")} == personal
    assert not os.path.exists("/etc/evil") and not os.path.exists("/evil")


def test_a_list_goes_on_beside_links(api, links):
    folder, _ = links
    items = {item["name"]: item for item in api.list(folder, page_size=100).items()}
    assert "sub" in items
    recursive = api.list(folder, type=1).ok()["list"]
    paths = [item["path"] for item in recursive]
    assert f"{folder}/sub/ok.txt" in paths
    assert not [path for path in paths if "passwd" in path.rsplit("/", 1)[0] or "foreign.txt" in path or path.endswith("/beside")], "links are not walked"
    assert len(paths) < 60


def test_links_inside_work_for_reading(api, links):
    folder, _ = links
    assert api.names(f"{folder}/inside") == ["ok.txt"]
    assert api.content(f"{folder}/inside/ok.txt") == b"fine" and api.content(f"{folder}/inside.txt") == b"fine"


def test_delete_and_rename_act_on_the_link_itself(api, links, disk):
    folder, _ = links
    assert api.delete(f"{folder}/passwd", f"{folder}/etc", f"{folder}/inside", f"{folder}/dangling").code == 0
    assert not os.path.lexists(disk / "etc") and os.path.exists("/etc/passwd") and (disk / "sub/ok.txt").exists()
    assert api.rename(f"{folder}/foreign", "renamed").code == 0
    assert os.path.islink(disk / "renamed") and not os.path.lexists(disk / "foreign")


def test_a_tree_with_links_is_copied_and_deleted_without_their_targets(api, links, disk):
    folder, _ = links
    (disk / "tree").mkdir()
    os.symlink("/etc", disk / "tree/etc")
    os.symlink("../sub", disk / "tree/sub")
    (disk / "tree/file").write_bytes(b"x")
    (disk / "dst").mkdir()
    api.transfer("copy", [f"{folder}/tree"], f"{folder}/dst").ok()
    copied = tree(disk / "dst/tree")
    assert copied[b"file"] == sha256(b"x") and not any(path.startswith((b"etc/", b"sub/")) for path in copied)
    assert not any(what not in ("dir", "other", sha256(b"x")) for what in copied.values())
    assert api.delete(f"{folder}/tree", f"{folder}/dst").code == 0
    assert os.path.exists("/etc/passwd") and (disk / "sub/ok.txt").exists()


def test_a_link_under_the_final_name_is_not_written_through(api, guarded, disk):
    os.symlink("../beside", disk / "target")
    api.upload(f"{guarded}/target", b"evil", query="?on_conflict=replace")
    api.upload(f"{guarded}/target", b"evil 2")
    assert (disk.parent / "beside").read_bytes() == SECRET


def test_a_link_in_place_of_the_personal_root(server, owner, make_server):
    """The root's own directory is replaced by a link to another root: it must not open as that root."""
    mine = make_server(members=MEMBERS[:1])
    boss, max_ = Hearth.sign_in(mine.address, OWNER, OWNER_PASSWORD), Hearth.sign_in(mine.address, *MEMBERS[0])
    home, other = boss.home(), max_.home()
    max_.upload(f"{other}/private.txt", SECRET).ok()
    os.rename(mine.personal(boss.user_id), mine.partition / "away")
    os.symlink(mine.personal(max_.user_id).name, mine.personal(boss.user_id))
    for reply in (boss.list(home), boss.download(f"{home}/private.txt"), boss.upload(f"{home}/evil", b"evil")):
        assert SECRET not in reply.body and b"private.txt" not in reply.body.replace(f"{home}/private.txt".encode(), b"")
    assert max_.names(other) == ["private.txt"]


def test_swap_race(server, owner, guarded, disk):
    """A name that is a folder at one moment and a link to /etc at the next: never the outside."""
    (disk / "real").mkdir()
    (disk / "real/passwd").write_bytes(b"inside")
    os.rename(disk / "real", disk / "r")
    os.symlink("/etc", disk / "evil")
    stop = threading.Event()

    def put(source, target):
        while True:
            try:
                return os.rename(disk / source, disk / target)
            except OSError:  # an upload found the name free and made the folder it needed
                shutil.rmtree(disk / target, ignore_errors=True)

    def swap():
        while not stop.is_set():
            put("r", "aside")
            put("evil", "r")
            put("r", "evil")
            put("aside", "r")
            stop.wait(0.003)  # long enough for a request to meet the folder

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        inside, end, last = 0, time.monotonic() + 4, time.monotonic() + 30
        while time.monotonic() < end or (inside <= 10 and time.monotonic() < last):
            reply = owner.download(f"{guarded}/r/passwd")
            assert reply.body == b"inside" or reply.code != 0 and b"root:x:" not in reply.body, reply
            inside += reply.body == b"inside"
            reply = owner.upload(f"{guarded}/r/zz-hearth-test", b"evil", query="?on_conflict=replace")
            assert not os.path.exists("/etc/zz-hearth-test")
    finally:
        stop.set()
        thread.join()
    assert inside > 10, "the folder was hardly ever there: this proves nothing"


# -- hashes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
def test_a_hash_that_climbs(server, owner, guarded, disk, base):
    """The original joined the client's hash to the destination path."""
    api, before = owner.at(base=base), tree(server.data / "pools")
    for hash in ("../" * 8 + "tmp/zz-hearth-test", "/../../../at-partition", "a" * 64 + "/../../beside", "..", "../beside", "a" * 64 + "-../../x", "..%2fbeside"):
        api.chunk(f"{guarded}/x", hash, 1, b"evil", 1, 4).refused(code.ILLEGAL_PARAMETER, code.BAD_REQUEST, code.CHUNKS_OR_HASH_EMPTY)
        api.merge(f"{guarded}/x", hash, 1).refused(code.ILLEGAL_PARAMETER, code.BAD_REQUEST, code.CHUNKS_OR_HASH_EMPTY)
        assert api.get("/chunks/" + hash.replace("/", "%2f")).body.find(SECRET) < 0
        for target in (f"/cache{guarded}/x{hash}", f"/cache{guarded}/x" + hash.replace("/", "%2f").replace(".", "%2e")):
            answer = raw(server, api, "DELETE", base + target)
            assert json.loads(answer.body)["status"] != 0 and answer.status < 500
    assert tree(server.data / "pools") == before and not os.path.exists("/tmp/zz-hearth-test")
