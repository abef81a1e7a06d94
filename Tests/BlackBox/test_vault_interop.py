"""Vaults that cross over: ours read by pycryptomator, its vaults served by us, both at once, and the old format refused."""

import base64
import hashlib
import hmac
import json
import os
import unicodedata

import pytest
import wire_codes as code
from folder_tools import create_folder
from hearth_client import NEW, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, run_hearth
from pycryptomator.cryptomator import aes_wrap
from tools import CHUNK, MIB, seeded, sha256
from vault_tools import (
    BLOCK,
    DAMAGED,
    LONGEST_UNSHORTENED,
    NAMES,
    OLD_WRONG,
    PASSWORD,
    UNSUPPORTED,
    WRONG_PASSWORD,
    Cryptomator,
    VaultFolder,
    WrongPassword,
    api_tree,
    check,
    change_password,
    lock,
    noise,
    only,
    presenting,
    unlock,
)

FOREIGN = "pässwörd with 語 and blanks"
LARGE = [40 * MIB, 17 * MIB + 1, CHUNK, CHUNK + 1, 3 * MIB, 2 * MIB - 1]
SMALL = [0, 0, 1, 2, 28, 100, 1000, 4096, 10_000, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 100_000, 300_000]


def hashes(tree):
    """The same with the contents as lengths and hashes, which can be read when they differ."""
    return {path: content if content is None else (len(content), sha256(content)) for path, content in tree.items()}


class Model:
    """What a vault holds: path to hash, None for directories."""

    def __init__(self):
        self.tree = {}

    def put(self, path, content):
        for parent in parents(path):
            self.tree[parent] = None
        self.tree[path] = (len(content), sha256(content))

    def move(self, old, new):
        self.tree = {new + path[len(old):] if path == old or path.startswith(old + "/") else path: value for path, value in self.tree.items()}

    def remove(self, path):
        self.tree = {other: value for other, value in self.tree.items() if other != path and not other.startswith(path + "/")}

    def files(self):
        return sorted(path for path, value in self.tree.items() if value is not None)

    def directories(self):
        return sorted(path for path, value in self.tree.items() if value is None)


def parents(path):
    parts = path.split("/")
    return ["/".join(parts[:n]) for n in range(1, len(parts))]


def plan(rng, names, count):
    """Paths for that many files in a tree of directories of every kind of name."""
    directories = [""]
    for name in rng.sample(names, min(len(names), 24)):
        directories.append(os.path.join(rng.choice(directories), name) if len(directories) < 18 else name)
    used, paths = set(directories), []
    for n in range(count):
        directory = rng.choice(directories)
        path = os.path.join(directory, names[n % len(names)])
        if path in used:
            path = os.path.join(directory, f"file {n}")
        used.add(path)
        paths.append(path)
    return directories[1:], paths


def change(client, root, model, rng):
    """Renames, moves, copies, replacements and deletes through the API, followed in the model."""
    names = iter([f"renamed {n}" if n % 2 else f"{n} " + "ß" * 110 for n in range(200)])
    for path in rng.sample(model.files(), 25):
        new = next(names)
        client.rename(f"{root}/{path}", new).ok()
        model.move(path, os.path.join(os.path.dirname(path), new))
    for path in rng.sample(model.directories(), 8):
        if path not in model.tree:
            continue
        new = next(names)
        client.rename(f"{root}/{path}", new).ok()
        model.move(path, os.path.join(os.path.dirname(path), new))
    tops = [path for path in model.directories() if "/" not in path]
    for path in rng.sample(model.files(), 15):
        target = rng.choice(tops)
        if path in model.tree and not path.startswith(target + "/") and f"{target}/{os.path.basename(path)}" not in model.tree:
            client.transfer("move", [f"{root}/{path}"], f"{root}/{target}").ok()
            model.move(path, f"{target}/{os.path.basename(path)}")
    moved, target = rng.sample(tops, 2)
    if f"{target}/{moved}" not in model.tree:
        client.transfer("move", [f"{root}/{moved}"], f"{root}/{target}").ok()
        model.move(moved, f"{target}/{moved}")
    tops = [path for path in model.directories() if "/" not in path]
    copied = rng.choice(tops)
    client.mkdir(f"{root}/copies").ok()
    client.transfer("copy", [f"{root}/{copied}"], f"{root}/copies").ok()
    model.tree |= {"copies": None} | {f"copies/{path}": value for path, value in model.tree.items() if path == copied or path.startswith(copied + "/")}
    for path in rng.sample([path for path in model.files() if not path.startswith("copies/")], 10):
        content = noise(rng.choice(SMALL))
        client.upload(f"{root}/{path}", content, query="?on_conflict=replace").ok()
        model.put(path, content)
    for path in [*rng.sample(model.files(), 20), rng.choice([path for path in model.directories() if "/" in path])]:
        if path in model.tree:
            client.delete(f"{root}/{path}").ok()
            model.remove(path)


@pytest.mark.slow
def test_ours_is_read_by_pycryptomator(make_server):
    """300 files of 0 bytes to 40 MiB with names of every kind; then all of it again after changes and another password."""
    rng = seeded("ours")
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault, model = VaultFolder(server, me), Model()
    directories, paths = plan(rng, NAMES, 300)
    for path in directories:
        me.mkdir(f"{vault.path}/{path}").ok()
        model.tree[path] = None
    sizes = LARGE + [rng.choice(SMALL) for _ in range(300 - len(LARGE))]
    for path, size in zip(paths, sizes):
        content = noise(size)
        if size > CHUNK:
            me.send(f"{vault.path}/{path}", content)
        else:
            me.upload(f"{vault.path}/{path}", content).ok()
        model.put(path, content)
    seen = vault.cryptomator()
    assert hashes(seen.tree()) == model.tree and seen.orphans() == []
    _, directories, files = seen.walk("/")
    assert sorted(directories) == [path for path in model.directories() if "/" not in path] and sorted(files) == [
        path for path in model.files() if "/" not in path]
    change(me, vault.path, model, rng)
    assert change_password(me, vault, PASSWORD, "second&2").code == 0
    with pytest.raises(WrongPassword):
        vault.cryptomator(PASSWORD)
    seen = vault.cryptomator("second&2")
    assert hashes(seen.tree()) == model.tree and seen.orphans() == []
    unlock(me, vault, "second&2").ok()
    assert hashes(api_tree(me, vault.path)) == model.tree
    assert server.stop() == 0
    assert hashes(vault.cryptomator("second&2").tree()) == model.tree, "nothing was kept back in memory"


# -- theirs --------------------------------------------------------------------------------------------------------------


class Adopted:
    """A vault that pycryptomator made, as a folder of the drive."""

    def __init__(self, server, name, password=FOREIGN, member=OWNER):
        self.server, self.name, self.password = server, name, password
        self.disk = server.partition / name
        self.member = member
        self.seen = Cryptomator.create(self.disk, password)

    def adopt(self, client):
        done = run_hearth("folder", "adopt", self.disk, "--member", self.member, "--data", self.server.data)
        assert done.returncode == 0, done.stdout + done.stderr
        entry = next(item for item in client.get("/folders").items() if item["name"] == self.name)
        assert entry["is_encrypt"] == 1 and entry["mode"] == 1, "a directory with vault.cryptomator is an encrypted folder"
        self.id, self.path = entry["id"], f"/s/{entry['id']}"
        return self


@pytest.mark.slow
def test_theirs_is_served_by_us(make_server):
    rng = seeded("theirs")
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault, model = Adopted(server, "From elsewhere"), Model()
    directories, paths = plan(rng, [name for name in NAMES if not name.endswith("dirid.c9r")], 150)
    for path in directories:
        vault.seen.mkdir("/" + path)
        model.tree[path] = None
    for path, size in zip(paths, [20 * MIB, 3 * MIB, MIB + 1] + [rng.choice(SMALL) for _ in range(147)]):
        content = noise(size)
        vault.seen.write("/" + path, content)
        model.put(path, content)
    assert hashes(vault.seen.tree()) == model.tree
    vault.adopt(me)
    me.list(vault.path).refused(WRONG_PASSWORD)
    unlock(me, vault, FOREIGN + " ").refused(WRONG_PASSWORD)
    unlock(me, vault, FOREIGN).ok()
    assert hashes(api_tree(me, vault.path)) == model.tree
    assert hashes(vault.seen.tree()) == model.tree, "reading changes nothing"
    change(me, vault.path, model, rng)
    assert hashes(api_tree(me, vault.path)) == model.tree
    assert hashes(vault.seen.tree()) == model.tree and vault.seen.orphans() == []
    change_password(me, vault, "something else", PASSWORD).refused(OLD_WRONG)
    change_password(me, vault, FOREIGN, "密码密码密码").refused(20003)
    change_password(me, vault, FOREIGN, PASSWORD).ok()
    with pytest.raises(WrongPassword):
        Cryptomator(vault.disk, FOREIGN)
    assert hashes(Cryptomator(vault.disk, PASSWORD).tree()) == model.tree
    server.restart()
    me = me.at(server.address)
    unlock(me, vault, FOREIGN).refused(WRONG_PASSWORD)
    assert hashes(api_tree(presenting(me, PASSWORD), vault.path)) == model.tree
    assert server.stop() == 0


def test_adoption_needs_no_password_and_takes_nothing_for_granted(make_server):
    server = make_server(members=[("max", "maximal 7 secret")])
    owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = Adopted(server, "Max's", member="max")
    vault.seen.write("/d/f", b"for max")
    vault.adopt(owner)
    owner.list(vault.path).refused(code.NO_AUTHORISATION_ON_PATH)
    member = Hearth.sign_in(server.address, "max", "maximal 7 secret")
    (listed,) = [item for item in member.list("/").items() if item["path"] == vault.path]
    assert listed["is_encrypt"] == 1
    member.list(vault.path).refused(WRONG_PASSWORD)
    unlock(member, vault, FOREIGN).ok()
    assert api_tree(member, vault.path) == {"d": None, "d/f": b"for max"}
    two = Adopted(server, "For two", member="max")
    done = run_hearth("folder", "adopt", two.disk, "--member", "max", "--member", OWNER, "--data", server.data)
    assert done.returncode == 1 and done.stderr.strip(), "an encrypted folder has one member"
    assert not any(item["name"] == "For two" for item in owner.get("/folders").items())
    assert server.stop() == 0


def test_a_plain_folder_with_a_vault_inside_stays_plain(make_server):
    """A vault below a plain folder is just files."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    root = create_folder(me, "Plain", only(me), 1)
    inner = Cryptomator.create(server.partition / "Plain" / "inner", "x")
    inner.write("/f", b"x")
    assert "vault.cryptomator" in me.names(f"/s/{root}/inner")
    assert me.download(f"/s/{root}/inner/masterkey.cryptomator").status == 200


@pytest.fixture
def both(server, owner):
    """A vault of pycryptomator with a little in it, open for the owner."""
    vault = Adopted(server, f"both {os.urandom(4).hex()}")
    vault.seen.mkdir("/d/e")
    vault.seen.write("/d/f", b"file")
    vault.seen.write("/top", noise(100_000))
    vault.adopt(owner)
    unlock(owner, vault, FOREIGN).ok()
    yield vault
    owner.request("DELETE", f"/folders/{vault.id}").ok()


def test_what_another_program_does_meanwhile_is_seen(owner, both):
    """Added, renamed and removed while the server has the vault open and its lists in memory."""
    assert sorted(owner.names(both.path)) == ["d", "top"] and owner.names(f"{both.path}/d") == ["e", "f"]
    both.seen.write("/new", b"new")
    both.seen.write("/d/e/" + "l" * 200, b"long")
    both.seen.mkdir("/made/by/others")
    assert sorted(owner.names(both.path)) == ["d", "made", "new", "top"]
    assert owner.content(f"{both.path}/new") == b"new" and owner.content(f"{both.path}/d/e/{'l' * 200}") == b"long"
    assert owner.names(f"{both.path}/made/by") == ["others"]
    both.seen.rename("/new", "/newer")
    both.seen.rename("/made", "/" + "m" * LONGEST_UNSHORTENED)
    both.seen.rename("/d/e/" + "l" * 200, "/d/e/short")
    assert sorted(owner.names(both.path)) == ["d", "m" * LONGEST_UNSHORTENED, "newer", "top"]
    assert owner.content(f"{both.path}/newer") == b"new" and owner.content(f"{both.path}/d/e/short") == b"long"
    owner.download(f"{both.path}/new").refused(code.NO_SUCH_FILE)
    assert owner.names(f"{both.path}/{'m' * LONGEST_UNSHORTENED}/by") == ["others"]
    both.seen.remove("/newer")
    both.seen.remove("/d/e/short")
    both.seen.remove_tree("/" + "m" * LONGEST_UNSHORTENED)
    assert sorted(owner.names(both.path)) == ["d", "top"] and owner.names(f"{both.path}/d/e") == []
    owner.download(f"{both.path}/newer").refused(code.NO_SUCH_FILE)
    owner.upload(f"{both.path}/d/e/ours", b"ours").ok()
    assert both.seen.read("/d/e/ours") == b"ours" and hashes(both.seen.tree()) == hashes(api_tree(owner, both.path))


def test_decomposed_names_of_others(owner, both):
    """As a Mac writes them through other programs: what is listed can be opened, renamed and removed, and is never taken for its twin."""
    e, o = "e\u0301.txt", "o\u0308"
    both.seen.write("/" + e, b"decomposed")
    both.seen.mkdir("/" + o)
    both.seen.write(f"/{o}/in.txt", b"below")
    assert {unicodedata.normalize("NFC", name) for name in owner.names(both.path)} == {"é.txt", "ö", "d", "top"}
    for item in owner.list(both.path, type=1).items():
        if item["type"] == 1:
            assert owner.content(item["path"]) == {"f": b"file", "in.txt": b"below"}.get(item["name"], owner.content(item["path"])), item
    listed = {unicodedata.normalize("NFC", item["name"]): item["path"] for item in owner.list(both.path).items()}
    assert owner.content(listed["é.txt"]) == b"decomposed"
    owner.rename(listed["ö"], "renamed").ok()
    assert owner.content(f"{both.path}/renamed/in.txt") == b"below"
    owner.delete(listed["é.txt"]).ok()
    assert sorted(owner.names(both.path)) == ["d", "renamed", "top"] and sorted(both.seen.entries("/")) == ["d", "renamed", "top"]
    both.seen.write("/" + e, b"decomposed")
    made = owner.upload(f"{both.path}/é.txt", b"composed").ok()["resource"]["name"]
    contents = sorted(value for path, value in both.seen.tree().items() if path not in ("top", "d/f") and value is not None)
    assert contents == [b"below", b"composed", b"decomposed"], f"{made}: neither is lost"
    for item in owner.list(both.path).items():
        if item["name"] not in ("d", "renamed", "top"):
            content = owner.content(item["path"])
            owner.delete(item["path"]).ok()
            left = [value for path, value in both.seen.tree().items() if path not in ("top", "d/f")]
            assert content not in left, "what was shown under this path is what was removed"


def test_both_write_in_one_directory(owner, both):
    for n in range(15):
        both.seen.write(f"/d/theirs {n}", b"theirs %d" % n)
        owner.upload(f"{both.path}/d/ours {n}", b"ours %d" % n).ok()
    expected = {f"theirs {n}": b"theirs %d" % n for n in range(15)} | {f"ours {n}": b"ours %d" % n for n in range(15)} | {"e": None, "f": b"file"}
    assert api_tree(owner, f"{both.path}/d") == expected
    assert both.seen.tree("/d") == {f"d/{name}": value for name, value in expected.items()}


def test_a_file_that_another_program_wrote_over_is_not_believed(server, owner, both):
    """It might as well be an old version; the one who knows better says so, and then it is served."""
    owner.upload(f"{both.path}/mine", b"as uploaded").ok()
    assert owner.content(f"{both.path}/d/f") == b"file"
    both.seen.write("/mine", b"by others", replace=True)
    both.seen.write("/d/f", b"FILE", replace=True)
    for path in ("mine", "d/f"):
        owner.download(f"{both.path}/{path}").refused(DAMAGED)
        assert path.split("/")[-1] in owner.names(f"{both.path}/{path}".rsplit("/", 1)[0])
    assert len(owner.content(f"{both.path}/top")) == 100_000
    check(server, both.disk, "--mend", "--accept", password=FOREIGN)
    assert check(server, both.disk, password=FOREIGN).returncode == 0
    unlock(owner, both, FOREIGN).ok()
    assert owner.content(f"{both.path}/mine") == b"by others" and owner.content(f"{both.path}/d/f") == b"FILE"


def test_symbolic_links_of_others_are_no_way_out(owner, both, tmp_path):
    """A link inside a vault, and links on the disk instead of a cipher file or a content directory."""
    both.seen._call("ln", "/d/f", "/link")
    outside = tmp_path / "outside"
    outside.write_bytes(b"outside the vault")
    owner.upload(f"{both.path}/victim", b"victim").ok()
    cipher = both.seen.file_on_disk("/victim")
    cipher.unlink()
    cipher.symlink_to(outside)
    for path in ("link", "victim"):
        reply = owner.download(f"{both.path}/{path}")
        assert reply.status >= 400 and b"outside" not in reply.body, reply
    assert {"d", "top"} <= set(owner.names(both.path))
    assert owner.content(f"{both.path}/d/f") == b"file"
    cipher.unlink()


# -- configurations ------------------------------------------------------------------------------------------------------


def configuration(keys, head=None, algorithm="sha256", **claims):
    """A vault.cryptomator signed with a vault's keys."""
    parts = [{"kid": "masterkeyfile:masterkey.cryptomator", "alg": "HS256", "typ": "JWT"} | (head or {}),
             {"jti": "6f4e6e8e-0000-4000-8000-000000000000", "format": 8, "cipherCombo": "SIV_GCM", "shorteningThreshold": 220} | claims]
    text = b".".join(base64.urlsafe_b64encode(json.dumps({key: value for key, value in part.items() if value is not None}).encode()).rstrip(b"=") for part in parts)
    return text + b"." + base64.urlsafe_b64encode(hmac.new(keys[0] + keys[1], text, algorithm).digest()).rstrip(b"=")


OTHERS = {
    "format 7": ({"format": 7}, {}), "format 9": ({"format": 9}, {}), "no format": ({"format": None}, {}), "SIV_CTRMAC": ({"cipherCombo": "SIV_CTRMAC"}, {}),
    "another combination": ({"cipherCombo": "XYZ"}, {}), "a key elsewhere": ({}, {"kid": "hub+https://example.org/vault"}),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_other_formats_are_refused_by_name(server, owner, kind):
    claims, head = OTHERS[kind]
    vault = VaultFolder(server, owner)
    try:
        owner.upload(f"{vault.path}/f", b"x").ok()
        lock(owner, vault, everywhere=True)
        file = vault.disk / "vault.cryptomator"
        good = file.read_bytes()
        file.write_bytes(configuration(vault.cryptomator().keys, head, **claims))
        for reply in (unlock(owner, vault), presenting(owner.at(base=NEW), PASSWORD).list(vault.path)):
            reply.refused(UNSUPPORTED, *([90013] if kind == "no format" else []))
        if kind == "SIV_CTRMAC":
            assert "SIV_CTRMAC" in unlock(owner.at(language="en"), vault).reason, "the text names it"
        file.write_bytes(good)
        unlock(owner, vault).ok()
        assert owner.content(f"{vault.path}/f") == b"x"
    finally:
        vault.delete()


@pytest.mark.parametrize("algorithm", ["HS256", "HS384", "HS512"])
def test_every_signature_that_the_format_has(server, owner, algorithm):
    vault = VaultFolder(server, owner)
    try:
        owner.upload(f"{vault.path}/f", b"x").ok()
        lock(owner, vault, everywhere=True)
        (vault.disk / "vault.cryptomator").write_bytes(configuration(vault.cryptomator().keys, {"alg": algorithm}, algorithm.replace("HS", "sha")))
        unlock(owner, vault).ok()
        assert owner.content(f"{vault.path}/f") == b"x"
    finally:
        vault.delete()


@pytest.mark.parametrize("change", ["none", "other keys", "a threshold nobody signed"])
def test_a_configuration_that_is_not_signed_opens_nothing(server, owner, change):
    vault = VaultFolder(server, owner)
    try:
        owner.upload(f"{vault.path}/f", b"x").ok()
        lock(owner, vault, everywhere=True)
        file, keys = vault.disk / "vault.cryptomator", vault.cryptomator().keys
        if change == "none":
            text = configuration(keys, {"alg": "none"})
            file.write_bytes(text.rsplit(b".", 1)[0] + b".")
        elif change == "other keys":
            file.write_bytes(configuration((os.urandom(32), keys[1])))
        else:
            head, _, signature = file.read_bytes().split(b".")
            file.write_bytes(b".".join([head, configuration(keys, shorteningThreshold=100).split(b".")[1], signature]))
        reply = unlock(owner, vault)
        assert reply.code in (DAMAGED, UNSUPPORTED), reply
        owner.list(vault.path).refused(WRONG_PASSWORD)
    finally:
        vault.delete()


def test_an_old_vault_is_refused_at_adoption_or_when_it_is_opened(make_server):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = Adopted(server, "Old")
    (vault.disk / "vault.cryptomator").write_bytes(configuration(vault.seen.keys, cipherCombo="SIV_CTRMAC"))
    done = run_hearth("folder", "adopt", vault.disk, "--data", server.data)
    if done.returncode != 0:
        assert "SIV_CTRMAC" in done.stderr, done.stderr
        assert not any(item["name"] == "Old" for item in me.get("/folders").items())
    else:
        entry = next(item for item in me.get("/folders").items() if item["name"] == "Old")
        unlock(me, f"/s/{entry['id']}", FOREIGN).refused(UNSUPPORTED)
    assert server.stop() == 0


def test_a_key_file_that_asks_for_too_much_work_is_refused(server, owner):
    """Bounds on scrypt's parameters: a file must not make the server spend gigabytes."""
    vault = VaultFolder(server, owner)
    try:
        lock(owner, vault, everywhere=True)
        file = vault.disk / "masterkey.cryptomator"
        good = json.loads(file.read_bytes())
        for change in ({"scryptCostParam": 2**40}, {"scryptCostParam": 3}, {"scryptCostParam": 0}, {"scryptCostParam": -1}, {"scryptBlockSize": 2**30},
                       {"scryptBlockSize": 0}, {"scryptCostParam": "32768"}, {"primaryMasterKey": ""}, {"hmacMasterKey": "AAAA"}, {"scryptSalt": None}):
            file.write_text(json.dumps({key: value for key, value in (good | change).items() if value is not None}))
            reply = unlock(owner.at(source="127.0.0.12"), vault)
            assert reply.code in (DAMAGED, UNSUPPORTED) and reply.status >= 400, f"{change}: {reply}"
        for text in (b"", b"{", b"[]", b"\xff" * 100, b"{}" + b" " * 3_000_000):
            file.write_bytes(text)
            reply = unlock(owner.at(source="127.0.0.12"), vault)
            assert reply.code in (DAMAGED, UNSUPPORTED), f"{text[:20]}: {reply}"
        assert server.resident() < 400 << 20
        file.write_text(json.dumps(good))
        unlock(owner, vault).ok()
    finally:
        vault.delete()


def test_a_costlier_key_file_still_opens(server, owner):
    """Another program may ask for more than we do."""
    vault = VaultFolder(server, owner)
    try:
        owner.upload(f"{vault.path}/f", b"x").ok()
        lock(owner, vault, everywhere=True)
        seen, file = vault.cryptomator(), vault.disk / "masterkey.cryptomator"
        salt = os.urandom(16)
        kek = hashlib.scrypt(PASSWORD.encode(), salt=salt, n=2**16, r=8, p=1, maxmem=2**28, dklen=32)
        value = json.loads(file.read_bytes()) | {"scryptSalt": base64.b64encode(salt).decode(), "scryptCostParam": 2**16}
        value |= {"primaryMasterKey": base64.b64encode(aes_wrap(kek, seen.keys[0])).decode(), "hmacMasterKey": base64.b64encode(aes_wrap(kek, seen.keys[1])).decode()}
        file.write_text(json.dumps(value))
        unlock(owner, vault).ok()
        assert owner.content(f"{vault.path}/f") == b"x"
    finally:
        vault.delete()


def test_a_password_in_either_normal_form_opens_a_foreign_vault(make_server):
    """pycryptomator takes passwords as they are typed; the format says NFC, and so do we."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = Adopted(server, "Umlaut", password="pässwörd")  # NFC
    vault.seen.write("/f", b"x")
    vault.adopt(me)
    for text in ("pässwörd", "pa\u0308sswo\u0308rd"):
        unlock(me, vault, text).ok()
        lock(me, vault)
    assert me.request("GET", f"/resources{vault.path}", headers={"pwd": "pässwörd".encode()}, base=V1).items()[0]["name"] == "f"
    assert server.stop() == 0
