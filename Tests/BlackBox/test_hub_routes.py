"""The hub routes that disk clients call before and beside the drive."""

import pytest
import wire_codes as code
from conftest import MEMBERS
from hearth_client import BASES, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD

HUB = "/api"


@pytest.fixture(params=["scope-token", "smart-assistant-token"])
def hub(request, owner):
    return owner.at(base=HUB, token_header=request.param)


def scope_token(client, scopes=("user", "area"), **more):
    return client.json("POST", "/scopes/token", {"scopes": list(scopes)} | more, base=HUB)


def test_password_grant(server):
    visitor = Hearth(server.address, base=HUB)
    data = visitor.json("POST", "/oauth/access_token", {"grant_type": "password", "account_name": OWNER, "password": OWNER_PASSWORD,
                                                        "client_id": "disk", "client_secret": "unused"}).ok()
    token = data["token_info"]["access_token"]
    assert data["user_info"]["user_id"] >= 1
    for base in BASES:
        visitor.at(base=base, token=token).list("/").ok()


def test_password_grant_refusals(server):
    visitor = Hearth(server.address, base=HUB)
    visitor.json("POST", "/oauth/access_token", {"grant_type": "password", "account_name": "nina", "password": "no"}).refused(code.WRONG_PASSWORD)
    visitor.json("POST", "/oauth/access_token", {"grant_type": "magic", "account_name": "nina", "password": "no"}).refused(code.BAD_REQUEST)
    visitor.json("POST", "/oauth/access_token", {}).refused(code.BAD_REQUEST)


def test_users(hub, owner, member):
    data = hub.get("/users").ok()
    ids = [user["user_id"] for user in data["users"]]
    assert data["is_owner"] is True and data["user_count"] == len(ids) and ids == sorted(ids)
    assert {owner.user_id, member.user_id} <= set(ids)
    for user in data["users"]:
        assert isinstance(user["role_infos"], list) and isinstance(user["account_name"], str) and isinstance(user["nickname"], str)
        assert isinstance(user["phone"], str) and isinstance(user["is_set_password"], bool) and isinstance(user["avatar_url"], str)
        assert "password" not in user
    assert member.at(base=HUB).get("/users").ok()["is_owner"] is False


def test_one_user(hub, owner, member):
    me = hub.get(f"/users/{owner.user_id}").ok()
    assert me["is_owner"] is True and me["is_self"] is True and me["account_name"] == OWNER
    assert isinstance(me["area"]["id"], str) and me["area"]["id"] and me["area"]["name"] and me["area"]["area_type"] == 1
    assert isinstance(me["area"]["is_bind_cloud"], bool) and isinstance(me["department_infos"], list)
    other = hub.get(f"/users/{member.user_id}").ok()
    assert other["is_owner"] is False and other["is_self"] is False


@pytest.mark.parametrize("wrong", ["0", "9999999"])
def test_unknown_user(hub, wrong):
    hub.get(f"/users/{wrong}").refused(code.USER_MISSING)


@pytest.mark.parametrize("wrong", ["x", "-1", "1e3", "99999999999999999999"])
def test_user_ids_that_are_no_numbers(hub, wrong):
    hub.get(f"/users/{wrong}").refused(code.BAD_REQUEST, code.USER_MISSING, code.NOT_FOUND)


def test_scopes(hub):
    scopes = hub.get("/scopes").ok()["scopes"]
    assert sorted(scope["name"] for scope in scopes) == ["area", "user"] and all(scope["description"] for scope in scopes)


def test_scope_token_opens_the_drive_and_nothing_else(owner):
    data = scope_token(owner).ok()["scope_token"]
    assert data["expires_in"] == 30 * 86400 and data["token"] != owner.token
    disk = owner.at(token=data["token"])
    for base in BASES:
        disk.at(base=base).list("/").ok()
    disk.get(f"/users/{owner.user_id}", base=HUB).ok()
    disk.get("/areas", base=HUB).ok()
    for reply in (disk.get("/sessions", base=V1), disk.request("DELETE", "/sessions/1", base=V1),
                  disk.json("POST", "/users", {"account_name": "zoe", "nickname": "Z", "password": "zoe 12 secret"}, base=V1)):
        assert reply.code != 0 and reply.status in (401, 403), f"people and sessions need a session token: {reply}"


def test_scope_token_refusals(owner, member, visitor):
    scope_token(owner, ()).refused(code.BAD_REQUEST)
    scope_token(owner, ("user", "kitchen")).refused(code.BAD_REQUEST)
    owner.json("POST", "/scopes/token", {"scopes": "user"}, base=HUB).refused(code.BAD_REQUEST)
    assert owner.get("/scopes/callbacks", base=V1).ok() == {"origins": []}
    scope_token(visitor).refused(code.INVALID_CREDENTIALS)
    scope_token(visitor.at(token="wrong")).refused(code.INVALID_CREDENTIALS, code.UNAUTHORISED)
    scope_token(member, sa_user_id=owner.user_id).refused(code.INVALID_CREDENTIALS)
    scope_token(owner, sa_user_id=member.user_id).refused(code.INVALID_CREDENTIALS)
    scope_token(owner, sa_user_id=owner.user_id).ok()


def test_areas(hub):
    data = hub.get("/areas").ok()
    assert data["name"] and isinstance(data["location_count"], int)


def test_area_is_the_same_after_a_restart(make_server):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    before = me.get(f"/users/{me.user_id}", base=HUB).ok()["area"]
    server.restart()
    assert me.at(server.address).get(f"/users/{me.user_id}", base=HUB).ok()["area"] == before


def test_check(hub, owner):
    assert hub.request("POST", "/check").ok()["access_allow"] is True
    assert hub.at(token="wrong").request("POST", "/check").ok()["access_allow"] is False
    assert hub.at(token=None).request("POST", "/check").ok()["access_allow"] is False
    data = hub.at(token=None).get("/check").ok()
    assert data["is_bind"] is True and data["version"] and data["min_version"] and "revision" in data


def test_extensions(hub):
    assert "wangpan" in hub.get("/extensions").ok()["extension_names"]


@pytest.mark.parametrize("route", ["/users", "/users/1", "/scopes", "/areas", "/extensions"])
def test_hub_routes_need_a_token(visitor, route):
    visitor.get(route, base=HUB).refused(code.UNAUTHORISED, code.INVALID_CREDENTIALS)


def test_members_see_each_other_but_not_their_files(server, owner, member):
    member_home = member.home()
    for base in BASES:
        foreign = owner.at(base=base).list(member_home).refused(code.NO_AUTHORISATION_ON_PATH)
        unknown = owner.at(base=base).list("/s/2000000000").refused(code.NO_AUTHORISATION_ON_PATH)
        assert foreign.reason == unknown.reason, "an unknown root is told by nothing"
    assert Hearth.sign_in(server.address, *MEMBERS[0]).home() == member_home
