"""Managing a home from afar: members, folders, shares, pools, partitions, tasks, passwords."""

import pytest

from cli_tools import CLASH, CLI, NO_RIGHT, NOT_FOUND, SIGN_IN, USAGE
from hearth_server import OWNER, OWNER_PASSWORD
from tools import wait_until

PASSWORD = "quite 4 secret words"


@pytest.fixture
def home(make_server, tmp_path):
    """A server of this test's own, and its owner's client."""
    server = make_server()
    cli = CLI(tmp_path / "state", server.address)
    cli.login(OWNER, OWNER_PASSWORD)
    cli.server = server
    return cli


def member(home, tmp_path, name):
    home.run("member", "add", name, "--password-file", "-", data=PASSWORD.encode())
    one = CLI(tmp_path / name, home.address)
    one.login(name, PASSWORD)
    return one


def rows(cli, *arguments):
    return cli.json(*arguments)["list"]


def test_members(home, tmp_path):
    anna = member(home, tmp_path, "anna")
    assert {row["account"]: row["role"] for row in rows(home, "member", "ls")} == {OWNER: "owner", "anna": "member"}
    anna.run("member", "add", "eve", "--password-file", "-", data=PASSWORD.encode(), code=NO_RIGHT)
    home.run("member", "add", "anna", "--password-file", "-", data=PASSWORD.encode(), code=CLASH)
    home.run("member", "edit", "anna", "--nickname", "Änne 日本")
    assert [row["nickname"] for row in rows(home, "member")][1] == "Änne 日本"
    home.run("member", "edit", "Änne 日本", "--account-name", "aenne")
    home.run("member", "edit", "aenne", code=USAGE)
    home.run("member", "disable", "aenne")
    anna.run("ls", code=SIGN_IN)
    home.run("member", "enable", "aenne")
    home.run("member", "passwd", "aenne", "--password-file", "-", data=b"another 5 secrets")
    anna.login("aenne", PASSWORD, code=SIGN_IN)
    anna.login("aenne", "another 5 secrets")
    home.run("member", "rm", "aenne", code=USAGE)
    home.run("member", "rm", "aenne", "--yes")
    home.run("member", "edit", "aenne", "--nickname", "x", code=NOT_FOUND)
    assert len(rows(home, "member", "list")) == 1


def test_invitations(home):
    made = home.json("member", "invite", "--nickname", "Tom", "--days", "2")
    assert made["code"] in made["url"]
    assert [(row["nickname"], row["state"]) for row in rows(home, "member", "invitations")] == [("Tom", "open")]
    home.run("member", "revoke", made["id"])
    assert all(row["state"] != "open" for row in rows(home, "member", "invitations"))
    home.run("member", "revoke", 99, code=NOT_FOUND)
    home.run("member", "invite", "--days", "31", code=USAGE)


def test_own_password(home, tmp_path):
    (tmp_path / "old").write_text(OWNER_PASSWORD)
    other = CLI(tmp_path / "other", home.address)
    other.login(OWNER, OWNER_PASSWORD)
    home.run("passwd", "--old-password-file", tmp_path / "old", "--password-file", "-", data=b"brand 6 new words")
    home.run("ls")
    other.run("ls", code=SIGN_IN)
    home.run("passwd", "--old-password-file", tmp_path / "old", "--password-file", "-", data=b"brand 7 new words", code=SIGN_IN)


def test_owner_is_handed_over(home, tmp_path):
    anna = member(home, tmp_path, "anna")
    home.run("member", "owner", "anna", "--yes", "--password-file", "-", data=OWNER_PASSWORD.encode())
    assert {row["account"]: row["owner"] for row in rows(anna, "member")} == {OWNER: False, "anna": True}
    home.run("member", "invite", code=NO_RIGHT)


def test_folders(home, tmp_path):
    anna, ben = member(home, tmp_path, "anna"), member(home, tmp_path, "ben")
    made = home.json("folder", "add", "Papers", "--member", "anna:r", "--member", "ben")
    assert made["shared"] and made["id"] > 0
    home.run("folder", "add", "Papers", "--member", "anna", "--member", "ben", code=CLASH)
    ben.run("put", "-", "Papers/note", data=b"hello")
    assert anna.run("cat", "Papers/note").out == "hello"
    anna.run("put", "-", "Papers/no", data=b"x", code=NO_RIGHT)
    row = next(row for row in rows(home, "folder") if row["name"] == "Papers")
    assert row["id"] == made["id"] and not row["encrypted"] and "anna" in row["members"]
    home.run("folder", "edit", "Papers", "--name", "Files", "--member", "ben")
    anna.run("ls", "Files", code=NOT_FOUND)
    assert ben.run("cat", "Files/note").out == "hello"
    own = home.json("folder", "add", "Mine")
    assert not own["shared"] and "Mine" in [root["name"] for root in rows(home, "ls")]
    home.run("folder", "rm", "Files", code=USAGE)
    home.run("folder", "rm", "Files", "--yes")
    ben.run("ls", "Files", code=NOT_FOUND)
    home.run("folder", "rm", "None", "--yes", code=NOT_FOUND)


def test_recovery_of_an_encrypted_folder(home, tmp_path):
    key = home.json("folder", "add", "-e", "Vault", "--password-file", "-", data=b"geheim123")["recovery_key"]
    home.run("unlock", "Vault", "--password-file", "-", data=b"geheim123")
    home.run("put", "-", "Vault/x", data=b"deep")
    (tmp_path / "key").write_text(key)
    new = home.json("folder", "recover", "Vault", "--key-file", tmp_path / "key", "--password-file", "-", data=b"anders456")["recovery_key"]
    assert new != key
    home.run("unlock", "Vault", "--password-file", "-", data=b"anders456")
    assert home.run("cat", "Vault/x").out == "deep"
    assert home.json("folder", "recovery-key", "Vault", "--password-file", "-", data=b"anders456")["recovery_key"] not in (key, new)


def test_shares(home, tmp_path):
    anna, ben = member(home, tmp_path, "anna"), member(home, tmp_path, "ben")
    home.run("mkdir", "-p", "~/Photos/2026")
    home.run("share", "add", "~/Photos", "anna", "ben", "--write")
    given = rows(home, "share")
    assert {(row["member"], row["can_write"], row["can_delete"]) for row in given} == {("anna", True, False), ("ben", True, False)}
    anna.run("put", "-", "Photos/a.jpg", data=b"jpg")
    anna.run("rm", "Photos/a.jpg", code=NO_RIGHT)
    received = rows(anna, "share", "ls", "--received")
    assert received[0]["shared_by"] == OWNER and received[0]["remote"] == "Photos"
    by_member = {row["member"]: row["id"] for row in given}
    home.run("share", "edit", by_member["anna"], "--delete", "yes")
    anna.run("rm", "Photos/a.jpg")
    home.run("share", "edit", by_member["anna"], code=USAGE)
    home.run("share", "end", "~/Photos", "anna")
    anna.run("ls", "Photos", code=NOT_FOUND)
    assert [row["member"] for row in rows(home, "share")] == ["ben"]
    ben.run("share", "end", "Photos")
    assert rows(home, "share") == []
    home.run("share", "end", "~/Photos", code=NOT_FOUND)
    home.run("share", "end", 99, code=NOT_FOUND)
    home.run("share", "add", "~/Photos", "nobody", code=NOT_FOUND)


def test_pools_partitions_and_tasks(home, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    home.run("pool", "add", "usb", disk)
    home.run("pool", "add", "usb", disk, code=CLASH)
    home.run("pool", "add", "x", code=USAGE)
    home.run("partition", "add", "usb", "media", "200MB")
    home.run("partition", "add", "usb", "media", "200MB", code=CLASH)
    home.run("partition", "add", "usb", "other", "lots", code=USAGE)
    found = [row for row in rows(home, "partition", "ls", "usb")]
    assert [(row["name"], row["capacity"]) for row in found] == [("media", 200 << 20)]
    home.run("partition", "edit", "usb", "media", "--size", "300MB", "--name", "films")
    assert [(row["name"], row["capacity"]) for row in rows(home, "partition", "ls", "usb")] == [("films", 300 << 20)]
    home.run("folder", "add", "Films", "--pool", "usb", "--partition", "films")
    home.run("put", "-", "Films/a", data=b"film")
    assert next(row for row in rows(home, "folder") if row["name"] == "Films")["place"] == "usb-films"
    home.run("folder", "edit", "Films", "--pool", "_default_", "--partition", "_default_")
    assert home.run("cat", "Films/a").out == "film"
    states = {row["topic"]: row["state"] for row in rows(home, "task")}
    assert set(states.values()) <= {"done", "queued", "running"} and states
    home.run("task", "retry", "nothing", code=NOT_FOUND)
    home.run("task", "cancel", "nothing", code=NOT_FOUND)
    home.run("partition", "rm", "usb", "films", code=USAGE)
    home.run("partition", "rm", "usb", "films", "--yes")
    home.run("pool", "rename", "usb", "stick")
    home.run("pool", "rm", "stick", "--yes")
    wait_until(lambda: [row["name"] for row in rows(home, "pool")] == ["_default_"], what="the pool to go")
    anna = member(home, tmp_path, "anna")
    anna.run("pool", "add", "usb", disk, code=NO_RIGHT)
    assert rows(home, "pool", "disks") == []
