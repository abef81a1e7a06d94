"""Nothing readable of an encrypted folder touches the disk: a whole session full of marked names, contents and passwords, then a search
through everything that the server wrote, while it runs and after it stopped."""

import base64
import http.client
import io
import os
import shutil
import socket
import threading
import uuid
import zipfile
from pathlib import Path

import pytest
from hearth_client import BASES, NEW, OLD, Hearth, split
from hearth_server import OWNER, OWNER_PASSWORD
from test_archive import fetch as archive
from tools import CHUNK, MIB, loop_mount, make_ext4, multipart, quote_path, sha256, wait_until
from vault_scan import Scan, content_forms, forms, pieces
from vault_tools import WRONG_PASSWORD, VaultFolder, change_password, lock, noise, presenting, unlock


class Marked:
    """Names, contents and passwords that occur nowhere else. All begin with the same letters, so that one search finds every one."""

    def __init__(self):
        self.count, self.start = 0, f"Mark{uuid.uuid4().hex[:10]}Ü"
        self.ascii = self.start[:-1]  # what every form of a longer text begins with
        self.scan = Scan().add("a mark", forms(self.ascii))

    def text(self, kind):
        """A name or another text, with letters of three scripts, so that every way of writing text down shows."""
        self.count += 1
        return f"{self.start}{kind}{self.count:03}語"

    def password(self):
        self.count += 1
        return f"{self.ascii}pass{self.count:03}@"

    def content(self, size):
        """Text that repeats, so that every block of the first half holds the mark, then noise."""
        self.count += 1
        line, random = f"{self.ascii}content{self.count:03}\n".encode(), noise(size - size // 2)
        content = (line * (size // 2 // len(line) + 1))[:size // 2] + random
        assert len(content) == size
        self.scan.add(f"bytes of content {self.count}", pieces(random, every=4 * MIB))
        self.hash(content)
        return content

    def hash(self, content):
        self.scan.add("the hash of a content", content_forms(content))
        return sha256(content)


def cut_upload(client, path, content):
    """A chunk whose body stops half way: the phone left the house."""
    fields = [("action", "chunk"), ("hash", sha256(content)), ("total_size", len(content)), ("chunk_number", 1), ("chunk_size", CHUNK), ("total_chunks", 2)]
    for file_first in (False, True):
        body, content_type = multipart(fields, ("uploadfile", "blob", content[:CHUNK]), file_first)
        raw = socket.create_connection(client.address, timeout=20)
        head = f"POST {client.base}/resources{quote_path(path)} HTTP/1.1\r\nHost: x\r\nscope-token: {client.token}\r\nContent-Type: {content_type}\r\n"
        raw.sendall(head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body[:len(body) // 2])
        yield raw


def session(server, me, marked, search):
    """What a family does in a day. `search` is called where something is under way. Returns the folder with its password."""
    first, second = marked.password(), marked.password()
    vault = VaultFolder(server, me, name="Locked away", password=first)
    marked.scan.add("the recovery key", forms(vault.recovery_key) | forms(vault.recovery_key.replace("-", "").replace(" ", "")))
    at, old, phone = vault.path, me.at(base=OLD), me.at(base=NEW)
    directory, deep, long = marked.text("dir"), marked.text("deep"), marked.text("long") + "x" * 180
    me.mkdir(f"{at}/{directory}").ok()
    old.mkdir(f"{at}/{directory}/{deep}").ok()
    me.mkdir(f"{at}/{long}").ok()
    phone.mkdir(f"{at}/{directory}", is_auto_rename="true").ok()
    # Both doors and both orders of a form.
    one, two = marked.text("file"), marked.text("file")
    me.upload(f"{at}/{directory}/{one}", marked.content(300_000), identification=marked.text("ident")).ok()
    phone.upload(f"{at}/{directory}/{two}", marked.content(50_000), file_first=True, filename=marked.text("filename")).ok()
    me.upload(f"{at}/{long}/{marked.text('long') + 'y' * 150}", marked.content(70_000)).ok()
    chunked, content = marked.text("chunked"), marked.content(CHUNK + 500_000)
    hash = marked.hash(content)
    for number, piece in enumerate(split(content), 1):
        old.chunk(f"{at}/{chunked}", hash, number, piece, 2, len(content), file_first=number == 2).ok()
        search("after a chunk")
    old.merge(f"{at}/{chunked}", hash, 2, identification=marked.text("ident")).ok()
    old.merge(f"{at}/{chunked}", hash, 2).ok()
    sent = marked.text("sent")
    me.send(f"{at}/{deep}/{sent}", marked.content(CHUNK + 70_000), identification=marked.text("ident"))
    # Interrupted ones, on both doors; a body that never ends; a wrong hash.
    half = marked.content(CHUNK + 400_000)
    half_hash, half_name = marked.hash(half), marked.text("half")
    me.chunk(f"{at}/{directory}/{half_name}", half_hash, 2, split(half)[1], 2, len(half)).ok()
    upload = me.begin(f"{at}/{marked.text('begun')}", len(half), identification=marked.text("ident")).ok()["upload_id"]
    me.put_chunk(upload, 1, split(half)[0]).ok()
    for raw in cut_upload(me, f"{at}/{directory}/{marked.text('cut')}", marked.content(CHUNK + 100)):
        search("during a chunk")
        raw.close()
    wrong = marked.content(60_000)
    assert me.upload(f"{at}/{marked.text('wronghash')}", wrong, hash=marked.hash(wrong + b"x")).code != 0
    search("with uploads under way")
    # Looking at things.
    assert len(me.list(at, type=1).items()) >= 9
    assert me.names(at, name=directory) and me.names(at, limit=2)
    assert phone.get(f"/chunks/{half_hash}", path=f"{at}/{directory}/{half_name}").code == 0
    assert me.download(f"{at}/{directory}/{one}", {"Range": "bytes=10-20"}).status == 206
    assert me.download(f"{at}/{directory}/{one}", query=f"?scope-token={me.token}&inline=1&note={quote_path(marked.text('query'))}").status == 200
    me.download(f"{at}/{marked.text('missing')}").refused(10000)
    me.list(f"{at}/{marked.text('missing')}").refused(10000)
    me.request("GET", f"/resources{at}?{quote_path(marked.text('unknownquery'))}=1")
    me.request("GET", f"/nowhere/{quote_path(marked.text('nowhere'))}")
    # Changes.
    me.rename(f"{at}/{directory}/{two}", marked.text("renamed")).ok()
    me.rename(f"{at}/{long}", marked.text("renamed")).ok()
    renamed = marked.text("renamed")
    old.rename(f"{at}/{directory}", renamed).ok()
    directory = renamed
    phone.rename(f"{at}/{directory}", marked.text("r") + "/").refused(20027, 10005, 10029)
    me.transfer("copy", [f"{at}/{directory}/{one}"], at).ok()
    me.transfer("move", [f"{at}/{chunked}"], f"{at}/{directory}", headers={"Prefer": "respond-async"}).ok()
    me.transfer("copy", [f"{at}/{directory}"], f"{at}/{deep}", headers={"Prefer": "respond-async"}).ok()
    me.transfer("copy", [f"{at}/{directory}"], me.home()).refused(10024)
    me.transfer("move", [f"{at}/{marked.text('absent')}"], f"{at}/{deep}").refused(10000)
    # Archives: at once and by an address that waits.
    packed = zipfile.ZipFile(io.BytesIO(archive(me, [f"{at}/{directory}", f"{at}/{one}"]).body))
    assert packed.testzip() is None and any(one in name for name in packed.namelist())
    ticket = me.json("POST", "/archives", {"paths": [f"{at}/{directory}"], "name": marked.text("archive")}).ok()["url"]
    me.json("POST", "/archives", {"paths": [f"{at}/{directory}/{one}"]}).ok()
    assert me.request("GET", ticket, base="").status == 200
    client = me.at()
    response = client.open("GET", f"/download{quote_path(f'{at}/{directory}/{chunked}')}")
    response.read(1000)
    client.close()
    search("with archives")
    # Passwords.
    guesser = me.at(source="127.0.0.40")
    unlock(guesser, vault, marked.password()).refused(WRONG_PASSWORD)
    presenting(guesser.at(base=OLD), marked.password()).list(f"{at}/{directory}")
    presenting(guesser, marked.password()).download(f"{at}/{directory}/{one}")
    guesser.transfer("copy", [f"{me.home()}"], f"{at}/{directory}", destination_pwd=marked.password())
    change_password(guesser, vault, marked.password(), marked.password())
    change_password(me, vault, first, second).ok()
    unlock(me, vault, second).ok()
    # Removal.
    me.delete(f"{at}/{deep}/{directory}").ok()
    old.delete(f"{at}/{directory}/{one}").ok()
    me.abort(upload).ok()
    search("after removal")
    return vault, second


def plant(marked, plain_disk):
    """A plain tree to bring in: its marks may stand on the plain side only."""
    names = [marked.text("plain") for _ in range(3)]
    contents = [marked.content(200_000) for _ in range(3)]
    tree = plain_disk / "source"
    (tree / names[0]).mkdir(parents=True)
    for name, content in zip(names, contents):
        (tree / names[0] / name).write_bytes(content)
    return tree, names


@pytest.mark.slow
def test_no_mark_is_found_anywhere(make_server, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    server = make_server(start=False)
    server.start(extra_environment={"TMPDIR": str(scratch)})
    me, marked = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD), Marked()
    me.home()
    plain, left_out = server.personal(me.user_id), []

    def search(when):
        hits = marked.scan.tree(server.data, left_out) + marked.scan.tree(scratch) + marked.scan.file(server.error_path)
        hits += marked.scan.bytes("\n".join(server.stdout_lines).encode(), "standard output")
        if server.is_running():
            hits += marked.scan.open_files(server.pid)
        assert not hits, f"{when}: {len(hits)} marks, first {hits[:5]}"

    vault, password = session(server, me, marked, search)
    tree, names = plant(marked, plain)
    left_out.append(tree)
    me.transfer("copy", [f"{me.home()}/source/{names[0]}"], vault.path).ok()
    search("after copying in")
    lock(me, vault)
    search("locked")
    server.kill()
    search("killed")
    server.start(extra_environment={"TMPDIR": str(scratch)})
    me = me.at(server.address)
    search("started again")
    me.list(vault.path).refused(WRONG_PASSWORD)
    unlock(me, vault, password).ok()
    assert sorted(me.names(f"{vault.path}/{names[0]}")) == sorted(names)
    moved = marked.text("moved")
    me.mkdir(f"{vault.path}/{moved}").ok()
    me.transfer("move", [f"{me.home()}/source/{names[0]}"], f"{vault.path}/{moved}").ok()
    assert not (tree / names[0]).exists()
    left_out.clear()
    shutil.rmtree(tree)
    wait_until(lambda: not server.leftovers() or all(".hearth/uploads" in path for path in server.leftovers()), what="the tree that was moved to be gone")
    search("after moving in")
    assert me.upload(f"{vault.path}/{marked.text('last')}", marked.content(1000)).code == 0
    assert server.stop() == 0
    search("stopped")


def test_the_search_finds_what_is_there(make_server, tmp_path):
    """The same search in a plain folder finds names and contents: it is able to fail."""
    server = make_server()
    me, marked = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD), Marked()
    name, content = marked.text("file"), marked.content(300_000)
    me.send(f"{me.home()}/{name}", content)
    hits = " ".join(map(str, marked.scan.tree(server.data)))
    assert "a mark in the name" in hits and "bytes of content" in hits and "the hash of a content" in hits, hits[:2000]
    for text in (name.encode("utf-16-le"), b"xx" + base64.b64encode(b"ab" + name.encode()), name.encode().hex().encode()):
        (tmp_path / "probe").write_bytes(b"before" + text + b"after")
        assert marked.scan.file(tmp_path / "probe"), text
    assert server.stop() == 0


@pytest.mark.root
@pytest.mark.slow
def test_no_mark_is_found_on_the_raw_disk(make_server, tmp_path):
    """What was written and removed again stays in free blocks: the image itself is searched, byte by byte."""
    image, place = tmp_path / "image", tmp_path / "disk"
    make_ext4(image, 256 * MIB)
    marked = Marked()
    with loop_mount(image, place):
        server = make_server(data=Path(place) / "data", start=False)
        scratch = Path(place) / "scratch"
        scratch.mkdir()
        server.error_path = tmp_path / "raw.stderr"
        server.start(extra_environment={"TMPDIR": str(scratch)})
        me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
        vault, password = session(server, me, marked, lambda when: None)
        name, content = marked.text("replaced"), marked.content(9 * MIB)
        stop = threading.Event()

        def keep_sending():
            client = me.at()
            while not stop.is_set():
                try:
                    client.send(f"{vault.path}/{name}", content, on_conflict="replace")
                except (OSError, http.client.HTTPException):
                    return

        writer = threading.Thread(target=keep_sending)
        writer.start()
        wait_until(lambda: name in me.names(vault.path, page_size=100), 20, "the first upload")
        server.kill()
        stop.set()
        writer.join()
        server.start(extra_environment={"TMPDIR": str(scratch)})
        me = me.at(server.address)
        unlock(me, vault, password).ok()
        assert me.content(f"{vault.path}/{name}") == content
        assert server.stop() == 0
        os.sync()
    hits = marked.scan.file(image, "the raw disk")
    assert not hits, f"{len(hits)} marks, first {hits[:5]}"


def test_the_log_tells_roots_only(make_server):
    """Every request below a root is logged as /s/{id}/…, its query and its names left out."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = VaultFolder(server, me)
    me.upload(f"{vault.path}/name", b"x").ok()
    me.download(f"{vault.path}/name")
    server.stop()
    text = server.logs()
    assert f"/s/{vault.id}/" in text and "name\"" not in text.replace('"name"', "") and f"{vault.path}/name" not in text


def test_identifications_of_encrypted_files_are_not_kept(make_server):
    """They name what was backed up, and their rows are plain."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = VaultFolder(server, me)
    me.upload(f"{me.home()}/open", b"x", identification="open one").ok()
    me.upload(f"{vault.path}/secret", b"x", identification="secret one").ok()
    me.send(f"{vault.path}/sent", b"x", identification="secret two")
    me.upload_in_chunks(f"{vault.path}/merged", b"xyz", identification="secret three")
    for base in BASES:
        assert me.at(base=base).get("/backups").ok()["identifications"] == ["open one"]
    assert server.stop() == 0


def test_core_dumps_are_off(make_server):
    server = make_server()
    limits = Path(f"/proc/{server.pid}/limits").read_text()
    core = next(line for line in limits.splitlines() if line.startswith("Max core file size"))
    assert core.split()[4:6] == ["0", "0"], core


def test_keys_are_in_locked_memory(make_server):
    """With a folder open, some memory is locked and left out of dumps."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    VaultFolder(server, me)
    locked = next(line for line in Path(f"/proc/{server.pid}/status").read_text().splitlines() if line.startswith("VmLck"))
    assert int(locked.split()[1]) > 0, locked
    flags = [line.split() for line in Path(f"/proc/{server.pid}/smaps").read_text().splitlines() if line.startswith("VmFlags")]
    assert any("lo" in line and "dd" in line for line in flags), "a mapping that is locked and not dumped"


@pytest.mark.root
def test_keys_and_passwords_leave_memory_with_the_lock(make_server):
    """What gcore would find: after locking, neither the password nor a key is in the process's memory."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    password = "Mem0ry@marker7!x9"
    vault = VaultFolder(server, me, password=password)
    keys = vault.cryptomator(password).keys
    me.upload(f"{vault.path}/f", b"x" * 100_000).ok()
    assert me.download(f"{vault.path}/f").status == 200
    found = memory(server.pid, {"encryption key": keys[0], "authentication key": keys[1]})
    assert found, "the search finds keys while the folder is open"
    lock(me, vault, everywhere=True)
    wait_until(lambda: not memory(server.pid, {"encryption key": keys[0], "authentication key": keys[1]}), 10, "the keys to be wiped")


def memory(pid, wanted):
    """Which of these bytes stand in writable memory of a process."""
    found = set()
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as file:
        for line in maps:
            range, rights, *rest = line.split()
            if "rw" not in rights or rest[-1:] in (["[vvar]"], ["[vsyscall]"]):
                continue
            first, last = (int(part, 16) for part in range.split("-"))
            try:
                file.seek(first)
                data = file.read(last - first)
            except (OSError, ValueError, OverflowError):
                continue
            found |= {label for label, text in wanted.items() if text in data}
    return found


def test_temporary_folders_stay_empty(make_server, tmp_path):
    """Nothing of this server is ever written to the machine's temporary folder."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    server = make_server(start=False)
    server.start(extra_environment={"TMPDIR": str(scratch), "SQLITE_TMPDIR": str(scratch)})
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = VaultFolder(server, me)
    me.upload(f"{vault.path}/f", noise(3 * MIB), file_first=True).ok()
    assert archive(me, [f"{vault.path}/f"]).status == 200
    assert os.listdir(scratch) == []
    assert server.stop() == 0
