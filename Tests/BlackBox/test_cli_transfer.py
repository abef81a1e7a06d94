"""put and get: targets, filters, comparisons, conflicts, interruptions, the queue."""

import os
import signal
import subprocess

import pytest

from cli_tools import CLASH, CLI, DONE, INTERRUPTED, NOT_FOUND, SIGN_IN, SOME_FAILED, USAGE, OnTerminal
from hearth_server import OWNER, OWNER_PASSWORD, binary
from tools import MIB, sha256, wait_until


@pytest.fixture
def cli(server, tmp_path):
    one = CLI(tmp_path / "state", server.address)
    one.login(OWNER, OWNER_PASSWORD)
    one.folder = f"~/cli-{tmp_path.name}"
    one.run("mkdir", one.folder)
    yield one
    one.run("rm", "-r", "-f", one.folder)


@pytest.fixture
def tree(tmp_path):
    """A folder with files of several sizes, an empty one and an empty folder."""
    top = tmp_path / "tree"
    for name, size in {"a.jpg": 10, "b.txt": 100_000, "sub/c.jpg": 0, "sub/deep/d.txt": 9 * MIB, "tmp/e.tmp": 5}.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_bytes(os.urandom(size))
        os.utime(top / name, (1_500_000_000, 1_500_000_000 + size))
    (top / "empty").mkdir()
    return top


def files(top):
    """Every file and folder below a folder: content by relative path."""
    return {str(path.relative_to(top)): path.read_bytes() if path.is_file() else None for path in sorted(top.rglob("*"))}


def names(cli, path):
    return sorted(entry["remote"] for entry in cli.json("ls", "-R", path)["list"])


def summary(objects):
    assert objects[-1]["event"] == "summary"
    return objects[-1]


def test_folders_go_up_and_come_down(cli, tree, tmp_path):
    done = summary(cli.objects("put", tree, cli.folder))
    assert done["failed"] == done["remaining"] == done["exit"] == 0 and done["bytes"] == 100_015 + 9 * MIB
    assert cli.json("stat", f"{cli.folder}/tree/b.txt")["modified"] == 1_500_100_000
    cli.run("get", f"{cli.folder}/tree", tmp_path / "back")
    assert files(tmp_path / "back") == files(tree)
    assert (tmp_path / "back/b.txt").stat().st_mtime == 1_500_100_000
    cli.run("get", f"{cli.folder}/tree", cwd=tmp_path / "back")
    assert files(tmp_path / "back/tree") == files(tree)
    assert cli.json("transfers", "ls")["list"] == []


def test_targets(cli, tree, tmp_path):
    at = cli.folder
    cli.run("put", tree / "a.jpg", f"{at}/new-name.jpg")
    cli.run("put", tree / "a.jpg", f"{at}/made/")
    cli.run("put", tree / "a.jpg", tree / "b.txt", at)
    cli.run("put", tree / "a.jpg", tree / "b.txt", f"{at}/a.jpg", code=USAGE)
    cli.run("put", tree / "a.jpg", "/", code=USAGE)
    cli.run("put", tree / "sub", f"{at}/renamed")
    prefix = cli.json("stat", at)["remote"]
    assert names(cli, at) == sorted(prefix + "/" + name for name in [
        "new-name.jpg", "made", "made/a.jpg", "a.jpg", "b.txt", "renamed", "renamed/c.jpg", "renamed/deep", "renamed/deep/d.txt"])
    out = tmp_path / "out"
    out.mkdir()
    cli.run("get", f"{at}/a.jpg", out)
    cli.run("get", f"{at}/a.jpg", out / "x.jpg")
    cli.run("get", f"{at}/a.jpg", f"{at}/b.txt", f"{out}/")
    cli.run("get", f"{at}/a.jpg", f"{at}/b.txt", out / "x.jpg", code=USAGE)
    cli.run("get", f"{at}/renamed", out / "sub2")
    assert sorted(files(out)) == ["a.jpg", "b.txt", "sub2", "sub2/c.jpg", "sub2/deep", "sub2/deep/d.txt", "x.jpg"]
    cli.run("get", f"{at}/none", out, code=NOT_FOUND)
    cli.run("put", tmp_path / "none", at, code=NOT_FOUND)
    cli.run("get", f"{at}/a.jpg", f"{at}/none", out, code=SOME_FAILED)
    cli.run("put", tree / "a.jpg", tmp_path / "none", at, code=SOME_FAILED)


def test_standard_streams(cli, tmp_path):
    content = os.urandom(20 * MIB + 3)
    cli.run("put", "-", f"{cli.folder}/stream", data=content)
    assert cli.run("get", f"{cli.folder}/stream", "-").raw == content
    assert cli.json("stat", f"{cli.folder}/stream")["sha256"] == sha256(content)
    cli.run("put", "-", cli.folder, data=b"x", code=USAGE)
    cli.run("put", "-", f"{cli.folder}/x/", data=b"x", code=USAGE)
    cli.run("put", "-", "-", f"{cli.folder}/x", data=b"x", code=USAGE)
    cli.run("put", "-", f"{cli.folder}/nothing", data=b"")
    assert cli.json("stat", f"{cli.folder}/nothing")["size"] == 0


def test_filters(cli, tree, tmp_path):
    at = cli.folder
    prefix = cli.json("stat", at)["remote"]
    cli.run("put", "--include", "*.jpg", tree, f"{at}/jpg")
    assert names(cli, f"{at}/jpg") == [f"{prefix}/jpg/a.jpg", f"{prefix}/jpg/sub", f"{prefix}/jpg/sub/c.jpg"]
    cli.run("put", "--exclude", "tmp/", "--exclude", "*.txt", tree, f"{at}/no")
    assert not any("tmp" in name or ".txt" in name for name in names(cli, f"{at}/no"))
    (tmp_path / "list").write_text("# some\nsub/deep/d.txt\na.jpg\n")
    cli.run("put", "--files-from", tmp_path / "list", tree, f"{at}/list")
    assert [name for name in names(cli, f"{at}/list") if "." in name.rsplit("/", 1)[1]] == [f"{prefix}/list/a.jpg", f"{prefix}/list/sub/deep/d.txt"]
    cli.run("put", tree, at)
    cli.run("get", "--include", "/sub/**", f"{at}/tree", tmp_path / "some")
    assert list(files(tmp_path / "some")) == ["sub", "sub/c.jpg", "sub/deep", "sub/deep/d.txt"]
    cli.run("put", "--include", "[z", tree, at, code=USAGE)


def test_a_change_within_the_same_second_is_seen(cli, tmp_path):
    for content in (b"old", b"new"):
        (tmp_path / "f").write_bytes(content)
        cli.run("put", tmp_path / "f", cli.folder)
        assert cli.run("cat", f"{cli.folder}/f").raw == content


def test_what_is_there_is_left_out(cli, tree, tmp_path):
    at = cli.folder
    cli.run("put", tree, at)
    done = summary(cli.objects("put", tree, at))
    assert (done["bytes"], done["unchanged"], done["items"]) == (0, 5, 0)
    # Another time alone: sent by default, not by size, not by hash.
    os.utime(tree / "b.txt", (1_600_000_000, 1_600_000_000))
    assert summary(cli.objects("put", "--size-only", tree, at))["unchanged"] == 5
    assert summary(cli.objects("put", "--checksum", tree, at))["unchanged"] == 5
    assert summary(cli.objects("put", tree, at))["unchanged"] == 4
    # The same size and time with another content is seen by the hash alone.
    (tree / "a.jpg").write_bytes(os.urandom(10))
    os.utime(tree / "a.jpg", (1_500_000_010, 1_500_000_010))
    assert summary(cli.objects("put", tree, at))["unchanged"] == 5
    assert summary(cli.objects("put", "--checksum", tree, at))["unchanged"] == 4
    assert cli.run("cat", f"{at}/tree/a.jpg").raw == (tree / "a.jpg").read_bytes()
    out = tmp_path / "out"
    back = out / "tree"
    cli.run("get", f"{at}/tree", f"{out}/")
    assert summary(cli.objects("get", f"{at}/tree", out))["unchanged"] == 5
    (back / "b.txt").write_bytes(b"other")
    done = summary(cli.objects("get", f"{at}/tree", out))
    assert done["unchanged"] == 4 and files(back) == files(tree)
    assert summary(cli.objects("get", "-I", f"{at}/tree/b.txt", back / "b.txt"))["items"] == 1


def test_dry_run(cli, tree, tmp_path):
    planned = cli.objects("put", "-n", tree, cli.folder)
    assert len([one for one in planned if one["event"] == "planned"]) == 5
    assert names(cli, cli.folder) == []
    cli.run("put", tree, cli.folder)
    assert cli.objects("put", "-n", tree, cli.folder) == []
    assert len(cli.objects("get", "-n", f"{cli.folder}/tree", tmp_path / "x")) == 5
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("rule, content, code", [("replace", b"new", DONE), ("skip", b"old", DONE), ("fail", b"old", CLASH), ("rename", b"old", DONE)])
def test_conflicts(cli, tmp_path, rule, content, code):
    at = cli.folder
    (tmp_path / "f").write_bytes(b"new")
    cli.run("put", "-", f"{at}/f", data=b"old")
    cli.run("put", "--on-conflict", rule, tmp_path / "f", at, code=code)
    assert cli.run("cat", f"{at}/f").raw == content
    assert len(names(cli, at)) == (2 if rule == "rename" else 1)
    (tmp_path / "g").write_bytes(b"old")
    cli.run("put", "-", f"{at}/g", data=b"new")
    cli.run("get", "--on-conflict", rule, f"{at}/g", tmp_path / "g", code=code)
    assert (tmp_path / "g").read_bytes() == content


def test_links_and_odd_files(cli, tmp_path):
    top = tmp_path / "odd"
    top.mkdir()
    (top / "real").write_bytes(b"real")
    (top / "link").symlink_to("real")
    (top / "dangling").symlink_to("nowhere")
    os.mkfifo(top / "fifo")
    result = cli.run("put", top, cli.folder, code=None)
    assert "link" in result.err
    assert [entry["name"] for entry in cli.json("ls", f"{cli.folder}/odd")["list"]] == ["real"]
    cli.run("put", top / "link", cli.folder)
    assert cli.run("cat", f"{cli.folder}/link").raw == b"real"
    (top / "dangling").unlink()
    (top / "fifo").unlink()
    cli.run("put", "--links", top, f"{cli.folder}/followed")
    assert [entry["name"] for entry in cli.json("ls", f"{cli.folder}/followed")["list"]] == ["link", "real"]


def test_interrupted_put_goes_on(cli, tmp_path):
    big = tmp_path / "big"
    big.write_bytes(os.urandom(40 * MIB))
    process = cli.start("put", "--bwlimit", "8M", big, cli.folder)
    queue = lambda: cli.json("transfers", "ls")["list"]
    wait_until(lambda: any(one["transferred"] >= 8 * MIB for one in queue()), deadline=60, what="a first chunk")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED, errors
    waiting = queue()
    assert len(waiting) == 1 and waiting[0]["status"] == "waiting" and waiting[0]["transferred"] >= 8 * MIB
    done = summary(cli.objects("put", big, cli.folder))
    assert done["bytes"] <= 40 * MIB - waiting[0]["transferred"] + MIB
    assert cli.json("stat", f"{cli.folder}/big")["sha256"] == sha256(big.read_bytes())
    assert queue() == []


def test_killed_get_goes_on_with_run(cli, tmp_path):
    content = os.urandom(40 * MIB)
    cli.run("put", "-", f"{cli.folder}/big", data=content)
    process = cli.start("get", "--bwlimit", "8M", f"{cli.folder}/big", tmp_path / "big")
    wait_until(lambda: any(one["transferred"] >= 4 * MIB for one in cli.json("transfers", "ls")["list"]), deadline=60, what="some bytes")
    process.kill()
    process.communicate()
    assert not (tmp_path / "big").exists()
    wait_until(lambda: cli.run("transfers", "run", code=None).code == DONE and (tmp_path / "big").exists(), deadline=60, what="the rest")
    assert (tmp_path / "big").read_bytes() == content
    assert sorted(path.name for path in tmp_path.iterdir() if "big" in path.name) == ["big"]


def test_queue_is_steered_from_outside(cli, tmp_path):
    big = tmp_path / "big"
    big.write_bytes(os.urandom(20 * MIB))
    process = cli.start("put", "--bwlimit", "1M", big, cli.folder)
    wait_until(lambda: cli.json("transfers", "ls")["list"], what="a record")
    number = cli.json("transfers", "ls")["list"][0]["id"]
    cli.run("transfers", "pause", number)
    process.communicate(timeout=30)
    assert cli.json("transfers", "ls")["list"][0]["status"] == "paused"
    cli.run("transfers", "resume", number)
    cli.run("transfers", "run")
    assert cli.json("stat", f"{cli.folder}/big")["size"] == 20 * MIB
    process = cli.start("put", "-I", "--bwlimit", "1M", big, f"{cli.folder}/two")
    wait_until(lambda: cli.json("transfers", "ls")["list"], what="a record")
    cli.run("transfers", "rm", "--all")
    process.communicate(timeout=30)
    wait_until(lambda: not cli.json("transfers", "ls")["list"], what="an empty queue")
    cli.run("stat", f"{cli.folder}/two", code=NOT_FOUND)
    cli.run("transfers", "pause", "999", code=NOT_FOUND)
    cli.run("transfers", "pause", code=USAGE)


def test_failed_files_are_retried(cli, tmp_path):
    top = tmp_path / "top"
    top.mkdir()
    (top / "good").write_bytes(b"1")
    (top / "bad").write_bytes(b"2")
    cli.run("put", "-", f"{cli.folder}/top/bad", data=b"other")
    cli.run("put", "--on-conflict", "fail", top, cli.folder, code=SOME_FAILED)
    failed = cli.json("transfers", "ls")["list"]
    assert len(failed) == 1 and failed[0]["status"] == "failed" and failed[0]["failed"] == 1
    children = {one["local"].rsplit("/", 1)[1]: one for one in cli.json("transfers", "ls", failed[0]["id"])["list"]}
    assert children["bad"]["error"] == "clash" and children["good"]["status"] == "finished"
    cli.run("rm", f"{cli.folder}/top/bad")
    cli.run("transfers", "retry")
    cli.run("transfers", "run")
    assert cli.run("cat", f"{cli.folder}/top/bad").out == "2"
    assert cli.json("transfers", "ls")["list"] == []


def test_progress_is_for_terminals(cli, tmp_path):
    big = tmp_path / "big"
    big.write_bytes(os.urandom(6 * MIB))
    result = cli.run("put", "--bwlimit", "4M", big, cli.folder)
    assert "\r" not in result.out + result.err and len(result.lines) == 2 and result.lines[0] == f"{big} -> {cli.json('stat', cli.folder)['remote']}/big"
    on_terminal = OnTerminal(cli, "put", "-I", "--bwlimit", "4M", big, cli.folder)
    shown = on_terminal.finish()
    assert "MiB/s" in shown and "% " in shown and "[#" in shown
    assert all(len(part) < 80 for line in shown.splitlines() for part in line.split("\r"))
    assert cli.run("put", "-q", "-I", big, cli.folder).out == ""


def test_nobody_signed_in_is_5(server, tmp_path):
    cli = CLI(tmp_path / "state", server.address)
    cli.run("put", binary(), "~/", code=SIGN_IN)
    cli.run("get", "~/x", tmp_path, code=SIGN_IN)
    assert cli.json("transfers")["list"] == []


def test_a_server_that_is_away_is_waited_for(make_server, tmp_path):
    server = make_server()
    cli = CLI(tmp_path / "state", server.address)
    cli.login(OWNER, OWNER_PASSWORD)
    content = os.urandom(64 * MIB)
    (tmp_path / "big").write_bytes(content)
    process = cli.start("put", "--bwlimit", "8M", tmp_path / "big", "~/")
    wait_until(lambda: any(one["transferred"] >= 8 * MIB for one in cli.json("transfers", "ls")["list"]), deadline=60, what="a first chunk")
    port = server.address[1]
    server.kill()
    again = subprocess.Popen(
        [str(binary()), "serve", "--data", str(server.data), "--listen", f"127.0.0.1:{port}"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=cli.environment())
    try:
        assert b"ready" in again.stdout.readline()
        out, errors = process.communicate(timeout=120)
        assert process.returncode == DONE, errors
        assert cli.json("stat", "~/big")["sha256"] == sha256(content)
    finally:
        again.send_signal(signal.SIGTERM)
        again.communicate(timeout=30)
