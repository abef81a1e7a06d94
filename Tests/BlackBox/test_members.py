"""Members, managed: names, disabling, ownership, passwords, invitations, removal, and the commands that do the same."""

import re
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
import wire_codes as code
from hearth_client import BASES, NEW, OLD, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, run_hearth
from tools import wait_until

HUB = "/api"
MAX, NINA = ("max", "maximal 7 secret"), ("nina", "ninety 9 secrets")
CANNOT_DELETE_SELF, INVITATION_INVALID, NO_PERMISSION_OF_HUB, OWNER_STAYS, CANNOT_OWN = 5002, 5013, 5021, 5022, 5023
REFRESH_EXPIRED, OLD_PASSWORD_WRONG, VERSION, TASK_STATE = 5027, 5030, 4, 70001


@pytest.fixture
def home(make_server):
    """A server of this test's own with an owner and two members, all signed in."""
    class Home:
        server = make_server(members=[MAX, NINA])
        owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
        max = Hearth.sign_in(server.address, *MAX)
        nina = Hearth.sign_in(server.address, *NINA)
        visitor = Hearth(server.address)
    return Home


def edit(client, user, **fields):
    return client.json("PATCH", f"/users/{user}", fields, base=V1)


def remove(client, user):
    return client.request("DELETE", f"/users/{user}", base=V1)


def people(client, base=V1):
    return {user["user_id"]: user for user in client.get("/users", base=base).ok()["users"]}


def invite(client, **fields):
    return client.json("POST", "/invitations", fields, base=V1)


def accept(client, invitation, name, password="a good password", **more):
    return client.json("POST", "/invitations/accept", {"code": invitation, "account_name": name, "password": password} | more, base=V1)


def rows_about(server, user):
    """Every row in the database with that user in a column that holds users."""
    columns = {"user", "owner", "creator", "granted_by", "used_by"}
    found = []
    with sqlite3.connect(server.data / "hearth.sqlite") as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
        for table in tables:
            for column in [row[1] for row in database.execute(f"PRAGMA table_info({table})")]:
                if column in columns:
                    found += [(table, column, row) for row in database.execute(f"SELECT * FROM {table} WHERE {column} = ?", (user,))]
        found += [("users", "id", row) for row in database.execute("SELECT * FROM users WHERE id = ?", (user,))]
    return found


def set_auto_delete(home, on):
    home.owner.json("POST", "/settings", {"pool_name": "_default_", "partition_name": "_default_", "is_auto_del": int(on)}, base=NEW).ok()


# -- list, edit, disable ----------------------------------------------------------------------------------------------

def test_members_tell_their_state(home):
    users = people(home.owner)
    assert [user["state"] for user in users.values()] == ["active"] * 3
    assert users[home.owner.user_id]["is_owner"] is True and users[home.max.user_id]["is_owner"] is False
    assert all(user["status"] == "" and user["task_id"] == "" and user["is_disabled"] is False for user in users.values())


def test_editing(home):
    own, other = home.max.user_id, home.nina.user_id
    assert edit(home.max, own, nickname="Maxi").ok()["nickname"] == "Maxi"
    assert edit(home.owner, own, nickname="Max II", account_name="maximilian").ok()["account_name"] == "maximilian"
    for refused in (edit(home.max, other, nickname="x"), edit(home.max, own, account_name="x"), edit(home.max, own, is_disabled=True),
                    edit(home.max, home.owner.user_id, nickname="x"), edit(home.max, 999, nickname="x")):
        assert refused.refused(NO_PERMISSION_OF_HUB).status == 403
    assert edit(home.owner, 999, nickname="x").refused(code.USER_MISSING).status == 404
    assert edit(home.owner, 0, nickname="x").code in (code.USER_MISSING, code.BAD_REQUEST)
    edit(home.owner, own).refused(code.BAD_REQUEST)
    edit(home.owner, own, account_name="NINA").refused(code.NAME_IN_USE)
    edit(home.owner, own, account_name="\t").refused(code.ILLEGAL_PARAMETER)
    edit(home.owner, own, nickname="").refused(code.ILLEGAL_PARAMETER)
    edit(home.owner, own, nickname=7).refused(code.ILLEGAL_PARAMETER)
    edit(home.owner, own, is_disabled="yes").refused(code.ILLEGAL_PARAMETER)
    Hearth(home.server.address).sign_in_reply(*MAX).refused(code.WRONG_PASSWORD)
    Hearth.sign_in(home.server.address, "Maximilian", MAX[1])


@pytest.mark.parametrize("name", [OWNER, OWNER.upper(), f" {OWNER} ", "Nina"])
def test_nobody_takes_the_nickname_of_another(home, name):
    edit(home.max, home.max.user_id, nickname=name).refused(code.NAME_IN_USE)
    account = {"account_name": "kid", "nickname": name, "password": "a good password"}
    home.owner.json("POST", "/users", account, base=V1).refused(code.NAME_IN_USE)
    made = invite(home.owner).ok()["code"]
    accept(home.visitor, made, "kid", nickname=name).refused(code.NAME_IN_USE)
    accept(home.visitor, made, "kid").ok()


@pytest.mark.parametrize("name", ["\u202e", "\u202emax", "a\u2066b", "\u200b", "a\u200bb", "\ufeff", "\u200d", "\u3164", "a\u2028b"])
def test_names_that_cannot_be_seen(home, name):
    edit(home.max, home.max.user_id, nickname=name).refused(code.ILLEGAL_PARAMETER)
    edit(home.owner, home.max.user_id, account_name=name).refused(code.ILLEGAL_PARAMETER)
    account = {"account_name": name, "password": "a good password"}
    home.owner.json("POST", "/users", account, base=V1).refused(code.ILLEGAL_PARAMETER)
    invite(home.owner, nickname=name).refused(code.ILLEGAL_PARAMETER)


def test_a_new_nickname_names_the_personal_folder(home):
    home.max.home()
    edit(home.max, home.max.user_id, nickname="Maxi").ok()
    assert [item["name"] for item in home.max.list("/").items()] == ["Maxi-文件"]


def test_disabling_and_enabling(home):
    user = home.max.user_id
    token = home.max.json("POST", "/scopes/token", {"scopes": ["user"]}, base=HUB).ok()["scope_token"]["token"]
    assert edit(home.owner, user, is_disabled=True).ok()["state"] == "disabled"
    for base in BASES:
        for client in (home.max, home.max.at(token=token)):
            reply = client.at(base=base).list("/").refused(code.UNAUTHORISED)
            assert reply.status == (401 if base == V1 else 200)
    wrong = home.visitor.sign_in_reply(MAX[0], "not it").refused(code.WRONG_PASSWORD)
    unknown = home.visitor.sign_in_reply("nobody", "not it").refused(code.WRONG_PASSWORD)
    assert wrong.body == unknown.body, "only the right password learns that the account is disabled"
    right = home.visitor.sign_in_reply(*MAX).refused(code.WRONG_PASSWORD)
    assert "disabled" in right.reason
    hub = home.visitor.json("POST", "/oauth/access_token", {"grant_type": "password", "account_name": MAX[0], "password": MAX[1]}, base=HUB)
    assert hub.refused(code.WRONG_PASSWORD).reason != unknown.reason
    assert people(home.nina)[user]["state"] == "disabled"
    assert user not in people(home.nina, HUB), "hub clients list whom they can choose"
    assert home.nina.get(f"/users/{user}", base=HUB).ok()["is_disabled"] is True
    home.server.restart()
    owner = home.owner.at(home.server.address)
    Hearth(home.server.address).sign_in_reply(*MAX).refused(code.WRONG_PASSWORD)
    assert edit(owner, user, is_disabled=0).ok()["state"] == "active"
    home.max.at(home.server.address).list("/").refused(code.UNAUTHORISED)
    Hearth.sign_in(home.server.address, *MAX).list("/").ok()


def test_the_owner_is_protected(home):
    me = home.owner.user_id
    assert edit(home.owner, me, is_disabled=True).refused(OWNER_STAYS).status == 409
    assert remove(home.owner, me).refused(CANNOT_DELETE_SELF).status == 403
    assert edit(home.owner, me, is_disabled=False).ok()["state"] == "active"


# -- passwords --------------------------------------------------------------------------------------------------------

def test_passwords(home):
    def put(client, user, **fields):
        return client.json("PUT", f"/users/{user}/password", fields, base=V1)

    user = home.max.user_id
    put(home.max, user, old_password="not it", new_password="a new password").refused(OLD_PASSWORD_WRONG)
    put(home.max, user, new_password="a new password").refused(code.BAD_REQUEST)
    put(home.owner, home.owner.user_id, new_password="a new password").refused(code.BAD_REQUEST)
    assert put(home.nina, user, new_password="a new password").refused(code.NO_PERMISSION).status == 403
    put(home.owner, 999, new_password="a new password").refused(code.USER_MISSING)
    put(home.owner, user, new_password="short").refused(code.ILLEGAL_PARAMETER)
    home.max.list("/").ok()
    put(home.owner, user, new_password="a new password").ok()
    home.max.list("/").refused(code.UNAUTHORISED)
    home.visitor.sign_in_reply(*MAX).refused(code.WRONG_PASSWORD)
    again = Hearth.sign_in(home.server.address, "max", "a new password")
    other = Hearth.sign_in(home.server.address, "max", "a new password")
    put(again, user, old_password="a new password", new_password="the third one").ok()
    again.list("/").ok()
    other.list("/").refused(code.UNAUTHORISED)


# -- ownership --------------------------------------------------------------------------------------------------------

def transfer(client, user, password=OWNER_PASSWORD):
    return client.json("POST", f"/users/{user}/owner", {"password": password}, base=V1)


def test_transfer(home):
    user = home.max.user_id
    made = invite(home.owner).ok()
    assert transfer(home.owner, user, "not it").refused(code.WRONG_PASSWORD).status == 401
    transfer(home.max, user, MAX[1]).refused(code.NOT_OWNER)
    transfer(home.owner, 999).refused(code.USER_MISSING)
    assert transfer(home.owner, home.owner.user_id).refused(CANNOT_OWN).status == 409
    edit(home.owner, home.nina.user_id, is_disabled=True).ok()
    transfer(home.owner, home.nina.user_id).refused(CANNOT_OWN)
    assert transfer(home.owner, user).ok()["is_owner"] is True
    assert [user for user, person in people(home.max).items() if person["is_owner"]] == [user]
    invite(home.owner).refused(code.NOT_OWNER)
    remove(home.owner, home.nina.user_id).refused(code.NOT_OWNER)
    edit(home.owner, user, is_disabled=True).refused(NO_PERMISSION_OF_HUB)
    transfer(home.owner, home.owner.user_id).refused(code.NOT_OWNER)
    accept(home.visitor, made["code"], "late").refused(INVITATION_INVALID)
    edit(home.max, home.nina.user_id, is_disabled=False).ok()
    home.server.restart()
    assert home.max.at(home.server.address).get("/users", base=HUB).ok()["is_owner"] is True


def test_two_transfers_at_once_leave_one_owner(home):
    with ThreadPoolExecutor(6) as pool:
        replies = list(pool.map(lambda n: transfer(home.owner.at(), [home.max.user_id, home.nina.user_id][n % 2]), range(6)))
    assert [reply.code for reply in replies].count(0) == 1, replies
    assert sum(person["is_owner"] for person in people(home.nina).values()) == 1


# -- invitations ------------------------------------------------------------------------------------------------------

def test_an_invitation_from_link_to_account(home):
    made = invite(home.owner, nickname="Zoe").ok()
    assert made["expires"] - made["created"] == 7 * 86400 and made["state"] == "open"
    assert made["url"] == f"http://{home.server.address[0]}:{home.server.address[1]}/#/invite/{made['code']}"
    assert len(made["qr"]) == len(made["qr"][0]) >= 21 and made["qr"][0].startswith("1111111")
    looked = home.visitor.json("POST", "/invitations/check", {"code": made["code"]}, base=V1).ok()
    assert looked == {"area_name": "Home", "invited_by": OWNER, "nickname": "Zoe", "expires": made["expires"]}
    assert accept(home.visitor, made["code"], "MAX").refused(code.NAME_IN_USE).status == 409
    accept(home.visitor, made["code"], "zoe", "short").refused(code.ILLEGAL_PARAMETER)
    data = accept(home.visitor, made["code"], "zoe").ok()
    assert data["user"]["nickname"] == "Zoe" and data["user"]["is_owner"] is False
    zoe = Hearth(home.server.address, data["token"])
    assert zoe.list("/").items()[0]["name"] == "Zoe-文件"
    Hearth.sign_in(home.server.address, "zoe", "a good password")
    listed = home.owner.get("/invitations", base=V1).items()
    assert [(item["state"], item["used_by"]) for item in listed] == [("used", data["user"]["user_id"])]
    assert not {"code", "url", "qr"} & set(listed[0])


def test_over_is_over_for_every_reason(home):
    used, withdrawn, expired = invite(home.owner).ok(), invite(home.owner).ok(), invite(home.owner, expires_in=1).ok()
    accept(home.visitor, used["code"], "zoe").ok()
    home.owner.request("DELETE", f"/invitations/{withdrawn['id']}", base=V1).ok()
    home.owner.request("DELETE", f"/invitations/{withdrawn['id']}", base=V1).refused(code.NOT_FOUND)
    wait_until(lambda: time.time() > expired["expires"], what="the end of the invitation")
    bodies = set()
    for n, text in enumerate((used["code"], withdrawn["code"], expired["code"], "unknown")):
        someone = Hearth(home.server.address, source=f"127.0.5.{n + 1}")
        reply = accept(someone, text, "late").refused(INVITATION_INVALID)
        assert reply.status == 404
        bodies.add(reply.body)
        bodies.add(someone.json("POST", "/invitations/check", {"code": text}, base=V1).refused(INVITATION_INVALID).body)
    assert len(bodies) == 1, "one answer for all of them"
    assert {item["state"] for item in home.owner.get("/invitations", base=V1).items()} == {"used", "expired"}


def test_two_accept_at_once(home):
    made = invite(home.owner).ok()
    with ThreadPoolExecutor(6) as pool:
        replies = list(pool.map(lambda n: accept(Hearth(home.server.address), made["code"], f"zoe{n}"), range(6)))
    assert sorted(reply.code for reply in replies) == [0] + [INVITATION_INVALID] * 5
    assert len(people(home.owner)) == 4


@pytest.mark.parametrize("fields", [{"expires_in": 0}, {"expires_in": 30 * 86400 + 1}, {"expires_in": "week"}, {"nickname": 5}, {"nickname": "a\tb"}])
def test_unusable_invitations(owner, fields):
    invite(owner, **fields).refused(code.ILLEGAL_PARAMETER)


def test_only_the_owner_invites(owner, member, visitor):
    for client, refusal in ((member, code.NOT_OWNER), (visitor, code.UNAUTHORISED)):
        invite(client).refused(refusal)
        client.get("/invitations", base=V1).refused(refusal)
        client.request("DELETE", "/invitations/1", base=V1).refused(refusal)


def test_guessing_codes_is_slowed_down_by_address(home):
    made = invite(home.owner).ok()
    guesser = Hearth(home.server.address, source="127.0.6.1")
    for tried in range(9):
        reply = guesser.json("POST", "/invitations/check", {"code": f"guess{tried}"}, base=V1)
        if reply.code == code.THROTTLED:
            break
        reply.refused(INVITATION_INVALID)
    assert tried >= 5 and reply.status == 429 and int(reply.header("retry-after")) >= 1
    accept(guesser, made["code"], "zoe").refused(code.THROTTLED)
    accept(Hearth(home.server.address, source="127.0.6.2"), made["code"], "zoe").ok()


def test_codes_stand_in_no_log(home):
    made = invite(home.owner).ok()
    home.visitor.json("POST", "/invitations/check", {"code": made["code"]}, base=V1).ok()
    home.visitor.get("/invite", base="").status
    accept(home.visitor, made["code"], "zoe").ok()
    secret = home.owner.request("POST", "/verification/code", base=HUB).ok()["code"]
    home.server.stop()
    assert made["code"] not in home.server.logs() and secret not in home.server.logs()
    assert made["code"].encode() not in (home.server.data / "hearth.sqlite").read_bytes()


def test_the_page_of_an_invitation(make_server, tmp_path):
    """Where there is no web app."""
    visitor = Hearth(make_server(arguments=["--web", str(tmp_path)]).address)
    page = visitor.get("/invite", base="")
    assert page.status == 200 and "default-src 'none'" in page.header("content-security-policy")
    assert page.header("referrer-policy") == "no-referrer"
    text = page.body.decode()
    assert 'src="/invite.js"' in text and "<script>" not in text and not re.search(r"\son\w+=", text), "nothing inline"
    for path in ("/invite.js", "/landing.js"):
        script = visitor.get(path, base="")
        assert script.status == 200 and script.header("content-type").startswith("text/javascript")
    assert 'src="/landing.js"' in visitor.get("/", base="").body.decode(), "the first page forwards #/invite/…"


# -- the hub's routes -------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("base", ["/api", "/api/v2", "/api/v2.4.1", "/api/v1.9", "/api/v1"])
def test_hub_routes_under_every_version(owner, visitor, base):
    assert owner.get("/users", base=base).ok()["is_owner"] is True
    assert owner.get(f"/users/{owner.user_id}", base=base).ok()["is_self"] is True
    area = owner.get(f"/users/{owner.user_id}", base=base).ok()["area"]["id"]
    assert owner.get("/areas", base=base).ok()["name"] == owner.get(f"/areas/{area}", base=base).ok()["name"]
    assert owner.get("/areas/1", base=base).refused(1000).status == (404 if base == V1 else 200)
    assert len(owner.get("/scopes", base=base).ok()["scopes"]) == 2
    assert owner.json("POST", "/scopes/token", {"scopes": ["user"]}, base=base).ok()["scope_token"]["token"]
    assert owner.request("POST", "/check", base=base).ok()["access_allow"] is True
    assert visitor.get("/check", base=base).ok()["is_bind"] is True
    assert "wangpan" in owner.get("/extensions", base=base).ok()["extension_names"]
    reply = owner.get("/users/999", base=base).refused(code.USER_MISSING)
    assert reply.status == (404 if base == V1 else 200)
    assert visitor.get("/users", base=base).refused(code.UNAUTHORISED).status == (401 if base == V1 else 200)


def test_versions_that_are_none(owner):
    for version in ("v3", "v0", "v17.2"):
        assert owner.get("/users", base=f"/api/{version}").refused(VERSION).status == 200
    for version in ("v", "v1.", "vx", "2", "v-1", "wangpan"):
        assert owner.get("/users", base=f"/api/{version}").refused(code.NOT_FOUND)


def test_refreshing_a_token(server, owner):
    visitor = Hearth(server.address, base=HUB)
    data = visitor.json("POST", "/oauth/access_token", {"grant_type": "password", "account_name": OWNER, "password": OWNER_PASSWORD}).ok()
    grant = {"grant_type": "refresh_token", "refresh_token": data["token_info"]["refresh_token"]}
    again = visitor.json("POST", "/oauth/access_token", grant).ok()
    assert again["user_info"]["user_id"] == owner.user_id
    Hearth(server.address, again["token_info"]["access_token"]).list("/").ok()
    visitor.json("POST", "/oauth/access_token", grant | {"refresh_token": "wrong"}).refused(REFRESH_EXPIRED)
    visitor.json("POST", "/oauth/access_token", {"grant_type": "refresh_token"}).refused(code.BAD_REQUEST)
    scope = owner.json("POST", "/scopes/token", {"scopes": ["user"]}, base=HUB).ok()["scope_token"]["token"]
    visitor.json("POST", "/oauth/access_token", grant | {"refresh_token": scope}).refused(REFRESH_EXPIRED)


def verification_code(client):
    return client.request("POST", "/verification/code", base=HUB)


def token_by_code(client, text, **more):
    return client.json("POST", "/scopes/token", {"scopes": ["user", "area"]} | more, headers={"verification-code": text}, base=HUB)


def test_verification_codes(home):
    data = verification_code(home.owner).ok()
    assert re.fullmatch("[2-9A-HJ-NP-Z]{6}", data["code"]) and data["expires_in"] == 600
    verification_code(home.max).refused(code.NOT_OWNER)
    verification_code(home.visitor).refused(code.UNAUTHORISED)
    token_by_code(home.visitor, data["code"], scopes=[]).refused(code.BAD_REQUEST)
    made = token_by_code(home.visitor, data["code"]).ok()["scope_token"]
    assert made["expires_in"] == 180 * 86400
    disk = Hearth(home.server.address, made["token"])
    assert disk.at(base=NEW).list("/").items() and disk.get("/users", base=HUB).ok()["is_owner"] is True
    disk.get("/sessions", base=V1).refused(code.NO_PERMISSION)
    token_by_code(home.visitor, data["code"]).refused(code.INVALID_CREDENTIALS)
    another = verification_code(home.owner).ok()["code"]
    token_by_code(home.visitor, another, sa_user_id=home.max.user_id).refused(code.INVALID_CREDENTIALS)
    token_by_code(home.visitor, another).refused(code.INVALID_CREDENTIALS)
    stale = verification_code(home.owner).ok()["code"]
    transfer(home.owner, home.max.user_id).ok()
    token_by_code(home.visitor, stale).refused(code.INVALID_CREDENTIALS)


def test_a_code_is_used_once_however_many_try(home):
    text = verification_code(home.owner).ok()["code"]
    with ThreadPoolExecutor(5) as pool:
        codes = [reply.code for reply in pool.map(lambda n: token_by_code(Hearth(home.server.address, source=f"127.0.4.{n + 1}"), text), range(5))]
    assert sorted(codes) == [0] + [code.INVALID_CREDENTIALS] * 4


# -- removal ----------------------------------------------------------------------------------------------------------

def test_removal_refusals(home):
    remove(home.max, home.max.user_id).refused(code.NOT_OWNER)
    remove(home.max, home.nina.user_id).refused(code.NOT_OWNER)
    remove(home.visitor, home.nina.user_id).refused(code.UNAUTHORISED)
    assert remove(home.owner, 999).refused(code.USER_MISSING).status == 404
    for person in (home.max, home.nina):
        person.list("/").ok()


def test_management_needs_a_session(home):
    token = home.owner.json("POST", "/scopes/token", {"scopes": ["user"]}, base=HUB).ok()["scope_token"]["token"]
    disk = home.owner.at(token=token)
    for reply in (edit(disk, home.max.user_id, nickname="x"), remove(disk, home.max.user_id), invite(disk), transfer(disk, home.max.user_id),
                  disk.get("/invitations", base=V1), verification_code(disk)):
        reply.refused(code.NO_PERMISSION)


def fill(home):
    """Files, an unfinished upload and shares in both directions."""
    path = home.max.home()
    home.max.mkdir(f"{path}/given").ok()
    home.max.upload(f"{path}/given/f.txt", b"of max", identification="phone-1").ok()
    home.max.begin(f"{path}/half.bin", 3 << 20).ok()
    theirs = home.nina.home()
    home.nina.mkdir(f"{theirs}/lent").ok()
    home.max.json("POST", "/shares", {"paths": [f"{path}/given"], "to_users": [home.nina.user_id], "read": 1, "write": 1, "deleted": 1}, base=NEW).ok()
    home.nina.json("POST", "/shares", {"paths": [f"{theirs}/lent"], "to_users": [home.max.user_id], "read": 1, "write": 1, "deleted": 0}, base=NEW).ok()
    home.max.get("/shares", base=NEW).ok()
    home.nina.begin(f"{theirs}/lent/own.bin", 1 << 20).ok()
    return path


def test_removal_that_keeps_the_files(home):
    path = fill(home)
    user = home.max.user_id
    assert remove(home.owner, user).ok() == {"task_id": ""}
    home.max.list("/").refused(code.UNAUTHORISED)
    home.visitor.sign_in_reply(*MAX).refused(code.WRONG_PASSWORD)
    assert rows_about(home.server, user) == []
    assert home.owner.content(f"{path}/given/f.txt") == b"of max"
    assert path in [item["path"] for item in home.owner.list("/").items()]
    home.nina.list(path).refused(code.NO_AUTHORISATION_ON_PATH)
    assert not [item for item in home.nina.get("/shares", base=NEW).ok()["list"] if item["from_user"]], "what he shared has ended"
    assert "phone-1" not in home.owner.get("/backups", base=NEW).ok()["identifications"]
    assert user not in people(home.owner)
    remove(home.owner, user).refused(code.USER_MISSING)
    assert len(home.server.leftovers()) == 1, "nina's own upload is still open"
    newcomer = home.owner.json("POST", "/users", {"account_name": "max", "password": "another 12 secret"}, base=V1).ok()["user_id"]
    assert newcomer > home.nina.user_id, "numbers are never used again"
    assert Hearth.sign_in(home.server.address, "max", "another 12 secret").home() != path


def test_removal_that_deletes_the_files(home):
    set_auto_delete(home, True)
    path = fill(home)
    user = home.max.user_id
    private = home.owner.json("POST", "/folders", {"name": "for max", "mode": 1, "is_encrypt": 0, "pool_name": "_default_", "partition_name": "_default_",
                              "auth": [{"u_id": user, "nickname": "max", "read": 1, "write": 1, "deleted": 1}]}, base=NEW)
    private.ok()
    task = remove(home.owner, user).ok()["task_id"]
    assert task == f"TaskDelUser_{user}"
    home.max.list("/").refused(code.UNAUTHORISED)
    home.visitor.sign_in_reply(*MAX).refused(code.WRONG_PASSWORD)
    wait_until(lambda: user not in people(home.owner), what="the end of the removal")
    assert rows_about(home.server, user) == []
    assert not home.server.personal(user).exists()
    assert not [item for item in home.nina.get("/shares", base=NEW).ok()["list"] if item["from_user"]]
    assert [item["name"] for item in home.owner.list("/").items()] == [f"{OWNER}-文件"]
    home.nina.list(f"{home.nina.home()}/lent").ok()
    assert len(home.server.leftovers()) == 1, f"nina's own upload is still open, nothing else: {home.server.leftovers()}"


def test_a_removal_without_a_server_is_done_at_the_next_start(home):
    set_auto_delete(home, True)
    path = fill(home)
    home.server.stop()
    done = run_hearth("user", "remove", "max", "--data", home.server.data)
    assert done.returncode == 0 and "next" in done.stdout, done
    assert "leaving" in run_hearth("user", "list", "--data", home.server.data).stdout
    refused = run_hearth("user", "enable", "max", "--data", home.server.data)
    assert refused.returncode == 1 and "being removed" in refused.stderr
    home.server.start()
    owner = Hearth.sign_in(home.server.address, OWNER, OWNER_PASSWORD)
    wait_until(lambda: home.max.user_id not in people(owner), what="the end of the removal")
    assert rows_about(home.server, home.max.user_id) == [] and not home.server.personal(home.max.user_id).exists()
    owner.list(path).refused(code.NO_AUTHORISATION_ON_PATH)


def test_a_removal_survives_being_killed(home):
    set_auto_delete(home, True)
    path = home.max.home()
    disk = home.server.personal(home.max.user_id)
    for branch in range(40):
        (disk / f"d{branch}").mkdir()
        for leaf in range(200):
            (disk / f"d{branch}/{leaf}").write_bytes(b"x")
    remove(home.owner, home.max.user_id).ok()
    for _ in range(3):
        home.server.kill()
        home.server.start()
        Hearth(home.server.address).sign_in_reply(*MAX).refused(code.WRONG_PASSWORD)
    owner = Hearth.sign_in(home.server.address, OWNER, OWNER_PASSWORD)
    wait_until(lambda: home.max.user_id not in people(owner), what="the end of the removal")
    assert rows_about(home.server, home.max.user_id) == [] and not disk.exists() and not home.server.leftovers()
    owner.list(path).refused(code.NO_AUTHORISATION_ON_PATH)


# -- commands ---------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("running", [True, False])
def test_commands(make_server, running):
    server = make_server(members=[MAX, NINA])
    if not running:
        server.stop()

    def user(*arguments, text=""):
        return run_hearth("user", *arguments, "--data", server.data, text=text)

    def refused(*arguments):
        done = user(*arguments)
        assert done.returncode == 1 and done.stderr.startswith("error: "), done
        return done.stderr

    assert user("edit", "max", "--nickname", "Maxi", "--account-name", "maxim").returncode == 0
    assert user("disable", "maxim").returncode == 0
    assert re.search(r"maxim +Maxi +disabled", user("list").stdout)
    assert "neither disabled" in refused("owner", "maxim")
    assert user("enable", "maxim").returncode == 0
    assert "owner" in refused("disable", OWNER) and "owner" in refused("remove", OWNER)
    assert "no account" in refused("remove", "nobody")
    assert "already" in refused("edit", "maxim", "--account-name", "nina")
    assert user("owner", "maxim").returncode == 0
    assert re.search(r"maxim +Maxi +owner", user("list").stdout) and re.search(rf"{OWNER} +{OWNER} +member", user("list").stdout)
    assert "30 days" in refused("invite", "--days", "31") and "30 days" in refused("invite", "--days", "0")
    assert user("invite", "--days", "x").returncode == 2 and user("edit", "maxim").returncode == 2
    link = user("invite", "--nickname", "Zoe", "--days", "2").stdout.split()[-1]
    assert "2 days" in user("invite", "--days", "2").stdout
    done = user("remove", "nina")
    assert done.returncode == 0 and ("owner" in done.stdout)
    if not running:
        server.start()
    else:
        assert urlsplit(link).netloc == f"{server.address[0]}:{server.address[1]}"
    made = re.search(r"#/invite/([\w-]{32})$", link)[1]
    assert accept(Hearth(server.address), made, "zoe").ok()["user"]["nickname"] == "Zoe"
    new_owner = Hearth.sign_in(server.address, "maxim", MAX[1])
    wait_until(lambda: len(people(new_owner)) == 3, what="nina to be gone")
    assert rows_about(server, 3) == []


@pytest.mark.parametrize("command", ["add", "list", "edit", "disable", "enable", "remove", "owner", "passwd", "invite"])
def test_every_command_helps(command):
    done = run_hearth("user", command, "--help")
    assert done.returncode == 0 and "--data" in done.stdout
