"""Sharing: who may share what with whom, what the receiver has, and when it ends (wangpan-api 5.10, 5.11, 10.3)."""

import itertools
import os
import shutil

import pytest

import wire_codes as code
from hearth_client import BASES, NEW, OLD, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, Server

NO_SHARE, ONESELF, ONLY_DIRECTORIES, MAY_NOT_SHARE, NOT_READABLE = 10003, 10006, 10008, 10017, 10019
NO_WRITE, NO_DELETE, STAYS_INSIDE = 10020, 10021, 10009
PEOPLE = [("max", "maximal 7 secret"), ("nina", "ninety 9 secrets"), ("otto", "octagon 8 sides")]
FIELDS = {"id", "name", "path", "from_user", "read", "write", "deleted", "is_family_path"}
numbers = itertools.count(1)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """An owner and three members; what a test shares ends with its folder."""
    one = Server(tmp_path_factory.mktemp("shares") / "data", members=PEOPLE).start()
    yield one
    assert one.is_running()
    one.stop()
    shutil.rmtree(one.data)


@pytest.fixture(scope="module")
def olivia(house):
    return Hearth.sign_in(house.address, OWNER, OWNER_PASSWORD)


@pytest.fixture(scope="module")
def max(house):
    return Hearth.sign_in(house.address, *PEOPLE[0])


@pytest.fixture(scope="module")
def nina(house):
    return Hearth.sign_in(house.address, *PEOPLE[1])


@pytest.fixture(scope="module")
def otto(house):
    return Hearth.sign_in(house.address, *PEOPLE[2])


@pytest.fixture
def place(max):
    """An empty folder of max."""
    path = f"{max.home()}/place{next(numbers)}"
    max.mkdir(path).ok()
    yield path
    if max.list(path).code == 0:
        max.delete(path).ok()


def share(client, paths, users, read=1, write=0, deleted=0, base=None, **more):
    paths = [paths] if isinstance(paths, str) else paths
    users = [user if isinstance(user, int) else user.user_id for user in (users if isinstance(users, list) else [users])]
    body = {"paths": paths, "to_users": users, "read": read, "write": write, "deleted": deleted} | more
    return client.json("POST", "/shares", body, base=base)


def received(client, base=None, **query):
    return client.get("/shares", base=base, **query).items()


def roots(client):
    return {item["name"]: item["path"] for item in received(client) if item["from_user"]}


def given(client):
    return client.get("/shares/given", base=V1).items()


def end(client, share_id):
    return client.request("DELETE", f"/shares/{share_id}", base=V1)


def change(client, share_id, **rights):
    return client.json("PATCH", f"/shares/{share_id}", rights, base=V1)


def shared(client, path, receiver, read=1, write=0, deleted=0):
    """Shares and returns the receiver's path of it."""
    known = {item["path"] for item in received(receiver)}
    share(client, path, receiver, read, write, deleted).ok()
    new = [item["path"] for item in received(receiver) if item["path"] not in known]
    assert len(new) == 1, f"one new root: {new}"
    return new[0]


# -- the list ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
def test_the_fields_of_the_list(house, max, nina, place, base):
    max.mkdir(f"{place}/holiday").ok()
    share(max, f"{place}/holiday", nina, 1, 1, 0, base=base, from_user="somebody else").ok()
    listed = received(nina, base)
    for item in listed:
        assert set(item) == FIELDS | ({"share_id"} if base == V1 else set()), item
        assert all(type(item[key]) is int for key in ("id", "read", "write", "deleted", "is_family_path"))
        assert item["path"] == f"/s/{item['id']}"
    family, mine = listed[0], listed[-1]
    assert (family["is_family_path"], family["from_user"], family["name"]) == (1, "", "Home")
    assert (family["read"], family["write"], family["deleted"]) == (1, 1, 1)
    assert (mine["name"], mine["from_user"], mine["is_family_path"]) == ("holiday", "max", 0), "from_user is not the client's word"
    assert (mine["read"], mine["write"], mine["deleted"]) == (1, 1, 0)
    if base == V1:
        assert family["share_id"] == 0 and mine["share_id"] > 0


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("target", ["/shares/", "//shares", "//shares//"])
def test_slashes(max, nina, place, base, target):
    max.mkdir(f"{place}/slashes").ok()
    assert nina.request("GET", target, base=base).ok()["list"]
    body = {"paths": [f"/{place}//slashes/"], "to_users": [nina.user_id], "read": 1, "write": 0, "deleted": 0}
    max.json("POST", target, body, base=base).ok()
    assert "slashes" in roots(nina)


def test_pages(max, nina, place):
    for number in range(5):
        max.mkdir(f"{place}/p{number}").ok()
    share(max, [f"{place}/p{number}" for number in range(5)], nina).ok()
    everything = received(nina)
    pages = []
    for page in itertools.count(1):
        data = nina.get("/shares", page=page, page_size=2).ok()
        assert data["pager"]["page"] == page and data["pager"]["page_size"] == 2 and data["pager"]["total_rows"] == len(everything)
        pages += data["list"]
        if not data["pager"]["has_more"]:
            break
    assert pages == everything
    assert nina.get("/shares", page=99, page_size=2).ok()["list"] == []
    assert nina.get("/shares", page=2**62, page_size=1000).ok()["list"] == []
    assert nina.get("/shares").ok()["pager"] == {"page": 0, "page_size": 0, "total_rows": len(everything), "has_more": False}
    data = max.get("/shares/given", base=V1, page=1, page_size=2).ok()
    assert len(data["list"]) == 2 and data["pager"]["has_more"] is True


def test_the_family_folder_belongs_to_all(max, nina, olivia):
    paths = {client.get("/shares").items()[0]["path"] for client in (max, nina, olivia)}
    assert len(paths) == 1
    family = paths.pop()
    max.upload(f"{family}/greeting", b"hello").ok()
    assert nina.content(f"{family}/greeting") == b"hello"
    nina.delete(f"{family}/greeting").ok()
    assert family not in {item["path"] for item in max.list("/").items()}, "it is shared, not mine"


@pytest.mark.parametrize("base", BASES)
def test_strangers(house, base):
    nobody = Hearth(house.address, base=base)
    for reply in (nobody.get("/shares"), share(nobody, "/s/1", [1]), nobody.json("DELETE", "/shares/1", {}, base=V1),
                  nobody.json("PATCH", "/shares/1", {"read": 1}, base=V1), nobody.get("/shares/given", base=V1)):
        reply.refused(code.UNAUTHORISED)


# -- refusals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
def test_the_order_of_refusals(max, nina, place, base):
    max.mkdir(f"{place}/d").ok()
    max.upload(f"{place}/file", b"x").ok()
    foreign = nina.home()

    def refused(expected, paths, users, *rights):
        share(max, paths, users, *rights, base=base).refused(expected)

    refused(code.BAD_REQUEST, [], [nina])
    refused(code.BAD_REQUEST, [f"{place}/d"], [])
    refused(ONESELF, ["nonsense"], [nina, max])
    refused(ONESELF, ["nonsense"], [999, max])
    refused(code.USER_MISSING, ["nonsense"], [nina, 999_999])
    for nobody in (0, -1, -100, 2**40):
        refused(code.USER_MISSING, [f"{place}/d"], [nobody])
    refused(code.ILLEGAL_PARAMETER, ["nonsense"], [nina], 0, 0, 0)
    for illegal in ("nonsense", "/", "", "/s", "/s/0", "/s/x", f"{place}/../d", f"{place}/./d", "/etc"):
        refused(code.ILLEGAL_PATH, [illegal], [nina])
    for unknown in ("/s/999999", "/s/999999/d", foreign, f"{foreign}/d", "/s/2147483647"):
        refused(MAY_NOT_SHARE, [unknown], [nina])
    refused(code.NO_SUCH_FILE, [f"{place}/missing"], [nina])
    refused(ONLY_DIRECTORIES, [f"{place}/file"], [nina])
    refused(code.NO_SUCH_FILE, [f"{place}/file/below"], [nina])
    assert not {item["name"] for item in given(max)} & {"d", "file"}


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("body", [{}, {"paths": "x", "to_users": [1]}, {"paths": ["/s/1"], "to_users": "1"}, {"paths": ["/s/1"], "to_users": ["1"]},
                                  {"paths": None, "to_users": None}, {"paths": ["/s/1"], "to_users": [1.5]}, {"paths": ["/s/1"], "to_users": [[1]]}, []])
def test_bodies_that_are_none(max, base, body):
    max.json("POST", "/shares", body, base=base).refused(code.BAD_REQUEST)


def test_paths_that_are_none(max, nina):
    for path in (1, None, {}, [], {"path": 3}):
        share(max, [path], nina).refused(code.BAD_REQUEST, code.ILLEGAL_PATH)


def test_all_or_nothing(max, nina, otto, place):
    for name in ("one", "two"):
        max.mkdir(f"{place}/{name}").ok()
    max.upload(f"{place}/file", b"x").ok()
    share(max, [f"{place}/one", f"{place}/two", f"{place}/file"], [nina, otto]).refused(ONLY_DIRECTORIES)
    assert not roots(nina).keys() & {"one", "two"} and not roots(otto).keys() & {"one", "two"}
    share(max, [f"{place}/one", f"{place}/two", f"{place}/one"], [nina, otto, nina]).ok()
    assert roots(nina).keys() >= {"one", "two"} and roots(otto).keys() >= {"one", "two"}
    assert len([item for item in given(max) if item["name"] in ("one", "two")]) == 4


def test_links_are_no_directories(house, max, nina, place):
    disk = house.on_disk(max, place)
    (disk / "real").mkdir()
    os.symlink("real", disk / "inside")
    os.symlink("/etc", disk / "outside")
    for name in ("inside", "outside"):
        share(max, f"{place}/{name}", nina).refused(ONLY_DIRECTORIES, code.NO_SUCH_FILE)
    share(max, f"{place}/outside/ssl", nina).refused(ONLY_DIRECTORIES, code.NO_SUCH_FILE)


@pytest.mark.parametrize("rights, expected", [((0, 1, 0), (1, 1, 0)), ((0, 0, 1), (1, 0, 1)), ((1, 0, 0), (1, 0, 0)), ((True, True, False), (1, 1, 0))])
def test_write_and_delete_bring_read(max, nina, place, rights, expected):
    max.mkdir(f"{place}/rights").ok()
    share(max, f"{place}/rights", nina, *rights).ok()
    item = next(item for item in received(nina) if item["name"] == "rights")
    assert (item["read"], item["write"], item["deleted"]) == expected


@pytest.mark.parametrize("flag", ["read", "write", "deleted"])
def test_a_flag_is_0_or_1(max, nina, place, flag):
    max.mkdir(f"{place}/flag").ok()
    for value in (2, -1, "1", "yes", 0.5, [1]):
        share(max, f"{place}/flag", nina, **{flag: value}).refused(code.ILLEGAL_PARAMETER)


# -- what the receiver has -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("write, deleted", list(itertools.product((0, 1), repeat=2)))
def test_rights_are_what_was_given(max, nina, place, base, write, deleted):
    max.mkdir(f"{place}/d").ok()
    max.upload(f"{place}/d/file", b"content").ok()
    root = shared(max, f"{place}/d", nina, 1, write, deleted)
    api = nina.at(base=base)
    assert api.content(f"{root}/file") == b"content"
    (item,) = api.list(root).items()
    assert (item["read"], item["write"], item["deleted"]) == (1, write, deleted)
    for reply, is_allowed, refusal in (
        (api.mkdir(f"{root}/new"), write, NO_WRITE),
        (api.upload(f"{root}/up", b"1"), write, NO_WRITE),
        (api.rename(f"{root}/file", "renamed"), write, NO_WRITE),
        (api.delete(f"{root}/{'renamed' if write else 'file'}"), deleted, NO_DELETE),
    ):
        reply.ok() if is_allowed else reply.refused(refusal)
    api.list(max.home()).refused(code.NO_AUTHORISATION_ON_PATH)
    for way in ("..", "%2e%2e", "../file"):
        assert api.request("GET", f"/resources{root}/{way}").code in (code.ILLEGAL_PATH, code.NO_AUTHORISATION_ON_PATH)


def test_repeating_replaces(max, nina, place):
    max.mkdir(f"{place}/again").ok()
    root = shared(max, f"{place}/again", nina, 1, 1, 1)
    share(max, f"{place}/again", nina, 1, 0, 0).ok()
    (item,) = [item for item in received(nina) if item["path"] == root]
    assert (item["read"], item["write"], item["deleted"]) == (1, 0, 0)
    assert len([item for item in given(max) if item["name"] == "again"]) == 1
    nina.mkdir(f"{root}/x").refused(NO_WRITE)


def test_a_whole_folder(max, nina, otto):
    home = max.home()
    share(max, home, nina, 1, 1, 0).ok()
    item = next(item for item in received(nina) if item["path"] == home)
    assert item["from_user"] == "max" and (item["read"], item["write"], item["deleted"]) == (1, 1, 0)
    assert home not in {item["path"] for item in nina.list("/").items()}
    nina.mkdir(f"{home}/by nina").ok()
    share(nina, home, max, 1, 0, 0).ok()
    mine = next(item for item in max.list("/").items() if item["path"] == home)
    assert (mine["read"], mine["write"], mine["deleted"]) == (1, 1, 1), "an owner's own row stays as it was"
    assert home not in {item["path"] for item in received(max)}
    (row,) = [item for item in given(max) if item["path"] == home]
    end(max, row["id"]).ok()
    nina.list(home).refused(code.NO_AUTHORISATION_ON_PATH)
    max.delete(f"{home}/by nina").ok()


# -- chains --------------------------------------------------------------------------------------------------------------


def test_on_from_hand_to_hand(max, nina, otto, place):
    max.mkdir(f"{place}/d").ok()
    max.mkdir(f"{place}/d/inner").ok()
    max.upload(f"{place}/d/inner/file", b"deep").ok()
    root = shared(max, f"{place}/d", nina, 1, 1, 0)
    share(nina, f"{root}/inner", otto, 1, 1, 1).refused(MAY_NOT_SHARE)
    inner = shared(nina, f"{root}/inner", otto, 1, 1, 0)
    assert otto.content(f"{inner}/file") == b"deep"
    assert next(item for item in received(otto) if item["path"] == inner)["from_user"] == "nina"
    (by_max,) = [item for item in given(max) if item["root_id"] == int(root[3:])]
    assert (by_max["path"], by_max["to_user"]) == (f"{place}/d", {"id": nina.user_id, "nickname": "nina"})
    (by_nina,) = [item for item in given(nina) if item["root_id"] == int(inner[3:])]
    assert by_nina["path"] == f"{root}/inner", "as nina sees it"
    # Fewer rights for nina are fewer for otto, at once.
    changed = change(max, by_max["id"], write=0).ok()["share"]
    assert (changed["read"], changed["write"], changed["deleted"]) == (1, 0, 0)
    otto.mkdir(f"{inner}/x").refused(NO_WRITE)
    share(nina, f"{root}/inner", otto).refused(MAY_NOT_SHARE)
    change(max, by_max["id"], write=1).ok()
    otto.mkdir(f"{inner}/x").ok()
    end(max, by_max["id"]).ok()
    for client, path in ((nina, root), (otto, inner)):
        for base in BASES:
            client.at(base=base).list(path).refused(code.NO_AUTHORISATION_ON_PATH)
        assert path not in {item["path"] for item in received(client)}
    assert not [item for item in given(nina) if item["root_id"] == int(inner[3:])]
    assert max.content(f"{place}/d/inner/file") == b"deep"


def test_circles_stand_on_nothing(max, nina, otto, place):
    max.mkdir(f"{place}/circle").ok()
    root = shared(max, f"{place}/circle", nina, 1, 1, 1)
    share(nina, root, otto, 1, 1, 1).ok()
    share(otto, root, nina, 1, 1, 1).ok()
    share(otto, root, max, 1, 1, 1).ok()
    (base,) = [item for item in given(max) if item["name"] == "circle" and item["granted_by"]["id"] == max.user_id]
    end(max, base["id"]).ok()
    for client in (nina, otto):
        client.list(root).refused(code.NO_AUTHORISATION_ON_PATH)
        assert not [item for item in given(client) if item["name"] == "circle"]


def test_two_who_share_the_same(max, nina, otto, place):
    """Nobody lowers what somebody else gave; both rows end on their own."""
    max.mkdir(f"{place}/both").ok()
    root = shared(max, f"{place}/both", nina, 1, 1, 0)
    share(max, f"{place}/both", otto, 1, 1, 1).ok()
    share(nina, root, otto, 1, 0, 0).ok()
    item = next(item for item in received(otto) if item["path"] == root)
    assert (item["read"], item["write"], item["deleted"]) == (1, 1, 1)
    to_otto = {item["granted_by"]["id"]: item for item in given(max) if item["name"] == "both" and item["to_user"]["id"] == otto.user_id}
    assert set(to_otto) == {max.user_id, nina.user_id}, "max learns who else shares his folder"
    by_max = to_otto[max.user_id]
    end(max, by_max["id"]).ok()
    item = next(item for item in received(otto) if item["path"] == root)
    assert (item["read"], item["write"], item["deleted"], item["from_user"]) == (1, 0, 0, "nina")


# -- changing and ending -------------------------------------------------------------------------------------------------


def test_who_may_change_and_end(max, nina, otto, olivia, place):
    max.mkdir(f"{place}/whose").ok()
    root = shared(max, f"{place}/whose", nina, 1, 1, 0)
    (row,) = [item["id"] for item in given(max) if item["name"] == "whose"]
    for stranger in (otto,):
        end(stranger, row).refused(NO_SHARE)
        change(stranger, row, read=1).refused(NO_SHARE)
    change(nina, row, write=1).refused(NO_SHARE)
    for missing in (0, 2**31 - 1, 2**40):
        end(max, missing).refused(NO_SHARE)
        change(max, missing, read=1).refused(NO_SHARE)
    share(nina, root, otto, 1, 1, 0).ok()
    (onward,) = [item["id"] for item in given(nina) if item["name"] == "whose"]
    assert change(max, onward, write=0).ok()["share"]["write"] == 0, "the folder's owner"
    assert change(max, onward, write=1).ok()["share"]["write"] == 1
    for share_id in (row, onward):
        change(olivia, share_id, write=1).refused(NO_SHARE)
        end(olivia, share_id).refused(NO_SHARE)
    change(nina, onward, deleted=1).refused(MAY_NOT_SHARE)
    change(max, row, read=0).refused(code.ILLEGAL_PARAMETER)
    change(max, row, write="x").refused(code.ILLEGAL_PARAMETER)
    assert change(max, row).ok()["share"]["write"] == 1, "nothing asked, nothing changed"
    assert change(max, row, read=0, deleted=1).ok()["share"] == {**next(i for i in given(max) if i["id"] == row)}
    assert (change(max, row, write=True).ok()["share"]["write"]) == 1
    end(max, onward).ok()
    otto.list(root).refused(code.NO_AUTHORISATION_ON_PATH)
    end(max, row).ok()
    end(max, row).refused(NO_SHARE)


def test_the_owner_of_the_area_has_no_more_than_he_was_given(max, olivia, place):
    max.mkdir(f"{place}/lent").ok()
    max.upload(f"{place}/lent/file", b"mine").ok()
    root = shared(max, f"{place}/lent", olivia)
    row = next(item for item in received(olivia, V1) if item["path"] == root)["share_id"]
    change(olivia, row, write=1, deleted=1).refused(NO_SHARE)
    olivia.delete(f"{root}/file").refused(NO_DELETE)
    assert not [item for item in given(olivia) if item["id"] == row]
    end(olivia, row).ok()
    olivia.list(root).refused(code.NO_AUTHORISATION_ON_PATH)


def test_shared_on_is_seen_by_whoever_manages_the_folder(max, nina, otto, olivia, place):
    max.mkdir(f"{place}/onward").ok()
    root = shared(max, f"{place}/onward", nina, 1, 1, 0)
    share(nina, root, otto).ok()
    (onward,) = [item for item in given(max) if item["name"] == "onward" and item["to_user"]["id"] == otto.user_id]
    assert onward["granted_by"] == {"id": nina.user_id, "nickname": "nina"} and onward["path"] == f"{place}/onward"
    (own,) = [item for item in given(nina) if item["name"] == "onward"]
    assert own["id"] == onward["id"] and own["granted_by"]["id"] == nina.user_id
    assert not [item for client in (otto, olivia) for item in given(client) if item["name"] == "onward"]
    end(max, onward["id"]).ok()
    otto.list(root).refused(code.NO_AUTHORISATION_ON_PATH)
    nina.list(root).ok()


def test_a_receiver_leaves(max, nina, otto, place):
    max.mkdir(f"{place}/leave").ok()
    root = shared(max, f"{place}/leave", nina, 1, 1, 0)
    share(max, f"{place}/leave", otto).ok()
    share(nina, root, otto).ok()
    row = next(item for item in received(otto, V1) if item["path"] == root)["share_id"]
    end(otto, row).ok()
    otto.list(root).refused(code.NO_AUTHORISATION_ON_PATH)
    assert root not in {item["path"] for item in received(otto)}
    nina.list(root).ok()


@pytest.mark.parametrize("base", [NEW, OLD])
def test_the_old_bases_have_no_more_than_they_had(max, base):
    for method, target in (("PATCH", "/shares/1"), ("DELETE", "/shares/1")):
        assert max.json(method, target, {}, base=base).code in (code.NOT_FOUND, code.METHOD_NOT_ALLOWED)


# -- the directory moves -------------------------------------------------------------------------------------------------


def test_it_is_the_directory_not_its_path(max, nina, place):
    max.mkdir(f"{place}/a").ok()
    max.mkdir(f"{place}/a/b").ok()
    max.mkdir(f"{place}/c").ok()
    max.upload(f"{place}/a/b/file", b"it").ok()
    root = shared(max, f"{place}/a/b", nina)
    max.rename(f"{place}/a/b", "B").ok()
    assert nina.content(f"{root}/file") == b"it" and roots(nina)["B"] == root
    max.rename(f"{place}/a", "A").ok()
    assert nina.content(f"{root}/file") == b"it"
    max.transfer("move", [f"{place}/A/B"], f"{place}/c").ok()
    max.transfer("move", [f"{place}/c"], f"{place}/A").ok()
    assert nina.content(f"{root}/file") == b"it"
    assert next(item for item in given(max) if item["name"] == "B")["path"] == f"{place}/A/c/B"
    max.delete(f"{place}/A").ok()
    nina.list(root).refused(code.NO_AUTHORISATION_ON_PATH)
    assert "B" not in roots(nina)


def test_moved_into_a_folder_of_all_it_ends_and_the_reply_says_so(max, nina, place):
    family = max.get("/shares").items()[0]["path"]
    max.mkdir(f"{place}/taken along").ok()
    root = shared(max, f"{place}/taken along", nina)
    data = max.transfer("move", [f"{place}/taken along"], family).ok()
    assert data["ended_shares"] == [{"id": int(root[3:]), "name": "taken along"}]
    nina.list(root).refused(code.NO_AUTHORISATION_ON_PATH)
    assert "taken along" not in roots(nina)
    max.delete(f"{family}/taken along").ok()


def test_what_others_do_on_the_disk(house, max, nina, place):
    disk = house.on_disk(max, place)
    max.mkdir(f"{place}/here").ok()
    max.upload(f"{place}/here/file", b"it").ok()
    root = shared(max, f"{place}/here", nina)
    os.rename(disk / "here", disk / "there")
    assert nina.content(f"{root}/file") == b"it"
    (disk / "here").mkdir()
    (disk / "here/other").write_bytes(b"another")
    assert nina.names(root) == ["file"], "another directory under the old name is not it"
    shutil.copytree(disk / "there", disk / "copy", copy_function=shutil.copy2)
    (disk / "copy/file").write_bytes(b"a copy")
    assert os.getxattr(disk / "copy", "user.hearth.id") == os.getxattr(disk / "there", "user.hearth.id"), "as cp -a does"
    os.rename(disk / "there", disk / "elsewhere")
    os.rename(disk / "copy", disk / "there")
    assert nina.content(f"{root}/file") == b"it", "of two with the same mark the one that was shared"
    shutil.rmtree(disk / "elsewhere")
    shutil.rmtree(disk / "there")
    nina.list(root).refused(code.NO_SUCH_FILE)
    assert nina.get("/shares").ok(), "a folder that is gone does not break the list"


def test_shares_outlive_a_restart(make_server):
    one = make_server(members=PEOPLE[:2])
    clients = [Hearth.sign_in(one.address, *person) for person in PEOPLE[:2]]
    max, nina = clients
    max.mkdir(f"{max.home()}/kept").ok()
    root = shared(max, f"{max.home()}/kept", nina)
    one.kill()
    one.start()
    max, nina = (client.at(address=one.address) for client in clients)
    assert nina.list(root).items() == [] and roots(nina)["kept"] == root
    assert [item["name"] for item in given(max)] == ["kept"]


# -- bare roots ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
def test_folders_of_the_first_level_are_left_to_folder_management(max, base):
    api, home, family = max.at(base=base), max.home(), max.get("/shares").items()[0]["path"]
    for path in (home, family):
        for reply in (api.rename(path, "x"), api.delete(path), api.transfer("move", [path], home if path == family else family)):
            reply.refused(code.NO_PERMISSION)
            assert "folder management" in reply.reason or "文件夹管理" in reply.reason
    for reply in (api.rename("/", "x"), api.delete("/"), api.transfer("move", ["/"], home)):
        reply.refused(code.ILLEGAL_PATH)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("write, deleted", list(itertools.product((0, 1), repeat=2)))
def test_a_bare_shared_directory_is_the_directory(max, nina, place, base, write, deleted):
    max.mkdir(f"{place}/bare").ok()
    max.upload(f"{place}/bare/file", b"it").ok()
    root = shared(max, f"{place}/bare", nina, 1, write, deleted)
    api = nina.at(base=base)
    renamed = api.rename(root, "renamed")
    if write:
        renamed.ok()
        assert nina.content(f"{root}/file") == b"it" and max.names(place) == ["renamed"]
    else:
        renamed.refused(NO_WRITE)
    api.transfer("move", [root], nina.home()).refused(*((STAYS_INSIDE,) if deleted else (10022, STAYS_INSIDE)))
    removed = api.delete(root)
    if deleted:
        removed.ok()
        assert max.names(place) == []
        api.list(root).refused(code.NO_AUTHORISATION_ON_PATH)
        assert root not in {item["path"] for item in received(nina)}
    else:
        removed.refused(NO_DELETE)
        assert max.names(place) == ["renamed" if write else "bare"]


# -- with folder management ----------------------------------------------------------------------------------------------


def auth(*members):
    return [{"u_id": client.user_id, "read": read, "write": write, "deleted": deleted} for client, read, write, deleted in members]


def test_a_granter_who_leaves_the_folder_takes_his_shares_with_him(olivia, max, nina, otto):
    body = {"name": f"films{next(numbers)}", "mode": 2, "pool_name": "_default_", "partition_name": "_default_"}
    id = olivia.json("POST", "/folders", body | {"auth": auth((olivia, 1, 1, 1), (max, 1, 1, 1))}).ok()["id"]
    max.mkdir(f"/s/{id}/d").ok()
    max.mkdir(f"/s/{id}/d/e").ok()
    root = shared(max, f"/s/{id}/d", nina, 1, 1, 1)
    inner = shared(nina, f"{root}/e", otto, 1, 1, 0)
    olivia.json("PUT", f"/folders/{id}", body | {"auth": auth((olivia, 1, 1, 1), (max, 1, 0, 0))}).ok()
    nina.mkdir(f"{root}/x").refused(NO_WRITE)
    otto.mkdir(f"{inner}/x").refused(NO_WRITE)
    otto.list(inner).ok()
    olivia.json("PUT", f"/folders/{id}", body | {"auth": auth((olivia, 1, 1, 1))}).ok()
    for client, path in ((nina, root), (otto, inner), (max, f"/s/{id}")):
        client.list(path).refused(code.NO_AUTHORISATION_ON_PATH)
    assert not [item for item in given(max) + given(nina) if item["root_id"] in (int(root[3:]), int(inner[3:]))]
    # Coming back he starts anew.
    olivia.json("PUT", f"/folders/{id}", body | {"auth": auth((olivia, 1, 1, 1), (max, 1, 1, 1))}).ok()
    nina.list(root).refused(code.NO_AUTHORISATION_ON_PATH)
    olivia.request("DELETE", f"/folders/{id}").ok()


def test_removed_from_the_family_is_removed(olivia, max, nina, otto):
    family = next(item for item in otto.get("/shares").items() if item["is_family_path"])
    body = {"name": family["name"], "mode": 2, "pool_name": "_default_", "partition_name": "_default_"}
    everybody = [(client, 1, 1, 1) for client in (olivia, max, nina, otto)]
    olivia.json("PUT", f"/folders/{family['id']}", body | {"auth": auth(*everybody[:3])}).ok()
    for _ in range(2):
        assert family["path"] not in {item["path"] for item in received(otto)}
        otto.list(family["path"]).refused(NOT_READABLE, code.NO_AUTHORISATION_ON_PATH)
    share(otto, family["path"], nina).refused(MAY_NOT_SHARE)
    olivia.json("PUT", f"/folders/{family['id']}", body | {"auth": auth(*everybody)}).ok()
    otto.list(family["path"]).ok()


def test_left_out_of_the_family_before_the_first_look(make_server):
    house = make_server(members=PEOPLE)
    owner, max, nina = (Hearth.sign_in(house.address, *who) for who in ((OWNER, OWNER_PASSWORD), *PEOPLE[:2]))
    (family,) = received(owner)
    members = owner.get(f"/folders/{family['id']}").ok()["auth"]
    assert [member["nickname"] for member in members] == [OWNER, "max", "nina", "otto"]
    body = {"name": family["name"], "mode": 2, "pool_name": "_default_", "partition_name": "_default_"}
    left = [member for member in members if member["u_id"] != max.user_id]
    owner.json("PUT", f"/folders/{family['id']}", body | {"auth": left}).ok()
    assert received(max) == []
    max.list(family["path"]).refused(NOT_READABLE, code.NO_AUTHORISATION_ON_PATH)
    assert [item["path"] for item in received(nina)] == [family["path"]]
