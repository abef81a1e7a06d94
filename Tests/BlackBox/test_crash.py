"""SIGKILL at random moments. After each restart: every acknowledged byte, no half file under a final name, nothing left below .hearth
but live sessions. `HEARTH_CRASH_KILLS` kills (200), seed printed and settable with HEARTH_SEED."""

import http.client
import os
import random
import threading
import time

import pytest
import wire_codes as code
from hearth_client import BASES, Hearth, chunk_ids, split
from tools import CHUNK, seeded, sha256, tree

KILLS = int(os.environ.get("HEARTH_CRASH_KILLS", "200"))
PEOPLE = [(f"crash{n}", f"crash {n} secret words") for n in range(4)]
GONE = None
LOST = (OSError, http.client.HTTPException)


class Worker:
    """One user with a model of what the server has acknowledged.

    `files` maps a path below the personal root to its hash; `either` holds, for the request that the kill cut off, the states that
    are allowed afterwards, each a full replacement for some paths; `sessions` are unfinished uploads with their acknowledged chunks.
    """

    def __init__(self, server, account, rng):
        self.server, self.rng = server, rng
        self.client = Hearth.sign_in(server.address, *account, base=rng.choice(BASES))
        self.home = self.client.home()
        self.root = server.personal(self.client.user_id)
        self.files, self.directories, self.sessions = {}, set(), []
        self.either, self.unknown_sessions, self.touched = None, 0, set()
        self.acknowledged, self.serial = 0, 0
        self.failure = None

    def name(self, kind):
        self.serial += 1
        return f"{kind}{self.serial}"

    def content(self, chunks=0):
        """Random bytes; whole chunks are one random block repeated, which is quick and still tells chunks apart."""
        body = b"".join(self.rng.randbytes(4096) * (CHUNK // 4096) for _ in range(chunks))
        return body + self.rng.randbytes(self.rng.choice([0, 1, 100, 5000, 60_000]))

    # -- the operations; each says first what may be seen if it is cut off -------------------------------------------

    def during(self, *alternatives):
        """Alternatives are dictionaries path -> hash or GONE."""
        self.either = alternatives

    def done(self, state):
        for path, hash in state.items():
            self.files.pop(path, None) if hash is GONE else self.files.__setitem__(path, hash)
        self.touched |= set(state)
        self.either = None
        self.acknowledged += 1

    def upload(self):
        name, content = self.name("u"), self.content()
        self.during({name: GONE}, {name: sha256(content)})
        self.client.upload(f"{self.home}/{name}", content).ok()
        self.done({name: sha256(content)})

    def replace(self):
        if not self.files:
            return self.upload()
        name, content = self.rng.choice(sorted(self.files)), self.content()
        self.during({name: self.files[name]}, {name: sha256(content)})
        self.client.upload(f"{self.home}/{name}", content, query="?on_conflict=replace").ok()
        self.done({name: sha256(content)})

    def rename(self):
        if not self.files:
            return self.upload()
        old = self.rng.choice(sorted(self.files))
        new = self.name("r")
        target = os.path.join(os.path.dirname(old), new)
        hash = self.files[old]
        self.during({old: hash, target: GONE}, {old: GONE, target: hash})
        self.client.rename(f"{self.home}/{old}", new).ok()
        self.done({old: GONE, target: hash})

    def copy(self):
        """A folder with several files goes to a new place as one."""
        name, parent = self.name("tree"), self.name("to")
        contents = {f"{name}/{n}": self.content() for n in range(3)}
        for path, content in contents.items():
            self.during({path: GONE}, {path: sha256(content)})
            self.directories.add(name)
            self.client.upload(f"{self.home}/{path}", content).ok()
            self.done({path: sha256(content)})
        self.directories.add(parent)
        self.client.mkdir(f"{self.home}/{parent}").ok()
        moving = self.rng.random() < 0.4
        copied = {f"{parent}/{path}": sha256(content) for path, content in contents.items()}
        before = {path: sha256(content) for path, content in contents.items()} | dict.fromkeys(copied, GONE)
        after = copied | ({path: GONE if moving else sha256(content) for path, content in contents.items()})
        self.directories.add(f"{parent}/{name}")
        self.during(before, after)
        self.client.transfer("move" if moving else "copy", [f"{self.home}/{name}"], f"{self.home}/{parent}").ok()
        self.done(after)

    def delete(self):
        tops = sorted({path.split("/")[0] for path in self.files})
        if not tops:
            return self.upload()
        top = self.rng.choice(tops)
        inside = {path: hash for path, hash in self.files.items() if path.split("/")[0] == top}
        self.during(inside, dict.fromkeys(inside, GONE))
        self.client.delete(f"{self.home}/{top}").ok()
        self.done(dict.fromkeys(inside, GONE))
        self.directories = {path for path in self.directories if path.split("/")[0] != top}

    def start_chunks(self):
        if len(self.sessions) >= 3:
            return self.continue_chunks()
        new = self.rng.random() < 0.5
        content = self.content(self.rng.choice([0, 0, 1, 2])) or b"x"
        session = {"new": new, "name": self.name("c"), "content": content, "acknowledged": set(), "id": None}
        if new:
            self.unknown_sessions += 1
            session["id"] = self.client.begin(f"{self.home}/{session['name']}", len(content)).ok()["upload_id"]
            self.unknown_sessions -= 1
        self.sessions.append(session)
        return self.continue_chunks(session)

    def continue_chunks(self, session=None):
        if not self.sessions:
            return self.start_chunks()
        session = session or self.rng.choice(self.sessions)
        content, name = session["content"], session["name"]
        pieces, hash = split(content), sha256(content)
        missing = sorted(set(range(1, len(pieces) + 1)) - session["acknowledged"])
        self.rng.shuffle(missing)
        for number in missing:
            if session["new"]:
                self.client.put_chunk(session["id"], number, pieces[number - 1]).ok()
            else:
                self.client.chunk(f"{self.home}/{name}", hash, number, pieces[number - 1], len(pieces), len(content)).ok()
            session["acknowledged"].add(number)
            self.acknowledged += 1
        self.during({name: GONE}, {name: hash})
        session["finishing"] = True
        if session["new"]:
            self.client.complete(session["id"], hash, len(content)).ok()
        else:
            self.client.merge(f"{self.home}/{name}", hash, len(pieces)).ok()
        self.sessions.remove(session)
        self.done({name: hash})

    def run(self):
        choices = [self.upload, self.start_chunks, self.continue_chunks, self.rename, self.copy, self.replace]
        try:
            while True:
                operation = self.delete if len(self.files) > 40 else self.rng.choice(choices)
                operation()
        except LOST:
            pass
        except BaseException as error:
            self.failure = error

    # -- after the restart -------------------------------------------------------------------------------------------

    def check(self, address, everything):
        self.client = self.client.at(address, base=self.rng.choice(BASES))
        seen = {path.decode(): hash for path, hash in tree(self.root).items()} if everything else self.names_on_disk()
        files = {path for path, hash in seen.items() if hash != "dir"}
        if self.either is not None:
            self.settle(files)
        assert files == set(self.files), f"missing {set(self.files) - files}, unexpected {files - set(self.files)}"
        extra = {path for path, hash in seen.items() if hash == "dir"} - self.directories
        assert not extra, f"folders that nobody made: {extra}"
        self.directories &= {path for path, hash in seen.items() if hash == "dir"}
        for path in self.files if everything else self.touched:
            if path in self.files:
                with open(self.root / path, "rb") as file:
                    assert sha256(file.read()) == self.files[path], f"{path} has other bytes"
        listed = {item["path"].removeprefix(self.home + "/") for item in self.client.list(self.home, type=1).items() if item["type"] == 1}
        assert listed == set(self.files), "the API shows what is there"
        if self.touched and (path := self.rng.choice(sorted(self.touched))) in self.files:
            assert sha256(self.client.content(f"{self.home}/{path}")) == self.files[path]
        self.touched = set()
        for session in list(self.sessions):
            self.check_session(session)

    def names_on_disk(self):
        found = {}
        for at, directories, files in os.walk(self.root):
            below = os.path.relpath(at, self.root)
            for kind, names in (("dir", directories), ("file", files)):
                found |= {os.path.normpath(os.path.join(below, name)): kind for name in names}
        return found

    def settle(self, files):
        """Which of the allowed states is it? Exactly one must fit, by the names and by the bytes."""
        for state in self.either:
            present = {path for path, hash in state.items() if hash is not GONE}
            absent = set(state) - present
            if present <= files and not absent & files and all(self.hash_of(path) == state[path] for path in present):
                self.done(state)
                self.acknowledged -= 1
                return
        raise AssertionError(f"neither before nor after: {self.either}, on the disk {sorted(files)}")

    def hash_of(self, path):
        with open(self.root / path, "rb") as file:
            return sha256(file.read())

    def check_session(self, session):
        content, hash, name = session["content"], sha256(session["content"]), session["name"]
        if session.get("finishing") and name in self.files:
            reply = self.client.complete(session["id"], hash, len(content)) if session["new"] else self.client.merge(
                f"{self.home}/{name}", hash, len(split(content)))
            assert reply.ok()["resource"]["name"] == name, "finishing again gives the same answer"
            self.sessions.remove(session)
            return
        known = set(chunk_ids(self.client.upload_state(session["id"]).ok())) if session["new"] else set(
            self.client.known_chunks(hash, f"{self.home}/{name}"))
        assert session["acknowledged"] <= known, f"acknowledged {session['acknowledged']}, known {known}"
        session["acknowledged"] = known

    def finish(self):
        """Every session can still be completed: its acknowledged chunks hold the bytes that were sent."""
        while self.sessions:
            self.continue_chunks(self.sessions[0])


@pytest.mark.slow
@pytest.mark.timeout(60 + 3 * KILLS)
def test_killed_at_random_moments(make_server):
    rng = seeded("crash")
    server = make_server(members=PEOPLE)
    workers = [Worker(server, account, random.Random(rng.randrange(1 << 62))) for account in PEOPLE]
    start, rounds = time.monotonic(), 0
    while rounds < KILLS:
        rounds += 1
        threads = [threading.Thread(target=worker.run) for worker in workers]
        for thread in threads:
            thread.start()
        time.sleep(rng.choice([rng.uniform(0.0, 0.02), rng.uniform(0.0, 0.15), rng.uniform(0.05, 0.4)]))  # the moment of the kill
        server.kill()
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()
        for worker in workers:
            if worker.failure is not None:
                raise AssertionError(f"kill {rounds}: a request failed before the kill") from worker.failure
        server.start()
        try:
            for worker in workers:
                worker.check(server.address, everything=rounds % 25 == 0 or rounds == KILLS)
            check_leftovers(server, workers)
        except BaseException as error:
            raise AssertionError(f"after kill {rounds} (data kept in {server.data})") from error
    acknowledged = sum(worker.acknowledged for worker in workers)
    print(f"{rounds} kills, {acknowledged} acknowledged operations, {time.monotonic() - start:.0f} s")
    assert acknowledged > rounds, "the server was killed before it did anything: this proves nothing"
    for worker in workers:
        worker.finish()
        worker.check(server.address, everything=True)
    check_leftovers(server, workers)
    assert server.stop() == 0


def check_leftovers(server, workers):
    """Below .hearth: at most one file per live session, and nothing else."""
    left = server.leftovers()
    stray = [path for path in left if not path.startswith(".hearth/uploads/")]
    assert not stray, f"left behind: {stray}"
    entries = {path.split("/")[2] for path in left}
    live = sum(len(worker.sessions) + worker.unknown_sessions for worker in workers)
    assert len(entries) <= live, f"{len(entries)} unfinished uploads on the disk, {live} sessions"
    assert {entry for entry in os.listdir(server.partition) if not entry.startswith("__")} <= {".hearth"}


def test_a_killed_delete_of_a_big_tree_shows_no_half(make_server, tmp_path):
    """It is there whole, or gone; and what was set aside is cleared at the next start."""
    server = make_server(members=PEOPLE[:1])
    me = Hearth.sign_in(server.address, *PEOPLE[0])
    home, root = me.home(), server.personal(me.user_id)
    for attempt in range(6):
        for number in range(400):
            (root / "tree" / str(number)).mkdir(parents=True, exist_ok=True)
            (root / "tree" / str(number) / "f").write_bytes(b"x")
        killer = threading.Timer(0.001 + 0.004 * attempt, server.kill)
        killer.start()
        try:
            me.delete(f"{home}/tree")
        except LOST:
            pass
        killer.join()
        if (root / "tree").exists():
            assert sum(len(files) for _, _, files in os.walk(root / "tree")) == 400
        server.start()
        me = me.at(server.address)
        assert not server.leftovers()
        if (root / "tree").exists():
            me.delete(f"{home}/tree").ok()
        me.delete(f"{home}/tree").refused(code.NO_SUCH_FILE)
