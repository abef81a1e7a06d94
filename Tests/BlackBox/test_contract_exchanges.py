"""Exchanges as old clients send them: appendix A of the contract, and one of our own for every endpoint of its index.

What each client reads of an answer is held against `SHAPES`: names, JSON types, and nothing null that a client would trip over.
"""

import hashlib
import itertools
import json
import os
import re

import pytest
import wire_codes as code
from folder_tools import (
    PRIVATE,
    SHARED,
    Household,
    add_pool,
    await_idle,
    await_partition,
    create_folder,
    delete_folder,
    folder_entry,
    received,
)
from hearth_client import NEW, OLD, Hearth
from tools import CHUNK, multipart, quote_path, sha256, wait_until

#: "Disk management is not set up": the general code of server-decisions, or the server's own for it.
NO_DISKS = (code.NOT_SET_UP, 90009)
FLAG = "flag"
RESOURCE = {"id": int, "name": str, "size": int, "mod_time": int, "type": FLAG, "path": str, "is_encrypt": FLAG, "read": FLAG, "write": FLAG, "deleted": FLAG,
            "thumbnail_url": str}
PAGER = {"page": int, "page_size": int, "total_rows": int, "has_more": bool}
MEMBER = {"u_id": int, "nickname": str, "face": str, "read": FLAG, "write": FLAG, "deleted": FLAG}
FOLDER = {"id": int, "name": str, "is_encrypt": FLAG, "mode": int, "path": str, "type": FLAG, "persons": str, "pool_name": str, "status": str, "task_id": str}
DETAIL = {"id": int, "name": str, "is_encrypt": FLAG, "mode": int, "path": str, "type": FLAG, "pool_name": str, "partition_name": str, "auth": [MEMBER]}
SHARE = {"id": int, "name": str, "path": str, "from_user": str, "read": FLAG, "write": FLAG, "deleted": FLAG, "is_family_path": FLAG}
PARTITION = {"id": str, "name": str, "capacity": int, "use_capacity": int, "status": str, "task_id": str}
DISK_OF_POOL = {"id": str, "name": str, "capacity": int}
POOL = {"id": str, "name": str, "capacity": int, "use_capacity": int, "lv": [PARTITION], "pv": [DISK_OF_POOL]}
DISK = {"id": str, "name": str, "vg_name": str, "capacity": int}
CHUNKS = [{"id": int, "size": int}]
SETTINGS = {"pool_name": str, "partition_name": str, "is_auto_del": FLAG}
USER = {"user_id": int, "role_infos": [{"id": int, "name": str}], "account_name": str, "nickname": str, "phone": str, "is_set_password": bool, "avatar_url": str}


def fits(value, shape, where="data"):
    """Holds a value against a shape; more fields than these are allowed."""
    if isinstance(shape, dict):
        assert isinstance(value, dict), f"{where} is no object: {value!r}"
        for name, inner in shape.items():
            assert name in value, f"{where}.{name} is missing: {value!r}"
            fits(value[name], inner, f"{where}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list), f"{where} is no array: {value!r}"
        for number, item in enumerate(value):
            fits(item, shape[0], f"{where}[{number}]")
    elif shape == FLAG:
        assert type(value) is int and value in (0, 1), f"{where} is no 0 or 1: {value!r}"
    else:
        assert type(value) is shape, f"{where} is no {shape.__name__}: {value!r}"


class Phone:
    """One old client: its base, the headers it always sends, and 200 for every answer."""

    def __init__(self, kind, client):
        self.kind = kind
        self.client = client.at(base=OLD if kind == "web" else NEW)
        self.extra = {"Area-ID": "6917529027641081857", "Cookie": "_session_=MTY1MDAwMDAwMHxO"} if kind != "web" else {}

    @property
    def user_id(self):
        return self.client.user_id

    def send(self, method, target, body=None, headers=None):
        if self.kind == "web":
            target += ("&" if "?" in target else "?") + f"scope-user-id={self.user_id}"
        if isinstance(body, dict):
            body, headers = json.dumps(body).encode(), {"Content-Type": "application/json"} | (headers or {})
        reply = self.client.request(method, target, body, self.extra | (headers or {}))
        assert reply.status == 200, f"old clients read nothing but 200: {reply}"
        assert set(reply.envelope) <= {"status", "reason", "data"}, reply
        return reply

    def form(self, target, fields, file=None):
        """A form as this client sends it: every field a string."""
        body, kind = multipart([(name, str(value)) for name, value in fields.items()], file)
        return self.send("POST", target, body, {"Content-Type": kind})

    def download(self, path, headers=None):
        return self.client.request("GET", f"/download{quote_path(path)}", None, self.extra | (headers or {}))


@pytest.fixture(scope="module")
def household(tmp_path_factory):
    made = Household(tmp_path_factory.mktemp("exchanges") / "data")
    yield made
    made.server.kill()


@pytest.fixture(params=["ios", "android", "web"])
def kind(request):
    return request.param


@pytest.fixture
def phone(kind, household):
    return Phone(kind, household.max)


@pytest.fixture
def owner_phone(kind, household):
    return Phone(kind, household.owner)


numbers = itertools.count(1)


@pytest.fixture
def home(household):
    """A fresh directory of max, so that exchanges do not meet."""
    path = f"{household.max.home()}/t{next(numbers)}"
    household.max.mkdir(path).ok()
    return path


def lists(reply, shape):
    """A list answer: `list` is an array, `pager` is whole."""
    data = reply.ok()
    fits(data, {"list": [shape], "pager": PAGER})
    return data["list"]


# -- appendix A ------------------------------------------------------------------------------------------------------------

def test_a1_the_virtual_root(household):
    for name in ("nina", "max"):
        phone = Phone("ios", household.people[name])
        reply = phone.send("GET", "/resources/?type=0&page=1&page_size=30")
        data = reply.ok()
        fits(data, {"list": [RESOURCE], "pager": PAGER})
        root = data["list"][0]
        assert root["name"] == household.nicknames[phone.user_id] + "-文件" and root["path"] == f"/s/{root['id']}"
        assert (root["size"], root["mod_time"], root["type"], root["is_encrypt"], root["thumbnail_url"]) == (0, 0, 0, 0, "")
        assert (root["read"], root["write"], root["deleted"]) == (1, 1, 1)
        assert data["pager"] == {"page": 1, "page_size": 30, "total_rows": len(data["list"]), "has_more": False}


def test_a2_a_directory_and_twenty_mebibytes_in_three_chunks(household):
    phone, home = Phone("ios", household.max), household.max.home()
    root = home.rsplit("/", 1)[-1]
    body, kind = multipart([], ("uploadfile", "", b""))
    made = phone.send("POST", f"/resources//s/{root}/holiday/", body, {"Content-Type": kind}).ok()
    fits(made, {"resource": RESOURCE, "chunks": CHUNKS})
    assert made["resource"]["name"] == "holiday" and made["chunks"] == []

    content = hashlib.sha256(b"film").digest() * (20 << 15)
    assert len(content) == 20971520
    digest = sha256(content)
    assert phone.send("GET", f"/chunks/{digest}").ok() == {"chunks": []}
    for number in (1, 2, 3):
        piece = content[(number - 1) * CHUNK:number * CHUNK]
        data = phone.form(f"/resources/s/{root}/holiday/a.mov", {"action": "chunk", "hash": digest, "chunk_number": number, "chunk_size": len(piece),
                                                                 "total_chunks": 3, "total_size": 20971520}, ("uploadfile", "a.mov", piece)).ok()
        fits(data, {"resource": RESOURCE, "chunks": CHUNKS})
        assert data["resource"] == {"id": 0, "name": "", "size": 0, "mod_time": 0, "type": 0, "path": "", "is_encrypt": 0, "read": 0, "write": 0, "deleted": 0,
                                    "thumbnail_url": ""}
        assert [chunk["id"] for chunk in data["chunks"]] == list(range(1, number + 1))
        assert data["chunks"][-1]["size"] == len(piece) == (8388608 if number < 3 else 4194304)
    merged = phone.form(f"/resources/s/{root}/holiday/a.mov", {"action": "merge", "hash": digest, "total_chunks": 3}).ok()
    fits(merged, {"resource": RESOURCE, "chunks": CHUNKS})
    resource = merged["resource"]
    assert (resource["name"], resource["size"], resource["type"], resource["path"]) == ("a.mov", 20971520, 1, f"/s/{root}/holiday/a.mov")
    assert resource["mod_time"] > 1_600_000_000 and merged["chunks"] == []
    assert household.max.content(f"/s/{root}/holiday/a.mov") == content
    household.max.delete(f"/s/{root}/holiday").ok()


def test_a3_a_folder_without_encryption_needs_no_password(household):
    """The check of a password on a folder that is not encrypted always succeeds, for those who may see it."""
    id = create_folder(household.max, "plain", [household.member("max")], PRIVATE)
    phone = Phone("ios", household.max)
    assert phone.send("PATCH", f"/folders//s/{id}", {"password": "abc@123"}).ok() == ""
    assert phone.send("PATCH", f"/folders/s/{id}/sub/path", {"password": ""}).ok() == ""
    phone.send("GET", f"/resources//s/{id}?type=0&page=1&page_size=30", headers={"pwd": "abc@123"}).ok()
    Phone("ios", household.nina).send("PATCH", f"/folders//s/{id}", {"password": "abc@123"}).refused(20010, 10018)
    phone.send("PATCH", "/folders//s/2000000000", {"password": "abc@123"}).refused(20010)
    delete_folder(household.max, id)


def test_a4_move_with_a_destination_password_and_share(household, home):
    phone = Phone("ios", household.max)
    household.max.mkdir(f"{home}/holiday").ok()
    household.max.upload(f"{home}/holiday/a.mov", b"film").ok()
    household.max.mkdir(f"{home}/to").ok()
    moved = phone.send("PATCH", "/resources", {"action": "move", "destination": f"{home}/to", "destination_pwd": "abc@123", "sources": [f"{home}/holiday/a.mov"]})
    assert moved.ok() is not None and household.max.content(f"{home}/to/a.mov") == b"film"
    ids = [household.nina.user_id, household.oskar.user_id]
    given = phone.send("POST", "/shares", {"paths": [f"{home}/holiday"], "to_users": ids, "read": 1, "write": 0, "deleted": 0, "from_user": "{nickname}"})
    assert given.ok() is not None
    for person in (household.nina, household.oskar):
        entry = next(item for item in person.at(base=NEW).get("/shares").items() if item["name"] == "holiday")
        assert (entry["from_user"], entry["read"], entry["write"], entry["deleted"]) == (household.nicknames[household.max.user_id], 1, 0, 0)
        household.max.delete(f"{home}/holiday") if person is household.oskar else None
    assert "holiday" not in [item["name"] for item in household.nina.get("/shares").items()]


@pytest.fixture(scope="module")
def pool(household, tmp_path_factory):
    """A directory pool."""
    add_pool(household.owner, "pool1", tmp_path_factory.mktemp("disk"))
    return "pool1"


def test_a5_a_partition(household, pool):
    phone = Phone("ios", household.owner)
    reply = phone.send("POST", "/partitions", {"name": "media", "capacity": 5, "unit": "GB", "pool_name": pool})
    assert reply.ok() is not None
    data = phone.send("GET", f"/pools/{pool}").ok()
    fits(data, POOL)
    entry = next(item for item in data["lv"] if item["name"] == "media")
    assert entry["capacity"] == 5 << 30
    if entry["status"]:
        assert (entry["status"], entry["task_id"]) == ("TaskAddPartition_1", "TaskAddPartition_pool1_media")
    assert await_partition(household.owner, pool, "media")["capacity"] == 5 << 30
    phone.send("DELETE", "/partitions/media", {"pool_name": pool}).ok()
    assert await_partition(household.owner, pool, "media") is None


# -- one exchange for every endpoint of the index --------------------------------------------------------------------------

def test_1_thumbnails(phone):
    """Missing ones are 404, and nothing is listed."""
    for target in ("/file/ab/cd/" + "abcd" + "0" * 60 + ".png", "/file/", "/file/ab/", "/file/ab/cd/"):
        reply = phone.client.request("GET", target)
        assert reply.status in (200, 404) and (reply.status == 404 or reply.code != 0), reply
        assert b"<a href" not in reply.body


def test_2_list(phone, household, home):
    for number in range(32):
        household.max.mkdir(f"{home}/d{number}").ok()
    first = phone.send("GET", f"/resources/{home}?type=0&page=1&page_size=30")
    second = phone.send("GET", f"/resources/{home}/?type=0&page=2&page_size=30")
    assert len(lists(first, RESOURCE)) == 30 and len(lists(second, RESOURCE)) == 2
    assert first.data["pager"] == {"page": 1, "page_size": 30, "total_rows": 32, "has_more": True} and second.data["pager"]["has_more"] is False
    assert len(lists(phone.send("GET", f"/resources{home}?type=1"), RESOURCE)) == 32
    phone.send("GET", f"/resources{home}?type=2").refused(code.ILLEGAL_PARAMETER)


def test_3a_mkdir(phone, kind, household, home):
    name = "neu 目录"
    target = f"/resources/{home}/{quote_path(name)}/"
    if kind == "ios":
        body, kind_of_body = multipart([], ("uploadfile", "", b""))
        data = phone.send("POST", target, body, {"Content-Type": kind_of_body}).ok()
    elif kind == "android":
        data = phone.send("POST", target).ok()
    else:
        data = phone.form(target.rstrip("/"), {"is_auto_rename": "true"}).ok()
    fits(data, {"resource": RESOURCE, "chunks": CHUNKS})
    assert data["resource"]["name"] == name and data["chunks"] == []
    again = phone.form(target, {"is_auto_rename": "1"}).ok()
    assert again["resource"]["name"] == f"{name}(1)"
    phone.send("POST", target).refused(code.NAME_IN_USE)


def test_3b_upload(phone, household, home):
    content = b"a small file"
    fields = {"action": "upload", "hash": sha256(content), "total_size": len(content), "chunk_number": 1, "chunk_size": len(content), "total_chunks": 1,
              "filename": "x.txt", "current_chunk_size": len(content), "identification": "7D0A-L0/001"}
    data = phone.form(f"/resources{home}/x.txt", fields, ("uploadfile", "x.txt", content)).ok()
    fits(data, {"resource": RESOURCE, "chunks": CHUNKS})
    assert (data["resource"]["name"], data["resource"]["path"], data["chunks"]) == ("x.txt", f"{home}/x.txt", [])
    other = b"other bytes!"
    data = phone.form(f"/resources//{home}//x.txt", fields | {"hash": sha256(other)}, ("uploadfile", "x.txt", other)).ok()
    assert data["resource"]["name"] == "x(1).txt"
    assert household.max.content(f"{home}/x.txt") == content and household.max.content(f"{home}/x(1).txt") == other
    deep = phone.form(f"/resources{home}/new/deeper/x.txt", fields, ("uploadfile", "x.txt", content)).ok()
    assert deep["resource"]["path"] == f"{home}/new/deeper/x.txt"


def test_3c_chunk_and_merge(phone, household, home):
    content = os.urandom(CHUNK + 1000)
    key = sha256(content) + "-7"
    pieces = {1: content[:CHUNK], 2: content[CHUNK:]}
    for number in (2, 1, 2):
        fields = {"action": "chunk", "hash": key, "total_size": len(content), "chunk_number": number, "chunk_size": len(pieces[number]), "total_chunks": 2}
        data = phone.form(f"/resources{home}/big.bin", fields, ("uploadfile", "blob", pieces[number])).ok()
        fits(data, {"resource": RESOURCE, "chunks": CHUNKS})
    assert sorted(chunk["id"] for chunk in data["chunks"]) == [1, 2], "the whole list, for a chunk that was there too"
    merge = {"action": "merge", "hash": key, "total_chunks": 2, "identification": "backup/1"}
    for _ in range(2):
        body = "&".join(f"{name}={value}" for name, value in merge.items()).encode()
        data = phone.send("POST", f"/resources{home}/big.bin", body, {"Content-Type": "application/x-www-form-urlencoded"}).ok()
        assert data["resource"]["name"] == "big.bin" and data["resource"]["size"] == len(content), "repeating a merge gives the resource again"
    assert household.max.content(f"{home}/big.bin") == content


def test_4_rename(phone, household, home):
    household.max.upload(f"{home}/a b.txt", b"x").ok()
    reply = phone.send("PUT", f"/resources/{home}/a%20b.txt/", {"name": "ä.txt"})
    assert reply.ok() is not None and household.max.names(home) == ["ä.txt"]
    phone.send("PUT", f"/resources{home}/none", {"name": "x"}).refused(code.NO_SUCH_FILE)


def test_5_copy_and_move(phone, household, home):
    for name in ("from", "to"):
        household.max.mkdir(f"{home}/{name}").ok()
    household.max.upload(f"{home}/from/a", b"a").ok()
    household.max.upload(f"{home}/from/b", b"b").ok()
    body = {"action": "copy", "destination": f"/{home}/to/", "sources": [f"{home}//from/a/"], "destination_pwd": ""}
    assert phone.send("PATCH", "/resources", body).ok() is not None
    phone.send("PATCH", "/resources", body).refused(code.EXISTS_AT_DESTINATION)
    assert phone.send("PATCH", "/resources/", body | {"action": "move", "sources": [f"{home}/from/b"]}).ok() is not None
    assert household.max.names(f"{home}/to") == ["a", "b"] and household.max.names(f"{home}/from") == ["a"]


def test_6_delete(phone, household, home):
    household.max.upload(f"{home}/d/x", b"x").ok()
    household.max.upload(f"{home}/y", b"y").ok()
    assert phone.send("DELETE", "/resources", {"paths": [f"/{home}/d/", f"{home}/y"]}).ok() is not None
    assert household.max.names(home) == []
    assert phone.send("DELETE", "/resources", {"paths": []}).ok() is not None


def test_7_download(phone, household, home):
    content = bytes(range(256)) * 40
    household.max.upload(f"{home}/f.bin", content).ok()
    reply = phone.download(f"/{home}/f.bin")
    assert reply.status == 200 and reply.body == content and reply.header("accept-ranges") == "bytes"
    part = phone.download(f"{home}/f.bin", {"Range": "bytes=100-199"})
    assert part.status == 206 and part.body == content[100:200] and part.header("content-range") == f"bytes 100-199/{len(content)}"
    player = Hearth(household.server.address, base=phone.client.base).request("GET", f"/download{home}/f.bin?scope-token={household.max.token}")
    assert player.status == 200 and player.body == content
    missing = phone.download(f"{home}/none")
    assert missing.status == 200 and missing.code == code.NO_SUCH_FILE and missing.header("hearth-status") == "10000"


def test_8_chunks(phone, household, home):
    content = os.urandom(CHUNK + 1)
    assert phone.send("GET", f"/chunks/{sha256(content)}").ok() == {"chunks": []}
    fields = {"action": "chunk", "hash": sha256(content), "total_size": len(content), "chunk_number": 1, "chunk_size": CHUNK, "total_chunks": 2}
    phone.form(f"/resources{home}/c.bin", fields, ("uploadfile", "blob", content[:CHUNK])).ok()
    data = phone.send("GET", f"/chunks/{sha256(content)}/").ok()
    fits(data, {"chunks": CHUNKS})
    assert data["chunks"] == [{"id": 1, "size": CHUNK}]
    phone.send("DELETE", f"/cache{home}/c.bin{sha256(content)}").ok()


def test_9_cache(phone, household, home):
    content = os.urandom(100)
    fields = {"action": "chunk", "hash": sha256(content), "total_size": 100, "chunk_number": 1, "chunk_size": 100, "total_chunks": 1}
    phone.form(f"/resources{home}/c.bin", fields, ("uploadfile", "blob", content)).ok()
    assert phone.send("DELETE", f"/cache/{home}/c.bin{sha256(content)}").ok() is not None
    assert phone.send("GET", f"/chunks/{sha256(content)}").ok() == {"chunks": []}
    phone.send("DELETE", "/cache/").refused(code.BAD_REQUEST)


def test_10_backups(phone, household, home):
    content = b"photo" + os.urandom(8)
    identity = f"local-id/{next(numbers)}"
    fields = {"action": "upload", "hash": sha256(content), "total_size": len(content), "chunk_number": 1, "chunk_size": len(content), "total_chunks": 1,
              "identification": identity}
    phone.form(f"/resources{home}/iPhone/IMG_0001.JPG", fields, ("uploadfile", "IMG_0001.JPG", content)).ok()
    data = phone.send("GET", "/backups").ok()
    fits(data, {"identifications": [str], "private_file_id": int})
    assert identity in data["identifications"] and f"/s/{data['private_file_id']}" == household.max.home()


def test_10_backups_before_the_first_list(tmp_path):
    """The personal folder does not exist yet: it is made, or 0 is the answer."""
    household = Household(tmp_path / "data")
    try:
        data = Phone("android", household.nina).send("GET", "/backups").ok()
        fits(data, {"identifications": [str], "private_file_id": int})
        assert data["identifications"] == [] and data["private_file_id"] in (0, int(household.nina.home().rsplit("/", 1)[-1]))
    finally:
        household.server.kill()


def folder_of(phone, household, name, mode=SHARED, **more):
    """A folder as the phone makes it."""
    body = {"name": name, "mode": mode, "pool_name": "_default_", "partition_name": "_default_", "is_encrypt": 0,
            "auth": [household.member("max"), household.member("nina", 1, 0, 0)] if mode == SHARED else [household.member("max")]} | more
    reply = phone.send("POST", "/folders", body)
    if reply.code != 0:
        return reply
    assert reply.data == {}
    return next(item["id"] for item in household.owner.get("/folders").items() if item["name"] == name)


def test_12_folder_list(phone, kind, household):
    id = folder_of(phone, household, f"list {kind}")
    query = "pageSize=30&page=1" if kind == "ios" else "page=1&page_size=30" if kind == "web" else "page=0&page_size=0"
    reply = phone.send("GET", f"/folders?{query}")
    entry = next(item for item in lists(reply, FOLDER) if item["id"] == id)
    names = household.nicknames[household.max.user_id], household.nicknames[household.nina.user_id]
    assert entry["persons"] in ("、".join(names), "、".join(names[::-1])) and entry["pool_name"] == "_default_-_default_"
    assert entry["path"].startswith("/_default_/_default_/") and (entry["mode"], entry["type"], entry["status"], entry["task_id"]) == (2, 0, "", "")
    everything = reply.data["pager"]["total_rows"]
    if kind != "android":
        assert reply.data["pager"]["page_size"] == 30, "pageSize is taken for page_size"
    one = phone.send("GET", "/folders?page=1&page_size=1")
    assert len(one.items()) == 1 and one.data["pager"] == {"page": 1, "page_size": 1, "total_rows": everything, "has_more": everything > 1}
    assert len(phone.send("GET", "/folders/?page=0&page_size=0").items()) == everything
    delete_folder(household.owner, id)


def test_13_create_folder(phone, kind, household):
    for mode, name in ((PRIVATE, f"own {kind}"), (SHARED, f"ours {kind}")):
        id = folder_of(phone, household, name, mode)
        where = "/resources/?type=0&page=1&page_size=30" if mode == PRIVATE else "/shares?page=1&page_size=30"
        entry = next(item for item in phone.send("GET", where).items() if item["id"] == id)
        assert (entry["name"], entry["path"], entry["read"], entry["write"], entry["deleted"]) == (name, f"/s/{id}", 1, 1, 1)
        delete_folder(household.owner, id)


def test_14_folder_detail(phone, kind, household):
    id = folder_of(phone, household, f"detail {kind}")
    data = phone.send("GET", f"/folders/{id}").ok()
    fits(data, DETAIL)
    assert (data["id"], data["name"], data["mode"], data["path"], data["type"], data["is_encrypt"]) == (id, f"detail {kind}", 2, "", 0, 0)
    assert (data["pool_name"], data["partition_name"]) == ("_default_", "_default_")
    assert {member["u_id"]: (member["read"], member["write"], member["deleted"]) for member in data["auth"]} == {
        household.max.user_id: (1, 1, 1), household.nina.user_id: (1, 0, 0)}
    phone.send("GET", "/folders/2000000000").refused(20001)
    delete_folder(household.owner, id)


def test_15_edit_folder(phone, kind, household):
    id = folder_of(phone, household, f"edit {kind}")
    body = {"id": id, "is_encrypt": 0, "name": f"edited {kind}", "mode": 2, "pool_name": "_default_", "partition_name": "_default_",
            "auth": [household.member("oskar", 1, 1, 0), household.member("oskar", 1, 0, 0), household.member("max")]}
    assert phone.send("PUT", f"/folders/{id}", body).ok() is not None
    await_idle(household.owner, id)
    data = phone.send("GET", f"/folders/{id}").ok()
    assert data["name"] == f"edited {kind}"
    rights = {member["u_id"]: (member["read"], member["write"], member["deleted"]) for member in data["auth"]}
    assert rights == {household.oskar.user_id: (1, 1, 0), household.max.user_id: (1, 1, 1)}, "the members are replaced; of two rows the first wins"
    assert id not in [item["id"] for item in household.nina.get("/shares").items()]
    delete_folder(household.owner, id)


def test_16_delete_folder(phone, kind, household):
    id = folder_of(phone, household, f"delete {kind}")
    household.max.upload(f"/s/{id}/sub/f", b"1").ok()
    assert phone.send("DELETE", f"/folders/{id}").ok() is not None
    entry = folder_entry(household.owner, id)
    if entry is not None:
        assert (entry["status"], entry["task_id"]) == ("TaskDelFolder_1", f"TaskDelFolder_{id}")
    wait_until(lambda: folder_entry(household.owner, id) is None, 60, "the folder's end")
    phone.send("GET", f"/resources/s/{id}").refused(code.NO_AUTHORISATION_ON_PATH)
    phone.send("GET", f"/folders/{id}").refused(20001)


def test_17_check_password(phone, household):
    home = household.max.home()
    assert phone.send("PATCH", f"/folders/{home}", {"password": "whatever"}).ok() == ""


def test_18_change_password(phone, kind, household):
    id = folder_of(phone, household, f"password {kind}", PRIVATE)
    body = {"id": id, "old_pwd": "abc@123", "new_pwd": "abc@1234", "confirm_pwd": "abc@1234"}
    phone.send("POST", "/updateFolderPwd", body | {"old_pwd": ""}).refused(20024)
    phone.send("POST", "/updateFolderPwd", body | {"new_pwd": "abc", "confirm_pwd": "abc"}).refused(20003)
    assert phone.send("POST", "/updateFolderPwd", body).code != 0, "it is not encrypted"
    delete_folder(household.owner, id)


def test_19_dissolve_is_for_the_owner(phone):
    for body in ({"is_del_cloud_disk": True}, {"is_del_cloud_disk": False}, {}):
        phone.send("DELETE", "/folders", body).refused(code.NO_PERMISSION)


def test_19_dissolve(tmp_path):
    household = Household(tmp_path / "data")
    try:
        phone = Phone("android", household.owner)
        create_folder(household.max, "gone", [household.member("max")])
        household.max.upload(f"{household.max.home()}/f", b"1").ok()

        def finished():
            data = phone.send("DELETE", "/folders", {"is_del_cloud_disk": True}).ok()
            fits(data, {"remove_status": int})
            assert data["remove_status"] in (1, 3), data
            return data["remove_status"] == 3

        wait_until(finished, 60, "the end of the area's data")
        names = [path.name for path in household.server.partition.iterdir() if not path.name.startswith(".")]
        assert "gone" not in names and not (household.server.personal(household.max.user_id) / "f").exists()
    finally:
        household.server.kill()


def test_20_21_settings(owner_phone, phone):
    data = owner_phone.send("GET", "/settings").ok()
    fits(data, SETTINGS)
    assert data == {"pool_name": "_default_", "partition_name": "_default_", "is_auto_del": 0}
    for sent, read in ((True, 1), (0, 0), (1, 1), (False, 0)):
        assert owner_phone.send("POST", "/settings", data | {"is_auto_del": sent}).ok() is not None
        assert owner_phone.send("GET", "/settings/").ok()["is_auto_del"] == read and type(owner_phone.send("GET", "/settings").data["is_auto_del"]) is int
    for name in ("__default__", "__system__"):
        assert owner_phone.send("POST", "/settings", {"pool_name": name, "partition_name": name, "is_auto_del": 0}).ok() is not None
        assert owner_phone.send("GET", "/settings").ok() == data
    phone.send("POST", "/settings", data | {"is_auto_del": 1}).refused(code.NO_PERMISSION, code.NOT_OWNER)
    assert owner_phone.send("GET", "/settings").ok() == data


def test_22_shares(phone, kind, household, home):
    items = lists(phone.send("GET", "/shares" if kind == "android" else "/shares?page=1&page_size=30"), SHARE)
    family = [item for item in items if item["is_family_path"] == 1]
    assert len(family) == 1 and family[0]["from_user"] == "" and (family[0]["read"], family[0]["write"], family[0]["deleted"]) == (1, 1, 1)
    area = household.owner.get(f"/users/{household.owner.user_id}", base="/api").ok()["area"]["name"]
    assert family[0]["name"] == area and family[0]["path"] == f"/s/{family[0]['id']}"
    assert phone.send("GET", "/shares?page=0&page_size=0").data["pager"]["total_rows"] == len(items)


def test_23_share(phone, kind, household, home):
    household.max.mkdir(f"{home}/for nina").ok()
    body = {"to_users": [household.nina.user_id], "paths": [f"/{home}/for nina/"], "read": 1, "write": 1, "deleted": 0, "from_user": "somebody else"}
    assert phone.send("POST", "/shares", body).ok() is not None
    path = received(household.nina, "for nina")
    other = Phone(kind, household.nina)
    entry = next(item for item in lists(other.send("GET", "/shares"), SHARE) if item["path"] == path)
    assert entry["from_user"] == household.nicknames[household.max.user_id], "what the client sends as from_user counts for nothing"
    assert phone.send("POST", "/shares", body | {"write": 0}).ok() is not None
    entry = next(item for item in other.send("GET", "/shares").items() if item["path"] == path)
    assert (entry["read"], entry["write"], entry["deleted"]) == (1, 0, 0), "repeating a share replaces it"
    household.max.delete(f"{home}/for nina").ok()


def test_24_pools(owner_phone, phone, household, pool):
    for one in (owner_phone, phone):
        items = lists(one.send("GET", "/pools?page=0&page_size=0"), POOL | {"status": str, "task_id": str})
        assert [item["name"] for item in items] == ["_default_", pool]
        system = items[0]
        assert system["capacity"] > 0 and [entry["name"] for entry in system["lv"]] == ["_default_"]
        assert len(one.send("GET", "/pools?page=1&page_size=1").items()) == 2, "the list of pools is never cut"
    space = os.statvfs(household.server.data)
    assert abs(system["capacity"] - space.f_blocks * space.f_frsize) <= system["capacity"] // 10


def test_25_pool(owner_phone, pool):
    for name in ("_default_", pool):
        data = owner_phone.send("GET", f"/pools/{name}/").ok()
        fits(data, POOL)
        assert data["name"] == name
    owner_phone.send("GET", "/pools/none").refused(30004)


def test_26_create_pool(owner_phone, phone):
    """Disks are not managed yet; names are checked before that is said."""
    phone.send("POST", "/pools/", {"name": "x", "disk_name": "/dev/sdx"}).refused(code.NOT_OWNER)
    owner_phone.send("POST", "/pools/", {"name": "", "disk_name": "/dev/sdx"}).refused(30000)
    owner_phone.send("POST", "/pools/", {"name": "n" * 51, "disk_name": "/dev/sdx"}).refused(30002)
    owner_phone.send("POST", "/pools/", {"name": "no blanks", "disk_name": "/dev/sdx"}).refused(30001)
    owner_phone.send("POST", "/pools/", {"name": "new", "disk_name": "/dev/sdx"}).refused(*NO_DISKS)


def test_27_28_rename_and_delete_a_pool(owner_phone, kind, household, tmp_path_factory):
    add_pool(household.owner, f"first-{kind}", tmp_path_factory.mktemp(f"disk {kind}"))
    assert owner_phone.send("PUT", f"/pools/first-{kind}", {"new_name": f"second-{kind}"}).ok() is not None
    names = [item["name"] for item in owner_phone.send("GET", "/pools").items()]
    assert f"second-{kind}" in names and f"first-{kind}" not in names
    assert owner_phone.send("DELETE", f"/pools/second-{kind}").ok() is not None

    def gone():
        entry = next((item for item in owner_phone.send("GET", "/pools").items() if item["name"] == f"second-{kind}"), None)
        if entry is not None:
            assert (entry["status"], entry["task_id"]) == ("TaskDelPool_1", f"TaskDelPool_second-{kind}"), entry
        return entry is None

    wait_until(gone, 60, "the pool's end")


def test_29_30_31_partitions(owner_phone, kind, household, pool):
    """Units MB, GB, TB and T; integral floats; names; growth only."""
    name = f"part-{kind}"
    assert owner_phone.send("POST", "/partitions", {"name": name, "capacity": 100.0, "unit": "MB", "pool_name": pool}).ok() is not None
    assert await_partition(household.owner, pool, name)["capacity"] == 100 << 20
    owner_phone.send("POST", "/partitions", {"name": name, "capacity": 1, "unit": "MB", "pool_name": pool}).refused(40007)
    for unit in ("T", "TB"):
        refused = owner_phone.send("POST", "/partitions", {"name": f"{name}-t", "capacity": 500000, "unit": unit, "pool_name": pool}).refused(40008)
        assert re.search(r"\d+\.\d\d\s?[MGT]B", refused.reason), f"the limit stands in the text: {refused.reason}"
    owner_phone.send("POST", "/partitions", {"name": f"{name}-f", "capacity": 1.5, "unit": "GB", "pool_name": pool}).refused(code.BAD_REQUEST)
    assert owner_phone.send("PUT", f"/partitions/{name}", {"pool_name": pool, "new_name": f"{name}.2", "capacity": 200, "unit": "MB"}).ok() is not None
    assert await_partition(household.owner, pool, f"{name}.2")["capacity"] == 200 << 20
    owner_phone.send("PUT", f"/partitions/{name}.2", {"pool_name": pool, "new_name": f"{name}.2", "capacity": 100, "unit": "MB"}).refused(40009)
    owner_phone.send("PUT", f"/partitions/{name}", {"pool_name": pool, "new_name": name, "capacity": 300, "unit": "MB"}).refused(40005)
    assert owner_phone.send("DELETE", f"/partitions/{name}.2", {"pool_name": pool}).ok() is not None
    assert await_partition(household.owner, pool, f"{name}.2") is None


def test_33_34_disks(owner_phone, phone, pool):
    lists(owner_phone.send("GET", "/disks"), DISK)
    phone.send("POST", "/disks", {"pool_name": pool, "disk_name": "/dev/sdx"}).refused(code.NOT_OWNER)
    owner_phone.send("POST", "/disks", {"pool_name": "", "disk_name": "/dev/sdx"}).refused(50000)
    owner_phone.send("POST", "/disks", {"pool_name": "_default_", "disk_name": "/dev/sdx"}).refused(50000)
    owner_phone.send("POST", "/disks", {"pool_name": pool, "disk_name": "/dev/sdx"}).refused(*NO_DISKS)


def test_35_36_tasks(phone, owner_phone):
    for one in (phone, owner_phone):
        for id in ("TaskDelFolder_2000000000", "TaskAddPartition_pool1_none", "nonsense", "TaskDelPool_%E4%BD%A0"):
            one.send("PUT", f"/tasks/{id}").refused(70000)
            one.send("DELETE", f"/tasks/{id}/").refused(70000)


@pytest.mark.parametrize("method, target", [("GET", "/preview/1"), ("GET", "/partitions")])
def test_11_32_what_is_not_served(phone, method, target):
    """Declared in a client, served by nobody: a clean refusal."""
    reply = phone.client.request(method, target)
    assert reply.code in (code.NOT_FOUND, code.METHOD_NOT_ALLOWED), reply


def test_37_38_routes_of_the_hub(phone):
    """Optional; either way no error inside."""
    for target in ("/common/partitions?path=/s/1", "/common/resource/path?path=/s/1"):
        reply = phone.client.request("GET", target)
        assert reply.status < 500, reply


# -- the hub beside it -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("header", ["scope-token", "smart-assistant-token"])
def test_hub_exchanges(household, header):
    """What a disk client asks the hub, with the scope token in either header."""
    scope = household.max.json("POST", "/scopes/token", {"scopes": ["user", "area"]}, base="/api").ok()
    fits(scope, {"scope_token": {"token": str, "expires_in": int}})
    disk = Hearth(household.server.address, scope["scope_token"]["token"], "/api", token_header=header)
    data = disk.get("/users").ok()
    fits(data, {"is_owner": bool, "user_count": int, "users": [USER]})
    one = disk.get(f"/users/{household.max.user_id}").ok()
    fits(one, USER | {"is_owner": bool, "is_self": bool, "area": {"name": str, "id": str, "area_type": int, "is_bind_cloud": bool}, "department_infos": [dict]})
    fits(disk.get("/scopes").ok(), {"scopes": [{"name": str, "description": str}]})
    fits(disk.get("/areas").ok(), {"name": str, "location_count": int, "department_count": int, "role_count": int})
    assert disk.request("POST", "/check").ok()["access_allow"] is True
    fits(disk.at(token=None).get("/check").ok(), {"is_bind": bool, "version": str, "min_version": str})
    assert "wangpan" in disk.get("/extensions").ok()["extension_names"]
    for base in (NEW, OLD):
        lists(disk.at(base=base).get("/resources/", page=1, page_size=30), RESOURCE)


# -- completeness ----------------------------------------------------------------------------------------------------------

def test_every_endpoint_of_the_index_has_an_exchange():
    tested = {int(number) for name in globals() if name.startswith("test_") for number in re.findall(r"_(\d+)(?=[a-c]?_)", name)}
    assert set(range(1, 39)) <= tested, sorted(set(range(1, 39)) - tested)
