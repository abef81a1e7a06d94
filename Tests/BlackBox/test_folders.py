"""Folder management: who sees and manages what, every refusal in its order, settings, deletion, moves between partitions, killed moves."""

import http.client
import itertools
import os
import stat
import threading
import time

import pytest
from hearth_client import BASES, NEW, OLD, V1, Hearth, split
from hearth_server import OWNER, OWNER_PASSWORD, run_hearth
from tools import CHUNK, MIB, seeded, sha256, tree, wait_until

numbers = itertools.count(1)
KILLS = int(os.environ.get("HEARTH_MOVE_KILLS", "25"))
DEFAULT = "_default_"


def auth(*people, read=1, write=1, deleted=1):
    return [{"u_id": person.user_id, "nickname": "x", "face": "", "read": read, "write": write, "deleted": deleted} for person in people]


def body(name, people, mode=2, pool=DEFAULT, partition=DEFAULT, **more):
    return {"name": name, "mode": mode, "pool_name": pool, "partition_name": partition, "auth": people} | more


def folders(client, **query):
    return client.get("/folders", **query).items()


def find(client, name):
    found = [item for item in folders(client) if item["name"] == name]
    assert len(found) <= 1, found
    return found[0] if found else None


def make(client, name, people, **more):
    client.json("POST", "/folders", body(name, people, **more)).ok()
    return find(client, name)["id"]


def fresh(label="folder"):
    return f"{label} {next(numbers)}"


def idle(client, folder=None, deadline=60):
    """Waits until the folder, or every folder, has no running task."""
    def done():
        return not any(item["status"].endswith("_1") for item in folders(client) if folder in (None, item["id"]))
    wait_until(done, deadline, "the end of the task")


@pytest.fixture
def second(server):
    return Hearth.sign_in(server.address, "nina", "ninety 9 secrets")


@pytest.fixture
def folder(owner, member):
    name = fresh()
    identifier = make(owner, name, auth(owner, member))
    yield identifier
    owner.request("DELETE", f"/folders/{identifier}")
    idle(owner)


# -- list and detail ---------------------------------------------------------------------------------------------------


def test_list_and_detail_are_what_clients_read(api, owner, member, folder):
    item = next(item for item in folders(api) if item["id"] == folder)
    assert set(item) >= {"id", "name", "is_encrypt", "mode", "path", "type", "persons", "pool_name", "status", "task_id"}
    assert item["path"] == f"/_default_/_default_/{item['name']}" and item["pool_name"] == "_default_-_default_"
    assert (item["mode"], item["type"], item["is_encrypt"], item["status"], item["task_id"]) == (2, 0, 0, "", "")
    assert len(item["persons"].split("、")) == 2
    detail = api.get(f"/folders/{folder}").ok()
    assert (detail["id"], detail["name"], detail["path"], detail["mode"]) == (folder, item["name"], "", 2)
    assert (detail["pool_name"], detail["partition_name"]) == (DEFAULT, DEFAULT)
    assert [m["u_id"] for m in detail["auth"]] == [owner.user_id, member.user_id]
    for m in detail["auth"]:
        assert set(m) >= {"u_id", "nickname", "face", "read", "write", "deleted"} and m["nickname"]
        assert [m[right] for right in ("read", "write", "deleted")] == [1, 1, 1]


def test_paging_in_both_spellings(api, folder):
    everything = folders(api)
    assert len(everything) >= 1
    for spelling in ("page_size", "pageSize"):
        data = api.get("/folders", page=1, **{spelling: 1}).ok()
        assert len(data["list"]) == 1 and data["pager"]["page_size"] == 1 and data["pager"]["page"] == 1
        assert data["pager"]["total_rows"] == len(everything) and data["pager"]["has_more"] is (len(everything) > 1)
    assert api.get("/folders", page=999, page_size=50).items() == []
    assert api.get("/folders/", page=0, page_size=0).ok()["pager"]["has_more"] is False


def test_who_sees_and_who_manages(server, owner, member, second, api):
    mine, theirs, private = fresh(), fresh(), fresh()
    at = member.at(base=api.base)
    other = second.at(base=api.base)
    a = make(member, mine, auth(owner, member))
    b = make(owner, theirs, auth(member, read=0, write=0, deleted=0) + auth(owner))
    c = make(owner, private, auth(second), mode=1)
    try:
        seen = {item["id"] for item in folders(at)}
        assert a in seen and b not in seen and c not in seen
        assert {a, b, c} <= {item["id"] for item in folders(api)}
        assert c in {item["id"] for item in folders(other)}
        for identifier in (b, c, 999_999, 0):
            at.get(f"/folders/{identifier}").refused(20001)
            at.json("PUT", f"/folders/{identifier}", body(fresh(), auth(member))).refused(20001)
            at.request("DELETE", f"/folders/{identifier}").refused(20001)
        other.get(f"/folders/{c}").ok()
        other.json("PUT", f"/folders/{c}", body(fresh(), auth(second), mode=1)).refused(10023)
        other.request("DELETE", f"/folders/{c}").refused(10023)
        at.json("PUT", f"/folders/{a}", body(mine, auth(member))).ok()
        visitor = Hearth(server.address, base=api.base)
        for method, target in [("GET", "/folders"), ("POST", "/folders"), ("GET", f"/folders/{a}"), ("PUT", f"/folders/{a}"),
                               ("DELETE", f"/folders/{a}"), ("DELETE", "/folders"), ("GET", "/settings"), ("POST", "/settings")]:
            visitor.request(method, target).refused(10016)
    finally:
        for identifier in (a, b, c):
            owner.request("DELETE", f"/folders/{identifier}")
        idle(owner)


# -- creation ----------------------------------------------------------------------------------------------------------


def refusals(owner, member):
    both, one = auth(owner, member), auth(member)
    secret = {"is_encrypt": 1, "mode": 1, "auth": one}
    long = "名" * 101
    return [
        (20000, {"name": ""}), (20000, {"name": None}), (20000, {"mode": 0}), (20000, {"mode": None}), (20000, {"pool_name": ""}),
        (20000, {"partition_name": ""}), (20000, {"name": "", "mode": 1, "auth": []}),
        (20027, {"name": "a/b"}), (20027, {"name": ".."}), (20027, {"name": "."}), (20027, {"name": ".hearth"}),
        (20027, {"name": ".hearthstone"}), (20027, {"name": "__1__"}), (20027, {"name": "a\nb"}), (20027, {"name": "a\x00b"}),
        (20027, {"name": long + "/"}), (20011, {"name": long}), (20011, {"name": long, "auth": []}),
        (20013, {"name": "Taken already"}), (20013, {"name": "Taken already", "auth": []}),
        (20014, {"mode": 1}), (20014, {"mode": 1, "auth": []}), (20014, {"mode": 1, "is_encrypt": 1}),
        (20015, {"auth": []}), (20015, {"auth": None}), (10004, {"auth": [{"u_id": 999_999, "read": 1}]}),
        (20018, {"is_encrypt": 1}), (20018, {"is_encrypt": True, "pwd": "1", "confirm_pwd": "2"}),
        (20000, secret), (20000, secret | {"pwd": "abc123"}), (20020, secret | {"pwd": "ab@1!", "confirm_pwd": "ab@1!"}),
        (20020, secret | {"pwd": "-", "confirm_pwd": "x"}), (20021, secret | {"pwd": "abc-123", "confirm_pwd": "abc"}),
        (20021, secret | {"pwd": "密码", "confirm_pwd": "密码"}), (20002, secret | {"pwd": "abc123", "confirm_pwd": "abc124"}),
        (30004, {"pool_name": "nowhere"}), (40005, {"partition_name": "nowhere"}),
        (30004, secret | {"pwd": "abc123", "confirm_pwd": "abc123", "pool_name": "nowhere"}),
        (2, {"name": 5}), (2, {"mode": "1"}), (2, {"auth": "all"}), (2, {"auth": [{"read": 1}]}), (2, {"auth": [7]}),
    ]


def test_creation_refuses_in_order(server, owner, member, api):
    taken = make(owner, "Taken already", auth(owner))
    try:
        before = len(folders(owner))
        for code, change in refusals(owner, member):
            value = body("Fresh name", auth(owner, member)) | change
            reply = api.json("POST", "/folders", value)
            assert reply.code == code, f"{change}: {reply}"
        if api.base != V1:
            for character in ':*?"<>|\\':
                api.json("POST", "/folders", body(f"a{character}b", auth(owner))).refused(20027)
        api.request("POST", "/folders", b"{", {"Content-Type": "application/json"}).refused(2)
        assert len(folders(owner)) == before and not (server.partition / "Fresh name").exists()
    finally:
        owner.request("DELETE", f"/folders/{taken}").ok()
        idle(owner)


def test_a_directory_that_is_there_is_not_adopted(server, api):
    name = fresh("lost")
    place = server.partition / name
    place.mkdir()
    (place / "precious").write_text("x")
    try:
        api.json("POST", "/folders", body(name, [{"u_id": api.user_id, "read": 1}])).refused(20013)
        assert find(api, name) is None
        assert (place / "precious").read_text() == "x"
    finally:
        (place / "precious").unlink()
        place.rmdir()


def test_names_rights_and_doubled_members(server, owner, member):
    made = []
    try:
        for name in ["名" * 100, " space ", ".hidden", "Ä" * 60, "__half", "-rf", "a" * 100]:
            identifier = make(owner, name, auth(owner))
            made.append(identifier)
            owner.upload(f"/s/{identifier}/f", b"x").ok()
        # write implies read, the first row of a member counts, numbers and truth values do
        rows = [{"u_id": member.user_id, "write": True}, {"u_id": member.user_id, "read": 1, "deleted": 1}]
        made.append(make(owner, fresh(), rows, pool="__system__", partition="__default__"))
        (row,) = owner.get(f"/folders/{made[-1]}").ok()["auth"]
        assert (row["read"], row["write"], row["deleted"]) == (1, 1, 0)
        member.mkdir(f"/s/{made[-1]}/new").ok()
        member.delete(f"/s/{made[-1]}/new").refused(10021)
        owner.list(f"/s/{made[-1]}").refused(10018)
    finally:
        for identifier in made:
            owner.request("DELETE", f"/folders/{identifier}").ok()
        idle(owner)


def test_replies_are_as_empty_as_the_contract_says(owner, member):
    for base in (NEW, OLD):
        at = owner.at(base=base)
        name = fresh()
        assert at.json("POST", "/folders", body(name, auth(owner))).ok() == {}
        identifier = find(at, name)["id"]
        assert at.json("PUT", f"/folders/{identifier}/", body(name, auth(owner, member)) | {"id": identifier, "is_encrypt": 0}).ok() == {}
        assert at.request("DELETE", f"//folders//{identifier}").ok() == {}
    name = fresh()
    identifier = owner.json("POST", "/folders", body(name, auth(owner))).ok()["id"]
    assert owner.json("PUT", f"/folders/{identifier}", body(name, auth(owner))).ok() == {"task_id": ""}
    assert owner.request("DELETE", f"/folders/{identifier}").ok() == {"task_id": f"TaskDelFolder_{identifier}"}
    idle(owner)


# -- edit --------------------------------------------------------------------------------------------------------------


def test_an_edit_replaces_members_and_renames(server, api, owner, member, second, folder):
    owner.upload(f"/s/{folder}/kept", b"kept").ok()
    name = fresh("renamed")
    old = owner.get(f"/folders/{folder}").ok()["name"]
    api.json("PUT", f"/folders/{folder}", body(name, auth(second, write=0, deleted=0))).ok()
    assert (server.partition / name / "kept").read_bytes() == b"kept" and not (server.partition / old).exists()
    assert second.names(f"/s/{folder}") == ["kept"]
    second.mkdir(f"/s/{folder}/no").refused(10020)
    member.list(f"/s/{folder}").refused(10018)
    other = make(owner, fresh("other"), auth(owner))
    try:
        taken = owner.get(f"/folders/{other}").ok()["name"]
        for code, change in [
            (20000, {"name": ""}), (20027, {"name": "../up"}), (20027, {"name": "__family__"}), (20011, {"name": "x" * 101}), (20013, {"name": taken}),
            (20014, {"mode": 1, "auth": auth(owner, member)}), (20015, {"auth": []}), (10004, {"auth": [{"u_id": 999_999}]}),
            (30004, {"pool_name": "nowhere"}), (40005, {"partition_name": "nowhere"}), (20013, {"name": taken, "auth": []}),
        ]:
            reply = api.json("PUT", f"/folders/{folder}", body(name, auth(second)) | change)
            assert reply.code == code, f"{change}: {reply}"
        api.json("PUT", "/folders/999999", body(fresh(), auth(second))).refused(20001)
        api.json("PUT", "/folders/999999", body(taken, auth(second))).refused(20013)
    finally:
        owner.request("DELETE", f"/folders/{other}").ok()
        idle(owner)


def test_personal_folders_stay_what_they_are(api, owner, member):
    home = int(member.home().split("/")[2])
    name = owner.get(f"/folders/{home}").ok()["name"]
    api.json("PUT", f"/folders/{home}", body(name, auth(member), mode=2)).refused(20017)
    api.json("PUT", f"/folders/{home}", body(name, auth(owner), mode=1)).refused(20017)
    api.request("DELETE", f"/folders/{home}").refused(10023)
    member.at(base=api.base).json("PUT", f"/folders/{home}", body(name, auth(member), mode=1)).refused(10023)
    api.json("PUT", f"/folders/{home}", body(name, auth(member, read=0, write=0, deleted=0), mode=1)).ok()
    still = f"/s/{home}/still{next(numbers)}"
    member.upload(still, b"mine").ok()
    member.delete(still).ok()


# -- deletion ----------------------------------------------------------------------------------------------------------


def test_deletion_takes_files_rights_and_uploads(server, api, owner, member):
    name = fresh("gone")
    identifier = make(owner, name, auth(owner, member))
    for n in range(20):
        owner.upload(f"/s/{identifier}/d{n % 4}/f{n}", b"x" * n).ok()
    upload = member.begin(f"/s/{identifier}/half", 100).ok()["upload_id"]
    api.request("DELETE", f"/folders/{identifier}").ok()
    idle(owner, identifier)
    assert find(owner, name) is None and not (server.partition / name).exists()
    assert list((server.partition / ".hearth" / "leaving").iterdir()) == []
    owner.list(f"/s/{identifier}").refused(10018)
    member.upload_state(upload).refused(3)
    assert not (server.partition / ".hearth/uploads" / upload).exists()
    again = make(owner, name, auth(owner))
    assert again != identifier and owner.names(f"/s/{again}") == []
    owner.request("DELETE", f"/folders/{again}").ok()
    idle(owner)


# -- settings and dissolving -------------------------------------------------------------------------------------------


def test_settings(api, owner, member):
    plain = {"pool_name": DEFAULT, "partition_name": DEFAULT, "is_auto_del": 0}
    assert api.get("/settings").ok() == plain
    assert member.at(base=api.base).get("/settings").ok() == plain
    member.at(base=api.base).json("POST", "/settings", plain).refused(10023)
    try:
        for sent, shown in [(True, 1), (0, 0), (1, 1), (False, 0)]:
            assert api.json("POST", "/settings", plain | {"is_auto_del": sent}).ok() == {}
            assert api.get("/settings").ok()["is_auto_del"] == shown
        api.json("POST", "/settings", plain | {"pool_name": "__system__", "partition_name": "__default__"}).ok()
        assert api.get("/settings").ok() == plain
        for code, change in [(60000, {"pool_name": ""}), (60000, {"partition_name": None}), (30004, {"pool_name": "nowhere"}),
                             (40005, {"partition_name": "nowhere"}), (2, {"pool_name": 7}), (2, {"is_auto_del": "yes"})]:
            api.json("POST", "/settings", plain | change).refused(code)
    finally:
        owner.json("POST", "/settings", plain).ok()


@pytest.mark.parametrize("deleting", [False, True])
def test_dissolving(make_server, tmp_path, deleting):
    server = make_server(members=[("max", "maximal 7 secret")])
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    elsewhere = make(owner, "Elsewhere", auth(owner), **add_partition(owner, tmp_path / "pool"))
    owner.upload(f"/s/{elsewhere}/f", b"else").ok()
    member = Hearth.sign_in(server.address, "max", "maximal 7 secret")
    identifier = make(owner, "Films", auth(owner, member))
    owner.upload(f"/s/{identifier}/f", b"film").ok()
    member.upload(f"{member.home()}/g", b"mine").ok()
    for base in BASES:
        member.at(base=base).json("DELETE", "/folders", {"is_del_cloud_disk": deleting}).refused(10023)
    at = owner.at(base=OLD)
    value = {"is_del_cloud_disk": True} if deleting else {}
    wait_until(lambda: at.json("DELETE", "/folders/", value).ok()["remove_status"] == 3, 30, "remove_status 3")
    names = [pool["name"] for pool in owner.get("/pools", base=V1).items()]
    assert names == ([DEFAULT] if deleting else [DEFAULT, "extra"])
    kept = [path for path in (tmp_path / "pool").rglob("f") if path.read_bytes() == b"else"]
    assert len(kept) == (0 if deleting else 1) and not any(path.parent.parent.name == "media" for path in kept)
    assert folders(owner) == [] and not (server.partition / "Films").exists()
    kept = [path for path in server.partition.iterdir() if path.name.startswith(".Home ")]
    if deleting:
        assert kept == []
    else:
        (shelf,) = kept
        assert (shelf / "Films/f").read_bytes() == b"film" and (shelf / "max-文件/g").read_bytes() == b"mine"
    assert member.names(member.home()) == [], "accounts stay and begin anew"
    assert server.stop() == 0


# -- the command line --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("running", [True, False])
def test_adopting_from_the_command_line(make_server, running):
    server = make_server(members=[("max", "maximal 7 secret")])
    place = server.partition / "From before"
    (place / "sub").mkdir(parents=True)
    (place / "sub/f").write_bytes(b"old")
    if not running:
        server.stop()
    done = run_hearth("folder", "adopt", place, "--member", "max", "--data", server.data)
    assert done.returncode == 0, done.stderr
    listed = run_hearth("folder", "list", "--data", server.data)
    assert listed.returncode == 0 and "From before" in listed.stdout and "max" in listed.stdout, listed.stdout
    again = run_hearth("folder", "adopt", place, "--data", server.data)
    assert again.returncode == 1 and again.stderr.strip(), again
    assert run_hearth("folder", "adopt", "/etc", "--data", server.data).returncode == 1
    if not running:
        server.start()
    member = Hearth.sign_in(server.address, "max", "maximal 7 secret")
    found = find(member, "From before")
    assert found["mode"] == 1 and found["path"] == "/_default_/_default_/From before"
    assert member.download(f"/s/{found['id']}/sub/f").body == b"old"
    assert server.stop() == 0


# -- moves between partitions ------------------------------------------------------------------------------------------


def add_partition(owner, directory, pool="extra", name="media", capacity=2048, unit="MB"):
    """A directory pool with one partition; returns the place that folders get."""
    directory.mkdir(exist_ok=True)
    reply = owner.json("POST", "/pools/directory", {"name": pool, "path": str(directory)}, base=V1)
    if reply.status in (404, 405):
        pytest.skip("this server has no directory pools yet")
    reply.ok()
    owner.json("POST", "/partitions", {"name": name, "capacity": capacity, "unit": unit, "pool_name": pool}, base=V1).ok()

    def ready():
        (found,) = [lv for lv in owner.get(f"/pools/{pool}", base=V1).ok()["lv"] if lv["name"] == name]
        return found["id"] and not found["status"]

    wait_until(ready, 30, "the partition")
    return {"pool": pool, "partition": name}


def fill(owner, root, disk, rng, count=40):
    """Files through the API, and what only a disk can hold, past it."""
    for n in range(count):
        size = rng.choice([0, 1, 4096, 100_000, 300_000])
        owner.upload(f"/s/{root}/d{n % 5}/e{n % 3}/f{n}", rng.randbytes(size), mod_time=1_000_000_000 + n).ok()
    with open(disk / "sparse", "wb") as file:
        file.truncate(64 * MIB)
        file.seek(40 * MIB)
        file.write(b"in the middle")
    os.symlink("d0/e0/f0", disk / "link")
    os.symlink("/nowhere", disk / "d1/dangling")
    os.mkfifo(disk / "d2/fifo")
    with open(os.path.join(os.fsencode(disk), b"\xff\xfe odd\n"), "wb") as file:
        file.write(b"odd")
    os.makedirs(disk / "deep" / "/".join("x" * 50 for _ in range(20)))
    os.utime(disk / "d3", (1, 1_111_111_111))
    os.chmod(disk / "sparse", 0o640)


def picture(directory):
    """Everything about a tree that a move must keep."""
    found = {}
    top = os.fsencode(directory)
    for at, directories, files in os.walk(top):
        for name in [*directories, *files]:
            path = os.path.join(at, name)
            status = os.lstat(path)
            entry = [status.st_mode, status.st_size if stat.S_ISREG(status.st_mode) else None]
            if stat.S_ISLNK(status.st_mode):
                entry.append(os.readlink(path))
            elif stat.S_ISREG(status.st_mode):
                with open(path, "rb") as file:
                    entry += [status.st_mtime_ns, sha256(file.read())]
            elif stat.S_ISDIR(status.st_mode):
                entry.append(status.st_mtime_ns)
            found[os.path.relpath(path, top)] = tuple(entry)
    return found


def place_of(item, server, pools):
    pool, partition, name = item["path"].split("/")[1:4]
    if pool == DEFAULT:
        return server.partition / name
    candidates = [path / name for path in pools.iterdir() if path.is_dir() and (path / name).is_dir()]
    assert len(candidates) == 1, (item, candidates)
    return candidates[0]


def nothing_left(server, pools):
    """No copy on its way, no old tree, no unfinished upload, in any partition."""
    for partition in [server.partition, *(path for path in pools.iterdir() if (path / ".hearth").is_dir())]:
        for kind in ("arriving", "leaving", "tmp"):
            place = partition / ".hearth" / kind
            assert not place.exists() or list(place.iterdir()) == [], place


def test_a_move_keeps_everything(make_server, tmp_path):
    server, pools = make_server(members=[("max", "maximal 7 secret")]), tmp_path / "pool"
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    target = add_partition(owner, pools)
    root = make(owner, "Films", auth(owner))
    fill(owner, root, server.partition / "Films", seeded("move"))
    before = picture(server.partition / "Films")
    tag = owner.download(f"/s/{root}/d0/e0/f0").header("repr-digest")
    reply = owner.json("PUT", f"/folders/{root}", body("Films", auth(owner), **target)).ok()
    assert reply["task_id"] == f"TaskMovingFolder_{root}"
    idle(owner)
    item = find(owner, "Films")
    assert item["path"] == "/extra/media/Films" and item["status"] == "" and item["pool_name"] == "extra-media"
    assert picture(place_of(item, server, pools)) == before
    assert not (server.partition / "Films").exists()
    assert owner.download(f"/s/{root}/d0/e0/f0").header("repr-digest") == tag
    assert os.stat(place_of(item, server, pools) / "sparse").st_blocks * 512 < 2 * MIB
    nothing_left(server, pools)
    assert server.stop() == 0


def test_a_target_that_is_too_small(make_server, tmp_path):
    server, pools = make_server(), tmp_path / "pool"
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    target = add_partition(owner, pools, capacity=4)
    root = make(owner, "Big", auth(owner))
    owner.upload(f"/s/{root}/big", os.urandom(5 * MIB)).ok()
    for base in BASES:
        owner.at(base=base).json("PUT", f"/folders/{root}", body("Big", auth(owner), **target)).refused(20019)
    assert find(owner, "Big")["status"] == "" and owner.names(f"/s/{root}") == ["big"]
    assert server.stop() == 0


def test_uploads_go_on_over_a_move(make_server, tmp_path):
    server, pools = make_server(), tmp_path / "pool"
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    target = add_partition(owner, pools)
    root = make(owner, "Up", auth(owner))
    content = os.urandom(CHUNK) + os.urandom(5000)
    first, rest = split(content)
    digest, size = sha256(content), len(content)
    upload = owner.begin(f"/s/{root}/new", size).ok()["upload_id"]
    owner.put_chunk(upload, 1, first).ok()
    phone = owner.at(base=NEW)
    phone.chunk(f"/s/{root}/old", digest, 2, rest, 2, size).ok()
    owner.json("PUT", f"/folders/{root}", body("Up", auth(owner), **target)).ok()
    idle(owner)
    assert phone.known_chunks(digest, f"/s/{root}/old") == [2]
    owner.put_chunk(upload, 2, rest).ok()
    owner.complete(upload, digest, size).ok()
    phone.chunk(f"/s/{root}/old", digest, 1, first, 2, size).ok()
    phone.merge(f"/s/{root}/old", digest, 2).ok()
    place = place_of(find(owner, "Up"), server, pools)
    assert (place / "new").read_bytes() == content and (place / "old").read_bytes() == content
    assert list((server.partition / ".hearth/uploads").iterdir()) == []
    assert server.stop() == 0


@pytest.mark.slow
def test_killed_moves_end_with_exactly_one_whole_copy(make_server, tmp_path):
    """The folder goes to and fro while somebody writes into it; the server is killed at random moments."""
    rng = seeded("killed moves")
    server, pools = make_server(), tmp_path / "pool"
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    there = add_partition(owner, pools)
    here = {"pool": DEFAULT, "partition": DEFAULT}
    root = make(owner, "Films", auth(owner))
    fill(owner, root, server.partition / "Films", rng)
    model = {f"/d{n % 5}/e{n % 3}/f{n}": None for n in range(40)}
    for path in model:
        model[path] = sha256(owner.content(f"/s/{root}{path}"))
    serial = itertools.count()
    ended = killed = 0
    while killed < KILLS:
        item = find(owner, "Films")
        target = there if item["path"].startswith("/_default_/") else here
        reply = owner.json("PUT", f"/folders/{root}", body("Films", auth(owner), **target))
        assert reply.code in (0, 10026), reply
        unsure = {}
        stop = threading.Event()

        def write(client):
            while not stop.is_set():
                path, content = f"/w{next(serial)}", rng.randbytes(2000)
                unsure[path] = sha256(content)
                try:
                    if client.upload(f"/s/{root}{path}", content).code == 0:
                        model[path] = unsure.pop(path)
                except (OSError, http.client.HTTPException):
                    return

        writer = threading.Thread(target=write, args=(owner.at(),))
        writer.start()
        time.sleep(rng.choice([0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4]) * rng.random())
        server.kill()
        killed += 1
        stop.set()
        writer.join()
        server.start()
        owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
        if rng.random() < 0.5:
            idle(owner, deadline=120)
            ended += 1
            item = find(owner, "Films")
            assert item["status"] == "", item
            visible = [path for path in [server.partition / "Films", *(p / "Films" for p in pools.iterdir())] if path.exists()]
            assert len(visible) == 1, visible
            nothing_left(server, pools)
        listed = {f"/{name}" for name in owner.names(f"/s/{root}")}
        for path, digest in model.items():
            if path.count("/") == 1:
                assert path in listed, f"{path} was acknowledged; kill {killed}"
        for path in rng.sample(sorted(model), 5):
            assert sha256(owner.content(f"/s/{root}{path}")) == model[path], path
        for path in unsure:
            reply = owner.download(f"/s/{root}{path}")
            if reply.status == 200 and reply.header("hearth-status") is None:
                model[path] = sha256(reply.body)
                assert model[path] == unsure[path], f"half a file under its final name: {path}"
    idle(owner, deadline=120)
    place = place_of(find(owner, "Films"), server, pools)
    found = tree(place)
    for path, digest in model.items():
        assert found[os.fsencode(path[1:])] == digest, path
    assert os.readlink(place / "link") == "d0/e0/f0" and found[b"\xff\xfe odd\n"] == sha256(b"odd")
    nothing_left(server, pools)
    print(f"{killed} kills, {ended} moves awaited, {len(model)} files")
    assert server.stop() == 0
