"""An encrypted folder answers like a plain one: the same random operations on both, and every answer, list and content compared.

`HEARTH_SEED` repeats a run; `HEARTH_VAULT_SEQUENCES` sequences (9) of sixty operations.
"""

import os

import pytest
from folder_tools import PRIVATE, create_folder, delete_folder
from hearth_client import BASES, V1
from test_list_pages import ORDERS
from tools import CHUNK, seeded, sha256
from vault_tools import BLOCK, LONGEST_UNSHORTENED, VaultFolder, api_tree, noise, numbers, only

SEQUENCES = int(os.environ.get("HEARTH_VAULT_SEQUENCES", "9"))
BATCH, LENGTH = 3, 60
NAMES = ["a", "ab", "a_b", "a%b", "A", "c.txt", "c(1).txt", ".d", "e:f", "ä", "n" * LONGEST_UNSHORTENED, "n" * (LONGEST_UNSHORTENED + 1), "N" * 255,
         "語" * 85, "x" * 251 + ".txt"]
CONFLICTS = [None, None, None, "rename", "fail", "skip", "replace"]
KINDS = {"mkdir": 12, "upload": 16, "send": 6, "rename": 16, "move": 12, "copy": 8, "delete": 5, "list": 10, "download": 8, "tree": 2}

pytestmark = pytest.mark.slow


class Twins:
    """A plain folder and an encrypted one, and a client for both."""

    def __init__(self, server, owner):
        self.owner = owner
        self.plain = create_folder(owner, f"twin {next(numbers)}", only(owner), PRIVATE)
        self.vault = VaultFolder(server, owner)
        self.roots = f"/s/{self.plain}", self.vault.path

    def each(self, request):
        """The answers of both, as what must be the same."""
        return [answer(request(root), root) for root in self.roots]

    def trees(self):
        return [api_tree(self.owner, root) for root in self.roots]

    def clear(self):
        for root in self.roots:
            if paths := [item["path"] for item in self.owner.list(root, page_size=1000).items()]:
                self.owner.delete(*paths).ok()

    def close(self):
        delete_folder(self.owner, self.plain)
        self.vault.delete()


def answer(reply, root):
    """What both must say: the code, and of a success the names, kinds, sizes and paths."""
    if reply.status == 416 or not (reply.header("content-type") or "").startswith("application/json"):
        return reply.status, reply.body, reply.header("content-length"), reply.header("content-range")
    if reply.code != 0:
        return reply.code, reply.status
    data = reply.data if isinstance(reply.data, dict) else {}
    seen = [data["resource"]] if "resource" in data else data.get("list", data.get("resources", []))
    fields = [(item.get("name"), item.get("type"), item.get("size") if item.get("type") == 1 else 0, item.get("path", "").removeprefix(root)) for item in seen]
    return 0, reply.status, fields, data.get("pager", {}).get("total_rows")


class Drawing:
    """One sequence: operations drawn from what is there."""

    def __init__(self, rng, twins):
        self.rng, self.twins, self.done = rng, twins, []

    def place(self, tree, there=0.85):
        """A path that is there, mostly; else one that could be."""
        if tree and self.rng.random() < there:
            return self.rng.choice(sorted(tree))
        return os.path.join(self.directory(tree), self.rng.choice(NAMES))

    def directory(self, tree):
        below = sorted(path for path, content in tree.items() if content is None)
        return self.rng.choice(below) if below and self.rng.random() < 0.6 else ""

    def operation(self, tree):
        rng, client = self.rng, self.twins.owner.at(base=self.rng.choice(BASES))
        kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
        conflict = rng.choice(CONFLICTS) if client.base == V1 else None
        query = f"?on_conflict={conflict}" if conflict else ""
        content = noise(rng.choice([8, 100, BLOCK, BLOCK + 1, 100_000]))  # never the same twice: a plain folder notices
        fresh, path = os.path.join(self.directory(tree), rng.choice(NAMES)), self.place(tree)
        if kind == "mkdir":
            return (kind, fresh), lambda root: client.mkdir(f"{root}/{fresh}", **({"is_auto_rename": "true"} if conflict == "rename" else {}))
        if kind == "upload":
            return (kind, fresh, conflict, len(content)), lambda root: client.upload(f"{root}/{fresh}", content, query=query)
        if kind == "send":
            target = fresh if rng.random() < 0.7 else os.path.join(fresh, rng.choice(NAMES))
            return (kind, target, conflict, len(content)), lambda root: self.sent(client, f"{root}/{target}", content, conflict)
        if kind == "rename":
            name = rng.choice(NAMES)
            return (kind, path, name), lambda root: client.rename(f"{root}/{path}", name)
        if kind in ("move", "copy"):
            target = self.directory(tree) if rng.random() < 0.95 else self.place(tree)
            return (kind, path, target, conflict), lambda root: client.transfer(kind, [f"{root}/{path}"], f"{root}/{target}".rstrip("/"), query)
        if kind == "delete":
            return (kind, path), lambda root: client.delete(f"{root}/{path}")
        if kind == "list":
            order = rng.choice(ORDERS[:2] + ORDERS[4:6])  # times differ
            filter = {"name": rng.choice(["n", "a", "語", "%"])} if client.base == V1 and rng.random() < 0.3 else {}
            where = self.directory(tree) if rng.random() < 0.9 else path
            size = rng.choice([1, 3, 100])
            return (kind, where, order, filter), lambda root: client.list(f"{root}/{where}".rstrip("/"), page_size=size, **order, **filter)
        if kind == "download":
            range = {"Range": f"bytes={rng.randrange(BLOCK)}-{rng.randrange(2 * BLOCK)}"} if rng.random() < 0.5 else {}
            return (kind, path, range), lambda root: client.download(f"{root}/{path}", range)
        return (kind, path), lambda root: client.list(f"{root}/{path}", type=1)

    @staticmethod
    def sent(client, path, content, conflict):
        begun = client.begin(path, len(content), **({"on_conflict": conflict} if conflict else {}))
        if begun.code != 0:
            return begun
        id = begun.data["upload_id"]
        for at in range(0, len(content), CHUNK):
            client.put_chunk(id, at // CHUNK + 1, content[at:at + CHUNK]).ok()
        reply = client.complete(id, sha256(content), len(content))
        if reply.code != 0:
            client.abort(id)
        return reply

    def run(self):
        tree = {}
        for _ in range(LENGTH):
            label, request = self.operation(tree)
            self.done.append(label)
            plain, vault = self.twins.each(request)
            assert plain == vault, self.story(f"plain {short(plain)}, encrypted {short(vault)}")
            if label[0] not in ("list", "download", "tree"):
                # Which entries there are is asked of the plain side; the contents of both are compared at the end.
                tree = {item["path"].removeprefix(self.twins.roots[0] + "/"): None if item["type"] == 0 else b""
                        for item in self.twins.owner.list(self.twins.roots[0], type=1).items()}
        plain, vault = self.twins.trees()
        assert plain.keys() == vault.keys() and plain == vault, self.story("the trees differ")
        assert self.twins.vault.cryptomator().tree() == plain, self.story("pycryptomator sees another tree")

    def story(self, what):
        return what + "\nafter\n" + "\n".join(f"  {short(label)}" for label in self.done[-25:])


def short(value):
    return str([part if not isinstance(part, (str, bytes)) or len(part) < 40 else f"{part[:12]}…({len(part)})" for part in value])


@pytest.mark.parametrize("first", range(0, SEQUENCES, BATCH))
def test_the_same_on_both(server, owner, first):
    twins = Twins(server, owner)
    try:
        for number in range(first, min(first + BATCH, SEQUENCES)):
            Drawing(seeded(f"twins {number}"), twins).run()
            twins.clear()
        assert twins.vault.cryptomator().orphans() == []
    finally:
        twins.close()
