"""What was acknowledged survives a power cut: the order of system calls, and an image of the disk taken at the moment of success."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from hearth_client import Hearth, chunk_ids, split
from hearth_server import OWNER, OWNER_PASSWORD, Server
from tools import CHUNK, loop_mount, make_ext4, need_root, need_tool, sha256, wait_until

CALLS = "fsync,fdatasync,sync_file_range,rename,renameat,renameat2,link,linkat,mkdir,mkdirat,write,writev,sendto,sendmsg,pwrite64,msync,syncfs"


class Trace:
    """Calls in the order in which they began and ended, as strace -f -y saw them."""

    def __init__(self, text):
        self.calls = []
        open_calls = {}
        for position, line in enumerate(text.splitlines()):
            found = re.match(r"(\d+)\s+(?:\d+\.\d+\s+)?(.*)", line)
            if not found:
                continue
            thread, rest = found[1], found[2]
            if resumed := re.match(r"<\.\.\. (\w+) resumed>", rest):
                call = open_calls.pop((thread, resumed[1]), None)
                if call:
                    call["end"] = position
                    call["text"] += rest[resumed.end():]
            elif started := re.match(r"(\w+)\(", rest):
                call = {"name": started[1], "text": rest, "begin": position, "end": position}
                self.calls.append(call)
                if "<unfinished ...>" in rest:
                    call["end"] = 1 << 60
                    open_calls[thread, started[1]] = call

    def find(self, names, pattern, after=-1, before=1 << 61, what=""):
        """The first of these calls, matching, that begins after `after` and has ended before `before`.

        A call whose end strace did not see any more (it was detached once the client had its reply) ends after all others,
        so it is found only where nothing has to come after it.
        """
        for call in self.calls:
            if call["name"] in names and call["begin"] > after and call["end"] < before and re.search(pattern, call["text"]) and "= -1" not in call["text"]:
                return call
        listing = "\n".join(call["text"][:160] for call in self.calls)
        pytest.fail(f"missing: {what or (names, pattern)}\n{listing}")


SYNC = ("fsync", "fdatasync")
RENAME = ("rename", "renameat", "renameat2", "linkat")
SEND = ("write", "writev", "sendto", "sendmsg")
MKDIR = ("mkdir", "mkdirat")
WAL = r"hearth\.sqlite(-wal)?>"


@pytest.fixture
def traced(make_server, tmp_path):
    """A server, its owner, and a function that traces one request."""
    need_tool("strace")
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    home = me.home()
    me.mkdir(f"{home}/album").ok()

    def trace(action):
        path = tmp_path / "trace"
        with open(tmp_path / "strace.err", "wb+") as errors:
            strace = subprocess.Popen(["strace", "-f", "-y", "-s", "200", "-e", f"trace={CALLS}", "-o", str(path), "-p", str(server.pid)], stderr=errors)
            try:
                threads = lambda: len(os.listdir(f"/proc/{server.pid}/task"))

                def attached():
                    if strace.poll() is not None:
                        pytest.skip(f"strace may not attach here: {(tmp_path / 'strace.err').read_text()}")
                    tracers = [line for task in os.listdir(f"/proc/{server.pid}/task")
                               for line in Path(f"/proc/{server.pid}/task/{task}/status").read_text().splitlines() if line.startswith("TracerPid:")]
                    return len(tracers) == threads() and all(int(line.split()[1]) for line in tracers)

                wait_until(attached, 10, "strace")
                action(me, home)
            finally:
                if strace.poll() is None:
                    strace.send_signal(signal.SIGINT)
                    strace.wait(10)
        return Trace(path.read_text("utf-8", "replace"))

    return server, trace, me, home


def check_published(trace, name, directory, wal_before=True):
    """fsync of the file, then rename, then fsync of the directory, then the commit, then the reply."""
    rename = trace.find(RENAME, rf'"{name}"|/{name}"', what=f"the rename to {name}")
    file = trace.find(SYNC, r"\.hearth/|\(deleted\)", before=rename["begin"], what="fsync of the file before the rename")
    assert file["end"] < rename["begin"]
    if wal_before:
        trace.find(SYNC, WAL, before=rename["begin"], what="the intent row, committed before the rename")
    synced = trace.find(SYNC, rf"/{directory}>", after=rename["end"], what="fsync of the directory after the rename")
    commit = trace.find(SYNC, WAL, after=synced["end"], what="the commit after the directory's fsync")
    trace.find(SEND, r"HTTP/1\.1 2", after=commit["end"], what="the reply after the commit")
    early = [call for call in trace.calls if call["name"] in SEND and rename["begin"] < call["begin"] < commit["end"] and "HTTP/1.1 2" in call["text"]]
    assert not early, f"success was told before it was durable: {early}"


def test_order_of_a_single_upload(traced):
    _, trace, _, _ = traced
    check_published(trace(lambda me, home: me.upload(f"{home}/album/single.bin", os.urandom(100_000)).ok()), "single.bin", "album")


def test_order_of_an_upload_with_the_file_first(traced):
    _, trace, _, _ = traced
    check_published(trace(lambda me, home: me.upload(f"{home}/album/first.bin", os.urandom(100_000), file_first=True).ok()), "first.bin", "album")


def test_order_of_chunks_and_merge(traced):
    server, trace, me, home = traced
    content = os.urandom(CHUNK + 5000)
    path, hash, pieces = f"{home}/album/merged.bin", sha256(content), split(content)

    def chunk(me, home):
        me.chunk(path, hash, 1, pieces[0], 2, len(content)).ok()

    calls = trace(chunk)
    data = calls.find(SYNC, r"\.hearth/", what="fsync of the chunk")
    row = calls.find(SYNC, WAL, after=data["end"], what="the chunk's row after its bytes")
    calls.find(SEND, r"HTTP/1\.1 2", after=row["end"], what="the reply after the row")
    me.chunk(path, hash, 2, pieces[1], 2, len(content)).ok()
    rename = trace(lambda me, home: me.merge(path, hash, 2).ok())
    at = rename.find(RENAME, r'merged\.bin"')
    synced = rename.find(SYNC, r"/album>", after=at["end"])
    commit = rename.find(SYNC, WAL, after=synced["end"])
    rename.find(SYNC, WAL, before=at["begin"], what="the intent row, committed before the rename")
    rename.find(SEND, r"HTTP/1\.1 2", after=commit["end"])


def test_order_of_completing(traced):
    _, trace, me, home = traced
    content = os.urandom(200_000)
    upload = me.begin(f"{home}/album/new.bin", len(content), mod_time=1565237893).ok()["upload_id"]
    me.put_chunk(upload, 1, content).ok()
    calls = trace(lambda me, home: me.complete(upload, sha256(content), len(content)).ok())
    rename = calls.find(RENAME, r'new\.bin"')
    synced = calls.find(SYNC, r"/album>", after=rename["end"])
    commit = calls.find(SYNC, WAL, after=synced["end"])
    calls.find(SEND, r"HTTP/1\.1 2", after=commit["end"])


def test_order_of_mkdir(traced):
    _, trace, _, _ = traced
    calls = trace(lambda me, home: me.mkdir(f"{home}/album/made").ok())
    made = calls.find(MKDIR, r'made"')
    synced = calls.find(SYNC, r"/album>", after=made["end"], what="fsync of the parent")
    calls.find(SEND, r"HTTP/1\.1 2", after=synced["end"])


def test_order_of_made_parents(traced):
    """Each missing parent is made durable too."""
    _, trace, _, _ = traced
    calls = trace(lambda me, home: me.upload(f"{home}/album/p/q/file.bin", b"deep").ok())
    for name, parent in (("p", "album"), ("q", "album/p")):
        made = calls.find(MKDIR, rf'"{name}"|/{name}"')
        calls.find(SYNC, rf"/{parent}>", after=made["end"], what=f"fsync of {parent}")
    check_published(calls, "file.bin", "album/p/q")


def test_order_of_rename(traced):
    _, trace, me, home = traced
    me.upload(f"{home}/album/before.bin", b"x").ok()
    calls = trace(lambda me, home: me.rename(f"{home}/album/before.bin", "after.bin").ok())
    renamed = calls.find(RENAME, r'after\.bin"')
    synced = calls.find(SYNC, r"/album>", after=renamed["end"])
    calls.find(SEND, r"HTTP/1\.1 2", after=synced["end"])


def test_order_of_move_copy_and_delete(traced):
    _, trace, me, home = traced
    me.mkdir(f"{home}/dst").ok()
    me.upload(f"{home}/album/m.bin", b"m").ok()
    me.upload(f"{home}/album/c.bin", b"c" * 10_000).ok()
    calls = trace(lambda me, home: me.transfer("move", [f"{home}/album/m.bin"], f"{home}/dst").ok())
    moved = calls.find(RENAME, r'm\.bin"')
    last = max(calls.find(SYNC, rf"/{directory}>", after=moved["end"])["end"] for directory in ("album", "dst"))
    calls.find(SEND, r"HTTP/1\.1 2", after=last)
    calls = trace(lambda me, home: me.transfer("copy", [f"{home}/album/c.bin"], f"{home}/dst").ok())
    copied = calls.find(RENAME, r'c\.bin"')
    calls.find(SYNC, r"\.hearth/|\(deleted\)", before=copied["begin"], what="fsync of the copy")
    calls.find(SEND, r"HTTP/1\.1 2", after=calls.find(SYNC, r"/dst>", after=copied["end"])["end"])
    calls = trace(lambda me, home: me.delete(f"{home}/album/c.bin").ok())
    synced = calls.find(SYNC, r"/album>")
    calls.find(SEND, r"HTTP/1\.1 2", after=synced["end"])


# -- the power cut ---------------------------------------------------------------------------------------------------


@pytest.fixture
def disk_image(tmp_path):
    """A server on an ext4 image, and a way to look at the disk as it would be after a power cut now."""
    need_root()
    image = tmp_path / "disk.img"
    make_ext4(image, 256 << 20)
    cuts = []
    with loop_mount(image, tmp_path / "mount", "loop,commit=600,noinit_itable") as at:
        server = Server(Path(at) / "data")
        server.error_path = tmp_path / "stderr"
        server.start()

        def cut():
            """The image as it is now. The server is halted and nothing else writes (no timed commits), so the copy is of one moment."""
            copy = tmp_path / f"cut{len(cuts)}.img"
            os.kill(server.pid, signal.SIGSTOP)
            try:
                subprocess.run(["cp", "--sparse=always", str(image), str(copy)], check=True)
            finally:
                os.kill(server.pid, signal.SIGCONT)
            cuts.append(copy)
            return copy

        try:
            yield server, cut
        finally:
            server.kill()


class After:
    """A server started on the copied disk."""

    def __init__(self, tmp_path, image, client):
        self.mount = loop_mount(image, tmp_path / (image.name + ".mount"))
        self.tmp_path, self.client = tmp_path, client

    def __enter__(self):
        at = self.mount.__enter__()
        self.server = Server(Path(at) / "data", owner=False)
        self.server.error_path = self.tmp_path / "after.stderr"
        self.server.start()
        return self.server, self.client.at(self.server.address)

    def __exit__(self, *error):
        self.server.kill()
        self.mount.__exit__(None, None, None)


@pytest.mark.root
def test_power_cut_after_an_upload(disk_image, tmp_path):
    server, cut = disk_image
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    home = me.home()
    single, merged, new = os.urandom(300_000), os.urandom(CHUNK + 70_000), os.urandom(200_000)
    me.upload(f"{home}/a/b/single.bin", single, mod_time=1565237893).ok()
    first = cut()
    me.upload_in_chunks(f"{home}/merged.bin", merged)
    second = cut()
    me.send(f"{home}/new.bin", new)
    third = cut()
    me.upload(f"{home}/new.bin", b"replaced", query="?on_conflict=replace").ok()
    fourth = cut()
    with After(tmp_path, first, me) as (after, client):
        assert client.content(f"{home}/a/b/single.bin") == single, "the first file, its folders, its owner's token"
        assert after.on_disk(client, f"{home}/a/b/single.bin").stat().st_mtime == 1565237893
    with After(tmp_path, second, me) as (after, client):
        client.user_id = me.user_id
        assert client.content(f"{home}/merged.bin") == merged and not after.leftovers()
    with After(tmp_path, third, me) as (after, client):
        assert client.content(f"{home}/new.bin") == new and not after.leftovers()
        assert client.upload(f"{home}/new.bin", new).ok()["resource"]["name"] == "new.bin", "its hash is known"
    with After(tmp_path, fourth, me) as (after, client):
        assert client.content(f"{home}/new.bin") == b"replaced" and not after.leftovers()


@pytest.mark.root
def test_power_cut_between_chunks(disk_image, tmp_path):
    server, cut = disk_image
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    home, content = me.home(), os.urandom(2 * CHUNK + 1000)
    upload = me.begin(f"{home}/c.bin", len(content)).ok()["upload_id"]
    for number in (3, 1):
        me.put_chunk(upload, number, split(content)[number - 1]).ok()
    with After(tmp_path, cut(), me) as (after, client):
        assert chunk_ids(client.upload_state(upload).ok()) == [1, 3] and client.names(home) == []
        client.put_chunk(upload, 2, split(content)[1]).ok()
        client.complete(upload, sha256(content), len(content)).ok()
        assert client.content(f"{home}/c.bin") == content and not after.leftovers()


@pytest.mark.root
def test_power_cut_after_folder_changes(disk_image, tmp_path):
    server, cut = disk_image
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    home = me.home()
    for name in ("x", "y"):
        me.upload(f"{home}/{name}", name.encode()).ok()
    me.mkdir(f"{home}/dir").ok()
    me.mkdir(f"{home}/dir/sub").ok()
    made = cut()
    me.rename(f"{home}/x", "renamed").ok()
    renamed = cut()
    me.transfer("copy", [f"{home}/renamed"], f"{home}/dir").ok()
    copied = cut()
    me.transfer("move", [f"{home}/y"], f"{home}/dir").ok()
    moved = cut()
    me.delete(f"{home}/dir").ok()
    deleted = cut()
    for image, expected in ((made, ["dir", "x", "y"]), (renamed, ["dir", "renamed", "y"]), (copied, ["dir", "renamed", "y"]),
                            (moved, ["dir", "renamed"]), (deleted, ["renamed"])):
        with After(tmp_path, image, me) as (after, client):
            assert client.names(home) == expected and not after.leftovers()
            if image is made:
                assert client.names(f"{home}/dir") == ["sub"]
            if image is copied:
                assert client.names(f"{home}/dir") == ["sub", "renamed"] and client.content(f"{home}/dir/renamed") == b"x"
            if image is moved:
                assert client.names(f"{home}/dir") == ["sub", "renamed", "y"] and client.content(f"{home}/dir/y") == b"y"
