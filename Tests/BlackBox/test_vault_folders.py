"""Encrypted folders as folders: how they are made, opened, locked and managed, who may not enter, and how guessing ends."""

import base64
import http.client
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import wire_codes as code
from conftest import MEMBERS
from folder_tools import (
    PRIVATE,
    SHARED,
    add_partition,
    add_pool,
    await_idle,
    create_folder,
    delete_folder,
    folder_body,
    folder_entry,
    received,
    share,
)
from hearth_client import BASES, NEW, V1, Hearth, split
from hearth_server import OWNER, OWNER_PASSWORD, run_hearth
from test_archive import fetch as archive
from tools import CHUNK, quote_path, sha256
from vault_tools import (
    NOT_SHARED,
    OLD_WRONG,
    PASSWORD,
    PATH_WRONG,
    THROTTLED,
    WRONG,
    WRONG_PASSWORD,
    Cryptomator,
    VaultFolder,
    WrongPassword,
    change_password,
    lock,
    numbers,
    only,
    picture,
    presenting,
    unlock,
    vault_body,
)

DAY = 86_400
TWO = b"first" * (CHUNK // 5 + 1)


@pytest.fixture
def vault(server, owner):
    """An encrypted folder of the owner, open for the owner's token."""
    made = VaultFolder(server, owner)
    yield made
    made.delete()


@pytest.fixture(scope="module")
def other(server):
    """The owner once more, with a token of its own."""
    return Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD, client="other")


def unlocks(client):
    return client.get("/unlocks", base=V1).items()


# -- creation ------------------------------------------------------------------------------------------------------------


def test_creation_refuses_in_order(server, api, owner, member):
    """Each fault together with all that are found later: the earlier one is told."""
    taken = create_folder(owner, "Taken for a vault", only(owner))
    long = "名" * 101
    good = vault_body("New vault", owner)
    try:
        for expected, change in [
            (20000, {"name": ""}), (20000, {"mode": None}), (20000, {"pool_name": "", "name": "a/b"}),
            (20027, {"name": "a/b" + long}), (20027, {"name": ".."}), (20011, {"name": long, "auth": []}), (20013, {"name": "Taken for a vault", "auth": []}),
            (20014, {"auth": [], "pwd": ""}), (20014, {"auth": [*only(owner), *only(member)], "pwd": ""}),
            (20015, {"mode": SHARED, "auth": [], "pwd": ""}), (20018, {"mode": SHARED, "pwd": ""}), (20018, {"mode": SHARED}),
            (20000, {"pwd": ""}), (20000, {"pwd": None}), (20000, {"confirm_pwd": ""}),
            (20020, {"pwd": "ab@1!", "confirm_pwd": "ab@1!"}), (20020, {"pwd": "-", "confirm_pwd": "x"}), (20020, {"pwd": "语", "confirm_pwd": "x"}),
            (20021, {"pwd": "abc-123", "confirm_pwd": "x"}), (20021, {"pwd": "abc 123", "confirm_pwd": "abc 123"}), (20021, {"pwd": "密码", "confirm_pwd": "密码"}),
            (20021, {"pwd": "abcdef\n", "confirm_pwd": "abcdef\n"}), (20002, {"pwd": "abc123", "confirm_pwd": "abc124"}),
            (20002, {"pwd": "abc123", "confirm_pwd": "ABC123"}),
        ]:
            reply = api.json("POST", "/folders", good | change)
            assert reply.code == expected, f"{change}: {reply}"
        assert folder_entry(owner, taken) and not (server.partition / "New vault").exists()
        assert not any(item["name"] == "New vault" for item in owner.get("/folders").items())
    finally:
        delete_folder(owner, taken)


@pytest.mark.parametrize("password", ["aB0@#&", "!!!!!!", "x" * 300])
def test_passwords_that_may_be(server, owner, password):
    vault = VaultFolder(server, owner, password=password)
    try:
        owner.mkdir(f"{vault.path}/d").ok()
        assert vault.cryptomator(password).entries("/") == {"d": True}
        with pytest.raises(WrongPassword):
            vault.cryptomator(password[:-1])
    finally:
        vault.delete()


def test_the_recovery_key_is_shown_to_new_clients_once(server, owner):
    keys = set()
    for base in BASES:
        name = f"vault {next(numbers)}"
        data = owner.at(base=base).json("POST", "/folders", vault_body(name, owner)).ok()
        entry = next(item for item in owner.get("/folders").items() if item["name"] == name)
        assert entry["is_encrypt"] == 1 and entry["mode"] == PRIVATE
        if base == V1:
            assert set(data) == {"id", "recovery_key"} and data["id"] == entry["id"]
            assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}([- ][0-9A-HJKMNP-TV-Z]{1,4}){12,}", data["recovery_key"]), data["recovery_key"]
            keys.add(data["recovery_key"])
            for target in ("/folders", f"/folders/{entry['id']}"):
                assert data["recovery_key"].encode() not in owner.get(target).body
        else:
            assert data == {}
        detail = owner.get(f"/folders/{entry['id']}").ok()
        assert detail["is_encrypt"] == 1 and not {"pwd", "password", "recovery_key"} & set(detail)
        listed = next(item for item in owner.list("/").items() if item["path"] == f"/s/{entry['id']}")
        assert listed["is_encrypt"] == 1 and listed["name"] == name
        delete_folder(owner, entry["id"])
    assert len(keys) == 1


def test_what_lies_on_the_disk_is_a_vault_of_format_8(vault):
    head, claims, _ = (part for part in (vault.disk / "vault.cryptomator").read_bytes().split(b"."))
    head, claims = (json.loads(base64.urlsafe_b64decode(part + b"===")) for part in (head, claims))
    assert head["kid"] == "masterkeyfile:masterkey.cryptomator" and head["typ"] == "JWT" and head["alg"] in ("HS256", "HS384", "HS512")
    assert (claims["format"], claims["cipherCombo"], claims["shorteningThreshold"]) == (8, "SIV_GCM", 220) and claims["jti"]
    keys = json.loads((vault.disk / "masterkey.cryptomator").read_bytes())
    assert keys["scryptCostParam"] >= 32_768 and keys["scryptBlockSize"] == 8 and len(base64.b64decode(keys["scryptSalt"])) >= 8
    assert {"version", "primaryMasterKey", "hmacMasterKey", "versionMac"} <= set(keys)
    assert vault.cryptomator().tree() == {}


def test_a_member_makes_a_vault_and_a_vault_is_for_its_member_alone(server, owner, member):
    mine = VaultFolder(server, member)
    given = VaultFolder(server, owner, member=member)
    try:
        member.upload(f"{mine.path}/f", b"mine").ok()
        member.upload(f"{given.path}/f", b"given").ok()
        assert member.content(f"{given.path}/f") == b"given"
        for vault in (mine, given):
            for base in BASES:
                with_password = presenting(owner.at(base=base), PASSWORD)
                with_password.list(vault.path).refused(code.NO_AUTHORISATION_ON_PATH)
                with_password.download(f"{vault.path}/f").refused(code.NO_AUTHORISATION_ON_PATH)
                unlock(owner.at(base=base), vault).refused(PATH_WRONG)
    finally:
        mine.delete()
        given.delete()


def test_rights_count_beside_the_password(server, owner, member):
    vault = VaultFolder(server, owner, member=member)
    try:
        member.upload(f"{vault.path}/f", b"x").ok()
        owner.json("PUT", f"/folders/{vault.id}", folder_body(vault.name, only(member, write=0, deleted=0), PRIVATE)).ok()
        assert member.content(f"{vault.path}/f") == b"x"
        member.mkdir(f"{vault.path}/d").refused(code.NO_WRITE)
        member.delete(f"{vault.path}/f").refused(code.NO_DELETE)
        owner.json("PUT", f"/folders/{vault.id}", folder_body(vault.name, only(owner), PRIVATE)).ok()
        member.list(vault.path).refused(code.NO_AUTHORISATION_ON_PATH)
        presenting(owner, PASSWORD).list(vault.path).ok()
        assert presenting(owner, PASSWORD).content(f"{vault.path}/f") == b"x"
    finally:
        vault.delete()


# -- locked and open -----------------------------------------------------------------------------------------------------


class Filled:
    """A vault with something in it and two uploads under way."""

    def __init__(self, server, owner):
        self.vault = VaultFolder(server, owner)
        at = self.path = self.vault.path
        owner.mkdir(f"{at}/d").ok()
        owner.upload(f"{at}/f.txt", b"secret").ok()
        owner.upload(f"{at}/d/g", b"deep").ok()
        self.hash, self.pieces = sha256(TWO), split(TWO)
        owner.chunk(f"{at}/old", self.hash, 1, self.pieces[0], 2, len(TWO)).ok()
        self.upload = owner.begin(f"{at}/new", 3).ok()["upload_id"]
        self.plain = f"{owner.home()}/plain{next(numbers)}"
        owner.upload(self.plain, b"plain").ok()

    def mend(self, owner):
        """What a request may have moved is there again for the next one."""
        owner.delete(f"{self.path}/d/f.txt")
        for path, content in ((f"{self.path}/f.txt", b"secret"), (self.plain, b"plain")):
            if owner.download(path).status != 200:
                owner.upload(path, content).ok()

    def requests(self, base):
        """Every request that names something in the vault, each repeatable."""
        at = self.path
        yield "list", lambda c: c.list(at)
        yield "list below", lambda c: c.list(f"{at}/d")
        yield "recursive list", lambda c: c.list(at, type=1)
        yield "list of nothing", lambda c: c.list(f"{at}/none")
        yield "mkdir", lambda c: c.mkdir(f"{at}/made", is_auto_rename="true")
        yield "upload", lambda c: c.upload(f"{at}/u", b"upload")
        yield "chunk", lambda c: c.chunk(f"{at}/old", self.hash, 2, self.pieces[1], 2, len(TWO))
        yield "merge", lambda c: c.merge(f"{at}/old", self.hash, 2)
        yield "download", lambda c: c.download(f"{at}/f.txt")
        yield "range", lambda c: c.download(f"{at}/f.txt", {"Range": "bytes=0-1"})
        yield "rename", lambda c: c.rename(f"{at}/f.txt", "f.txt")
        yield "delete", lambda c: c.delete(f"{at}/none", f"{at}/d/g")
        yield "copy inside", lambda c: c.transfer("copy", [f"{at}/f.txt"], f"{at}/d")
        yield "move inside", lambda c: c.transfer("move", [f"{at}/f.txt"], f"{at}/d")
        yield "copy in", lambda c: c.transfer("copy", [self.plain], at)
        yield "move in", lambda c: c.transfer("move", [self.plain], f"{at}/d")
        yield "chunks", lambda c: c.get(f"/chunks/{self.hash}", path=f"{at}/old")
        if base == V1:
            yield "archive", lambda c: archive(c, [f"{at}/d"])
            yield "archive ticket", lambda c: c.json("POST", "/archives", {"paths": [f"{at}/f.txt"]})
            yield "begin", lambda c: c.begin(f"{at}/x", 3)
            yield "put", lambda c: c.put_chunk(self.upload, 1, b"new")
            yield "complete", lambda c: c.complete(self.upload, sha256(b"new"), 3)
            yield "filtered list", lambda c: c.list(at, name="f")
            yield "list by cursor", lambda c: c.list(at, limit=1)


@pytest.fixture(scope="module")
def filled(server, owner):
    made = Filled(server, owner)
    yield made
    made.vault.delete()
    owner.delete(made.plain).ok()


@pytest.mark.parametrize("base", BASES)
def test_locked_means_20009_on_every_route(filled, owner, other, base):
    locked, before = other.at(base=base), filled.vault.cryptomator().tree()
    for label, send in filled.requests(base):
        reply = send(locked)
        assert reply.code == WRONG_PASSWORD, f"{label}: {reply}"
        assert reply.status == (403 if base == V1 else 200), f"{label}: {reply}"
        assert b"f.txt" not in reply.body, f"{label}: {reply}"
    head = locked.download(f"{filled.path}/f.txt", method="HEAD")
    assert (head.status == 403) if base == V1 else (head.header("hearth-status") == "20009"), head
    assert filled.vault.cryptomator().tree() == before, "nothing was done"
    assert owner.content(f"{filled.path}/f.txt") == b"secret", "and who has it open goes on"


@pytest.mark.parametrize("base", BASES)
def test_a_password_on_any_call_opens_it_for_the_token(filled, server, owner, other, base):
    """Each kind of call is the first one with a password; what it answers beside is not asked here, but it is never 20009."""
    at = other.at(base=base)
    for label, send in filled.requests(base):
        lock(other, filled.vault)
        at.list(filled.path).refused(WRONG_PASSWORD)
        reply = send(presenting(at, PASSWORD))
        assert f'"status":{WRONG_PASSWORD}'.encode() not in reply.body.replace(b" ", b""), f"{label}: {reply}"
        at.list(filled.path).ok()
        filled.mend(owner)
    lock(other, filled.vault)


def test_the_check_of_a_password(api, vault, other):
    at = other.at(base=api.base)
    at.list(vault.path).refused(WRONG_PASSWORD)
    unlock(at, vault, WRONG).refused(WRONG_PASSWORD)
    at.list(vault.path).refused(WRONG_PASSWORD)
    assert unlock(at, f"{vault.path}/any/path/below").ok() == ""
    assert at.list(vault.path).items() == []
    unlock(at, "/s/2000000000").refused(PATH_WRONG)
    assert unlock(at, at.home(), "whatever").ok() == "", "a plain folder opens with any"
    assert presenting(at, "whatever").list(at.home()).code == 0


def test_doubled_slashes_as_old_phones_send_them(vault, other):
    phone = other.at(base=NEW)
    assert phone.json("PATCH", f"/folders/{vault.path}", {"password": PASSWORD}).ok() == ""
    assert phone.request("GET", f"/resources/{vault.path}?type=0&page=1&page_size=30").items() == []


def test_a_wrong_password_opens_nothing(vault, other):
    for base in BASES:
        presenting(other.at(base=base), WRONG).list(vault.path).refused(WRONG_PASSWORD)
        other.at(base=base).list(vault.path).refused(WRONG_PASSWORD)


@pytest.mark.parametrize("action", ["copy", "move"])
def test_destination_password(api, owner, other, vault, action):
    plain = f"{owner.home()}/into{next(numbers)}"
    owner.upload(plain, b"going in", mod_time=1_500_000_000).ok()
    try:
        at = other.at(base=api.base)
        at.transfer(action, [plain], vault.path).refused(WRONG_PASSWORD)
        at.transfer(action, [plain], vault.path, destination_pwd=WRONG).refused(WRONG_PASSWORD)
        assert owner.content(plain) == b"going in" and owner.names(vault.path) == []
        at.transfer(action, [plain], vault.path, destination_pwd=PASSWORD).ok()
        (item,) = owner.list(vault.path).items()
        assert owner.content(item["path"]) == b"going in" and item["mod_time"] == 1_500_000_000
        assert (owner.download(plain).status == 200) == (action == "copy")
    finally:
        owner.delete(plain)


def test_open_is_a_matter_of_the_token(server, owner, other, vault):
    """Another session of the same member stays locked, and what one does to its own is not felt by the other."""
    owner.upload(f"{vault.path}/f", b"x").ok()
    other.list(vault.path).refused(WRONG_PASSWORD)
    unlock(other, vault).ok()
    lock(owner, vault)
    owner.list(vault.path).refused(WRONG_PASSWORD)
    assert other.content(f"{vault.path}/f") == b"x"
    unlock(owner, vault).ok()
    lock(owner, vault, everywhere=True)
    for session in (owner, other):
        session.list(vault.path).refused(WRONG_PASSWORD)
        assert not any(item["root_id"] == vault.id for item in unlocks(session))
    assert presenting(other, PASSWORD).content(f"{vault.path}/f") == b"x"


def test_the_list_of_what_is_open(server, owner, other, vault):
    second = VaultFolder(server, owner, open=False)
    try:
        lock(other, vault)
        assert not any(item["root_id"] in (vault.id, second.id) for item in unlocks(other))
        before = int(time.time())
        unlock(other, vault).ok()
        presenting(other.at(base=NEW), PASSWORD).list(second.path).ok()
        rows = {item["root_id"]: item for item in unlocks(other) if item["root_id"] in (vault.id, second.id)}
        assert set(rows) == {vault.id, second.id}
        for opened in (vault, second):
            row = rows[opened.id]
            assert set(row) == {"root_id", "path", "name", "since", "until"}
            assert (row["path"], row["name"]) == (opened.path, opened.name)
            assert before - 1 <= row["since"] <= time.time() + 1 and row["until"] - row["since"] == 3 * DAY
        lock(other, vault)
        assert not any(item["root_id"] == vault.id for item in unlocks(other)) and any(item["root_id"] == second.id for item in unlocks(other))
        other.list(second.path).ok()
        other.request("DELETE", "/unlocks", base=V1).ok()
        assert unlocks(other) == []
        other.list(second.path).refused(WRONG_PASSWORD)
        owner.list(vault.path).ok()
    finally:
        second.delete()


def test_how_long_it_stays_open_can_be_set(make_server):
    server = make_server(arguments=["--unlock-hours", "2"])
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = VaultFolder(server, me)
    (row,) = unlocks(me)
    assert row["root_id"] == vault.id and row["until"] - row["since"] == 2 * 3600
    for hours in ("0", "73", "x"):
        done = run_hearth("serve", "--data", server.data.parent / "other", "--listen", "127.0.0.1:0", "--unlock-hours", hours)
        assert done.returncode == 2 and "unlock" in done.stderr, done
    assert server.stop() == 0


def test_unlocks_need_a_token_and_an_id(visitor, owner):
    visitor.get("/unlocks").refused(code.UNAUTHORISED)
    visitor.request("DELETE", "/unlocks").refused(code.UNAUTHORISED)
    visitor.request("DELETE", "/unlocks/1").refused(code.UNAUTHORISED)
    for wrong in ("0", "-1", "x", "99999999999999999999"):
        reply = owner.request("DELETE", f"/unlocks/{wrong}")
        assert reply.status in (200, 400, 404), reply


def test_an_archive_that_was_asked_for_ends_with_the_unlock(owner, vault, visitor):
    owner.upload(f"{vault.path}/f", b"x" * 10).ok()
    ticket = owner.json("POST", "/archives", {"paths": [f"{vault.path}/f"]}).ok()["url"]
    assert visitor.request("GET", ticket, base="").status == 200
    lock(owner, vault)
    reply = visitor.request("GET", ticket, base="")
    assert reply.status >= 400 and reply.code == WRONG_PASSWORD, reply


def test_a_restart_locks(make_server):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = VaultFolder(server, me)
    me.upload(f"{vault.path}/f", b"kept").ok()
    for end in (server.stop, server.kill):
        end()
        server.start()
        me = me.at(server.address)
        me.list(vault.path).refused(WRONG_PASSWORD)
        assert unlocks(me) == []
        unlock(me, vault).ok()
        assert me.content(f"{vault.path}/f") == b"kept"
    assert server.stop() == 0


def test_logging_out_ends_what_was_open(server, member):
    """The token is dead, and what it had open is not handed to a new one."""
    vault = VaultFolder(server, member)
    try:
        me = Hearth.sign_in(server.address, *MEMBERS[0], client="short")
        unlock(me, vault).ok()
        me.request("DELETE", "/sessions", base=V1).ok()
        me.list(vault.path).refused(code.UNAUTHORISED)
        me = Hearth.sign_in(server.address, *MEMBERS[0], client="short")
        me.list(vault.path).refused(WRONG_PASSWORD)
        me.request("DELETE", "/sessions", base=V1).ok()
        assert member.list(vault.path).items() == []
    finally:
        vault.delete()


def slow_reader(client, path):
    """A download of which little was read."""
    response = client.open("GET", f"/download{path}")
    assert response.status == 200
    return response, len(response.read(64 << 10))


def test_a_running_download_ends_although_others_have_it_open(server, owner, vault):
    """Each token reads for itself: the one that was locked stops short, the other gets the whole file."""
    content = b"both at once" * (4 << 20)
    owner.send(f"{vault.path}/large", content)
    other = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD, client="the other one")
    unlock(other, vault).ok()
    (mine, got), (theirs, there) = slow_reader(owner.at(), f"{vault.path}/large"), slow_reader(other, f"{vault.path}/large")
    lock(owner, vault)
    with pytest.raises((http.client.IncompleteRead, ConnectionError)):
        while piece := mine.read(1 << 20):
            got += len(piece)
        raise ConnectionError if got < len(content) else AssertionError("the whole file came after the lock")
    while piece := theirs.read(1 << 20):
        there += len(piece)
    assert there == len(content)
    other.close()


@pytest.mark.parametrize("end", ["lock", "everywhere", "all", "log out", "password"])
def test_running_downloads_end_with_the_unlock(server, owner, vault, end):
    """What was under way stops short; it does not go on with a key that should be gone."""
    content = b"under way " * (5 << 20)
    owner.send(f"{vault.path}/large", content)
    reader = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD, client="reader") if end == "log out" else owner.at()
    if end == "log out":
        unlock(reader, vault).ok()
        lock(owner, vault)
    response, got = slow_reader(reader, f"{vault.path}/large")
    if end == "log out":
        reader.at().request("DELETE", "/sessions", base=V1).ok()
    elif end == "password":
        other = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD, client="changing")
        change_password(other, vault, PASSWORD, "new&456").ok()
    elif end == "all":
        owner.request("DELETE", "/unlocks", base=V1).ok()
    else:
        lock(owner, vault, everywhere=end == "everywhere")
    with pytest.raises((http.client.IncompleteRead, ConnectionError)):
        while piece := response.read(1 << 20):
            got += len(piece)
        raise ConnectionError if got < len(content) else AssertionError("the whole file came after the lock")
    reader.close()


def test_an_unlock_ends_with_the_right_to_the_folder(server, owner, member):
    """Taken out and taken in again: the password is asked for anew, and meanwhile not even the name is shown."""
    vault = VaultFolder(server, owner, member=member)
    try:
        member.list(vault.path).ok()
        owner.json("PUT", f"/folders/{vault.id}", folder_body(vault.name, only(owner), PRIVATE)).ok()
        assert not any(item["root_id"] == vault.id for item in unlocks(member))
        owner.json("PUT", f"/folders/{vault.id}", folder_body(vault.name, only(member), PRIVATE)).ok()
        member.list(vault.path).refused(WRONG_PASSWORD)
        assert not any(item["root_id"] == vault.id for item in unlocks(member))
    finally:
        vault.delete()


# -- guessing ------------------------------------------------------------------------------------------------------------


def test_guessing_ends_with_a_wait(server, owner, other, vault):
    another = VaultFolder(server, owner, open=False)
    try:
        owner.upload(f"{vault.path}/f", b"x").ok()
        ways = [lambda n: unlock(other, vault, f"wrong{n}"), lambda n: presenting(other.at(base=NEW), f"wrong{n}").list(vault.path),
                lambda n: presenting(other, f"wrong{n}").download(f"{vault.path}/f"),
                lambda n: other.transfer("copy", [f"{other.home()}/none"], vault.path, destination_pwd=f"wrong{n}")]
        tried = 0
        while (reply := ways[tried % 3](tried)).code != THROTTLED:
            reply.refused(WRONG_PASSWORD)
            tried += 1
            assert tried < 9, "nine wrong passwords and no end"
        assert tried >= 5, f"five failures are free, not {tried}"
        reply = unlock(other, vault, "wrong again").refused(THROTTLED)
        assert reply.status == 429
        wait = int(reply.header("retry-after"))
        assert 1 <= wait <= 8, "the first wait is short"
        unlock(other, vault).refused(THROTTLED)
        presenting(other.at(base=NEW), PASSWORD).list(vault.path).refused(THROTTLED)
        assert owner.content(f"{vault.path}/f") == b"x", "who is in stays in"
        unlock(other, another).ok()
        other.list(other.home()).ok()
        elsewhere = other.at(source="127.0.0.9")
        unlock(elsewhere, vault).ok()
        lock(other, vault)
        time.sleep(wait)  # the promise itself: after Retry-After the right password works
        unlock(other, vault).ok()
    finally:
        another.delete()


def test_guesses_at_once_are_counted_before_the_work(server, owner, vault):
    """A burst does not slip through while the first is being tried."""
    guesser = owner.at(source="127.0.0.10")

    def guess(n):
        one = guesser.at()
        result = unlock(one, vault, f"guess{n}").refused(WRONG_PASSWORD, THROTTLED, code.BUSY).code
        one.close()
        return result

    with ThreadPoolExecutor(30) as pool:
        results = list(pool.map(guess, range(30)))
    assert 1 <= results.count(WRONG_PASSWORD) <= 6, results


def test_right_passwords_never_count(owner, other, vault):
    for n in range(12):
        unlock(other, vault).ok()
        presenting(other, PASSWORD).list(vault.path).ok()
        lock(other, vault)
        if n % 4 == 0:
            unlock(other, vault, WRONG).refused(WRONG_PASSWORD)


def test_many_with_the_right_password_at_once(owner, other, vault):
    """One derivation serves them all: nobody is sent away as busy."""
    lock(other, vault)

    def look(_):
        one = presenting(other, PASSWORD)
        reply = one.list(vault.path)
        one.close()
        return reply.code

    with ThreadPoolExecutor(60) as pool:
        assert set(pool.map(look, range(60))) == {0}


# -- management ----------------------------------------------------------------------------------------------------------


def test_management_works_without_the_password(server, owner, member, other, tmp_path_factory):
    """Renamed, given to somebody else, brought to another partition, all of it locked; then it opens and holds everything."""
    pools = tmp_path_factory.mktemp("pools")
    pool = f"pool{next(numbers)}"
    (pools / pool).mkdir()
    add_pool(owner, pool, pools / pool)
    add_partition(owner, pool, "part", 2, "GB")
    vault = VaultFolder(server, owner)
    content = {"a": b"a" * 100_000, "d": None, "d/" + "long" * 60: b"b", "d/empty": b""}
    try:
        for name, value in content.items():
            (owner.mkdir(f"{vault.path}/{name}") if value is None else owner.upload(f"{vault.path}/{name}", value)).ok()
        lock(owner, vault, everywhere=True)
        assert folder_entry(owner, vault.id)["is_encrypt"] == 1 and owner.get(f"/folders/{vault.id}").ok()["is_encrypt"] == 1
        old, vault.name = vault.disk, f"renamed {next(numbers)}"
        owner.json("PUT", f"/folders/{vault.id}", folder_body(vault.name, only(owner), PRIVATE)).ok()
        assert not old.exists() and vault.cryptomator().tree() == content
        owner.list(vault.path).refused(WRONG_PASSWORD)
        before = picture(vault.disk)
        owner.json("PUT", f"/folders/{vault.id}", folder_body(vault.name, only(member), PRIVATE, pool_name=pool, partition_name="part")).ok()
        await_idle(owner, vault.id)
        assert folder_entry(owner, vault.id)["path"] == f"/{pool}/part/{vault.name}"
        (place,) = [path.parent for path in pools.rglob("vault.cryptomator")]
        assert Cryptomator(place, PASSWORD).tree() == content and not vault.disk.exists()
        assert {name: entry[1:] for name, entry in picture(place).items()} == {name: entry[1:] for name, entry in before.items()}
        owner.list(vault.path).refused(code.NO_AUTHORISATION_ON_PATH)
        member.list(vault.path).refused(WRONG_PASSWORD)
        unlock(member, vault).ok()
        for name, value in content.items():
            if value is not None:
                assert member.content(f"{vault.path}/{name}") == value
        member.upload(f"{vault.path}/d/more", b"more").ok()
        assert Cryptomator(place, PASSWORD).read("/d/more") == b"more"
    finally:
        vault.delete()
        assert list(pools.rglob("*.cryptomator")) == []
        owner.request("DELETE", f"/pools/{pool}")


def test_deleting_a_locked_vault_takes_everything(server, owner, other):
    vault = VaultFolder(server, owner)
    owner.upload(f"{vault.path}/d/e/f", b"x").ok()
    owner.begin(f"{vault.path}/half", 100).ok()
    lock(owner, vault, everywhere=True)
    vault.delete()
    assert not vault.disk.exists()
    owner.list(vault.path).refused(code.NO_AUTHORISATION_ON_PATH)
    unlock(owner, vault).refused(PATH_WRONG)
    assert not any(item["root_id"] == vault.id for item in unlocks(owner))
    again = VaultFolder(server, owner, name=vault.name, password="another@1")
    assert owner.list(again.path).items() == [] and again.id != vault.id
    again.delete()


def test_a_vault_stays_private_and_encrypted(api, owner, member, vault):
    for auth in (only(owner), only(owner) + only(member)):
        api.json("PUT", f"/folders/{vault.id}", folder_body(vault.name, auth, SHARED)).refused(20017)
        api.json("PUT", f"/folders/{vault.id}", folder_body(vault.name + "x", auth, SHARED)).refused(20017)
    api.json("PUT", f"/folders/{vault.id}", folder_body(vault.name, only(owner), PRIVATE) | {"is_encrypt": 0}).ok()
    assert folder_entry(owner, vault.id)["is_encrypt"] == 1 and folder_entry(owner, vault.id)["mode"] == PRIVATE
    assert owner.list(vault.path).items() == []


def test_vaults_are_not_shared(api, owner, member, vault):
    owner.mkdir(f"{vault.path}/d").ok()
    for path in (vault.path, f"{vault.path}/d"):
        share(api, path, member.user_id).refused(NOT_SHARED)
    assert not any(item["path"].startswith(vault.path + "/") or item["path"] == vault.path for item in member.get("/shares").items())


def test_what_is_shared_does_not_move_into_a_vault(api, owner, member, vault):
    directory = f"{owner.home()}/given{next(numbers)}"
    owner.upload(f"{directory}/sub/f", b"shared").ok()
    share(owner, f"{directory}/sub", member.user_id).ok()
    try:
        for path in (f"{directory}/sub", directory):
            api.transfer("move", [path], vault.path).refused(NOT_SHARED)
        assert owner.list(vault.path).items() == []
        assert member.content(f"{received(member, 'sub')}/f") == b"shared"
        api.transfer("copy", [directory], vault.path).ok()
        assert owner.content(f"{vault.path}/{directory.rsplit('/', 1)[1]}/sub/f") == b"shared"
    finally:
        owner.delete(directory).ok()


# -- another password ----------------------------------------------------------------------------------------------------


def test_a_password_change_refuses_in_order(api, vault, owner, member):
    new = "new&456"
    for expected, change in [
        (20024, {"old_pwd": ""}), (20024, {"new_pwd": ""}), (20024, {"confirm_pwd": "", "new_pwd": "abc"}), (20024, {"old_pwd": "", "id": 2_000_000_000}),
        (20003, {"new_pwd": "ab@1!", "id": 2_000_000_000}), (20003, {"new_pwd": "ab@1!", "old_pwd": WRONG}),
        (OLD_WRONG, {"old_pwd": WRONG, "new_pwd": "abc-123"}), (OLD_WRONG, {"old_pwd": WRONG, "confirm_pwd": "x"}),
        (20003, {"new_pwd": "abc-123", "confirm_pwd": "x"}), (20003, {"new_pwd": "密码密码", "confirm_pwd": "密码密码"}),
        (20002, {"confirm_pwd": "new&457"}), (20016, {"new_pwd": PASSWORD, "confirm_pwd": PASSWORD}),
    ]:
        reply = api.json("POST", "/updateFolderPwd", {"id": vault.id, "old_pwd": PASSWORD, "new_pwd": new, "confirm_pwd": new} | change)
        assert reply.code == expected, f"{change}: {reply}"
    reply = change_password(member.at(base=api.base), vault, PASSWORD, new)
    assert reply.code != 0 and reply.code != 1, f"nobody else changes it: {reply}"
    assert vault.cryptomator(PASSWORD).tree() == {}
    with pytest.raises(WrongPassword):
        vault.cryptomator(new)


def test_a_changed_password(api, owner, other, vault):
    owner.upload(f"{vault.path}/f", b"kept").ok()
    owner.upload(f"{vault.path}/d/g", b"too").ok()
    unlock(other, vault).ok()
    before, new = picture(vault.disk / "d"), "new&456"
    assert change_password(api, vault, PASSWORD, new).ok() == {}
    assert picture(vault.disk / "d") == before, "only the wrapped keys are written"
    other.list(vault.path).refused(WRONG_PASSWORD)
    unlock(other, vault, PASSWORD).refused(WRONG_PASSWORD)
    presenting(other.at(base=api.base), PASSWORD).list(vault.path).refused(WRONG_PASSWORD)
    unlock(other, vault, new).ok()
    assert other.content(f"{vault.path}/f") == b"kept" and other.content(f"{vault.path}/d/g") == b"too"
    assert vault.cryptomator(new).tree() == {"f": b"kept", "d": None, "d/g": b"too"}
    with pytest.raises(WrongPassword):
        vault.cryptomator(PASSWORD)
    change_password(api, vault, PASSWORD, "third#7").refused(OLD_WRONG)
    change_password(api, vault, new, PASSWORD).ok()
    assert vault.cryptomator(PASSWORD).read("/f") == b"kept"


def test_guessing_the_old_password_ends_too(api, owner, vault):
    at = owner.at(base=api.base)
    for tried in range(9):
        reply = change_password(at, vault, f"wrong{tried}", "new&456")
        if reply.code == THROTTLED:
            break
        reply.refused(OLD_WRONG)
    assert 5 <= tried < 9, tried
    change_password(at, vault, PASSWORD, "new&456").refused(THROTTLED)
    assert vault.cryptomator(PASSWORD).tree() == {}


def test_a_password_change_of_a_plain_folder(api, owner):
    home = int(owner.home().split("/")[2])
    reply = owner.at(base=api.base).json("POST", "/updateFolderPwd", {"id": home, "old_pwd": "abc123", "new_pwd": "abc124", "confirm_pwd": "abc124"})
    assert reply.code != 0, reply


# -- odd requests --------------------------------------------------------------------------------------------------------


def test_asking_for_a_task_is_ignored_in_vaults(owner, vault):
    """No row may hold the names: it is done at once instead."""
    later = {"Prefer": "respond-async"}
    owner.upload(f"{vault.path}/f", b"x").ok()
    owner.mkdir(f"{vault.path}/d").ok()
    for reply in (owner.transfer("copy", [f"{vault.path}/f"], f"{vault.path}/d", headers=later), owner.delete(f"{vault.path}/f", headers=later)):
        assert reply.status == 200 and reply.header("preference-applied") is None, reply
        reply.ok()
    assert owner.names(f"{vault.path}/d") == ["f"] and owner.names(vault.path) == ["d"]


def test_odd_passwords_in_the_header(other, vault, server):
    for value in ("", " ", "a" * 4000, "päss", "%61bc@123", PASSWORD + " x", "\x7f"):
        one = other.at(source="127.0.0.11")
        reply = one.request("GET", "/resources" + quote_path(vault.path), headers={"pwd": value.encode()})
        assert reply.status in (400, 403, 429, 431) and reply.code in (WRONG_PASSWORD, THROTTLED, code.BAD_REQUEST), reply
    other.list(vault.path).refused(WRONG_PASSWORD)
