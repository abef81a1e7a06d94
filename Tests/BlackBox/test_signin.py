"""Signing in, the tokens that come of it, and adding people."""

import re
import statistics
import time

import pytest
import wire_codes as code
from conftest import MEMBERS
from hearth_client import BASES, NEW, OLD, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, run_hearth


def test_sign_in_gives_token_life_time_and_user(server):
    data = Hearth(server.address).sign_in_reply(OWNER, OWNER_PASSWORD).ok()
    assert len(data["token"]) >= 43, "256 random bits"
    assert data["expires_in"] == 30 * 86400
    assert data["user"]["account_name"] == OWNER and data["user"]["user_id"] >= 1


def test_each_sign_in_gives_another_token(server):
    visitor = Hearth(server.address)
    assert visitor.sign_in_reply(OWNER, OWNER_PASSWORD).ok()["token"] != visitor.sign_in_reply(OWNER, OWNER_PASSWORD).ok()["token"]


def test_unknown_account_and_wrong_password_look_the_same(visitor):
    wrong = visitor.sign_in_reply("nina", "not it").refused(code.WRONG_PASSWORD)
    unknown = visitor.sign_in_reply("nobody-of-this-name", "not it").refused(code.WRONG_PASSWORD)
    assert wrong.status == unknown.status == 401
    assert wrong.body == unknown.body


def test_unknown_account_takes_as_long_as_a_wrong_password(make_server):
    server = make_server(members=[("t%d" % n, "a password 9") for n in range(2)])
    visitor = Hearth(server.address)

    def seconds(account):
        start = time.monotonic()
        visitor.sign_in_reply(account, "not it").refused(code.WRONG_PASSWORD)
        return time.monotonic() - start

    known = statistics.median([seconds(name) for name in ("t0", "t1", "t0", "t1", "t0")])
    unknown = statistics.median([seconds(f"nobody{n}") for n in range(5)])
    assert 0.4 < unknown / known < 2.5, f"known {known:.3f} s, unknown {unknown:.3f} s"
    assert known > 0.02, "a wrong password costs a key derivation"


@pytest.mark.parametrize("body", [{}, {"account_name": "olivia"}, {"password": "x"}, {"account_name": 7, "password": []}, [], "text", None])
def test_incomplete_sign_in_is_refused(visitor, body):
    visitor.json("POST", "/sessions", body, base=V1).refused(code.BAD_REQUEST)


def test_sign_in_body_that_is_no_json(visitor):
    visitor.request("POST", "/sessions", b'{"account_name":', {"Content-Type": "application/json"}, base=V1).refused(code.BAD_REQUEST)


def test_client_name_is_optional(visitor):
    visitor.json("POST", "/sessions", {"account_name": OWNER, "password": OWNER_PASSWORD}, base=V1).ok()


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("header", ["scope-token", "smart-assistant-token", "Scope-Token"])
def test_both_token_headers_on_every_base(owner, base, header):
    owner.at(base=base, token_header=header).list("/").ok()


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("token", [None, "", "x", "A" * 43, "ä", "e" * 5000])
def test_a_wrong_token_is_10016(owner, base, token):
    headers = {} if token is None else {"scope-token": token.encode("utf-8").decode("latin-1")}
    reply = owner.at(token=None, base=base).get("/resources/", headers=headers).refused(code.UNAUTHORISED)
    assert reply.status == (401 if base == V1 else 200)


def test_query_token_only_for_downloads(owner, folder):
    owner.upload(f"{folder}/q.txt", b"by query").ok()
    visitor = owner.at(token=None)
    reply = visitor.download(f"{folder}/q.txt", query=f"?scope-token={owner.token}")
    assert reply.status == 200 and reply.body == b"by query"
    assert visitor.download(f"{folder}/q.txt", query=f"?scope-token={owner.token}", method="HEAD").status == 200
    visitor.get("/resources/", **{"scope-token": owner.token}).refused(code.UNAUTHORISED)
    visitor.request("DELETE", f"/resources?scope-token={owner.token}", b'{"paths":[]}').refused(code.UNAUTHORISED)


def test_personal_folder_is_made_by_the_first_list(server, owner):
    for account, password in MEMBERS:
        someone = Hearth.sign_in(server.address, account, password)
        first, second = someone.list("/").items(), someone.list("/").items()
        assert first == second and len(first) == 1
        assert first[0]["name"].endswith("-文件") and re.fullmatch(r"/s/[1-9]\d*", first[0]["path"])
        assert (first[0]["type"], first[0]["read"], first[0]["write"], first[0]["deleted"], first[0]["is_encrypt"]) == (0, 1, 1, 1, 0)
        assert server.personal(someone.user_id).is_dir()


def test_owner_adds_a_member(server, owner):
    data = owner.json("POST", "/users", {"account_name": "tom", "nickname": "Tom", "password": "tommy 12 secret"}, base=V1).ok()
    tom = Hearth.sign_in(server.address, "tom", "tommy 12 secret")
    assert tom.user_id == data["user_id"]
    assert tom.list("/").items()[0]["name"] == "Tom-文件"


def test_a_taken_account_name_is_refused(owner):
    reply = owner.json("POST", "/users", {"account_name": "max", "nickname": "M", "password": "another 12 secret"}, base=V1)
    assert reply.code != 0 and reply.status in (400, 409), reply


@pytest.mark.parametrize("body", [{}, {"account_name": "u1"}, {"account_name": "", "nickname": "n", "password": "long enough 1"},
                                  {"account_name": "u2", "nickname": "n", "password": ""}])
def test_incomplete_members_are_refused(owner, body):
    reply = owner.json("POST", "/users", body, base=V1)
    assert reply.code != 0 and reply.status == 400, reply


def test_a_member_cannot_add_members(member):
    member.json("POST", "/users", {"account_name": "eve", "nickname": "Eve", "password": "evening 12 x"}, base=V1).refused(code.NOT_OWNER)
    member.at(token=None).json("POST", "/users", {"account_name": "eve", "nickname": "E", "password": "evening 12 x"}, base=V1).refused(
        code.UNAUTHORISED)


def test_user_add_beside_a_running_server(server):
    done = run_hearth("user", "add", "paula", "--nickname", "Paula", "--password-file", "-", "--data", server.data, text="paula 12 secret\n")
    assert done.returncode == 0, done.stderr
    paula = Hearth.sign_in(server.address, "paula", "paula 12 secret")
    assert paula.list("/").items()[0]["name"] == "Paula-文件"
    again = run_hearth("user", "add", "paula", "--password-file", "-", "--data", server.data, text="another 12 secret")
    assert again.returncode != 0 and again.stderr.strip(), "a taken name is an error with a text"


def test_password_file(server, tmp_path):
    path = tmp_path / "password"
    path.write_text("quentin 12 secret\n")
    done = run_hearth("user", "add", "quentin", "--password-file", path, "--data", server.data)
    assert done.returncode == 0, done.stderr
    Hearth.sign_in(server.address, "quentin", "quentin 12 secret")


def test_languages_of_the_reasons(owner):
    def reason(base, language):
        return owner.at(base=base, token="wrong", language=language).list("/").refused(code.UNAUTHORISED).reason

    def is_chinese(text):
        return any("\u4e00" <= letter <= "\u9fff" for letter in text)

    for base in BASES:
        assert is_chinese(reason(base, "zh-CN,zh;q=0.9")) and is_chinese(reason(base, "zh"))
        assert not is_chinese(reason(base, "en")) and not is_chinese(reason(base, "en-GB;q=0.8, fr;q=0.1"))
        assert not is_chinese(reason(base, "en, zh;q=0.5")) and is_chinese(reason(base, "en;q=0.3, zh;q=0.5"))
    assert is_chinese(reason(NEW, None)) and is_chinese(reason(OLD, None)), "the original speaks Chinese"
    assert not is_chinese(reason(V1, None))
