"""`hearth sync` and `hearth check` with the real program and a real server."""

import os
import signal
import unicodedata

import pytest
from client_tools import Client, contents, events, forget_unborn, summary, write
from tools import MIB, seeded, wait_until


@pytest.fixture
def client(server, owner, tmp_path):
    return Client(tmp_path / "state", server.address)


@pytest.fixture
def here(tmp_path):
    """A folder of this machine with what trees hold."""
    top = tmp_path / "here"
    write(top / "a.txt", b"first", 1_600_000_000)
    write(top / "sub/deep/b.bin", bytes(range(256)) * 40, 1_600_000_001)
    write(top / "sub/empty.dat", b"", 1_600_000_002)
    write(top / "名 字 #%?.txt", b"names", 1_600_000_003)
    (top / "hollow/inner").mkdir(parents=True)
    return top


def test_a_second_run_moves_nothing(client, here, folder, disk):
    first = client.json("sync", here, folder)
    assert summary(first)["copied"] == 4 and summary(first)["failed"] == 0
    assert contents(disk) == contents(here)
    second = client.json("sync", here, folder)
    assert summary(second)["copied"] == 0 and summary(second)["unchanged"] == 4 and events(second, "made_folder") == []
    assert client.run("check", here, folder).returncode == 0
    assert client.run("check", "--checksum", here, folder).returncode == 0


def test_changed_files_are_replaced_and_touched_ones_keep_still(client, here, folder, disk):
    client.json("sync", here, folder)
    write(here / "a.txt", b"second", 1_600_000_100)
    write(here / "sub/deep/b.bin", bytes(range(256)) * 40, 1_600_000_200)
    again = client.json("sync", here, folder)
    assert sorted(events(again, "replaced")) == ["a.txt", "sub/deep/b.bin"]
    assert contents(disk) == contents(here), "replaced in place, never name(1)"
    assert summary(client.json("sync", here, folder))["copied"] == 0, "a new time alone is carried over once"
    write(here / "a.txt", b"SECOND", 1_600_000_100)
    assert summary(client.json("sync", here, folder))["copied"] == 0, "the same size and time"
    assert summary(client.json("sync", "--checksum", here, folder))["copied"] == 1
    write(here / "a.txt", b"2econd", 1_600_009_999)
    assert summary(client.json("sync", "--size-only", here, folder))["copied"] == 0


def test_down_and_back(client, here, folder, disk, tmp_path):
    client.json("sync", here, folder)
    down = tmp_path / "down"
    assert summary(client.json("sync", "--from-remote", folder, down))["copied"] == 4
    assert contents(down) == contents(here)
    assert summary(client.json("sync", "--from-remote", folder, down))["copied"] == 0
    write(down / "extra/x", b"x")
    write(down / "a.txt", b"changed here")
    last = client.json("sync", "--from-remote", "--delete", folder, down)
    assert events(last, "deleted") == ["extra"] and events(last, "replaced") == ["a.txt"]
    assert contents(down) == contents(disk)


def test_names_are_bytes(client, folder, disk, tmp_path):
    here = tmp_path / "twins"
    composed, decomposed = (unicodedata.normalize(form, "é.txt") for form in ("NFC", "NFD"))
    write(here / composed, b"composed")
    write(here / decomposed, b"decomposed")
    write(here / "A.txt", b"upper")
    write(here / "a.txt", b"lower")
    raw = os.fsencode(here) + b"/raw\xff.bin"
    with open(raw, "wb") as file:
        file.write(b"no text")
    os.utime(raw, (1_600_000_000, 1_600_000_000))
    assert summary(client.json("sync", "--delete", here, folder))["copied"] == 5
    assert contents(disk) == contents(here)
    assert summary(client.json("sync", "--delete", here, folder)) | {"seconds": 0, "bytes": 0} == {
        "event": "summary", "dry_run": False, "copied": 0, "replaced": 0, "folders": 0, "deleted": 0, "unchanged": 5,
        "kept": 0, "failed": 0, "bytes": 0, "seconds": 0, "exit": 0}
    (here / decomposed).unlink()
    assert events(client.json("sync", "--delete", here, folder), "deleted") == [decomposed]
    assert contents(disk) == contents(here)


def test_a_dry_run_says_what_would_be_done_and_changes_nothing(client, here, folder, disk):
    client.json("sync", here, folder)
    write(here / "new/c", b"c")
    write(here / "a.txt", b"other")
    (here / "sub/empty.dat").unlink()
    before = contents(disk)
    planned = client.json("sync", "--delete", "--dry-run", here, folder)
    done = [(one["action"], one["path"]) for one in planned if one["event"] == "planned"]
    assert sorted(done) == [("copied", "new/c"), ("deleted", "sub/empty.dat"), ("made_folder", "new"), ("replaced", "a.txt")]
    assert contents(disk) == before
    text = client.run("sync", "--delete", "-n", here, folder)
    assert "delete sub/empty.dat" in text.stdout and text.returncode == 0
    client.json("sync", "--delete", here, folder)
    assert contents(disk) == contents(here)


def test_deletions_are_safe(client, here, folder, disk, tmp_path):
    client.json("sync", here, folder)
    write(disk / "theirs/one", b"1")
    write(disk / "theirs/two", b"2")
    before = contents(disk)
    # without --delete nothing goes
    assert summary(client.json("sync", here, folder))["deleted"] == 0 and contents(disk) == before
    # more than allowed: nothing at all is done
    write(here / "later", b"later")
    refused = client.run("sync", "--delete", "--max-delete", "2", here, folder)
    assert refused.returncode == 2 and "3 items" in refused.stderr and contents(disk) == before
    # a source without files
    bare = tmp_path / "bare"
    bare.mkdir()
    refused = client.run("sync", "--delete", bare, folder)
    assert refused.returncode == 2 and "no files" in refused.stderr and contents(disk) == before
    # a source that is not there
    assert client.run("sync", "--delete", tmp_path / "nowhere", folder).returncode == 3 and contents(disk) == before
    assert client.run("sync", "--delete", "--force", tmp_path / "nowhere", folder).returncode == 3 and contents(disk) == before
    # what the filters leave out stays on both sides, and so do the folders that hold it
    client.json("sync", "--delete", "--exclude", "one", here, folder)
    assert (disk / "theirs/one").exists() and not (disk / "theirs/two").exists() and (disk / "later").exists()
    client.json("sync", "--delete", "--max-delete", "2", here, folder)
    assert contents(disk) == contents(here)
    assert summary(client.json("sync", "--delete", "--force", bare, folder))["deleted"] > 0 and contents(disk) == {}


def test_what_cannot_be_read_deletes_nothing(client, here, folder, disk):
    client.json("sync", here, folder)
    # Links are not followed; what lies behind the name at the target stays.
    (here / "sub/deep/b.bin").unlink()
    (here / "sub/deep").rmdir()
    (here / "sub/deep").symlink_to(here)
    (here / "a.txt").unlink()
    done = client.json("sync", "--delete", here, folder)
    assert (disk / "sub/deep/b.bin").exists() and not (disk / "a.txt").exists()
    assert events(done, "left_out") == ["sub/deep"] and summary(done)["kept"] == 2


def test_a_failed_transfer_keeps_all_deletions_back(client, here, folder, disk):
    client.json("sync", here, folder)
    write(disk / "extra", b"extra")
    write(here / ("n" * 250), b"fits")
    os.mkfifo(here / "fifo")
    # A file where the source has a folder: gives way with --delete, is a clash without.
    (here / "a.txt").unlink()
    write(here / "a.txt/inside", b"inside")
    stuck = client.json("sync", here, folder, code=11)
    assert events(stuck, "failed") == ["a.txt"] and (disk / "a.txt").is_file() and (disk / "extra").exists()
    client.json("sync", "--delete", here, folder)
    (here / "fifo").unlink()
    assert contents(disk) == contents(here)


def test_check_tells_differences(client, here, folder, disk):
    client.json("sync", here, folder)
    write(here / "only-here", b"1")
    write(disk / "only-there", b"2")
    write(here / "a.txt", b"longer than before", 1_600_000_000)
    os.utime(here / "sub/empty.dat", (1_600_000_999, 1_600_000_999))
    found = client.json("check", here, folder, code=10)
    kinds = {one["path"]: one["difference"] for one in found if one["event"] == "difference"}
    assert kinds == {"only-here": "only_local", "only-there": "only_remote", "a.txt": "size", "sub/empty.dat": "time"}
    found = client.json("check", "--one-way", "--checksum", here, folder, code=10)
    assert sorted(events(found, "difference")) == ["a.txt", "only-here"]
    before = contents(disk)
    write(here / "sub/deep/b.bin", bytes(range(255, -1, -1)) * 40, 1_600_000_001)
    assert "sub/deep/b.bin" not in events(client.json("check", here, folder, code=10), "difference")
    found = client.json("check", "--checksum", here, folder, code=10)
    assert {one["path"]: one["difference"] for one in found if one["event"] == "difference"}["sub/deep/b.bin"] == "content"
    assert contents(disk) == before


def test_killed_in_the_middle_it_goes_on(client, server, owner, folder, disk, tmp_path):
    random = seeded("sync-kill")
    here = tmp_path / "big"
    for number in range(3):
        write(here / f"{number}.bin", random.randbytes(20 * MIB))
    for number in range(60):
        write(here / f"small/{number}", random.randbytes(2_000))
    run = client.start("sync", "--bwlimit", "12M", here, folder)
    try:
        wait_until(lambda: any(server.leftovers()), 60, "an upload under way")
        wait_until(lambda: len(contents(disk)) > 5, 60, "some small files")
    finally:
        run.kill()
        run.communicate()
    assert run.returncode == -signal.SIGKILL
    done = client.json("sync", here, folder)
    assert summary(done)["failed"] == 0 and contents(disk) == contents(here)
    assert summary(client.json("sync", here, folder))["copied"] == 0
    assert client.json("transfers", "ls")[0]["list"] == [], "nothing is left in the queue"
    forget_unborn(server, owner)


def test_filters_and_lists(client, here, folder, disk, tmp_path):
    write(here / "x.tmp", b"t")
    write(here / "sub/y.tmp", b"t")
    client.json("sync", "--exclude", "*.tmp", here, folder)
    assert not [path for path in contents(disk) if path.endswith(b".tmp")]
    listed = tmp_path / "list"
    listed.write_text("sub/y.tmp\n")
    assert events(client.json("sync", "--files-from", listed, here, folder), "copied") == ["sub/y.tmp"]
    assert events(client.json("sync", "--include", "x.*", here, folder), "copied") == ["x.tmp"]
