"""Long work: copies, moves and deletes as tasks, whole directories at once, kills in the middle, and the moves that lose data elsewhere.
`HEARTH_TASK_KILLS` kills (20) per kind of task, seed printed and settable with HEARTH_SEED."""

import os
import threading
import time

import pytest
import wire_codes as code
from conftest import MEMBERS
from hearth_client import BASES, Hearth, NEW, OLD, V1
from hearth_server import OWNER, OWNER_PASSWORD
from tools import seeded, tree, wait_until

KILLS = int(os.environ.get("HEARTH_TASK_KILLS", "20"))
ASYNC = {"Prefer": "respond-async"}
TASK_UNKNOWN, TASK_STATE, NO_DELETE, NO_MOVE = 70000, 70001, 10021, 10022
STATES = {"queued": 1, "running": 1, "failed": 0, "done": 3}


def task_of(reply):
    """The id in a 202."""
    assert reply.status == 202 and reply.header("preference-applied") == "respond-async", reply
    assert set(reply.ok()) == {"task_id"}
    return reply.data["task_id"]


def task(client, id):
    """One task, its shape checked."""
    data = client.get(f"/tasks/{id}", base=V1).ok()
    assert data["task_id"] == id and id.startswith(data["topic"] + "_")
    assert data["state_code"] == STATES[data["state"]]
    assert data["status"] == ("" if data["state"] == "done" else f"{data['topic']}_{data['state_code']}")
    assert (data["code"] != 0) == (data["state"] == "failed") == bool(data["reason"])
    assert 0 <= data["items_done"] <= max(data["items_total"], data["items_done"])
    return data


def finished(client, id, deadline=60):
    return wait_until(lambda: (t := task(client, id))["state"] in ("done", "failed") and t, deadline, f"the end of {id}")


def done(client, id, deadline=60):
    ended = finished(client, id, deadline)
    assert ended["state"] == "done", ended
    return ended


def plant(disk, *paths):
    """Files with their own path as content; a trailing slash makes a folder."""
    for path in paths:
        (disk / path).parent.mkdir(parents=True, exist_ok=True)
        if path.endswith("/"):
            (disk / path).mkdir(exist_ok=True)
        else:
            (disk / path).write_text(path)


# -- the routes ----------------------------------------------------------------------------------------------------------


def test_copy_move_and_delete_as_tasks(owner, folder, disk):
    plant(disk, "a/f", "a/sub/g", "b", "to/")
    before = tree(disk / "a")
    copied = done(owner, task_of(owner.transfer("copy", [f"{folder}/a", f"{folder}/b"], f"{folder}/to", headers=ASYNC)))
    assert copied["topic"] == "TaskCopyFiles" and copied["user_id"] == owner.user_id
    assert copied["items_done"] == copied["items_total"] == 2 and copied["bytes_done"] == copied["bytes_total"] > 0
    assert copied["result"]["count"] == 2 and copied["result"]["ended_shares"] == []
    assert [item["path"] for item in copied["result"]["resources"]] == [f"{folder}/to/a", f"{folder}/to/b"]
    assert tree(disk / "to/a") == before == tree(disk / "a")
    plant(disk, "other/")
    moved = done(owner, task_of(owner.transfer("move", [f"{folder}/to/a"], f"{folder}/other", headers=ASYNC)))
    assert moved["topic"] == "TaskMoveFiles" and not (disk / "to/a").exists() and tree(disk / "other/a") == before
    deleted = done(owner, task_of(owner.delete(f"{folder}/other", f"{folder}/b", headers=ASYNC)))
    assert deleted["topic"] == "TaskDelFiles" and deleted["result"] == {"count": 2}
    assert sorted(os.listdir(disk)) == ["a", "to"]
    listed = {item["task_id"]: item["state"] for item in owner.get("/tasks", base=V1).items()}
    assert all(listed[item["task_id"]] == "done" for item in (copied, moved, deleted)), "remembered for an hour"


@pytest.mark.parametrize("base", [NEW, OLD])
def test_the_old_bases_always_wait(owner, folder, disk, base):
    plant(disk, "f", "to/")
    api = owner.at(base=base)
    reply = api.transfer("copy", [f"{folder}/f"], f"{folder}/to", headers=ASYNC)
    assert reply.status == 200 and reply.ok() == {} and reply.header("preference-applied") is None
    assert (disk / "to/f").exists()
    assert api.delete(f"{folder}/f", headers=ASYNC).ok() == {} and not (disk / "f").exists()


def test_what_is_refused_at_once(owner, member, folder, disk):
    plant(disk, "a/sub/f", "b", "taken/b")
    here = lambda name: f"{folder}/{name}"
    for action, source, to, expected in [
        ("copy", "gone", "taken", code.NO_SUCH_FILE), ("copy", "b", "gone", code.NO_SUCH_FILE), ("move", "b", "b", code.NOT_A_DIRECTORY),
        ("move", "b", "taken", code.EXISTS_AT_DESTINATION), ("move", "a", "a/sub", code.INTO_ITSELF), ("copy", "a/sub", "a", code.SAME_DIRECTORY),
    ]:
        owner.transfer(action, [here(source)], here(to), headers=ASYNC).refused(expected)
    owner.delete(here("gone"), headers=ASYNC).refused(code.NO_SUCH_FILE)
    owner.delete(owner.home(), headers=ASYNC).refused(code.NO_PERMISSION)
    member.delete(here("b"), headers=ASYNC).refused(code.NO_AUTHORISATION_ON_PATH)
    assert owner.delete(headers=ASYNC).ok() == {}, "nothing to do is done"


def test_a_member_sees_his_own_tasks_only(owner, member, visitor, folder, disk):
    plant(disk, "f")
    foreign = task_of(owner.delete(f"{folder}/f", headers=ASYNC))
    done(owner, foreign)
    assert foreign not in [item["task_id"] for item in member.get("/tasks", base=V1).items()]
    member.get(f"/tasks/{foreign}", base=V1).refused(TASK_UNKNOWN)
    for base in BASES:
        for method in ("PUT", "DELETE"):
            member.request(method, f"/tasks/{foreign}", base=base).refused(TASK_UNKNOWN)
            owner.request(method, f"/tasks/{foreign}", base=base).refused(TASK_STATE)
            owner.request(method, "/tasks/TaskDelFolder_77", base=base).refused(TASK_UNKNOWN)
            visitor.request(method, f"/tasks/{foreign}", base=base).refused(code.UNAUTHORISED)
    path = member.upload(f"{member.home()}/mine", b"x").ok()["resource"]["path"]
    own = task_of(member.delete(path, headers=ASYNC))
    done(member, own)
    assert own in [item["task_id"] for item in owner.get("/tasks", base=V1).items()], "the owner sees all"
    visitor.get("/tasks", base=V1).refused(code.UNAUTHORISED)


def test_failure_retry_cancel_and_dismiss(make_server):
    server = make_server(members=MEMBERS)
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD, language="en")
    home, root = owner.home(), server.personal(owner.user_id)
    for n in range(3_000):
        plant(root, f"big/{n % 30}/{n}")
    plant(root, "f", "g", "to1/", "to2/", "to3/")
    first = task_of(owner.transfer("copy", [f"{home}/big"], f"{home}/to1", headers=ASYNC))
    failing = task_of(owner.transfer("copy", [f"{home}/f"], f"{home}/to2", headers=ASYNC))
    waiting = [task_of(owner.transfer("copy", [f"{home}/g"], f"{home}/to3", query="?on_conflict=rename", headers=ASYNC)) for _ in range(3)]
    (root / "f").unlink()
    cancelled = owner.request("DELETE", f"/tasks/{waiting[2]}", base=OLD)
    if cancelled.code == 0:  # the queue was slower than we are
        owner.get(f"/tasks/{waiting[2]}", base=V1).refused(TASK_UNKNOWN)
    else:
        cancelled.refused(TASK_STATE)
    done(owner, first)
    done(owner, waiting[0])
    done(owner, waiting[1])
    assert sorted(os.listdir(root / "to3")) == (["g", "g(1)"] if cancelled.code == 0 else ["g", "g(1)", "g(2)"])
    ended = finished(owner, failing)
    if ended["state"] == "failed":
        assert ended["code"] == code.NO_SUCH_FILE and ended["reason"].isascii() and ended["status"] == "TaskCopyFiles_0"
        assert not owner.at(language="zh").get(f"/tasks/{failing}", base=V1).ok()["reason"].isascii()
        server.restart()
        owner = owner.at(server.address)
        assert task(owner, failing)["state"] == "failed", "kept until somebody decides"
        plant(root, "f")
        owner.request("PUT", f"/tasks/{failing}", base=NEW).ok()
        done(owner, failing)
        assert (root / "to2/f").read_text() == "f"
    (root / "g").unlink()


def test_rights_are_checked_again_when_the_task_runs(make_server):
    server = make_server(members=MEMBERS)
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    member = Hearth.sign_in(server.address, *MEMBERS[0])
    home, root = owner.home(), server.personal(owner.user_id)
    for n in range(2_000):
        plant(root, f"big/{n % 20}/{n}")
    plant(root, "shared/f", "shared/to/", "to/")
    owner.json("POST", "/shares", {"to_users": [member.user_id], "paths": [f"{home}/shared"], "read": 1, "write": 1, "deleted": 1}, base=V1).ok()
    shared = next(item for item in member.get("/shares", base=V1).items() if item["name"] == "shared")
    first = task_of(owner.transfer("copy", [f"{home}/big"], f"{home}/to", headers=ASYNC))
    second = task_of(member.transfer("move", [f"{shared['path']}/f"], f"{shared['path']}/to", headers=ASYNC))
    given = owner.get("/shares/given", base=V1).items()[0]
    owner.request("DELETE", f"/shares/{given['id']}", base=V1).ok()
    done(owner, first)
    ended = finished(owner, second)
    if ended["state"] == "failed":
        assert ended["code"] == code.NO_AUTHORISATION_ON_PATH and (root / "shared/f").exists()
    else:
        pytest.skip("the task ran before the share ended")


# -- whole directories ---------------------------------------------------------------------------------------------------


def tag(client, path):
    return {"If-Match": client.at(base=V1).list(path).header("etag")}


def test_delete_all_of_a_folder_needs_its_etag(owner, folder, disk):
    plant(disk, "a", "b/c", "keep")
    body = {"parent": folder, "all": True, "except": ["keep"]}
    owner.json("DELETE", "/resources", body).refused(code.PRECONDITION)
    old = tag(owner, folder)
    plant(disk, "late")
    owner.json("DELETE", "/resources", body, old).refused(code.PRECONDITION)
    seen_in_part = owner.at(base=V1).list(folder, name="a").header("etag")
    for condition in ('"nonsense"', "*", seen_in_part):
        owner.json("DELETE", "/resources", body, {"If-Match": condition}).refused(code.PRECONDITION)
    assert sorted(os.listdir(disk)) == ["a", "b", "keep", "late"]
    owner.json("DELETE", "/resources", body, tag(owner, folder)).ok()
    assert os.listdir(disk) == ["keep"]
    owner.json("DELETE", "/resources", {"parent": folder, "all": True}, tag(owner, folder)).ok()
    assert os.listdir(disk) == []


def test_copy_and_move_all(owner, folder, disk):
    plant(disk, "from/a", "from/b/c", "from/keep", "to1/", "to2/")
    names = {b"a", b"b", b"b/c", b"keep"}
    body = {"parent": f"{folder}/from", "all": True, "destination": f"{folder}/to1", "action": "copy"}
    data = owner.json("PATCH", "/resources", body, tag(owner, f"{folder}/from")).ok()
    assert data["count"] == 3 and [item["name"] for item in data["resources"]] and set(tree(disk / "to1")) == names
    body |= {"destination": f"{folder}/to2", "action": "move", "except": [f"{folder}/from/keep"]}
    moved = done(owner, task_of(owner.json("PATCH", "/resources", body, tag(owner, f"{folder}/from") | ASYNC)))
    assert moved["result"]["count"] == 2 and set(tree(disk / "to2")) == names - {b"keep"} and os.listdir(disk / "from") == ["keep"]
    body = {"parent": f"{folder}/from", "all": True, "destination": f"{folder}/from", "action": "move"}
    owner.json("PATCH", "/resources", body, tag(owner, f"{folder}/from")).refused(code.SAME_DIRECTORY)
    body = {"parent": folder, "all": True, "destination": f"{folder}/to1", "action": "move"}
    owner.json("PATCH", "/resources", body, tag(owner, folder)).refused(code.INTO_ITSELF)
    assert sorted(os.listdir(disk)) == ["from", "to1", "to2"]


@pytest.mark.parametrize("change", [
    {"all": False}, {"all": 1}, {"all": "true"}, {"all": None}, {"parent": None}, {"parent": 5}, {"except": "keep"}, {"except": [5]},
    {"except": {"a": 1}}, {"except": [""]}, {"except": [".."]}, {"except": ["a/b"]}, {"except": ["/s/1/elsewhere/keep"]}, {"paths": ["/s/1/x"]}])
def test_nonsense_about_a_whole_folder(owner, folder, disk, change):
    plant(disk, "keep", "go")
    body = {"parent": folder, "all": True, "except": ["keep"]} | change
    owner.json("DELETE", "/resources", body, tag(owner, folder)).refused(code.BAD_REQUEST, code.ILLEGAL_PATH)
    assert sorted(os.listdir(disk)) == ["go", "keep"]


def test_an_exception_that_is_not_there_stops_everything(owner, folder, disk):
    """The composed and the decomposed letter are two names: whoever asks to keep one must not lose the other."""
    plant(disk, "u\u0308", "go")
    owner.json("DELETE", "/resources", {"parent": folder, "all": True, "except": ["\u00fc"]}, tag(owner, folder)).refused(code.NO_SUCH_FILE)
    assert len(os.listdir(disk)) == 2
    owner.json("DELETE", "/resources", {"parent": folder, "all": True, "except": ["u\u0308"]}, tag(owner, folder)).ok()
    assert os.listdir(disk) == ["u\u0308"]


@pytest.mark.parametrize("base", [NEW, OLD])
def test_the_old_bases_do_not_know_whole_folders(owner, folder, disk, base):
    plant(disk, "f")
    owner.at(base=base).json("DELETE", "/resources", {"parent": folder, "all": True}, tag(owner, folder)).refused(code.BAD_REQUEST)
    assert os.listdir(disk) == ["f"]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_hundred_thousand_entries_at_once(make_server):
    server = make_server()
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    home, root = owner.home(), server.personal(owner.user_id)
    (root / "many").mkdir()
    for n in range(100_000):
        os.close(os.open(root / f"many/an entry with a name {n:06}", os.O_CREAT | os.O_WRONLY))
    match = tag(owner, f"{home}/many")
    before = server.settled_resident()
    peak, stop = [before], threading.Event()

    def watch():
        while not stop.wait(0.02):
            peak[0] = max(peak[0], server.resident())

    watcher = threading.Thread(target=watch)
    watcher.start()
    body = {"parent": f"{home}/many", "all": True, "except": ["an entry with a name 000007"]}
    id = task_of(owner.json("DELETE", "/resources", body, match | ASYNC))
    # Seconds on an idle machine; minutes when each entry is made durable by itself.
    ended = done(owner, id, deadline=150)
    stop.set()
    watcher.join()
    assert ended["result"] == {"count": 99_999} and len(os.listdir(root / "many")) == 1
    assert peak[0] - before < 64 << 20, f"{(peak[0] - before) >> 20} MiB more for 100 000 names"


# -- the moves that lose data elsewhere ----------------------------------------------------------------------------------

POLICIES = [None, "fail", "replace", "rename", "skip"]


@pytest.mark.parametrize("headers", [{}, ASYNC], ids=["wait", "task"])
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("action", ["copy", "move"])
def test_nothing_is_ever_lost(owner, folder, disk, action, policy, headers):
    """Every refusal leaves both sides as they were, and what is not refused is right."""
    plant(disk, "T/N/N/k", "T/N/m", "full/d/old", "d/new", "file", "full/file/inside", "x/d", "T/sub/deep/f")
    before = tree(disk)
    query = f"?on_conflict={policy}" if policy else ""

    def attempt(source, to):
        reply = owner.transfer(action, [f"{folder}/{source}"], f"{folder}/{to}", query=query, headers=headers)
        if reply.code == 0 and headers:
            finished(owner, task_of(reply))
        return reply.code

    for source, to in [("T", "T"), ("T", "T/N"), ("T", "T/N/N"), ("T/sub", "T/sub/deep")]:
        assert attempt(source, to) == code.INTO_ITSELF, (source, to)
    assert tree(disk) == before
    if not (action == "copy" and policy == "rename"):
        assert attempt("T/N", "T") == attempt("file", "") == code.SAME_DIRECTORY
    for source, to, kept in [("T/N/N", "T", "T/N"), ("d", "full", "full/d"), ("file", "full", "full/file"), ("d", "x", "x/d")]:
        result = attempt(source, to)
        if policy == "rename":
            assert result == 0 and (disk / (kept + "(1)")).exists()
            assert (disk / source).exists() == (action == "copy")
            if action == "move":
                os.rename(disk / (kept + "(1)"), disk / source)
        elif policy == "skip":
            assert result == 0
        else:
            assert result == code.EXISTS_AT_DESTINATION
        left = {path: hash for path, hash in tree(disk).items() if b"(1)" not in path}
        assert left == before, (source, to)


@pytest.mark.parametrize("action", ["copy", "move"])
def test_replacing_files(owner, folder, disk, action):
    plant(disk, "f", "to/f")
    (disk / "f").write_text("new")
    os.utime(disk / "f", (1_234_567_890, 1_234_567_890))
    data = owner.transfer(action, [f"{folder}/f"], f"{folder}/to", query="?on_conflict=replace").ok()
    assert data["resources"][0]["path"] == f"{folder}/to/f" and data["count"] == 1
    assert (disk / "to/f").read_text() == "new" and (disk / "to/f").stat().st_mtime == 1_234_567_890
    assert (disk / "f").exists() == (action == "copy")


@pytest.mark.parametrize("action", ["copy", "move"])
def test_a_large_file_replaces_another_without_memory(server, owner, folder, disk, action):
    (disk / "to").mkdir()
    with open(disk / "big", "wb") as file:
        file.truncate(3 << 30)
        for at in (0, 1 << 30, (3 << 30) - 5):
            file.seek(at)
            file.write(b"bytes")
    plant(disk, "to/big")
    owner.transfer(action, [f"{folder}/big"], f"{folder}/to", query="?on_conflict=replace").ok()
    size = (disk / "to/big").stat()
    assert size.st_size == 3 << 30 and size.st_blocks * 512 < 100 << 20, "holes stay holes"
    with open(disk / "to/big", "rb") as file:
        file.seek((3 << 30) - 5)
        assert file.read() == b"bytes"


@pytest.mark.parametrize("name", ["a", "ab", "a_b", "a%b", "a%", "a_"])
def test_siblings_with_a_common_beginning(api, folder, disk, name):
    names = ["a", "ab", "a_b", "a%b", "a%", "a_", "A", "a b", "a.b"]
    for one in names:
        plant(disk, f"{one}/{one}.txt", f"{one}/in/f")
    plant(disk, "to/", "to2/")
    everything = {one: tree(disk / one) for one in names}

    def check(moved):
        for one in names:
            if one != name:
                assert tree(disk / one) == everything[one]
                assert api.content(f"{folder}/{one}/{one}.txt") == f"{one}/{one}.txt".encode()
        assert tree(disk / moved) == everything[name]
        assert api.content(f"{folder}/{moved}/{name}.txt") == f"{name}/{name}.txt".encode()

    api.transfer("copy", [f"{folder}/{name}"], f"{folder}/to").ok()
    check(f"to/{name}")
    api.transfer("move", [f"{folder}/{name}"], f"{folder}/to2").ok()
    check(f"to2/{name}")
    api.rename(f"{folder}/to2/{name}", "other").ok()
    check("to2/other")
    api.delete(f"{folder}/to2/other").ok()
    assert sorted(os.listdir(disk)) == sorted(set(names) - {name} | {"to", "to2"})


@pytest.mark.parametrize("action", ["copy", "move"])
def test_a_very_deep_tree_as_a_task(owner, folder, disk, action):
    path = disk
    old = os.getcwd()
    os.chdir(disk)
    try:
        os.mkdir("deep")
        os.chdir("deep")
        for _ in range(1_200):
            os.mkdir("d")
            os.chdir("d")
        with open("f", "w") as file:
            file.write("bottom")
    finally:
        os.chdir(old)
    (path / "to").mkdir()
    done(owner, task_of(owner.transfer(action, [f"{folder}/deep"], f"{folder}/to", headers=ASYNC)))
    assert (path / "deep").exists() == (action == "copy")
    done(owner, task_of(owner.delete(f"{folder}/to", headers=ASYNC)))
    owner.list(folder).ok()


# -- kills ---------------------------------------------------------------------------------------------------------------


def settle(server, client, id, deadline=120):
    return done(client.at(server.address), id, deadline)


@pytest.mark.slow
@pytest.mark.timeout(120 + 20 * KILLS)
@pytest.mark.parametrize("kind", ["copy", "move", "delete", "copy-rename", "replace"])
def test_killed_again_and_again(make_server, kind):
    """One task over many entries, killed at random moments, goes on until it is done: nothing twice, nothing lost."""
    rng = seeded(f"task {kind}")
    server = make_server()
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    home, root = owner.home(), server.personal(owner.user_id)
    names = [f"n{n:03}" for n in range(150)]
    for n, name in enumerate(names):
        if kind == "replace" or n % 3 == 0:
            plant(root, f"from/{name}")
        else:
            plant(root, f"from/{name}/a", f"from/{name}/b/c")
    plant(root, "to/stays")
    if kind in ("copy-rename", "replace"):
        for name in names:
            (root / f"to/{name}").write_text("old")
    before, there = tree(root / "from"), tree(root / "to")
    body = {"parent": f"{home}/from", "all": True}
    if kind == "delete":
        reply = owner.json("DELETE", "/resources", body, tag(owner, f"{home}/from") | ASYNC)
    else:
        policy = {"copy-rename": "rename", "replace": "replace"}.get(kind)
        body |= {"destination": f"{home}/to", "action": "copy" if kind.startswith("copy") else "move"} | ({"on_conflict": policy} if policy else {})
        reply = owner.json("PATCH", "/resources", body, tag(owner, f"{home}/from") | ASYNC)
    id = task_of(reply)
    kills = 0
    while kills < KILLS:
        time.sleep(rng.choice([0, rng.uniform(0, 0.02), rng.uniform(0, 0.1)]))
        server.kill()
        server.start()
        kills += 1
        if task(owner.at(server.address), id)["state"] == "done":
            break
    ended = settle(server, owner, id)
    assert ended["result"]["count"] == len(names), ended
    print(f"{kind}: {kills} kills")
    after, target = tree(root / "from"), tree(root / "to")
    if kind == "delete":
        assert after == {} and target == there
    elif kind == "copy":
        assert after == before and target == there | before
    elif kind == "copy-rename":
        renamed = {path.replace(path[:4], path[:4] + b"(1)", 1): hash for path, hash in before.items()}
        assert after == before and target == there | renamed
    else:
        assert after == {} and target == there | before
    wait_until(lambda: not server.leftovers(), what=f"an empty .hearth, it holds {server.leftovers()}")
    rows = owner.at(server.address).get("/tasks", base=V1).items()
    assert [row["task_id"] for row in rows] == [id]


@pytest.mark.slow
def test_killed_while_one_large_tree_is_copied(make_server):
    """The same with a single entry: half a copy is never seen, and the whole one comes once."""
    rng = seeded("task tree")
    server = make_server()
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    home, root = owner.home(), server.personal(owner.user_id)
    for n in range(1_500):
        plant(root, f"tree/{n % 40}/{n}")
    plant(root, "to/")
    before = tree(root / "tree")
    id = task_of(owner.transfer("copy", [f"{home}/tree"], f"{home}/to", headers=ASYNC))
    for _ in range(min(KILLS, 10)):
        time.sleep(rng.uniform(0, 0.2))
        server.kill()
        assert os.listdir(root / "to") in ([], ["tree"])
        if os.listdir(root / "to"):
            assert tree(root / "to/tree") == before
        server.start()
    settle(server, owner, id)
    assert tree(root / "to/tree") == before == tree(root / "tree") and os.listdir(root / "to") == ["tree"]
    wait_until(lambda: not server.leftovers(), what="an empty .hearth")


def far_folder(server, owner):
    """A folder of the owner on a partition of its own; its path and its place on the disk."""
    disk = server.data.parent / (server.data.name + "-disk")
    disk.mkdir()
    owner.json("POST", "/pools/directory", {"name": "disk", "path": str(disk)}, base=V1).ok()
    owner.json("POST", "/partitions", {"name": "part", "capacity": 512, "unit": "MB", "pool_name": "disk"}, base=V1).ok()
    wait_until(lambda: [lv for lv in owner.get("/pools/disk", base=V1).ok()["lv"] if lv["id"] and not lv["status"]], 30, "the partition")
    auth = [{"u_id": owner.user_id, "nickname": "", "face": "", "read": 1, "write": 1, "deleted": 1}]
    folder = {"name": "far", "mode": 2, "pool_name": "disk", "partition_name": "part", "is_encrypt": 0, "auth": auth}
    owner.json("POST", "/folders", folder, base=V1).ok()
    id = next(item["id"] for item in owner.get("/folders", base=V1).items() if item["name"] == "far")
    return f"/s/{id}", next(path for path in disk.rglob("far") if path.is_dir())


@pytest.mark.slow
@pytest.mark.timeout(120 + 20 * KILLS)
@pytest.mark.parametrize("kind", ["trees", "files", "one tree"])
def test_killed_while_moving_to_another_partition(make_server, kind):
    """At every moment each file is whole on one side at least, and in the end on the other one alone."""
    rng = seeded(f"task carry {kind}")
    server = make_server()
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    home, root = owner.home(), server.personal(owner.user_id)
    far, there = far_folder(server, owner)
    count = {"trees": 40, "files": 200, "one tree": 400}[kind]
    for n in range(count):
        if kind == "trees":
            plant(root, f"from/n{n:02}/a", f"from/n{n:02}/b/c")
        elif kind == "files":
            plant(root, f"from/n{n:03}")
        else:
            plant(root, f"from/tree/{n % 7}/{n}")
    before = tree(root / "from")
    body = {"parent": f"{home}/from", "all": True, "destination": far, "action": "move"}
    id = task_of(owner.json("PATCH", "/resources", body, tag(owner, f"{home}/from") | ASYNC, base=V1))
    kills = 0
    for _ in range(KILLS):
        time.sleep(rng.choice([0, rng.uniform(0, 0.05), rng.uniform(0, 0.3)]))
        server.kill()
        kills += 1
        seen = tree(there) | tree(root / "from")
        assert seen == before, f"after {kills} kills: {before.keys() - seen.keys()} are missing, {seen.keys() - before.keys()} too much"
        server.start()
        if task(owner.at(server.address), id)["state"] == "done":
            break
    ended = settle(server, owner, id)
    print(f"{kind}: {kills} kills")
    assert ended["result"]["count"] == (1 if kind == "one tree" else count)
    assert tree(there) == before and tree(root / "from") == {}
    wait_until(lambda: not server.leftovers(), what="an empty .hearth")
    hidden = [path for path in (there.parent / ".hearth").rglob("*") if path.is_file() and path.name != "partition"]
    assert not hidden, "nothing is left on either side but the partition's own mark"


def test_a_clean_stop_leaves_the_task_to_the_next_start(make_server):
    server = make_server()
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    home, root = owner.home(), server.personal(owner.user_id)
    for n in range(2_000):
        plant(root, f"tree/{n % 40}/{n}")
    plant(root, "to/")
    before = tree(root / "tree")
    id = task_of(owner.transfer("copy", [f"{home}/tree"], f"{home}/to", headers=ASYNC))
    assert server.stop() == 0
    server.start()
    settle(server, owner, id)
    assert tree(root / "to/tree") == before
