"""SIGKILL at random moments while an encrypted folder changes. After each start: everything acknowledged is there, nothing half done is
listed, and no left-over trips a list. `HEARTH_VAULT_KILLS` kills (20) per kind of change, seed printed and settable with HEARTH_SEED."""

import http.client
import os
import threading
import time

import pytest
from hearth_client import Hearth, split
from hearth_server import OWNER, OWNER_PASSWORD
from test_archive import fetch as archive
from test_archive import zipped
from tools import CHUNK, seeded, sha256
from vault_tools import (
    BLOCK,
    PASSWORD,
    WRONG_PASSWORD,
    VaultFolder,
    WrongPassword,
    api_tree,
    change_password,
    check,
    noise,
    numbers,
    picture,
    presenting,
    unlock,
    vault_body,
)

KILLS = int(os.environ.get("HEARTH_VAULT_KILLS", "20"))
LOST = (OSError, http.client.HTTPException)
GONE = object()

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120 + 10 * KILLS)]


class Killing:
    """One server with one vault. `work` changes things and says before each change what may be seen if it is cut off."""

    def __init__(self, make_server, label):
        self.rng = seeded(label)
        self.server = make_server()
        self.me = Hearth.sign_in(self.server.address, OWNER, OWNER_PASSWORD)
        self.vault = VaultFolder(self.server, self.me)
        self.path = self.vault.path
        self.tree = {}        # acknowledged: path to content, None for directories
        self.either = [{}]    # what the request under way may have done: changes of the tree
        self.acknowledged = 0
        self.failure = None

    def during(self, *changes):
        """The states that may be found if the kill comes now, as changes: path to content, None or GONE."""
        self.either = changes

    def done(self, change):
        self.tree = self.applied(change)
        self.either = [{}]
        self.acknowledged += 1

    def applied(self, change):
        """The tree after a change. What is gone takes along what is below it."""
        gone = [path for path, value in change.items() if value is GONE]
        tree = {path: value for path, value in self.tree.items() if not any(path == other or path.startswith(other + "/") for other in gone)}
        return tree | {path: value for path, value in change.items() if value is not GONE}

    def rounds(self, work, longest=0.25, check=lambda: None, rounds=KILLS):
        for number in range(rounds):
            thread = threading.Thread(target=self.run, args=(work,))
            thread.start()
            time.sleep(self.rng.random() * self.rng.choice([longest / 8, longest / 2, longest]))  # the moment of the kill
            self.server.kill()
            thread.join(30)
            assert not thread.is_alive()
            if self.failure is not None:
                raise AssertionError(f"kill {number + 1}: a request failed before the kill") from self.failure
            self.server.start()
            self.me = presenting(self.me.at(self.server.address), PASSWORD)
            self.settle(number + 1)
            check()
        assert self.acknowledged > rounds // 2, "the server was killed before it did anything: this proves nothing"
        print(f"{rounds} kills, {self.acknowledged} acknowledged changes")
        assert self.server.stop() == 0
        self.mended()

    def mended(self):
        """What kills left in nobody's sight is cleared by a check; then even a strict reader finds nothing."""
        done = check(self.server, self.vault.disk)
        assert "another program" not in done.stdout + done.stderr, f"nobody else was here: {done.stdout}"
        done = check(self.server, self.vault.disk, "--mend")
        assert done.returncode == 0, done.stdout + done.stderr
        seen = self.vault.cryptomator()
        assert seen.tree() == self.tree and seen.orphans() == []

    def run(self, work):
        try:
            while True:
                work()
        except LOST:
            pass
        except BaseException as error:
            self.failure = error

    def settle(self, number):
        """Exactly one of the allowed states is there, for the API and for pycryptomator."""
        there = api_tree(self.me, self.path)
        for change in self.either:
            if self.applied(change) == there:
                break
        else:
            wanted = [sorted(describe(self.applied(change))) for change in self.either]
            raise AssertionError(f"kill {number}: {sorted(describe(there))} is none of {wanted}")
        self.tree, self.either = there, [{}]
        for directory in [path for path, value in there.items() if value is None]:
            below = {path[len(directory) + 1:] for path in there if path.startswith(directory + "/")}
            assert set(self.me.names(f"{self.path}/{directory}")) == {path for path in below if "/" not in path}
        assert self.vault.cryptomator().tree(contents=False, shells=True).keys() == there.keys()


def describe(tree):
    return [f"{path[:30]}…{len(path)}={value if value is None else sha256(value)[:6]}" for path, value in tree.items()]


def below(tree, old, new):
    """A directory's entries under another name."""
    return {new + path[len(old):]: value for path, value in tree.items() if path == old or path.startswith(old + "/")}


def test_killed_renames(make_server):
    """Long to short and back, of directories with content and of files (trap 32)."""
    k = Killing(make_server, "killed renames")
    for path in ("d/k", "d/sub/deep", "d/sub/" + "l" * 200, "f"):
        content = path.encode()
        k.me.upload(f"{k.path}/{path}", content).ok()
        k.tree[path] = content
    k.tree |= {"d": None, "d/sub": None}

    def work():
        kind = k.rng.choice(["d", "f"])
        old = next(path for path in k.tree if path.split("/")[0][0] == kind and "/" not in path)
        new = kind + k.rng.choice(["", "x" * 100]) * k.rng.choice([1, 2]) + str(k.rng.randrange(1000))
        if new == old:
            return
        change = {old: GONE} | below(k.tree, old, new)
        k.during({}, change)
        k.me.rename(f"{k.path}/{old}", new).ok()
        k.done(change)

    k.rounds(work)


def test_killed_uploads(make_server):
    """New files, files replaced by larger and smaller ones, through both doors; never a half one, and the chunks that were acknowledged stay."""
    k = Killing(make_server, "killed uploads")
    names = ["short", "l" * 200, "dir/inside"]
    k.me.mkdir(f"{k.path}/dir").ok()
    k.tree["dir"] = None
    session = {}

    def work():
        content = noise(k.rng.choice([0, 1, BLOCK, 3 * BLOCK + 5, 300_000]))
        way = k.rng.randrange(4)
        if way == 3:
            return chunks()
        name = k.rng.choice(names) if way else f"new {next(numbers)}" + k.rng.choice(["", "n" * 180])
        k.during({}, {name: content})
        if way == 2:
            k.me.send(f"{k.path}/{name}", content, on_conflict="replace")
        else:
            k.me.upload(f"{k.path}/{name}", content, query="?on_conflict=replace").ok()
        k.done({name: content})

    def chunks():
        """A file of three chunks that takes several lives of the server."""
        if not session:
            content = noise(64) * (2 * CHUNK // 64) + noise(5000)
            session.update(name=f"big {next(numbers)}", content=content, hash=sha256(content), parts=split(content), sent=set())
        for number in {1, 2, 3} - session["sent"]:
            k.me.chunk(f"{k.path}/{session['name']}", session["hash"], number, session["parts"][number - 1], 3, len(session["content"])).ok()
            session["sent"].add(number)
        k.during({}, {session["name"]: session["content"]})
        k.me.merge(f"{k.path}/{session['name']}", session["hash"], 3).ok()
        k.done({session["name"]: session["content"]})
        k.me.delete(f"{k.path}/{session['name']}").ok()
        k.done({session["name"]: GONE})
        session.clear()

    def check():
        if not session:
            return
        if session["name"] in k.tree:
            assert k.me.merge(f"{k.path}/{session['name']}", session["hash"], 3).ok()["resource"]["name"] == session["name"]
            session.clear()
            return
        known = set(k.me.known_chunks(session["hash"], f"{k.path}/{session['name']}"))
        assert session["sent"] <= known, f"acknowledged {session['sent']}, known {known}"
        session["sent"] = known

    def guarded():
        before = set(k.tree)
        try:
            work()
        except LOST:
            # The removal of the finished big file may have been cut off as well.
            if session and session["name"] in before | set(k.tree) and k.either == [{}]:
                k.during({}, {session["name"]: GONE})
                session.clear()
            raise

    k.rounds(guarded, check=check)


def test_killed_trees(make_server):
    """A plain tree is copied and moved in, copied and moved inside, and removed: whole or not at all."""
    k = Killing(make_server, "killed trees")
    plain = f"{k.me.home()}/source"
    disk = k.server.on_disk(k.me, plain)
    shape = {"t": None, "t/d": None, "t/d/" + "l" * 200: None, "t/empty": None}
    shape |= {f"t/f{n}": b"%d" % n * 100 for n in range(15)} | {f"t/d/g{n}": noise(BLOCK + n) for n in range(5)} | {"t/d/" + "l" * 200 + "/h": b"h" * 1000}
    for path, value in shape.items():
        (disk / path).mkdir(parents=True) if value is None else (disk / path).write_bytes(value)
    k.me.mkdir(f"{k.path}/to").ok()
    k.tree["to"] = None

    def work():
        if "t" not in k.tree:
            k.during({}, shape)
            k.me.transfer("copy", [f"{plain}/t"], k.path).ok()
            k.done(shape)
        elif "to/t" in k.tree:
            # Removed, and so is the other one: each at once.
            for path in k.rng.sample(["t", "to/t"], 2):
                k.during({}, {path: GONE})
                k.me.delete(f"{k.path}/{path}").ok()
                k.done({path: GONE})
                if "t" not in k.tree and "to/t" in k.tree:
                    k.during({}, {"to/t": GONE})
                    k.me.delete(f"{k.path}/to/t").ok()
                    k.done({"to/t": GONE})
                    break
        elif k.rng.random() < 0.5:
            change = below(k.tree, "t", "to/t")
            k.during({}, change)
            k.me.transfer("copy", [f"{k.path}/t"], f"{k.path}/to").ok()
            k.done(change)
        else:
            change = {"t": GONE} | below(k.tree, "t", "to/t")
            k.during({}, change)
            k.me.transfer("move", [f"{k.path}/t"], f"{k.path}/to").ok()
            k.done(change)

    k.rounds(work, longest=1.2)


def test_killed_moves_of_a_plain_tree_into_a_vault(make_server):
    """It is on the plain side, or in the vault, or on both for a moment; never on neither, never half."""
    k = Killing(make_server, "killed moves in")
    home = k.me.home()
    disk = k.server.personal(k.me.user_id)
    shape = {f"f{n}": b"%d" % n * 500 for n in range(40)} | {"sub/" + "l" * 200: b"long"}
    ended = 0
    for number in range(KILLS):
        name = f"tree{number}"
        for path, value in shape.items():
            (disk / name / path).parent.mkdir(parents=True, exist_ok=True)
            (disk / name / path).write_bytes(value)
        killer = threading.Timer(k.rng.random() * 0.25, k.server.kill)
        killer.start()
        try:
            ended += k.me.transfer("move", [f"{home}/{name}"], k.path).code == 0
        except LOST:
            pass
        killer.join()
        k.server.start()
        k.me = presenting(k.me.at(k.server.address), PASSWORD)
        there = api_tree(k.me, k.path)
        inside = {path.removeprefix(name + "/"): value for path, value in there.items() if path.startswith(name + "/") and value is not None}
        left = {str(path.relative_to(disk / name)): path.read_bytes() for path in (disk / name).rglob("*") if path.is_file()} if (disk / name).exists() else {}
        assert inside in ({}, shape), f"kill {number + 1}: half a tree in the vault: {sorted(inside)}"
        assert left in ({}, shape), f"kill {number + 1}: half a tree on the plain side: {sorted(left)}"
        assert inside or left, f"kill {number + 1}: it is nowhere"
        for path in k.me.names(k.path):
            k.me.delete(f"{k.path}/{path}").ok()
    print(f"{KILLS} kills, {ended} moves ended before")
    assert k.server.stop() == 0


@pytest.mark.alone
def test_killed_password_changes(make_server):
    """Exactly one password opens it, and then everything reads (trap 33)."""
    k = Killing(make_server, "killed password changes")
    disk = k.server.on_disk(k.me, k.me.home() + "/many")
    files = {f"d{n % 20}/f{n}": b"%d" % n * (n % 50) for n in range(2_000)}
    for path, value in files.items():
        (disk / path).parent.mkdir(parents=True, exist_ok=True)
        (disk / path).write_bytes(value)
    k.me.transfer("copy", [f"{k.me.home()}/many"], k.path).ok()
    passwords, before = [PASSWORD, "second&2"], picture(k.vault.disk / "d")
    assert len(before) >= 2_000
    for _ in range(2):
        start = time.monotonic()
        change_password(k.me, k.vault, *passwords).ok()
        took = time.monotonic() - start
        assert took < 2, f"{took:.1f} s"
        passwords.reverse()
    assert picture(k.vault.disk / "d") == before, "no cipher file was touched"
    acknowledged = cut = 0
    for number in range(KILLS):
        old, new = passwords
        killer = threading.Timer(k.rng.random() * 0.4, k.server.kill)
        killer.start()
        try:
            change_password(k.me, k.vault, old, new).ok()
            opens, acknowledged = {new}, acknowledged + 1
        except LOST:
            opens, cut = {old, new}, cut + 1
        killer.join()
        k.server.start()
        right = []
        for password in passwords:
            k.me = k.me.at(k.server.address, source=f"127.0.2.{number + 1}")  # each round is a guess from elsewhere
            if unlock(k.me, k.vault, password).refused(0, WRONG_PASSWORD).code == 0:
                right.append(password)
        assert len(right) == 1 and right[0] in opens, f"kill {number + 1}: {right} open it, expected one of {opens}"
        (wrong,) = set(passwords) - set(right)
        for path in k.rng.sample(sorted(files), 20):
            assert k.me.content(f"{k.path}/many/{path}") == files[path]
        if number % 10 == 0:
            with pytest.raises(WrongPassword):
                k.vault.cryptomator(wrong)
            assert len(k.vault.cryptomator(right[0]).entries("/many")) == 20
            packed = zipped(archive(k.me, [f"{k.path}/many"]))
            assert {name: packed.read(name) for name in packed.namelist() if not name.endswith("/")} == {f"many/{path}": value for path, value in files.items()}
        passwords = [right[0], wrong]
    print(f"{KILLS} kills, {acknowledged} changes ended before, {cut} were cut off")
    assert picture(k.vault.disk / "d") == before
    assert k.server.stop() == 0


def test_killed_creations(make_server):
    """A vault is there and opens with its password, or its name is free."""
    k = Killing(make_server, "killed creations")
    made = cut = 0
    for number in range(KILLS // 2):
        name = f"new vault {number}"
        killer = threading.Timer(k.rng.random() * 0.25, k.server.kill)
        killer.start()
        try:
            k.me.json("POST", "/folders", vault_body(name, k.me)).ok()
            acknowledged = True
        except LOST:
            acknowledged, cut = False, cut + 1
        killer.join()
        k.server.start()
        k.me = k.me.at(k.server.address)
        entry = next((item for item in k.me.get("/folders").items() if item["name"] == name), None)
        assert entry or not acknowledged
        if entry is None:
            k.me.json("POST", "/folders", vault_body(name, k.me)).ok()
            entry = next(item for item in k.me.get("/folders").items() if item["name"] == name)
        made += 1
        unlock(k.me, f"/s/{entry['id']}").ok()
        k.me.upload(f"/s/{entry['id']}/f", b"x").ok()
        assert k.me.content(f"/s/{entry['id']}/f") == b"x"
    print(f"{made} vaults, {cut} creations were cut off")
    assert k.server.stop() == 0
