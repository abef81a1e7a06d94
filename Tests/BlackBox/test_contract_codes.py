"""Every code of the contract's chapter 11 and of server-decisions 4: who raises it.

`RAISED` raises what `test_codes.py` does not: through a compatible base (HTTP 200) and through `/api/v1` (the true status), with a text in
Chinese and in English. `ELSEWHERE` names the test that raises a code which needs more than one request. `NOT_RAISED` says why nothing can.
"""

import itertools
import os
from pathlib import Path

import pytest
import wire_codes as code
from folder_tools import (
    PRIVATE,
    Household,
    add_partition,
    add_pool,
    create_folder,
    delete_folder,
    folder_body,
    received,
    share,
)
from hearth_client import NEW, OLD, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from test_codes import RAISED as RAISED_BY_TEST_CODES
from test_codes import is_chinese
from tools import MIB, wait_until
from vault_tools import PASSWORD, VaultFolder, change_password

HUB = "/api"
numbers = itertools.count(1)


class Scene:
    """A household with one of everything that refuses somebody."""

    def __init__(self, folder, disk):
        self.household = h = Household(folder)
        for name in ("pool1", "pool2"):
            (disk / name).mkdir()
            add_pool(h.owner, name, disk / name)
        self.owner, self.max, self.nina, self.oskar = h.owner, h.max, h.nina, h.oskar
        add_partition(h.owner, "pool1", "small", 1, "MB")
        add_partition(h.owner, "pool1", "wide", 3, "GB")
        self.home = self.max.home()
        self.shared = f"/s/{create_folder(self.max, 'shared', [h.member('max'), h.member('nina', 1, 0, 0), h.member('oskar', 0, 0, 0)])}"
        self.tight = f"/s/{create_folder(self.max, 'tight', [h.member('max')], pool_name='pool1', partition_name='small')}"
        self.max.upload(f"{self.shared}/f", b"f").ok()
        self.max.mkdir(f"{self.shared}/d").ok()
        self.max.mkdir(f"{self.home}/given").ok()
        self.max.upload(f"{self.home}/given/only here", b"f").ok()
        share(self.max, f"{self.home}/given", self.nina.user_id, 1, 1, 1).ok()
        self.given = received(self.nina, "given")
        self.max.upload(f"{self.home}/f", b"f").ok()
        self.max.mkdir(f"{self.home}/d").ok()
        self.max.upload(f"{self.home}/two MiB", os.urandom(2 * MIB)).ok()
        self.nina.upload(f"{self.nina.home()}/f", b"f").ok()
        self.vault, self.closed = (VaultFolder(h.server, self.max, name, open=name == "vault") for name in ("vault", "closed vault"))
        self.max.upload(f"{self.vault.path}/f", b"secret").ok()
        self.big_id = create_folder(self.max, "big", [h.member("max")])
        self.max.upload(f"/s/{self.big_id}/f", os.urandom(2 * MIB)).ok()

    def folder(self, **changes):
        """The body of a folder; a changed `name` is not taken yet."""
        return folder_body(f"new {next(numbers)}", [self.household.member("max")]) | changes

    def person(self, name, base, language):
        return self.household.people[name].at(base=base, language=language)


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    made = Scene(tmp_path_factory.mktemp("codes") / "data", tmp_path_factory.mktemp("disk"))
    yield made
    made.household.server.kill()


def post(client, target, body):
    return client.json("POST", target, body)


def put(client, target, body):
    return client.json("PUT", target, body)


#: Code → (who asks, request given the client and the scene).
RAISED = {
    3: ("max", lambda c, s: c.get("/nothing/here")),
    10003: ("max", lambda c, s: c.request("DELETE", "/shares/2000000000")),
    10006: ("max", lambda c, s: share(c, f"{s.home}/d", s.max.user_id)),
    10008: ("max", lambda c, s: share(c, f"{s.home}/f", s.nina.user_id)),
    10009: ("nina", lambda c, s: c.transfer("move", [f"{s.given}/only here"], s.nina.home())),
    10017: ("nina", lambda c, s: share(c, f"{s.shared}/d", s.oskar.user_id)),
    10018: ("oskar", lambda c, s: c.list(s.given)),
    10019: ("oskar", lambda c, s: c.list(s.shared)),
    10020: ("nina", lambda c, s: c.mkdir(f"{s.shared}/x")),
    10021: ("nina", lambda c, s: c.delete(f"{s.shared}/f")),
    10022: ("nina", lambda c, s: c.transfer("move", [f"{s.nina.home()}/f"], f"{s.shared}/d")),
    10023: ("nina", lambda c, s: c.transfer("copy", [f"{s.nina.home()}/f"], f"{s.shared}/d")),
    10024: ("max", lambda c, s: c.transfer("copy", [f"{s.vault.path}/f"], f"{s.home}/d")),
    10030: ("max", lambda c, s: c.transfer("copy", [f"{s.home}/two MiB"], s.tight)),
    20000: ("max", lambda c, s: post(c, "/folders", s.folder(name=""))),
    20001: ("max", lambda c, s: c.get("/folders/2000000000")),
    20002: ("max", lambda c, s: post(c, "/folders", s.folder(mode=PRIVATE, is_encrypt=1, pwd="abc@123", confirm_pwd="abc@124"))),
    20003: ("max", lambda c, s: post(c, "/updateFolderPwd", {"id": int(s.tight[3:]), "old_pwd": "abc@123", "new_pwd": "a", "confirm_pwd": "a"})),
    20009: ("max", lambda c, s: c.list(s.closed.path)),
    20010: ("max", lambda c, s: c.json("PATCH", "/folders//s/2000000000", {"password": "abc@123"})),
    20011: ("max", lambda c, s: post(c, "/folders", s.folder(name="n" * 101))),
    20013: ("max", lambda c, s: post(c, "/folders", s.folder(name="shared"))),
    20014: ("max", lambda c, s: post(c, "/folders", s.folder(mode=PRIVATE, auth=[s.household.member("max"), s.household.member("nina")]))),
    20015: ("max", lambda c, s: post(c, "/folders", s.folder(auth=[]))),
    20016: ("max", lambda c, s: change_password(c, s.vault, PASSWORD, PASSWORD)),
    20017: ("max", lambda c, s: put(c, f"/folders/{s.vault.id}", s.folder(name="vault"))),
    20018: ("max", lambda c, s: post(c, "/folders", s.folder(is_encrypt=1, pwd="abc@123", confirm_pwd="abc@123"))),
    20019: ("max", lambda c, s: put(c, f"/folders/{s.big_id}", s.folder(name="big", pool_name="pool1", partition_name="small"))),
    20020: ("max", lambda c, s: post(c, "/folders", s.folder(mode=PRIVATE, is_encrypt=1, pwd="abc@1", confirm_pwd="abc@1"))),
    20021: ("max", lambda c, s: post(c, "/folders", s.folder(mode=PRIVATE, is_encrypt=1, pwd="abc 123", confirm_pwd="abc 123"))),
    20024: ("max", lambda c, s: post(c, "/updateFolderPwd", {"id": int(s.tight[3:]), "old_pwd": "", "new_pwd": "abc@123", "confirm_pwd": "abc@123"})),
    20026: ("max", lambda c, s: share(c, s.vault.path, s.nina.user_id)),
    20027: ("max", lambda c, s: post(c, "/folders", s.folder(name="a/b"))),
    30000: (OWNER, lambda c, s: put(c, "/pools/pool1", {"new_name": ""})),
    30001: (OWNER, lambda c, s: put(c, "/pools/pool1", {"new_name": "no blanks"})),
    30002: (OWNER, lambda c, s: put(c, "/pools/pool1", {"new_name": "n" * 51})),
    30003: (OWNER, lambda c, s: put(c, "/pools/pool1", {"new_name": "pool2"})),
    30004: ("max", lambda c, s: c.get("/pools/none")),
    30005: ("max", lambda c, s: c.request("DELETE", "/pools/pool1")),
    40000: (OWNER, lambda c, s: post(c, "/partitions", {"name": "", "capacity": 1, "unit": "MB", "pool_name": "pool1"})),
    40001: (OWNER, lambda c, s: post(c, "/partitions", {"name": "no/slash", "capacity": 1, "unit": "MB", "pool_name": "pool1"})),
    40002: (OWNER, lambda c, s: post(c, "/partitions", {"name": "n" * 51, "capacity": 1, "unit": "MB", "pool_name": "pool1"})),
    40005: (OWNER, lambda c, s: put(c, "/partitions/none", {"pool_name": "pool1", "new_name": "none", "capacity": 1, "unit": "MB"})),
    40007: (OWNER, lambda c, s: post(c, "/partitions", {"name": "small", "capacity": 1, "unit": "MB", "pool_name": "pool1"})),
    40008: (OWNER, lambda c, s: post(c, "/partitions", {"name": "huge", "capacity": 900_000, "unit": "TB", "pool_name": "pool1"})),
    40009: (OWNER, lambda c, s: put(c, "/partitions/wide", {"pool_name": "pool1", "new_name": "wide", "capacity": 1, "unit": "GB"})),
    50000: (OWNER, lambda c, s: post(c, "/disks", {"pool_name": "_default_", "disk_name": "/dev/sdx"})),
    70000: ("max", lambda c, s: c.request("PUT", "/tasks/TaskDelFolder_2000000000")),
    90002: ("max", lambda c, s: c.request("PUT", "/chunks/" + "a" * 64)),
    90003: ("max", lambda c, s: c.delete("x" * (2 << 20))),
    90005: ("max", lambda c, s: c.upload(f"{s.home}/f", b"new", query="?on_conflict=replace", headers={"If-Match": '"never"'})),
}

#: Raised on /api/v1 alone: what they speak of is not on the older bases.
V1_ONLY = {10003}
#: Refused before a route is known: the true status on every base.
ALWAYS_TRUE = {3, 90002, 90003}

#: Hub codes, which travel with HTTP 200 below /api.
HUB_RAISED = {
    5001: (None, lambda c, s: post(c, "/oauth/access_token", {"grant_type": "password", "account_name": "somebody", "password": "wrong"})),
    5003: ("max", lambda c, s: c.get("/users/2000000000")),
    5012: (None, lambda c, s: post(c, "/scopes/token", {"scopes": ["user"]})),
}

#: Codes of people and sessions on /api/v1 only.
V1_PEOPLE = {
    5002: (OWNER, lambda c, s: c.request("DELETE", f"/users/{s.owner.user_id}")),
    5013: (None, lambda c, s: post(c, "/invitations/check", {"code": "none"})),
    5021: ("max", lambda c, s: c.json("PATCH", f"/users/{s.nina.user_id}", {"nickname": "x"})),
    5022: (OWNER, lambda c, s: c.json("PATCH", f"/users/{s.owner.user_id}", {"is_disabled": True})),
    5023: (OWNER, lambda c, s: post(c, f"/users/{s.owner.user_id}/owner", {"password": OWNER_PASSWORD})),
    5030: ("max", lambda c, s: put(c, f"/users/{s.max.user_id}/password", {"old_password": "not it 12", "new_password": "new 12 secret"})),
    90009: (OWNER, lambda c, s: post(c, "/pools", {"name": "new", "disk_name": "/dev/sdx"})),
}

#: Code → a test that raises it.
ELSEWHERE = {
    0: "test_codes.py::test_success_texts_and_empty_data",
    20025: "test_vault_folders.py::test_a_password_change_refuses_in_order",
    10026: "test_contract_codes.py::test_codes_of_a_busy_folder",
    10027: "test_contract_codes.py::test_codes_of_a_busy_folder",
    70001: "test_contract_codes.py::test_codes_of_a_busy_folder",
    90001: "test_throttle.py",
    90004: "test_failures.py",
    90006: "test_uploads.py::test_a_form_of_another_type_is_refused",
    90007: "test_throttle.py",
    90008: "test_startup.py::test_before_set_up_everything_else_says_so",
    90013: "test_vault_damage.py::test_how_damage_is_told",
    90014: "test_vault_interop.py::test_other_formats_are_refused_by_name",
}

INNER, UNUSED = "only after a failure inside", "defined by the contract and produced by nobody"
NOT_RAISED = {
    1: INNER, 4: "test of the hub's versions, not of the drive",
    10011: "a directory of chunks that cannot be opened does not exist here", 10015: UNUSED,
    20004: INNER, 20005: INNER, 20006: INNER, 20007: INNER, 20008: INNER, 20012: UNUSED,
    20022: INNER, 20023: UNUSED,
    40003: UNUSED, 40004: UNUSED, 40006: UNUSED, 60000: UNUSED, 60001: INNER, 80000: UNUSED,
    205: "disks are later work", 2008: "the cloud's", 2009: "the cloud's",
}

CHAPTER_11 = [0, 1, 2, 3, 4, *range(10000, 10032), *range(20000, 20028), *range(30000, 30006), *range(40000, 40010), 50000, 60000, 60001, 70000, 70001, 80000,
              205, 2008, 2009, *range(90001, 90009), 90013, 90014]


def test_every_code_has_a_place():
    places = [set(RAISED) | set(V1_PEOPLE) | set(HUB_RAISED) | set(RAISED_BY_TEST_CODES), set(ELSEWHERE), set(NOT_RAISED)]
    assert [number for number in CHAPTER_11 if not any(number in place for place in places)] == []
    assert set(NOT_RAISED).isdisjoint(places[0] | places[1]), "raised after all"
    here = Path(__file__).parent
    for number, place in ELSEWHERE.items():
        file, _, test = place.partition("::")
        assert f"def {test}" in (here / file).read_text(), place


def look(scene, who, base, language):
    if who is None:
        return Hearth(scene.household.server.address, base=base, language=language)
    return scene.person(who, base, language)


def raised(scene, who, request, base, number):
    """Asks in both languages; the texts help in each."""
    texts = {}
    for language in ("zh-CN", "en"):
        client = look(scene, who, base, language)
        reply = request(client, scene).refused(number)
        client.close()
        texts[language] = reply.reason
    assert is_chinese(texts["zh-CN"]) and not is_chinese(texts["en"]) and len(texts["en"]) > 5, texts
    return reply


@pytest.mark.parametrize("base", [NEW, OLD, V1])
@pytest.mark.parametrize("number", RAISED)
def test_code(scene, number, base):
    if base != V1 and number in V1_ONLY:
        pytest.skip("a route of ours")
    who, request = RAISED[number]
    before = everything(scene)
    reply = raised(scene, who, request, base, number)
    if base == V1 or number in ALWAYS_TRUE:
        assert reply.status == code.STATUS_OF_CODE[number], reply
    else:
        assert reply.status == 200, reply
    assert everything(scene) == before, "a refusal leaves nothing behind"


def everything(scene):
    """What a refused request could have changed."""
    trees = [[(item["path"], item["type"], item["size"]) for item in scene.max.list(path, type=1).items() if item["type"] == 1]
             for path in (scene.home, scene.shared, scene.tight)]
    return trees, scene.owner.get("/folders").items(), scene.owner.get("/pools").ok()["list"][1]["lv"], scene.nina.get("/shares").items()


@pytest.mark.parametrize("number", HUB_RAISED)
def test_hub_code(scene, number):
    who, request = HUB_RAISED[number]
    assert raised(scene, who, request, HUB, number).status == 200


@pytest.mark.parametrize("number", V1_PEOPLE)
def test_v1_code(scene, number):
    who, request = V1_PEOPLE[number]
    reply = raised(scene, who, request, V1, number)
    assert 400 <= reply.status < 500, reply


# -- busy ------------------------------------------------------------------------------------------------------------------

@pytest.mark.slow
@pytest.mark.parametrize("base", [NEW, V1])
def test_codes_of_a_busy_folder(scene, base):
    """Tasks run one after the other: behind a folder that moves, a deleted one waits. Both refuse copies and moves, and neither can be retried."""
    h, number = scene.household, next(numbers)
    moving = create_folder(scene.max, f"moving {number}", [h.member("max")])
    waiting = create_folder(scene.max, f"waiting {number}", [h.member("max")])
    for id in (moving, waiting):
        scene.max.upload(f"/s/{id}/f", b"f").ok()
    directory = scene.owner.get("/folders").items()
    path = next(item["path"] for item in directory if item["id"] == moving)
    on_disk = h.server.data / "pools" / path.strip("/")
    with open(on_disk / "large", "wb") as file:
        for _ in range(100):
            file.write(os.urandom(1 << 20) * 8)
    client = scene.max.at(base=base)
    client.json("PUT", f"/folders/{moving}", folder_body(f"moving {number}", [h.member("max")], pool_name="pool1", partition_name="wide")).ok()
    client.request("DELETE", f"/folders/{waiting}").ok()
    entries = {item["id"]: item for item in client.get("/folders").items()}
    assert (entries[moving]["status"], entries[moving]["task_id"]) == ("TaskMovingFolder_1", f"TaskMovingFolder_{moving}")
    assert (entries[waiting]["status"], entries[waiting]["task_id"]) == ("TaskDelFolder_1", f"TaskDelFolder_{waiting}")
    replies = []
    for id in (moving, waiting):
        for action in ("copy", "move"):
            replies.append(client.transfer(action, [f"/s/{id}/f"], f"{scene.home}/d").refused(10026))
            replies.append(client.transfer(action, [f"{scene.home}/f"], f"/s/{id}").refused(10027))
    replies.append(client.request("PUT", f"/tasks/TaskMovingFolder_{moving}").refused(70001))
    replies.append(client.request("PUT", f"/tasks/TaskDelFolder_{waiting}").refused(70001))
    replies.append(client.request("DELETE", f"/tasks/TaskMovingFolder_{moving}").refused(70001))
    for reply in replies:
        assert reply.status == (409 if base == V1 else 200), reply
    client.request("DELETE", f"/tasks/TaskDelFolder_{waiting}").ok()
    entries = {item["id"]: item for item in client.get("/folders").items()}
    assert entries[moving]["status"] == "TaskMovingFolder_1", "the move was still on its way: otherwise nothing was shown here"
    assert (entries[waiting]["status"], entries[waiting]["task_id"]) == ("", ""), "a queued task is cancelled"
    assert client.content(f"/s/{waiting}/f") == b"f"

    def idle():
        entry = next(item for item in client.get("/folders").items() if item["id"] == moving)
        assert entry["status"] in ("TaskMovingFolder_1", ""), entry
        return entry if entry["status"] == "" else None

    entry = wait_until(idle, 90, "the end of the move")
    assert entry["pool_name"] == "pool1-wide" and not on_disk.exists()
    assert client.content(f"/s/{moving}/f") == b"f"
    for id in (moving, waiting):
        delete_folder(scene.owner, id)
    client.close()
