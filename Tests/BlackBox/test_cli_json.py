"""What --json prints is a promise: these members are there, of these types, and docs/cli.md names each of them."""

import re

import pytest

from cli_tools import CLI, NOT_FOUND
from hearth_server import OWNER, OWNER_PASSWORD, REPOSITORY

ENTRY = {"name": str, "remote": str, "path": str, "type": str, "size": int, "modified": int, "encrypted": bool,
         "can_read": bool, "can_write": bool, "can_delete": bool}
AREA = {"area": str, "id": str, "name": str, "url": str, "account": str, "user_id": int, "owner": bool, "current": bool}
MEMBER = {"id": int, "account": str, "nickname": str, "role": str, "owner": bool, "disabled": bool}
SHARE = {"id": int, "name": str, "path": str, "member": str, "member_id": int, "by": str, "by_id": int, "can_read": bool,
         "can_write": bool, "can_delete": bool, "created": int}
FOLDER = {"id": int, "name": str, "shared": bool, "encrypted": bool, "members": str, "place": str, "status": str, "task_id": str}
PARTITION = {"pool": str, "name": str, "capacity": int, "used": int, "status": str, "task_id": str}
POOL = {"name": str, "capacity": int, "used": int, "status": str, "task_id": str, "partitions": list}
TASK = {"task_id": str, "topic": str, "state": str, "subject": str, "user_id": int, "created": int, "updated": int, "bytes_done": int,
        "bytes_total": int, "items_done": int, "items_total": int, "code": int, "reason": str}
TRANSFER = {"event": str, "id": int, "direction": str, "local": str, "remote": str, "type": str, "status": str, "size": int, "verified": str}
SUMMARY = {"event": str, "items": int, "skipped": int, "unchanged": int, "failed": int, "remaining": int, "bytes": int, "repeated_bytes": int,
           "seconds": (int, float), "verified_hash": int, "verified_length": int, "exit": int}
FAILED = {"event": str, "id": int, "local": str, "path": str, "kind": str, "message": str}
RECORD = {"id": int, "direction": str, "type": str, "status": str, "area": str, "local": str, "path": str, "size": (int, type(None)),
          "transferred": int, "speed": int, "files": int, "finished": int, "failed": int, "created": int, "updated": int}
INVITATION = {"id": int, "nickname": str, "state": str, "created": int, "expires": int}
ALL = [ENTRY, AREA, MEMBER, SHARE, FOLDER, PARTITION, POOL, TASK, TRANSFER, SUMMARY, FAILED, RECORD, INVITATION]


def fits(value, shape, optional=()):
    """Exactly these members, and perhaps the optional ones."""
    assert isinstance(value, dict)
    assert set(shape) <= set(value) <= set(shape) | set(optional), (sorted(set(value) ^ set(shape)), value)
    for name, kind in shape.items():
        assert isinstance(value[name], kind) and (kind is not int or not isinstance(value[name], bool)), (name, value[name])


@pytest.fixture(scope="module")
def cli(server, tmp_path_factory):
    base = tmp_path_factory.mktemp("json")
    one = CLI(base / "state", server.address)
    one.login(OWNER, OWNER_PASSWORD)
    one.folder = "~/cli-json"
    one.run("mkdir", "-p", one.folder + "/sub")
    (base / "f").write_bytes(b"content")
    one.file = base / "f"
    yield one
    one.run("rm", "-r", "-f", one.folder)


def test_entries(cli):
    cli.run("put", cli.file, cli.folder)
    for row in cli.json("ls", cli.folder)["list"] + cli.json("ls", "-R", cli.folder)["list"]:
        fits(row, ENTRY)
    for row in cli.json("ls")["list"]:
        fits(row, ENTRY | {"kind": str, "shared_by": str})
    assert cli.json("stat", cli.folder + "/f") | ENTRY == cli.json("stat", cli.folder + "/f") | ENTRY
    fits(cli.json("stat", cli.folder + "/f"), ENTRY | {"etag": str, "sha256": str})
    fits(cli.json("stat", cli.folder), ENTRY)
    tree = cli.json("tree", cli.folder)
    fits(tree, {"list": list, "folders": int, "files": int})
    for row in tree["list"]:
        fits(row, ENTRY | {"depth": int})
    for row in cli.json("du", "-d", "1", cli.folder)["list"]:
        fits(row, {"remote": str, "bytes": int, "files": int, "folders": int})
    rights = ["can_read", "can_write", "can_delete"]
    fits(cli.json("mkdir", cli.folder + "/new"), {name: kind for name, kind in ENTRY.items() if name not in rights}, optional=rights)
    fits(cli.json("cp", cli.folder + "/f", cli.folder + "/g"), {"copied": str, "remote": str, "path": str})
    fits(cli.json("mv", cli.folder + "/g", cli.folder + "/h"), {"moved": str, "remote": str, "path": str})
    fits(cli.json("rm", cli.folder + "/h"), {"deleted": str, "path": str, "type": str, "dry_run": bool})


def test_transfers(cli, tmp_path):
    transfer, summary = cli.objects("put", "-I", cli.file, cli.folder)
    fits(transfer, TRANSFER | {"sha256": str})
    fits(summary, SUMMARY)
    transfer, summary = cli.objects("get", cli.folder + "/f", tmp_path / "f")
    fits(transfer, TRANSFER, optional=["sha256"])
    fits(summary, SUMMARY)
    (tmp_path / "f").write_bytes(b"another")
    objects = cli.objects("put", "--on-conflict", "fail", tmp_path / "f", cli.folder, code=9)
    assert [one["event"] for one in objects] == ["transfer", "failed", "summary"]
    fits(objects[1], FAILED, optional=["code"])
    for row in cli.json("transfers", "ls")["list"]:
        fits(row, RECORD, optional=["error", "message"])
    fits(cli.json("transfers", "clear", "--failed"), {"cleared": int})
    (planned,) = cli.objects("put", "-n", tmp_path / "f", cli.folder)
    fits(planned, {"event": str, "local": str, "remote": str, "size": int})


def test_homes_and_people(cli):
    for row in cli.json("area", "ls")["list"]:
        fits(row, AREA | {"signed_in": bool}, optional=["trust", "fingerprint"])
    for row in cli.json("member", "ls")["list"]:
        fits(row, MEMBER)
    made = cli.json("member", "invite")
    fits(made, INVITATION | {"code": str, "url": str})
    for row in cli.json("member", "invitations")["list"]:
        fits(row, INVITATION)
    fits(cli.json("member", "revoke", made["id"]), {"revoked": int})
    fits(cli.json("version"), {"version": str})


def test_managing(cli):
    for row in cli.json("pool", "ls")["list"]:
        fits(row, POOL)
        for partition in row["partitions"]:
            fits(partition, PARTITION)
    for row in cli.json("partition", "ls")["list"]:
        fits(row, PARTITION)
    made = cli.json("folder", "add", "JSON folder", "--shared", "--member", OWNER)
    fits(made, {"id": int, "name": str, "encrypted": bool, "shared": bool})
    for row in cli.json("folder", "ls")["list"]:
        fits(row, FOLDER)
    fits(cli.json("folder", "rm", "--yes", "JSON folder"), {"deleted": int})
    for row in cli.json("task", "ls")["list"]:
        fits(row, TASK)
    cli.run("share", "add", cli.folder + "/sub", "max")
    for row in cli.json("share", "ls")["list"]:
        fits(row, SHARE)
    fits(cli.json("share", "end", cli.folder + "/sub"), {"ended": list})
    assert cli.json("unlock") == {"list": []}


def test_failures(cli):
    error = cli.error("stat", cli.folder + "/none", code=NOT_FOUND)
    fits(error, {"exit": int, "kind": str, "message": str}, optional=["code", "hint"])
    assert cli.run("stat", cli.folder + "/none", "--json", code=NOT_FOUND).out == ""


def test_every_member_is_documented():
    text = (REPOSITORY / "docs/cli.md").read_text()
    words = set(re.findall(r"`([a-z0-9_]+)`", text))
    for shape in ALL:
        assert set(shape) <= words, sorted(set(shape) - words)
