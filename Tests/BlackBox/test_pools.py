"""Directory pools: their rules on every base, limits under real uploads, disks that come and go, kills, and the commands."""

import json
import os
import shutil
import subprocess
import threading
import time

import pytest
from folder_tools import PRIVATE, Household, add_partition, add_pool, await_idle, await_partition, create_folder, folder_entry, partition
from hearth_client import BASES, NEW, OLD, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, run_hearth
from tools import MIB, need_root, seeded, sha256, small_disk, tree, wait_until

LV = {"id", "name", "capacity", "use_capacity", "status", "task_id"}
DETAIL = {"id", "name", "capacity", "use_capacity", "lv", "pv"}
POOL = DETAIL | {"status", "task_id"}
PV = {"id", "name", "capacity"}


@pytest.fixture(scope="module")
def household(tmp_path_factory):
    one = Household(tmp_path_factory.mktemp("pools") / "data")
    yield one
    one.server.stop()


@pytest.fixture
def pool(household, tmp_path):
    """A pool of this test's own; it goes afterwards."""
    directory = tmp_path / "disk"
    directory.mkdir()
    name = f"pool{directory.parent.name[-6:].strip('_')}".replace("_", "-")
    add_pool(household.owner, name, directory)
    yield name, directory
    remove_pool(household.owner, name)


def remove_pool(owner, name):
    if owner.get(f"/pools/{name}").code == 0:
        owner.request("DELETE", f"/pools/{name}")
        wait_until(lambda: all(item["name"] != name for item in owner.get("/pools").items()), 60, f"the end of pool {name}")


def make(client, name, pool, capacity=8, unit="MB"):
    return client.json("POST", "/partitions", {"name": name, "capacity": capacity, "unit": unit, "pool_name": pool})


def change(client, name, pool, new_name=None, capacity=8, unit="MB"):
    return client.json("PUT", f"/partitions/{name}", {"pool_name": pool, "new_name": new_name or name, "capacity": capacity, "unit": unit})


def drop(client, name, pool):
    return client.json("DELETE", f"/partitions/{name}", {"pool_name": pool})


def folder_on(household, name, pool, place):
    """A private folder of the owner's on a partition; returns its path."""
    id = create_folder(household.owner, name, [household.member(OWNER)], PRIVATE, pool_name=pool, partition_name=place)
    return f"/s/{id}"


# -- the embedded pool -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
def test_the_embedded_pool_is_told_from_its_file_system(household, base):
    for client in (household.owner.at(base=base), household.max.at(base=base)):
        first = client.get("/pools", page=3, page_size=1)
        entry = first.items()[0]
        assert set(entry) == POOL and entry["name"] == "_default_" and isinstance(entry["id"], str)
        assert first.data["pager"] == {"page": 0, "page_size": 0, "total_rows": len(first.items()), "has_more": False}
        usage = shutil.disk_usage(household.server.partition)
        assert entry["capacity"] == usage.total and 0 < entry["use_capacity"] <= usage.total
        # As df says it: what the file system keeps back is not in use.
        assert abs(entry["use_capacity"] - usage.used) < 1 << 30 and entry["lv"][0]["use_capacity"] == entry["use_capacity"]
        assert [set(lv) for lv in entry["lv"]] == [LV] and entry["lv"][0]["name"] == "_default_"
        assert [set(pv) for pv in entry["pv"]] == [PV]
        for name in ("_default_", "__system__", "__default__", "_default_/"):
            detail = client.get(f"/pools/{name}").ok()
            assert set(detail) == DETAIL and detail["name"] == "_default_"
        client.get("/pools/none").refused(30004)
        disks = client.get("/disks")
        assert disks.items() == [] and disks.data["pager"]["total_rows"] == 0


@pytest.mark.parametrize("base", BASES)
def test_the_embedded_pool_stays_as_it_is(household, base):
    owner = household.owner.at(base=base)
    for name in ("_default_", "__system__", "__default__"):
        owner.json("PUT", f"/pools/{name}", {"new_name": "x"}).refused(10023)
        owner.request("DELETE", f"/pools/{name}").refused(10023)
        make(owner, "p", name).refused(10023)
        assert "built-in pool" in change(owner.at(language="en"), "_default_", name, "x").refused(10023).reason
        drop(owner, "_default_", name).refused(10023)
        owner.json("POST", "/disks", {"pool_name": name, "disk_name": "/dev/sdx"}).refused(50000)


# -- rules -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
def test_only_the_owner_changes_pools(household, pool, base):
    name, _ = pool
    for client in (household.max.at(base=base),):
        client.json("POST", "/pools", {}).refused(30005)
        client.json("PUT", f"/pools/{name}", {"new_name": "x"}).refused(30005)
        client.request("DELETE", f"/pools/{name}").refused(30005)
        make(client, "p", name).refused(30005)
        change(client, "p", name).refused(30005)
        drop(client, "p", name).refused(30005)
        client.json("POST", "/disks", {}).refused(30005)
        client.json("POST", "/pools/directory", {"name": "x", "path": "/mnt"}, base=V1).refused(30005)
    nobody = Hearth(household.server.address, base=base)
    nobody.get("/pools").refused(10016)
    make(nobody, "p", name).refused(10016)


def test_the_owner_s_scope_token_manages_pools(household, pool):
    token = household.owner.json("POST", "/scopes/token", {"scopes": ["user", "area"]}, base="/api").ok()["scope_token"]["token"]
    phone = household.owner.at(token=token, base=NEW)
    make(phone, "phone", pool[0]).ok()
    assert await_partition(household.owner, pool[0], "phone")["name"] == "phone"
    # On our own base, administration needs a session (docs/decisions/0015).
    phone = phone.at(base=V1, language="en")
    for reply in (make(phone, "p", pool[0]), change(phone, "phone", pool[0]), drop(phone, "phone", pool[0]), phone.request("DELETE", f"/pools/{pool[0]}"),
                  phone.json("PUT", f"/pools/{pool[0]}", {"new_name": "x"}), phone.json("POST", "/pools", {"name": "x", "disk_name": "/dev/sdx"}),
                  phone.json("POST", "/disks", {"pool_name": pool[0], "disk_name": "/dev/sdx"}),
                  phone.json("POST", "/settings", {"pool_name": "_default_", "partition_name": "_default_", "is_auto_del": 0}),
                  phone.json("POST", "/pools/directory", {"name": "x", "path": "/mnt"})):
        assert "Log in" in reply.refused(10023).reason
    assert phone.get(f"/pools/{pool[0]}").code == 0


@pytest.mark.parametrize("base", BASES)
def test_names_of_pools(household, pool, tmp_path, base):
    owner, (name, _) = household.owner.at(base=base), pool
    other = tmp_path / "other"
    other.mkdir()
    for bad, code in [("", 30000), ("n" * 51, 30002), ("é" * 26, 30002), ("a b", 30001), ("-a", 30001), ("a/b", 30001), ("é", 30001), ("_x", 30001)]:
        owner.json("POST", "/pools/directory", {"name": bad, "path": str(other)}, base=V1).refused(code)
        owner.json("PUT", f"/pools/{name}", {"new_name": bad}).refused(code)
        owner.json("POST", "/pools", {"name": bad, "disk_name": "/dev/sdx"}).refused(code)
    owner.json("POST", "/pools/directory", {"name": name, "path": str(other)}, base=V1).refused(30003)
    owner.json("POST", "/pools", {"name": name, "disk_name": "/dev/sdx"}).refused(30003)
    owner.json("POST", "/pools", {"name": "new", "disk_name": ""}).refused(30000)
    owner.json("POST", "/pools/", {"name": "new", "disk_name": "/dev/sdx"}).refused(90009)
    owner.json("PUT", "/pools/none", {"new_name": "x"}).refused(30004)
    owner.request("DELETE", "/pools/none").refused(30004)
    for body, code in [({}, 50000), ({"pool_name": name}, 50000), ({"disk_name": "x"}, 50000), ({"pool_name": "none", "disk_name": "x"}, 30004),
                       ({"pool_name": name, "disk_name": "x"}, 90009)]:
        owner.json("POST", "/disks", body).refused(code)
    owner.json("PUT", f"/pools/{name}", {"new_name": 5}).refused(2)
    assert list(other.iterdir()) == [], "a refused directory is left as it was"


def test_what_is_not_set_up_is_said_in_both_languages(household):
    for language, word in (("zh", "磁盘"), ("en", "Disk management")):
        reply = household.owner.at(language=language).json("POST", "/pools", {"name": "new", "disk_name": "/dev/sdx"})
        assert word in reply.refused(90009).reason


def test_only_a_directory_of_its_own_becomes_a_pool(household, pool, tmp_path):
    _, disk = pool
    (disk / "inside").mkdir()
    place = tmp_path / "place"
    (place / "inner").mkdir(parents=True)
    (place / "file").write_text("x")
    (place / "link").symlink_to(disk)
    (place / "data").symlink_to(household.server.data)
    data = household.server.data
    for path, code in [("", 90010), ("relative", 90010), (place / "none", 90010), (place / "file", 90010), ("/", 90012), (disk, 90012),
                       (disk / "inside", 90012), (place / "link", 90012), (place / "data", 90012), (data, 90012), (data / "pools", 90012),
                       (data.parent, 90012), (f"{place}/link/../{disk.name}/inside/..", 90012 if os.path.exists(f"{place}/link/../{disk.name}") else 90010)]:
        household.owner.json("POST", "/pools/directory", {"name": "p", "path": str(path)}).refused(code)
    for path in ("/proc", "/sys", "/dev", "/proc/self", "/dev/shm"):
        reply = household.owner.at(language="en").json("POST", "/pools/directory", {"name": "p", "path": path})
        assert "belongs to the system" in reply.refused(90012).reason
    household.owner.json("POST", "/pools/directory", {"name": "p", "path": 7}).refused(2)
    household.owner.json("POST", "/pools/directory", {"name": "p"}).refused(90010)
    detail = household.owner.json("POST", "/pools/directory", {"name": "p-own", "path": f"{place}/./inner/"}).ok()
    assert set(detail) == DETAIL and detail["lv"] == [] and detail["capacity"] == shutil.disk_usage(place).total
    household.owner.json("POST", "/pools/directory", {"name": "p2", "path": str(place)}).refused(90012)
    remove_pool(household.owner, "p-own")
    assert list((place / "inner").iterdir()) == []


@pytest.mark.parametrize("base", BASES)
def test_rules_of_partitions(household, pool, base):
    owner, (name, _) = household.owner.at(base=base), pool
    for body, code in [
        ({"capacity": 1, "unit": "MB", "pool_name": name}, 40000), ({"name": "p", "unit": "MB", "pool_name": name}, 40000),
        ({"name": "p", "capacity": 1, "pool_name": name}, 40000), ({"name": "p", "capacity": 1, "unit": "MB"}, 40000),
        ({"name": "p", "capacity": 0, "unit": "MB", "pool_name": name}, 40000), ({"name": "p", "capacity": -1, "unit": "MB", "pool_name": name}, 40000),
        ({"name": "p", "capacity": "1", "unit": "MB", "pool_name": name}, 2), ({"name": "p", "capacity": 1.5, "unit": "MB", "pool_name": name}, 2),
        ({"name": "n" * 51, "capacity": 1, "unit": "MB", "pool_name": name}, 40002), ({"name": "a b", "capacity": 1, "unit": "MB", "pool_name": name}, 40001),
        ({"name": ".hearth", "capacity": 1, "unit": "MB", "pool_name": name}, 40001), ({"name": "p", "capacity": 1, "unit": "MB", "pool_name": "none"}, 30004),
        ({"name": "p", "capacity": 9_000_000, "unit": "T", "pool_name": name}, 40008),
        ({"name": "p", "capacity": 9_223_372_036_854_775_807, "unit": "TB", "pool_name": name}, 40008),
        ({"name": "p", "capacity": 1e30, "unit": "TB", "pool_name": name}, 40008),
    ]:
        owner.json("POST", "/partitions", body).refused(code)
    make(owner, "p", name, 8.0).ok()
    await_partition(household.owner, name, "p")
    make(owner, "q", name, 8).ok()
    await_partition(household.owner, name, "q")
    make(owner, "p", name, 1).refused(40007)
    change(owner, "p", name, "q").refused(40007)
    change(owner, "p", name, "a b").refused(40001)
    change(owner, "p", name, "n" * 51).refused(40002)
    change(owner, "none", name, "x").refused(40005)
    change(owner, "p", "none", "x").refused(40005)
    change(owner, "p", name, capacity=7).refused(40009)
    owner.json("PUT", "/partitions/p", {"pool_name": name, "new_name": "p"}).refused(40000)
    owner.json("PUT", "/partitions/p", {"capacity": 8, "unit": "MB", "new_name": "p"}).refused(40000)
    reason = change(owner.at(language="en"), "p", name, capacity=9_000_000, unit="TB").refused(40008).reason
    number, unit = reason.rstrip(".").split(" ")[-2:]
    assert unit in ("MB", "GB", "TB") and len(number.split(".")[1]) == 2, reason
    drop(owner, "none", name).refused(40005)
    drop(owner, "p", "").refused(40000)
    owner.request("DELETE", "/partitions/p").refused(40000)


def test_units(household, pool):
    name, _ = pool
    for unit, size, base in [("MB", 1 << 20, V1), ("mb", 1 << 20, OLD), ("GB", 1 << 30, NEW), ("KB", 1 << 20, NEW)]:
        make(household.owner.at(base=base), f"u{unit}", name, 3, unit).ok()
        assert await_partition(household.owner, name, f"u{unit}")["capacity"] == 3 * size
    make(household.owner, "x", name, 3, "KB").refused(10004)
    limit = {}
    for unit in ("T", "TB"):
        limit[unit] = make(household.owner, "x", name, 900_000, unit).refused(40008).reason
    assert limit["T"] == limit["TB"]


# -- partitions and what lies on them ------------------------------------------------------------------------------------------------


def test_a_partition_is_seen_while_it_is_made_and_named_as_the_contract_says(household, pool):
    name, disk = pool
    assert make(household.owner.at(base=OLD), "media_1", name, 100).ok()["task_id"] == f"TaskAddPartition_{name}_media_1"
    seen = partition(household.owner, name, "media_1")
    assert set(seen) == LV and seen["capacity"] == 100 * MIB and seen["use_capacity"] == 0
    made = await_partition(household.owner, name, "media_1")
    assert made["id"] and made["task_id"] == ""
    entry = next(item for item in household.max.get("/pools").items() if item["name"] == name)
    assert entry["use_capacity"] == 100 * MIB and entry["lv"] == [made]
    assert (disk / "media_1").is_dir()


def test_real_uploads_stop_at_the_limit_and_the_use_outlives_a_restart(household, pool):
    name, disk = pool
    add_partition(household.owner, name, "p", 20, "MB")
    path = folder_on(household, f"limit of {name}", name, "p")
    content = os.urandom(8 * MIB)
    for client in (household.owner, household.owner.at(base=NEW)):
        client.upload_in_chunks(f"{path}/{client.base[1:4]}", content)
        content = os.urandom(8 * MIB)
    # 16 of 20 MiB: 4 are left, and what comes must be less.
    household.owner.upload(f"{path}/c", bytes(4 * MIB)).refused(10028)
    household.owner.chunk(f"{path}/d", sha256(b"d"), 1, bytes(8 * MIB), 2, 12 * MIB).refused(10028)
    household.owner.json("POST", "/uploads", {"path": f"{path}/e", "size": 5 * MIB}).refused(10028)
    household.owner.transfer("copy", [f"{path}/api"], path, "?on_conflict=rename", on_conflict="rename").refused(10030)
    assert partition(household.owner, name, "p")["use_capacity"] == 16 * MIB
    assert sorted(os.listdir(disk / "p" / f"limit of {name}")) == ["api", "wan"]
    household.server.restart()
    for person in household.people.values():
        person.address = household.server.address
    assert partition(household.owner, name, "p")["use_capacity"] == 16 * MIB
    household.owner.upload(f"{path}/c", bytes(4 * MIB)).refused(10028)
    change(household.owner, "p", name, capacity=32).ok()
    assert await_partition(household.owner, name, "p")["capacity"] == 32 * MIB
    household.owner.upload(f"{path}/c", os.urandom(4 * MIB)).ok()
    household.owner.delete(f"{path}/api").ok()
    assert partition(household.owner, name, "p")["use_capacity"] == 12 * MIB


@pytest.mark.parametrize("known", [True, False])
def test_parallel_uploads_never_pass_the_limit(household, pool, known):
    name, disk = pool
    add_partition(household.owner, name, "p", 10, "MB")
    path = folder_on(household, f"parallel {known}", name, "p")
    codes, sent = [], 2 * MIB - 4096

    def upload(number):
        one = household.owner.at(base=BASES[number % 3])
        if known:
            codes.append(one.upload(f"{path}/{number}", os.urandom(sent)).code)
            return
        # Nobody knows how long it gets.
        content = os.urandom(sent)
        upload = one.begin(f"{path}/{number}").ok()["upload_id"]
        put = one.put_chunk(upload, 1, content)
        codes.append(put.code or one.complete(upload, sha256(content), sent).code)
        if codes[-1]:
            one.abort(upload).ok()

    threads = [threading.Thread(target=upload, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done = codes.count(0)
    assert set(codes) <= {0, 10028} and (done == 5 if known else 1 <= done <= 5), codes
    used = sum(os.stat(file).st_blocks * 512 for file in (disk / "p").rglob("*") if file.is_file() and ".hearth" not in file.parts)
    assert used == done * sent and used <= 10 * MIB
    assert partition(household.owner, name, "p")["use_capacity"] == used


def test_a_sparse_file_costs_what_it_occupies(household, pool):
    name, disk = pool
    add_partition(household.owner, name, "p", 16, "MB")
    path = folder_on(household, "sparse", name, "p")
    with open(disk / "p/sparse/holes", "wb") as file:
        file.truncate(5 << 30)
    household.owner.transfer("copy", [f"{path}/holes"], path, on_conflict="rename").refused(10030, 0)
    household.owner.upload(f"{path}/x", os.urandom(MIB)).ok()
    assert partition(household.owner, name, "p")["use_capacity"] < 2 * MIB


def test_names_that_begin_alike_do_not_touch_each_other(household, pool):
    name, disk = pool
    paths = {}
    for one in ("a", "ab", "a_b", "a.b"):
        add_partition(household.owner, name, one, 8, "MB")
        paths[one] = folder_on(household, "same", name, one) if one == "a" else folder_on(household, f"same {one}", name, one)
        household.owner.upload(f"{paths[one]}/x", one.encode()).ok()
    household.owner.json("POST", "/settings", {"pool_name": name, "partition_name": "ab", "is_auto_del": 0}).ok()
    assert drop(household.owner, "a", name).ok()["task_id"] == f"TaskDelPartition_{name}_a"
    assert await_partition(household.owner, name, "a") is None
    household.owner.list(paths["a"]).refused(10018)
    for one in ("ab", "a_b", "a.b"):
        assert household.owner.content(f"{paths[one]}/x") == one.encode()
    assert household.owner.get("/settings").ok()["partition_name"] == "ab"
    change(household.owner, "ab", name, "z").ok()
    assert household.owner.get("/settings").ok()["partition_name"] == "z"
    assert folder_entry(household.owner, int(paths["ab"].split("/")[2]))["path"].startswith(f"/{name}/z/")
    drop(household.owner, "z", name).ok()
    assert await_partition(household.owner, name, "z") is None
    assert household.owner.get("/settings").ok()["pool_name"] == "_default_"
    assert sorted(os.listdir(disk)) == [".hearth-pool", "a.b", "a_b"]


def test_a_rename_moves_nothing_and_a_strange_size_survives_it(household, pool):
    name, disk = pool
    add_partition(household.owner, name, "p", 1536, "MB")
    path = folder_on(household, "renamed", name, "p")
    household.owner.upload(f"{path}/x", b"content").ok()
    household.owner.begin(f"{path}/later", 9 * MIB).ok()
    for new, capacity, unit in [("q", 1, "GB"), ("r", 1.5, "GB"), ("s", 1536, "MB")]:
        old = household.owner.get(f"/pools/{name}").ok()["lv"][0]["name"]
        assert change(household.owner.at(base=NEW), old, name, new, capacity, unit).ok()["task_id"] == ""
        assert partition(household.owner, name, new)["capacity"] == 1536 * MIB
        assert household.owner.content(f"{path}/x") == b"content"
    change(household.owner, "s", name, capacity=1, unit="GB").refused(40009)
    household.owner.json("PUT", f"/pools/{name}", {"new_name": f"{name}.new"}).ok()
    assert household.owner.content(f"{path}/x") == b"content"
    household.owner.get(f"/pools/{name}").refused(30004)
    household.owner.upload(f"{path}/y", b"more").ok()
    assert sorted(os.listdir(disk / "p/renamed")) == ["x", "y"]
    household.owner.json("PUT", f"/pools/{name}.new", {"new_name": name}).ok()


def test_folders_move_to_a_partition_and_back(household, pool):
    name, disk = pool
    add_partition(household.owner, name, "p", 32, "MB")
    add_partition(household.owner, name, "tight", 2, "MB")
    path = folder_on(household, "traveller", name, "p")
    content = os.urandom(3 * MIB)
    household.owner.upload(f"{path}/x", content).ok()
    body = {"name": "traveller", "mode": PRIVATE, "auth": [household.member(OWNER)]}
    id = int(path.split("/")[2])
    household.owner.json("PUT", f"/folders/{id}", body | {"pool_name": name, "partition_name": "tight"}).refused(20019)
    household.owner.json("PUT", f"/folders/{id}", body | {"pool_name": "none", "partition_name": "tight"}).refused(30004)
    household.owner.json("PUT", f"/folders/{id}", body | {"pool_name": name, "partition_name": "none"}).refused(40005)
    household.owner.json("PUT", f"/folders/{id}", body | {"pool_name": "_default_", "partition_name": "_default_"}).ok()
    await_idle(household.owner, id)
    assert household.owner.content(f"{path}/x") == content
    assert partition(household.owner, name, "p")["use_capacity"] == 0
    household.owner.json("PUT", f"/folders/{id}", body | {"pool_name": name, "partition_name": "p"}).ok()
    await_idle(household.owner, id)
    assert household.owner.content(f"{path}/x") == content
    assert partition(household.owner, name, "p")["use_capacity"] == 3 * MIB
    household.owner.request("DELETE", f"/folders/{id}").ok()
    wait_until(lambda: folder_entry(household.owner, id) is None, 60, "the end of the folder")
    wait_until(lambda: partition(household.owner, name, "p")["use_capacity"] == 0, 20, "an empty account")


def test_a_removed_pool_leaves_foreign_files(household, tmp_path):
    disk = tmp_path / "disk"
    (disk / "photos").mkdir(parents=True)
    (disk / "photos/one.jpg").write_bytes(b"jpg")
    add_pool(household.owner, "foreign", disk)
    add_partition(household.owner, "foreign", "photos", 8, "MB")
    path = folder_on(household, "mine", "foreign", "photos")
    household.owner.upload(f"{path}/x", b"content").ok()
    assert (disk / "photos-2/mine/x").read_bytes() == b"content"
    assert household.owner.request("DELETE", "/pools/foreign").ok()["task_id"] == "TaskDelPool_foreign"
    remove_pool(household.owner, "foreign")
    household.owner.list(path).refused(10018)
    assert tree(disk) == {b"photos": "dir", b"photos/one.jpg": sha256(b"jpg")}


# -- disks that come and go ----------------------------------------------------------------------------------------------------------


def test_an_unmounted_disk(tmp_path):
    need_root()
    real, mount = tmp_path / "real", tmp_path / "mount"
    real.mkdir()
    mount.mkdir()

    def attach():
        done = subprocess.run(["mount", "--bind", str(real), str(mount)], capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")

    def detach():
        subprocess.run(["umount", "-l", str(mount)], check=True)

    attach()
    household = None
    try:
        household = Household(tmp_path / "data")
        owner = household.owner
        add_pool(owner, "disk", mount)
        add_partition(owner, "disk", "p", 16, "MB")
        path = folder_on(household, "away", "disk", "p")
        owner.upload(f"{path}/x", b"content").ok()
        owner.json("POST", "/settings", {"pool_name": "disk", "partition_name": "p", "is_auto_del": 0}).ok()
        household.server.stop()
        detach()
        household.server.start()
        for person in household.people.values():
            person.address = household.server.address
        entry = owner.get("/pools").items()[1]
        assert entry["status"] == "offline" and entry["lv"][0]["capacity"] == 16 * MIB and entry["pv"] == []
        assert partition(owner, "disk", "p")["status"] == "offline"
        for base in BASES:
            # Their clients know nothing but tasks.
            if base != V1:
                old = owner.at(base=base)
                assert old.get("/pools").items()[1]["status"] == "" and partition(old, "disk", "p")["status"] == ""
        for base in BASES:
            client = owner.at(base=base)
            client.list(path).refused(40005)
            client.upload(f"{path}/y", b"lost").refused(40005)
            client.mkdir(f"{path}/d").refused(40005)
            client.delete(f"{path}/x").refused(40005)
            make(client, "q", "disk").refused(40005)
            change(client, "p", "disk", capacity=20).refused(40005)
            drop(client, "p", "disk").refused(40005)
            assert client.download(f"{path}/x").code == 40005
        assert owner.list("/").code == 0, "the other folders work"
        household.max.mkdir(f"{household.max.home()}/made").ok()
        assert os.listdir(mount) == [], "nothing is written into the mount point"
        attach()
        assert owner.content(f"{path}/x") == b"content", "it comes back without a restart"
        owner.upload(f"{path}/y", b"found").ok()
        assert owner.get("/pools").items()[1]["status"] == ""
        # Gone under the running server: the next look at the pools tells.
        detach()
        assert owner.get("/pools").items()[1]["status"] == "offline"
        owner.list(path).refused(40005)
        attach()
        assert owner.names(path) == ["x", "y"]
        assert household.server.stop() == 0
    finally:
        if household:
            household.server.kill()
        subprocess.run(["umount", "-l", str(mount)], check=False)


def test_a_full_disk_below_a_larger_limit(tmp_path):
    with small_disk(tmp_path / "disk", "24m") as disk:
        household = Household(tmp_path / "data")
        try:
            add_pool(household.owner, "disk", disk)
            pool = household.owner.get("/pools/disk").ok()
            assert pool["capacity"] == 24 * MIB
            make(household.owner, "p", "disk", 25).refused(40008)
            add_partition(household.owner, "disk", "p", 16, "MB")
            # 8 MiB are left to promise, and growth counts as growth.
            make(household.owner, "q", "disk", 9).refused(40008)
            change(household.owner, "p", "disk", capacity=23).ok()
            assert await_partition(household.owner, "disk", "p")["capacity"] == 23 * MIB
            path = folder_on(household, "full", "disk", "p")
            # Somebody else fills the disk.
            with open(os.path.join(disk, "foreign"), "wb") as file:
                file.write(bytes(16 * MIB))
            household.owner.upload(f"{path}/x", bytes(12 * MIB)).refused(10028)
            make(household.owner, "q", "disk", 1).refused(40008)
            household.owner.upload(f"{path}/x", bytes(2 * MIB)).ok()
        finally:
            household.server.kill()


# -- kills ---------------------------------------------------------------------------------------------------------------------------


def test_kills_during_tasks_end_with_whole_partitions(tmp_path):
    rng = seeded("pools-kill")
    disk = tmp_path / "disk"
    disk.mkdir()
    household = Household(tmp_path / "data")
    owner = household.owner
    try:
        add_pool(owner, "disk", disk)
        expected = {}
        for number in range(12):
            name = f"p{number}"
            make(owner, name, "disk", 8).ok()
            if number % 3 == 2:
                await_partition(owner, "disk", name)
                path = folder_on(household, f"f{number}", "disk", name)
                for file in range(40):
                    os.makedirs(disk / name / f"f{number}/d{file}", exist_ok=True)
                    (disk / name / f"f{number}/d{file}/x").write_bytes(b"x")
                change(owner, name, "disk", f"{name}n", capacity=9).ok()
                name = f"{name}n"
                if number % 2:
                    drop(owner, name, "disk").ok()
                    name = None
            if name:
                expected[name] = (9 if name.endswith("n") else 8) * MIB
            time.sleep(rng.uniform(0, 0.02))
            household.server.kill()
            household.server.start()
            owner.address = household.server.address
        for name in [item["name"] for item in owner.get("/pools/disk").ok()["lv"]]:
            await_partition(owner, "disk", name)
        assert {item["name"]: item["capacity"] for item in owner.get("/pools/disk").ok()["lv"]} == expected
        assert owner.get("/tasks").ok()["list"] == [] or all(task["state"] == "done" for task in owner.get("/tasks").ok()["list"])
        directories = {name for name in os.listdir(disk) if name != ".hearth-pool"}
        assert len(directories) == len(expected) and not any(name.startswith(".hearth") for name in directories), directories
        owner.request("DELETE", "/pools/disk").ok()
        household.server.kill()
        household.server.start()
        owner.address = household.server.address
        wait_until(lambda: len(owner.get("/pools").items()) == 1, 60, "the end of the pool")
        assert os.listdir(disk) == []
    finally:
        household.server.kill()


def test_an_upload_killed_on_a_partition_goes_on(household, pool):
    name, disk = pool
    add_partition(household.owner, name, "p", 40, "MB")
    path = folder_on(household, "killed", name, "p")
    content = os.urandom(20 * MIB)
    upload = household.owner.begin(f"{path}/film", len(content)).ok()["upload_id"]
    household.owner.put_chunk(upload, 1, content[:8 * MIB]).ok()
    household.server.kill()
    household.server.start()
    for person in household.people.values():
        person.address = household.server.address
    # What it was promised is still promised.
    household.owner.upload(f"{path}/other", bytes(21 * MIB)).refused(10028)
    household.owner.put_chunk(upload, 2, content[8 * MIB:16 * MIB]).ok()
    household.owner.put_chunk(upload, 3, content[16 * MIB:]).ok()
    household.owner.complete(upload, sha256(content), len(content)).ok()
    assert household.owner.content(f"{path}/film") == content
    assert partition(household.owner, name, "p")["use_capacity"] == 20 * MIB
    assert [file for _, _, files in os.walk(disk / "p/.hearth/uploads") for file in files] == []


# -- commands ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("running", [True, False], ids=["beside a server", "alone"])
def test_commands(make_server, tmp_path, running):
    server = make_server(start=running)
    disk = tmp_path / "disk"
    disk.mkdir()

    def hearth(*arguments, refused=None):
        done = run_hearth("pool", *arguments, "--data", server.data, timeout=60)
        if refused is None:
            assert done.returncode == 0, done.stderr
            return done.stdout
        assert done.returncode == (2 if refused is True else 1) and done.stderr, done
        assert refused is True or refused in done.stderr, done.stderr
        return done.stderr

    assert "_default_" in hearth("list")
    assert f"{disk} is pool films now" in hearth("add-directory", "films", disk)
    hearth("add-directory", "films", disk, refused="exists already")
    hearth("add-directory", "more", disk, refused="cannot overlap")
    hearth("add-directory", "more", tmp_path / "none", refused="absolute path")
    assert "is added" in hearth("add-partition", "films", "old", "1.5GB")
    hearth("add-partition", "films", "old", "1GB", refused="exists already")
    hearth("add-partition", "films", "new", "many", refused=True)
    hearth("add-partition", "films", "new", "900000TB", refused="may not be larger than")
    hearth("grow-partition", "films", "old", "1GB", refused="smaller")
    assert "2.00 GB" in hearth("grow-partition", "films", "old", "2GB")
    hearth("rename-partition", "films", "old", "new")
    hearth("rename", "films", "movies")
    listed = [line.split() for line in hearth("list").splitlines()]
    assert ["movies", "new", "2.00", "GB"] == listed[-1][:4], listed
    hearth("scan")
    hearth("rename", "_default_", "x", refused="embedded pool")
    hearth("remove-partition", "movies", "none", "--yes", refused="no partition of that name")
    assert "--yes" in hearth("remove-partition", "movies", "new", refused=True)
    assert "is removed" in hearth("remove-partition", "movies", "new", "--yes")
    assert "is removed" in hearth("remove", "movies", "--yes")
    assert "movies" not in hearth("list") and os.listdir(disk) == []
    if running:
        assert [item["name"] for item in Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD).get("/pools").items()] == ["_default_"]


def test_the_commands_explain_themselves():
    for command in ([], ["list"], ["add-directory"], ["rename"], ["remove"], ["add-partition"], ["grow-partition"], ["rename-partition"],
                    ["remove-partition"], ["scan"]):
        done = run_hearth("pool", *command, "--help")
        assert done.returncode == 0 and "hearth pool" in done.stdout and len(done.stdout) > 80, done
