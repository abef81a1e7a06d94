"""Verb × right × kind of root: each cell from the contract, for the owner, members and nobody, on three bases, in three spellings of the path.

The kinds: personal, managed private, managed shared, family, a directory shared directly, a managed folder shared on, somebody else's, missing,
id 0 and ids that no integer holds.
"""

import hashlib
import json

import pytest
import wire_codes as code
from folder_tools import PRIVATE, SHARED, Household, create_folder, folder_body, share
from hearth_client import BASES, OLD, V1, Hearth
from hearth_server import OWNER

READ, WRITE, DELETE = 1, 2, 4
ALL, NO_ROW = 7, None
PEOPLE = [OWNER, "max", "nina", "oskar"]


class Target:
    """A root, the rights that each person has on it, and somebody who may do everything there (by his own path)."""

    def __init__(self, kind, path, rights, keeper=None, keeper_path=None):
        self.kind, self.path = kind, path
        self.rights = {person: rights.get(person, NO_ROW) for person in PEOPLE}
        self.keeper, self.keeper_path = keeper, keeper_path or path

    @property
    def is_real(self):
        return self.keeper is not None

    def fill(self):
        self.keeper.upload(f"{self.keeper_path}/file.txt", b"content").ok()
        self.keeper.upload(f"{self.keeper_path}/sub/inner.txt", b"inner").ok()

    def snapshot(self):
        """What is in it, and the content of the file that the verbs touch."""
        items = self.keeper.list(self.keeper_path, type=1).items()
        return sorted((item["path"], item["type"], item["size"]) for item in items), self.keeper.content(f"{self.keeper_path}/file.txt")


@pytest.fixture(scope="module")
def household(tmp_path_factory):
    made = Household(tmp_path_factory.mktemp("rights") / "data")
    for client in made.people.values():
        client.upload(f"{client.home()}/mine/own.txt", b"own").ok()
        client.get("/shares").ok()  # the first look gives a row on the family's folder
    yield made
    made.server.kill()


@pytest.fixture(scope="module")
def targets(household):
    """Name → target."""
    h = household
    olivia, max, nina, oskar = (h.people[person] for person in PEOPLE)
    member = h.member

    def managed(name, by, auth, mode=SHARED):
        return f"/s/{create_folder(by, name, auth, mode)}"

    found = {}
    found["personal"] = Target("personal", max.home(), {"max": ALL}, max)
    private = managed("private", max, [member("nina")], PRIVATE)
    found["private"] = Target("managed", private, {"nina": ALL}, nina)
    shared = managed("shared", max, [member("max"), member("nina", 1, 0, 0), member("oskar", 1, 1, 0)])
    found["shared"] = Target("managed", shared, {"max": ALL, "nina": READ, "oskar": READ | WRITE}, max)
    reduced = managed("reduced", olivia, [member(OWNER), member("nina", 1, 0, 1), member("oskar", 0, 0, 0)])
    found["reduced"] = Target("managed", reduced, {OWNER: ALL, "nina": READ | DELETE, "oskar": 0}, olivia)
    family = h.family()
    detail = olivia.get(f"/folders/{family}").ok()
    body = {key: detail[key] for key in ("name", "mode", "pool_name", "partition_name")}
    olivia.json("PUT", f"/folders/{family}", body | {"auth": [member(OWNER), member("max"), member("nina", 1, 0, 0)]}).ok()
    found["family"] = Target("family", f"/s/{family}", {OWNER: ALL, "max": ALL, "nina": READ, "oskar": 0}, max)

    def direct(name, given):
        path = f"{max.home()}/{name}"
        max.mkdir(path).ok()
        for person, bits in given.items():
            share(max, path, h.people[person].user_id, 1, bits >> 1 & 1, bits >> 2).ok()
        items = h.people[next(iter(given))].get("/shares").items()
        root = next(item["path"] for item in items if item["name"] == name)
        return Target("direct", root, given, max, path)

    found["direct"] = direct("direct", {OWNER: ALL, "nina": READ, "oskar": READ | WRITE})
    found["direct reduced"] = direct("direct reduced", {"nina": READ | DELETE})
    onward = managed("onward", oskar, [member("oskar")])
    share(oskar, onward, nina.user_id, 1, 1, 0).ok()
    found["shared on"] = Target("shared on", onward, {"oskar": ALL, "nina": READ | WRITE}, oskar)
    for name, id in {"missing": "2000000000", "id 0": "0", "beyond Int32": "2147483648", "beyond Int64": "99999999999999999999", "not a number": "1x",
                     "negative": "-1"}.items():
        found[name] = Target("none", f"/s/{id}", {})
    for target in found.values():
        if target.is_real:
            target.fill()
    return found


# -- spellings -------------------------------------------------------------------------------------------------------------

SPELLINGS = {
    "plain": lambda path: path,
    "trailing slash": lambda path: path + "/",
    "doubled slashes": lambda path: "/" + path.replace("/", "//"),
}


# -- verbs -----------------------------------------------------------------------------------------------------------------

class Verb:
    """`call(client, root, home, spell)` sends it, `home` being a directory of the caller; `undo(client, root, home, target)` takes a success back."""

    def __init__(self, name, call, needs, lacks, undo=None, none=(code.NO_AUTHORISATION_ON_PATH,), unread=(10019,), bases=BASES, direct=None,
                 illegal=(code.NO_AUTHORISATION_ON_PATH,), allowed=0):
        self.allowed = allowed
        self.name, self.call, self.needs, self.lacks, self.undo, self.bases = name, call, needs, lacks, undo, bases
        self.none, self.unread, self.direct, self.illegal = none, unread, direct, illegal

    def cell(self, target, person):
        """The codes that may answer; `allowed` (a success, if nothing else is said) to those who have the right."""
        bits = target.rights[person]
        if target.kind == "none":
            return set(self.none) | set(self.illegal)
        if bits is NO_ROW:
            return set(self.none)
        if not bits & READ:
            return set(self.unread)
        if self.needs & ~bits:
            return {self.lacks}
        # What somebody shared may only be moved inside itself.
        if self.direct and (target.kind == "direct" or target.kind == "shared on" and person == "nina"):
            return {self.direct}
        return {self.allowed}


def remove(name):
    return lambda client, root, home, target: target.keeper.delete(f"{target.keeper_path}/{name}").ok()


def refill(client, root, home, target):
    target.keeper.upload(f"{target.keeper_path}/file.txt", b"content").ok()


def take_back(client, root, home, target):
    client.delete(f"{home}/file.txt").ok()
    if "file.txt" not in target.keeper.names(target.keeper_path):
        refill(client, root, home, target)


def rename_back(client, root, home, target):
    target.keeper.rename(f"{target.keeper_path}/renamed.txt", "file.txt").ok()


def stop_sharing(client, root, home, target):
    given = [item for item in client.get("/shares/given", base=V1).items() if item["name"] == "sub"]
    for item in given:
        client.request("DELETE", f"/shares/{item['id']}", base=V1).ok()


def somebody_else(client, household_ids):
    return next(id for id in household_ids if id != client.user_id)


HASH = hashlib.sha256(b"new").hexdigest()
IN_BODY = (code.ILLEGAL_PATH,)


def chunk_and_drop(client, root, home, target):
    client.request("DELETE", f"/cache{root}/new.bin{HASH}").ok()


def session_dropped(client, root, home, target):
    for upload in client.opened:
        client.abort(upload)
    client.opened.clear()


def begin(client, root, home, spell):
    reply = client.begin(spell(f"{root}/new.bin"), 3)
    if reply.code == 0:
        client.opened.append(reply.data["upload_id"])
    return reply


def verbs(ids):
    """All verbs that name a path."""
    return [
        Verb("list", lambda c, r, h, s: c.list(s(r)), READ, None),
        Verb("list below", lambda c, r, h, s: c.list(s(f"{r}/sub")), READ, None),
        Verb("list all", lambda c, r, h, s: c.list(s(r), type=1), READ, None),
        Verb("download", lambda c, r, h, s: download(c, s(f"{r}/file.txt")), READ, None),
        Verb("download a part", lambda c, r, h, s: download(c, s(f"{r}/file.txt"), {"Range": "bytes=1-2"}), READ, None),
        Verb("details", lambda c, r, h, s: c.request("GET", f"/details{s(r + '/file.txt')}"), READ, None, bases=[V1]),
        Verb("thumbnail", lambda c, r, h, s: c.request("GET", "/thumbnails?size=256&path=" + s(f"{r}/file.txt")), READ, None, bases=[V1], illegal=IN_BODY,
             allowed=code.NO_SUCH_FILE),
        Verb("archive", lambda c, r, h, s: download(c, None, target="/archive?path=" + s(f"{r}/sub")), READ, None, bases=[V1], illegal=IN_BODY),
        Verb("prepare an archive", lambda c, r, h, s: c.json("POST", "/archives", {"paths": [s(f"{r}/sub")]}), READ, None, bases=[V1], illegal=IN_BODY),
        Verb("mkdir", lambda c, r, h, s: c.request("POST", f"/resources{s(r + '/new')}"), WRITE, code.NO_WRITE, remove("new")),
        Verb("upload", lambda c, r, h, s: c.upload(s(f"{r}/new.txt"), b"new"), WRITE, code.NO_WRITE, remove("new.txt")),
        Verb("chunk", lambda c, r, h, s: c.chunk(s(f"{r}/new.bin"), HASH, 1, b"new", 1, 3), WRITE, code.NO_WRITE, chunk_and_drop),
        Verb("chunk and merge", chunk_and_merge, WRITE, code.NO_WRITE, remove("new.bin")),
        Verb("begin", begin, WRITE, code.NO_WRITE, session_dropped, bases=[V1], illegal=IN_BODY),
        Verb("drop an upload", lambda c, r, h, s: c.request("DELETE", f"/cache{s(r)}/new.bin{HASH}"), WRITE, code.NO_WRITE, illegal=IN_BODY),
        Verb("rename", lambda c, r, h, s: c.json("PUT", f"/resources{s(r + '/file.txt')}", {"name": "renamed.txt"}), WRITE, code.NO_WRITE, rename_back),
        Verb("copy from", lambda c, r, h, s: c.transfer("copy", [s(f"{r}/file.txt")], h), READ, None, take_back, illegal=IN_BODY),
        Verb("copy to", lambda c, r, h, s: c.transfer("copy", [f"{h}/own.txt"], s(r)), WRITE, code.NO_PERMISSION, remove("own.txt"), illegal=IN_BODY),
        Verb("move from", lambda c, r, h, s: c.transfer("move", [s(f"{r}/file.txt")], h), DELETE, code.NO_MOVE, take_back, illegal=IN_BODY, direct=10009),
        Verb("move to", lambda c, r, h, s: c.transfer("move", [f"{h}/own.txt"], s(r)), WRITE, code.NO_MOVE, return_own, illegal=IN_BODY),
        Verb("delete", lambda c, r, h, s: c.delete(s(f"{r}/file.txt")), DELETE, code.NO_DELETE, refill, illegal=IN_BODY),
        Verb("copy everything", lambda c, r, h, s: whole(c, "PATCH", s(f"{r}/sub"), action="copy", destination=h), READ, None, bases=[V1], illegal=IN_BODY,
             allowed=code.PRECONDITION),
        Verb("move everything", lambda c, r, h, s: whole(c, "PATCH", s(f"{r}/sub"), action="move", destination=h), READ, None, bases=[V1], illegal=IN_BODY,
             allowed=code.PRECONDITION),
        Verb("delete everything", lambda c, r, h, s: whole(c, "DELETE", s(f"{r}/sub")), DELETE, code.NO_DELETE, bases=[V1], illegal=IN_BODY, allowed=code.PRECONDITION),
        Verb("later", lambda c, r, h, s: c.delete(s(f"{r}/none"), headers={"Prefer": "respond-async"}), DELETE, code.NO_DELETE, bases=[V1], illegal=IN_BODY,
             allowed=code.NO_SUCH_FILE),
        Verb("share", lambda c, r, h, s: share(c, s(f"{r}/sub"), somebody_else(c, ids)), WRITE, code.NO_SHARE, stop_sharing,
             none=(code.NO_SHARE, code.NO_AUTHORISATION_ON_PATH), unread=(code.NO_SHARE, 10019), illegal=IN_BODY),
    ]


def download(client, path, headers=None, target=None):
    """A download, its failure told by the envelope."""
    reply = client.request("GET", target, headers=headers) if target else client.download(path, headers)
    if reply.status in (200, 206) and reply.header("hearth-status") is None:
        reply.body = json.dumps({"status": 0, "reason": "success", "data": {}}).encode()
        reply.headers.replace_header("Content-Type", "application/json")
        reply.status = 200
    return reply


def whole(client, method, parent, **body):
    """Everything in a directory, if it is still what the tag says; it never is."""
    return client.json(method, "/resources", {"parent": parent, "all": True} | body, headers={"If-Match": 'W/"0.0"'})


def chunk_and_merge(client, root, home, spell):
    reply = client.chunk(spell(f"{root}/new.bin"), HASH, 1, b"new", 1, 3)
    merged = client.merge(spell(f"{root}/new.bin"), HASH, 1)
    if reply.code != 0:
        # Without a session there is nothing to merge; what refuses the chunk refuses the merge.
        assert merged.code == reply.code, (reply, merged)
    return merged


def return_own(client, root, home, target):
    target.keeper.delete(f"{target.keeper_path}/own.txt").ok()
    client.upload(f"{home}/own.txt", b"own").ok()


TARGETS = ["personal", "private", "shared", "reduced", "family", "direct", "direct reduced", "shared on", "missing", "id 0", "beyond Int32", "beyond Int64",
           "not a number", "negative"]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", TARGETS)
def test_cells(household, targets, name, base):
    """All verbs of everybody on one root: the code of each, and that a refusal changes nothing."""
    target, ids = targets[name], [client.user_id for client in household.people.values()]
    before = target.snapshot() if target.is_real else None
    wrong = []
    for person in PEOPLE:
        client = household.people[person].at(base=base)
        client.opened = []
        home = f"{client.home()}/mine"
        for spelling, spell in SPELLINGS.items():
            for verb in verbs(ids):
                if base not in verb.bases:
                    continue
                reply, cell = verb.call(client, target.path, home, spell), verb.cell(target, person)
                if reply.code not in cell:
                    wrong.append(f"{person} {verb.name}, {spelling}: {reply.code}, the contract says {sorted(cell)}")
                if reply.code == 0 and verb.undo and target.is_real:
                    verb.undo(client, target.path, home, target)
        client.close()
        if target.is_real:
            assert target.snapshot() == before, f"{person} left something behind"
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("token", [None, "wrong", ""])
def test_nobody(household, targets, name, base, token):
    target, ids = targets[name], [client.user_id for client in household.people.values()]
    before = target.snapshot() if target.is_real else None
    nobody = Hearth(household.server.address, token, base)
    nobody.user_id, nobody.opened = 0, []
    for spelling, spell in SPELLINGS.items() if token is None else [("plain", SPELLINGS["plain"])]:
        for verb in verbs(ids):
            if base in verb.bases:
                reply = verb.call(nobody, target.path, f"{household.max.home()}/mine", spell)
                assert reply.code == code.UNAUTHORISED, (verb.name, spelling, reply)
    nobody.close()
    if target.is_real:
        assert target.snapshot() == before


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", [name for name in TARGETS if name not in ("missing", "id 0", "beyond Int32", "beyond Int64", "not a number", "negative")])
def test_the_roots_themselves(household, targets, name, base):
    """Renaming, deleting and moving `/s/{id}` itself is for folder management, except for a directory that was shared."""
    target = targets[name]
    before = target.snapshot()
    for person in PEOPLE:
        client, bits = household.people[person].at(base=base), target.rights[person]
        home = client.home()
        if target.kind == "direct" and bits is not NO_ROW and bits & (WRITE | DELETE):
            continue  # these work: test_shares
        for call, needs, lacks in ((lambda: client.rename(target.path, "other"), WRITE, code.NO_WRITE), (lambda: client.delete(target.path), DELETE, code.NO_DELETE),
                                   (lambda: client.transfer("move", [target.path], home), DELETE, code.NO_MOVE)):
            if bits is NO_ROW:
                cell = {code.NO_AUTHORISATION_ON_PATH}
            elif not bits & READ:
                cell = {10019}
            else:
                cell = {lacks} if needs & ~bits else set()
                cell |= {code.NO_PERMISSION} if target.kind != "direct" else set()
                if target.path == home:
                    cell |= {code.INTO_ITSELF}
            assert call().code in cell, (person, call(), cell)
        for call in (lambda: client.mkdir(target.path), lambda: client.upload(target.path, b"x"), lambda: client.download(target.path)):
            reply = call()
            assert reply.code != 0, (person, reply)
            assert reply.code in {10005, code.NO_WRITE, 10018, 10019, code.NAME_IN_USE}, (person, reply)
        client.close()
    assert target.snapshot() == before


# -- folder management -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("base", BASES)
def test_who_manages_which_folder(household, targets, base):
    """A member manages what he made, the owner everything; others see what they belong to, and nothing tells them of the rest."""
    creator = {"private": "max", "shared": "max", "reduced": OWNER, "shared on": "oskar"}
    for name, made_by in creator.items():
        target = targets[name]
        id = int(target.path.rsplit("/", 1)[-1])
        original = household.owner.get(f"/folders/{id}").ok()
        body = {key: original[key] for key in ("name", "mode", "pool_name", "partition_name", "auth")}
        for person in PEOPLE:
            client = household.people[person].at(base=base)
            belongs = any(member["u_id"] == client.user_id and member["read"] for member in original["auth"])
            manages, listed = person in (OWNER, made_by), [item["id"] for item in client.get("/folders").items()]
            assert (id in listed) == (manages or belongs), (name, person)
            detail = client.get(f"/folders/{id}")
            if manages or belongs:
                assert detail.ok()["id"] == id
            else:
                detail.refused(20001)
            replies = [client.json("PUT", f"/folders/{id}", body)]
            if not manages:
                replies.append(client.request("DELETE", f"/folders/{id}"))
            for reply in replies:
                if manages:
                    reply.ok()
                else:
                    reply.refused(*((10023,) if belongs else (20001,)))
            client.close()
        assert household.owner.get(f"/folders/{id}").ok() == original
        assert target.snapshot()


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("id", ["0", "2000000000", "2147483648", "99999999999999999999", "-1", "x", "1x"])
def test_folder_ids_that_do_not_exist(household, base, id):
    """Id 0 is no folder (it was the first one of the table), and a number that is too large is none either."""
    before = household.owner.get("/folders").items()
    for person in (OWNER, "max"):
        client = household.people[person].at(base=base)
        unknown = (20001,) if id.isdigit() and id != "0" and len(id) < 11 else (20001, code.BAD_REQUEST, code.NOT_FOUND)
        client.get(f"/folders/{id}").refused(*unknown)
        client.json("PUT", f"/folders/{id}", folder_body("taken over", [household.member("max")])).refused(*unknown)
        client.request("DELETE", f"/folders/{id}").refused(*unknown)
        client.close()
    assert household.owner.get("/folders").items() == before


# -- all routes ------------------------------------------------------------------------------------------------------------

#: Answered without a token: signing in, setting up, accepting an invitation, what a client asks before it knows anybody.
OPEN = {("get", "/health"), ("post", "/sessions"), ("post", "/setup"), ("get", "/openapi.json"), ("post", "/invitations/check"), ("post", "/invitations/accept"),
        ("get", "/check"), ("post", "/check"), ("post", "/oauth/access_token"), ("get", "/archives/{id}")}
#: For the owner alone: 30005 for storage, 10023 for the rest.
OWNERS = {("post", "/pools"), ("post", "/pools/directory"), ("put", "/pools/{name}"), ("delete", "/pools/{name}"), ("post", "/partitions"),
          ("put", "/partitions/{name}"), ("delete", "/partitions/{name}"), ("post", "/disks"), ("delete", "/folders"), ("post", "/users"),
          ("delete", "/users/{id}"), ("post", "/users/{id}/owner"), ("post", "/invitations"), ("get", "/invitations"), ("delete", "/invitations/{id}"),
          ("post", "/settings")}


def routes(server):
    """(method, path below /api/v1) of everything that the description names."""
    description = json.loads(Hearth(server.address).get("/openapi.json").body)
    return sorted((method, path.removeprefix(V1)) for path, item in description["paths"].items() if path.startswith(V1 + "/")
                  for method in item if method in ("get", "post", "put", "patch", "delete", "head"))


def filled_in(path, id="1"):
    return path.replace("{path}", "s/1/x").replace("{hash}", "a" * 64).replace("{name}", "none").replace("{n}", "1").replace("{id}", id).replace(
        "{ab}", "aa").replace("{cd}", "aa").replace("{file}", "a" * 64 + ".png")


def test_every_route_asks_who_is_calling(household):
    """Without a token, with a wrong one, an empty one: 10016 before anything else, whatever the body."""
    for method, path in routes(household.server):
        if (method, path) in OPEN:
            continue
        for token in (None, "wrong", "a" * 43):
            nobody = Hearth(household.server.address, token)
            for body, kind in ((b"", "application/json"), (b"{}", "application/json"), (b"{", "application/json")):
                target = filled_in(path)
                reply = nobody.request(method.upper(), target, body, {"Content-Type": kind})
                if method == "head":
                    assert reply.status == 401, (method, target, reply.status)
                else:
                    assert reply.code in (code.UNAUTHORISED, code.INVALID_CREDENTIALS), (method, target, reply)
            nobody.close()


def test_every_route_for_the_owner_refuses_members(household):
    known = set(routes(household.server))
    for method, path in sorted(OWNERS & known):
        for base in BASES:
            client = household.nina.at(base=base)
            for body in (b"", b"{}", b'{"name":"x"}'):
                reply = client.request(method.upper(), filled_in(path), body, {"Content-Type": "application/json"})
                if base != V1 and reply.code in (code.NOT_FOUND, code.METHOD_NOT_ALLOWED):
                    continue  # routes of ours are not on the old bases
                storage = path.startswith(("/pools", "/partitions", "/disks"))
                assert reply.code in ((code.NOT_OWNER,) if storage else (code.NO_PERMISSION, code.NOT_OWNER)), (method, path, reply)
            client.close()


def test_a_token_in_the_query_opens_downloads_only(household, targets):
    path, token = targets["personal"].path, household.max.token
    for base in BASES:
        nobody = Hearth(household.server.address, base=base)
        assert nobody.request("GET", f"/download{path}/file.txt?scope-token={token}").body == b"content"
        for method, target in (("GET", f"/resources{path}"), ("POST", f"/resources{path}/new"), ("PUT", f"/resources{path}/file.txt"), ("DELETE", "/resources"),
                               ("PATCH", "/resources"), ("GET", "/folders"), ("GET", "/shares"), ("POST", "/shares"), ("DELETE", f"/cache{path}/x" + HASH),
                               ("GET", "/settings"), ("GET", "/pools"), *([("GET", f"/details{path}/file.txt")] if base == V1 else [])):
            nobody.request(method, f"{target}?scope-token={token}", b"{}", {"Content-Type": "application/json"}).refused(code.UNAUTHORISED)
        nobody.close()


def test_the_spellings_of_the_base(household, targets):
    """`/api/wangpan/api` is taken for `/wangpan/api`, and slashes are collapsed in front of the route too."""
    path = targets["personal"].path
    for base in ("/api/wangpan/api", "//wangpan//api", "/wangpan/api/", "/api//plugin/wangpan", OLD + "//"):
        client = household.max.at(base=base)
        assert {item["name"] for item in client.list(path).items()} >= {"file.txt", "sub"}
        client.list("/s/2000000000").refused(code.NO_AUTHORISATION_ON_PATH)
        client.close()
