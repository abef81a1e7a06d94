"""`hearth vault check`: what is sound stays untouched, what is broken is told, what can be mended without loss is mended."""

import os
import pty
import select
import shutil
import subprocess
import threading

import pytest
from hearth_client import Hearth
from hearth_server import OWNER, OWNER_PASSWORD, Server, binary, environment, run_hearth
from test_vault_interop import FOREIGN, configuration
from vault_tools import BLOCK, DAMAGED, HEADER, PASSWORD, SEALED, WRONG, Cryptomator, VaultFolder, api_tree, check, fetch, noise, picture, unlock

LONG = "l" * 200
TREE = {"a": b"alpha", "b": b"bravo", "big": noise(3 * BLOCK + 9), LONG: b"long", "d": None, "d/x": b"x in d", "d/e": None, "d/e/y": b"y", "D" + LONG: None,
        "D" + LONG + "/z": b"z"}


class Checked:
    """One vault on a server that runs, or that is stopped while the disk is looked at."""

    def __init__(self, server, me, running):
        self.server, self.me = server, me.at(server.address)
        self.vault = VaultFolder(server, self.me)
        for path, content in TREE.items():
            (self.me.mkdir(f"{self.vault.path}/{path}") if content is None else self.me.upload(f"{self.vault.path}/{path}", content)).ok()
        self.seen = self.vault.cryptomator()
        if not running:
            server.stop()

    def check(self, *options, password=PASSWORD):
        return check(self.server, self.vault.disk, *options, password=password)

    def finds(self, *options):
        """A check that ends with findings; gives its output."""
        done = self.check(*options)
        assert done.returncode == 1, f"{done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr and PASSWORD not in done.stdout + done.stderr
        return done.stdout + done.stderr

    def sound(self, *options):
        done = self.check(*options)
        assert done.returncode == 0, f"{done.stdout}{done.stderr}"

    def start(self):
        """Through the API again, with the folder open."""
        if not self.server.is_running():
            self.server.start()
            self.me = self.me.at(self.server.address)
        unlock(self.me, self.vault).ok()

    def tree(self):
        """What the API gives, with the server started if need be."""
        self.start()
        return api_tree(self.me, self.vault.path)


@pytest.fixture(scope="module")
def household(tmp_path_factory):
    """A server of this file, since tests stop it, and somebody who signed in."""
    server = Server(tmp_path_factory.mktemp("check") / "data").start()
    yield server, Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    assert server.stop() == 0


@pytest.fixture(params=[True, False], ids=["running", "stopped"])
def checked(request, household):
    made = Checked(*household, request.param)
    yield made
    made.start()
    made.vault.client = made.me
    made.vault.delete()


def test_a_sound_vault(checked):
    before = picture(checked.vault.disk)
    for options in ([], ["--quick"], ["--mend"], ["--mend", "--accept"]):
        checked.sound(*options)
    assert picture(checked.vault.disk) == before, "a check of what is sound touches nothing"
    assert checked.tree() == TREE


def test_a_wrong_password_and_what_is_no_vault(checked, tmp_path):
    for password in (WRONG, ""):
        done = checked.check(password=password)
        assert done.returncode in (1, 2) and done.stderr.strip(), done
    for path in (tmp_path, tmp_path / "nothing", checked.vault.disk / "d", "/etc/hostname"):
        done = check(checked.server, path)
        assert done.returncode == 1 and done.stderr.strip(), done
    file = checked.vault.disk / "vault.cryptomator"
    good = file.read_bytes()
    file.write_bytes(configuration(checked.seen.keys, cipherCombo="SIV_CTRMAC"))
    done = checked.check()
    assert done.returncode == 1 and "SIV_CTRMAC" in done.stderr, done
    file.write_bytes(good)
    checked.sound()


def test_a_missing_copy_of_an_id(checked):
    copy = checked.seen.directory_on_disk("/d") / "dirid.c9r"
    copy.unlink()
    before = picture(checked.vault.disk)
    checked.finds()
    assert picture(checked.vault.disk) == before, "without --mend nothing is written"
    checked.sound("--mend")
    assert copy.stat().st_size == HEADER + 28 + 36
    checked.sound()
    assert checked.tree() == TREE


def test_an_orphan_comes_back(checked):
    """What nothing leads to is brought back into sight with everything in it."""
    shutil.rmtree(checked.seen.link_on_disk("/d").parent)
    checked.finds()
    checked.sound("--mend")
    tree = checked.tree()
    assert {path: value for path, value in tree.items() if path in TREE} == {path: value for path, value in TREE.items() if path.split("/")[0] != "d"}
    back = sorted(value for path, value in tree.items() if path not in TREE and value is not None)
    assert back == sorted([b"x in d", b"y"]), tree.keys()
    assert checked.seen.orphans() == [] and checked.seen.tree() == tree


def test_shells_and_leftovers_are_cleared(checked):
    root = checked.seen.directory_on_disk("/")
    shell = root / ("S" * 28 + ".c9s")
    shell.mkdir()
    half = root / ("H" * 28 + ".c9r")
    half.mkdir()
    (checked.vault.disk / "hearth/tmp/left over").mkdir(parents=True)
    checked.finds()
    checked.check("--mend")
    assert not half.exists() and checked.tree() == TREE


@pytest.mark.parametrize("kind", ["cut", "cut at a border", "bit", "header", "emptied"])
def test_damaged_files_are_told_and_left(checked, kind):
    file = checked.seen.file_on_disk("/big")
    content = bytearray(file.read_bytes())
    if kind == "cut":
        del content[-20:]
    elif kind == "cut at a border":
        del content[HEADER + SEALED:]
    elif kind == "emptied":
        content.clear()
    else:
        content[HEADER + SEALED + 100 if kind == "bit" else 20] ^= 4
    file.write_bytes(content)
    text = checked.finds()
    assert "big" in text, text
    assert "big" in checked.finds("--mend") and file.read_bytes() == content, "it may be all that is left"
    checked.start()
    assert fetch(checked.me, f"{checked.vault.path}/big") in (DAMAGED, "cut")
    checked.me.delete(f"{checked.vault.path}/big").ok()
    checked.sound()
    assert checked.tree() == {path: value for path, value in TREE.items() if path != "big"}


def test_what_others_changed_is_accepted_when_asked(checked):
    """Two files exchanged: each reads, and neither is what was recorded."""
    a, b = checked.seen.file_on_disk("/a"), checked.seen.file_on_disk("/b")
    one, two = a.read_bytes(), b.read_bytes()
    a.write_bytes(two)
    b.write_bytes(one)
    for options in ([], ["--mend"]):
        checked.finds(*options)
    checked.sound("--accept")
    checked.sound()
    assert checked.tree() == TREE | {"a": b"bravo", "b": b"alpha"}


def test_a_vault_anywhere(make_server, tmp_path):
    """Of another program, on no partition; nothing of a drive is needed."""
    seen = Cryptomator.create(tmp_path / "elsewhere", FOREIGN)
    seen.mkdir("/d/e")
    seen.write("/d/damaged here", noise(2 * BLOCK))
    seen.write("/" + LONG, b"long")
    server = make_server(owner=False, start=False)
    done = check(server, tmp_path / "elsewhere", "--mend", password=FOREIGN)
    assert done.returncode == 0, done.stdout + done.stderr
    before = seen.tree()
    assert len(before) == 4
    done = check(server, tmp_path / "elsewhere", password=FOREIGN)
    assert done.returncode == 0, done.stdout + done.stderr
    file = seen.file_on_disk("/d/damaged here")
    os.truncate(file, HEADER + SEALED + 5)
    done = check(server, tmp_path / "elsewhere", password=FOREIGN)
    assert done.returncode == 1 and "damaged here" in done.stdout + done.stderr
    assert check(server, tmp_path / "elsewhere", "--accept", password=FOREIGN).returncode == 1


@pytest.mark.parametrize("checked", [True], ids=["running"], indirect=True)
def test_beside_work(checked):
    """What goes on meanwhile is neither reported nor disturbed, mending included."""
    path, me = checked.vault.path, checked.me
    stop, done, failed = threading.Event(), [], []

    def work():
        number = 0
        try:
            while not stop.is_set():
                number += 1
                top = f"{path}/w{number}"
                me.mkdir(top).ok()
                me.mkdir(f"{top}/{LONG}").ok()
                me.upload(f"{top}/{LONG}/f", b"f%d" % number).ok()
                me.transfer("copy", [f"{path}/d"], top).ok()
                me.transfer("move", [f"{top}/d"], f"{top}/{LONG}").ok()
                me.delete(f"{top}/{LONG}/d").ok()
                if number % 2:
                    me.delete(top).ok()
                else:
                    done.append(number)
        except BaseException as error:
            failed.append(error)

    worker = threading.Thread(target=work)
    worker.start()
    try:
        for options in ([], ["--quick"], ["--mend"], ["--mend", "--accept"]) * 5:
            checked.sound(*options)
    finally:
        stop.set()
        worker.join()
    assert not failed, failed
    checked.sound()
    tree = checked.tree()
    kept = {f"w{number}/{LONG}/f": b"f%d" % number for number in done}
    assert {name: content for name, content in tree.items() if name.endswith("/f")} == kept
    assert not [name for name in tree if "recovered" in name]


def test_the_password_is_asked_for_on_the_terminal(tmp_path):
    seen = Cryptomator.create(tmp_path / "elsewhere", FOREIGN)
    seen.write("/a", b"a")
    master, slave = pty.openpty()
    asked = subprocess.Popen([binary(), "vault", "check", tmp_path / "elsewhere"], stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=environment(), start_new_session=True)
    try:
        question = os.read(asked.stderr.fileno(), 100)
        assert b"assword" in question
        os.write(master, FOREIGN.encode() + b"\n")
        out, err = asked.communicate(timeout=60)
        assert asked.returncode == 0, out + err
        assert FOREIGN.encode() not in out + err
        os.set_blocking(master, False)
        shown = os.read(master, 1000) if select.select([master], [], [], 0)[0] else b""
        assert FOREIGN.encode() not in shown, "it is not shown"
    finally:
        asked.kill()
        os.close(master)
        os.close(slave)


def test_mending_leaves_nothing_of_ours_in_a_strange_vault(make_server, tmp_path):
    seen = Cryptomator.create(tmp_path / "elsewhere", FOREIGN)
    seen.mkdir("/d")
    seen.write("/d/a", b"a")
    (seen.directory_on_disk("/d") / "dirid.c9r").unlink()
    shutil.rmtree(seen.link_on_disk("/d").parent)
    server = make_server(owner=False, start=False)
    before = picture(tmp_path / "elsewhere")
    assert check(server, tmp_path / "elsewhere", password=FOREIGN).returncode == 1
    assert picture(tmp_path / "elsewhere") == before
    assert check(server, tmp_path / "elsewhere", "--mend", password=FOREIGN).returncode == 0
    assert sorted(os.listdir(tmp_path / "elsewhere")) == ["d", "masterkey.cryptomator", "vault.cryptomator"]
    assert list(Cryptomator(tmp_path / "elsewhere", FOREIGN).tree().values()).count(b"a") == 1
    assert not os.listdir(server.data), "no drive is made by the way"


def test_an_older_database_comes_back(make_server, tmp_path):
    """What is newer than it is refused; the restore says the way out, and that is one."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = VaultFolder(server, me, name="Letters")
    for path in ("old", "replaced"):
        me.upload(f"{vault.path}/{path}", b"first").ok()
    backup = tmp_path / "backup"
    assert run_hearth("backup-db", backup, "--data", server.data).returncode == 0
    me.upload(f"{vault.path}/replaced", b"second", query="?on_conflict=replace").ok()
    me.upload(f"{vault.path}/new", b"new").ok()
    server.stop()
    done = run_hearth("restore", backup, "--data", server.data, "--force")
    assert done.returncode == 0 and "hearth vault check PATH --accept" in done.stdout and "Letters" in done.stdout, done
    server.start()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    unlock(me, vault).ok()
    me.download(f"{vault.path}/replaced").refused(DAMAGED)
    assert me.content(f"{vault.path}/old") == b"first"
    assert check(server, vault.disk).returncode == 1
    done = check(server, vault.disk, "--accept")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [me.content(f"{vault.path}/{name}") for name in ("old", "replaced", "new")] == [b"first", b"second", b"new"]
    assert server.stop() == 0
