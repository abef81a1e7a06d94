"""Encrypted folders: made and opened through the API, and looked at on the disk by pycryptomator, a program that others wrote."""

import contextlib
import http.client
import io
import itertools
import os
from pathlib import Path

from Crypto.Random import get_random_bytes
from folder_tools import PRIVATE, delete_folder, folder_body
from hearth_client import V1, Hearth
from hearth_server import run_hearth
from pycryptomator import cryptomator
from tools import quote_path

PASSWORD = "abc@123"
WRONG = "wrong&9"
WRONG_PASSWORD, PATH_WRONG, OLD_WRONG, DAMAGED, UNSUPPORTED, THROTTLED = 20009, 20010, 20025, 90013, 90014, 90001
ONLY_INSIDE, HASH_MISMATCH, FORBIDDEN_NAME, NOT_SHARED = 10024, 10013, 20027, 20026

#: A file's header, and what each block of 32 KiB has beside its content (nonce and tag).
HEADER, BLOCK, SEALED = 68, 32_768, 32_796
#: Bytes of the longest plain name whose cipher name is not shortened: base64 of (16 + 146) bytes and ".c9r" are 220.
LONGEST_UNSHORTENED = 146

#: Every kind of name that a vault must keep, each once. All are NFC.
NAMES = [
    "plain.txt", "CamelCase", "90%hello", "%41", "#1", "a+b", "q?x", "s*r", "it's", 'd"q', "a:b", "a|b", "a\\b", "<b>", "&amp;", "\U0001f4ab",
    "\U0001f468‍\U0001f469‍\U0001f467", "語" * 85, "n" * 255, "über.txt", "Ελλάδα", "한국어", " leading", "trailing ", ".leading", "trailing.", "...", "..a", "~",
    "a b", "-rf", "CON", "日本", "Thumbs.db", "‮txt.exe", "İstanbul", "ﬁ", "_", "100_%", "a,b", "null", "dir.c9r", "x.c9r", "x.c9s", "dirid.c9r",
    "contents.c9r", "masterkey.cryptomator", "hearth", ".hearth", "__1__", "{x}", "[x]", "a=b&c=d", "😀" * 63, "é" * 73, "é" * 74,
    *(letter * length for letter, length in zip("stuvwxy", range(LONGEST_UNSHORTENED - 3, LONGEST_UNSHORTENED + 4))),
]
assert all(len(name.encode()) <= 255 for name in NAMES) and len(set(NAMES)) == len(NAMES)

numbers = itertools.count(1)


# -- the API -------------------------------------------------------------------------------------------------------------


class Presenting(Hearth):
    """A user who sends a password with every call, as old clients do."""

    password = None

    def headers(self, extra=None):
        return super().headers({"pwd": self.password} | (extra or {}))


def presenting(client, password):
    """The same user with a `pwd` header."""
    one = Presenting(client.address, client.token, client.base, token_header=client.token_header, language=client.language, user_id=client.user_id,
                     context=client.context, source=client.source)
    one.password = password
    return one


def only(client, **rights):
    """The `auth` of a private folder."""
    return [{"u_id": client.user_id, "nickname": "x", "face": ""} | {"read": 1, "write": 1, "deleted": 1} | rights]


def vault_body(name, member, password=PASSWORD, **more):
    return folder_body(name, only(member), PRIVATE, is_encrypt=1, pwd=password, confirm_pwd=password) | more


def unlock(client, vault, password=PASSWORD):
    """The check of a password, which opens the folder for this token."""
    path = vault if isinstance(vault, str) else vault.path
    return client.json("PATCH", "/folders" + quote_path(path), {"password": password})


def lock(client, vault, everywhere=False):
    client.request("DELETE", f"/unlocks/{vault.id}" + ("?everywhere=true" if everywhere else ""), base=V1).ok()


def change_password(client, vault, old, new, confirm=None):
    return client.json("POST", "/updateFolderPwd", {"id": vault.id, "old_pwd": old, "new_pwd": new, "confirm_pwd": new if confirm is None else confirm})


def check(server, directory, *options, password=PASSWORD):
    """`hearth vault check` of a directory."""
    return run_hearth("vault", "check", directory, "--password-file", "-", "--data", server.data, *options, text=password, timeout=120)


class VaultFolder:
    """One encrypted folder of a member."""

    def __init__(self, server, client, name=None, password=PASSWORD, member=None, open=True, **more):
        self.server, self.client = server, client
        client.at(base=V1).home()  # the personal folder is the first root of everybody
        self.name = name or f"vault {next(numbers)}"
        data = client.json("POST", "/folders", vault_body(self.name, member or client, password, **more), base=V1).ok()
        self.id, self.recovery_key = data["id"], data["recovery_key"]
        self.path = f"/s/{self.id}"
        if open:
            assert unlock(member or client, self, password).ok() == ""

    @property
    def disk(self):
        """Its directory, which is the vault."""
        return self.server.partition / self.name

    def cryptomator(self, password=PASSWORD):
        return Cryptomator(self.disk, password)

    def delete(self):
        delete_folder(self.client.at(base=V1), self.id)


def api_entries(client, path):
    """Everything below a path as the API lists it: relative path to item."""
    items = client.list(path, type=1).items()
    found = {item["path"].removeprefix(path + "/"): item for item in items}
    assert len(found) == len(items), "an entry is listed twice"
    return found


def api_tree(client, path):
    """Everything below a path: relative path to content, None for directories. Sizes and lengths must agree with the bytes."""
    found = {}
    for name, item in api_entries(client, path).items():
        if item["type"] == 0:
            found[name] = None
            continue
        found[name] = client.content(item["path"])
        assert len(found[name]) == item["size"], f"{name} is listed with {item['size']} bytes and has {len(found[name])}"
    return found


def fetch(client, path, **options):
    """What a download gives: its bytes, an error's code, or "cut" for fewer bytes than announced."""
    try:
        reply = client.download(path, **options)
    except (http.client.IncompleteRead, ConnectionError, http.client.BadStatusLine):
        client.close()
        return "cut"
    if reply.status in (200, 206) and reply.header("hearth-status") is None and not (reply.header("content-type") or "").startswith("application/json"):
        return reply.body
    return reply.code


# -- the disk ------------------------------------------------------------------------------------------------------------


class WrongPassword(Exception):
    pass


class Uncloseable(io.BytesIO):
    """pycryptomator closes what it writes into."""

    def close(self):
        pass


class Cryptomator:
    """A vault on the disk as pycryptomator sees it. Nothing is remembered between two calls, since the server changes it meanwhile."""

    def __init__(self, directory, password):
        self.directory = str(directory)
        try:
            opened = cryptomator.Vault(self.directory, password)
        except BaseException as error:
            if "Bad password" in str(error):
                raise WrongPassword(password) from None
            raise
        self.keys = bytes(opened.pk), bytes(opened.hk)

    @classmethod
    def create(cls, directory, password):
        """A new vault in a new directory."""
        os.makedirs(directory)
        with contextlib.redirect_stdout(io.StringIO()):
            cryptomator.init_vault(str(directory), password)
        return cls(directory, password)

    def _vault(self):
        return cryptomator.Vault(self.directory, pk=self.keys[0], hk=self.keys[1])

    def _call(self, method, *arguments, **options):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            result = getattr(self._vault(), method)(*arguments, **options)
        # Reports of what it could not do are all it gives.
        for sign in ("warning", "ERROR", "Can't", "no such", "is a directory", "is not a directory", "not empty", "exists already"):
            assert sign not in said.getvalue(), f"{method}{arguments}: {said.getvalue()}"
        return result

    def info(self, path):
        return self._vault().getInfo(path)

    def file_on_disk(self, path):
        """The cipher file of a plain path."""
        return Path(self.info(path).contentsC9)

    def link_on_disk(self, path):
        """The `dir.c9r` that holds a directory's id."""
        return Path(self.info(path).dirC9)

    def directory_on_disk(self, path):
        """Where a directory's entries lie."""
        return Path(self.info(path).realDir)

    def entries(self, path, shells=False):
        """The names in a directory: name to whether it is a directory. Anything that is no entry fails, but for `shells`, which kills may leave."""
        vault = self._vault()
        info = vault.getInfo(path)
        assert info.exists and info.isDir, path
        found = {}
        for entry in os.scandir(info.realDir):
            if entry.name == "dirid.c9r":
                continue
            inside = os.listdir(entry.path) if entry.is_dir() else None
            if inside is not None and not {"dir.c9r", "contents.c9r", "symlink.c9r"} & set(inside):
                assert shells, f"neither file nor directory: {entry.path} holds {inside}"
                continue
            cipher = Path(entry.path, "name.c9s").read_bytes() if entry.name.endswith(".c9s") else entry.name.encode()
            assert entry.name.endswith((".c9r", ".c9s")), entry.path
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                name = vault.decryptName(info.dirId.encode(), cipher)
            assert name is not None, f"a name that does not decrypt: {entry.path}"
            name = bytes(name).decode()
            assert name not in found, f"{name} is there twice"
            found[name] = inside is not None and "dir.c9r" in inside
        return found

    def tree(self, path="", contents=True, **options):
        """Everything: relative path to content (None for directories; b"" for files unless `contents`)."""
        found = {}
        for name, is_directory in self.entries(path or "/", **options).items():
            at = f"{path}/{name}"
            found[at[1:]] = None if is_directory else self.read(at) if contents else b""
            if is_directory:
                found |= self.tree(at, contents, **options)
        return found

    def walk(self, path):
        """What pycryptomator's own walk gives of one directory: its path, the directories and the files in it."""
        with contextlib.redirect_stdout(io.StringIO()):
            return next(self._vault().walk(path))

    def read(self, path):
        out = Uncloseable()
        self._call("decryptFile", path, out)
        return out.getvalue()

    def write(self, path, content, replace=False):
        assert not path.endswith("dirid.c9r"), "pycryptomator takes that for a path of this machine"
        self._call("encryptFile", io.BytesIO(content), path, force=replace)

    def mkdir(self, path):
        self._call("mkdir", path)

    def rename(self, old, new):
        """Only where pycryptomator can: what gets a shortened name by it is broken."""
        assert len(new.rsplit("/", 1)[1].encode()) <= LONGEST_UNSHORTENED
        self._call("mv", old, new)

    def remove(self, path):
        self._call("remove", path)

    def remove_tree(self, path):
        self._call("rmtree", path)

    def orphans(self):
        """Content directories that no `dir.c9r` names, as paths below the vault."""
        known = {str(self.directory_on_disk("/"))} | {
            str(self.directory_on_disk("/" + path)) for path, content in self.tree(contents=False, shells=True).items() if content is None}
        there = {os.path.join(self.directory, "d", first, second) for first in os.listdir(os.path.join(self.directory, "d"))
                 for second in os.listdir(os.path.join(self.directory, "d", first))}
        return sorted(os.path.relpath(path, self.directory) for path in there - known)


def noise(count):
    """Random bytes that nothing else holds."""
    return get_random_bytes(count)


def picture(directory):
    """Every file below a directory: path to inode, size and time of change, to see that nothing was touched."""
    found = {}
    for at, _, files in os.walk(directory):
        for name in files:
            status = os.lstat(os.path.join(at, name))
            found[os.path.relpath(os.path.join(at, name), directory)] = (status.st_ino, status.st_size, status.st_mtime_ns)
    return found
