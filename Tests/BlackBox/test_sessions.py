"""A user's own sessions: listed, revoked, never anybody else's."""

import pytest
import wire_codes as code
from conftest import MEMBERS
from hearth_client import BASES, Hearth, V1
from hearth_server import OWNER, OWNER_PASSWORD


def sessions(client):
    data = client.get("/sessions", base=V1).ok()
    return data if isinstance(data, list) else data.get("list", data.get("sessions"))


def identifier(session):
    return session.get("id", session.get("session_id"))


@pytest.fixture
def nina(server):
    return Hearth.sign_in(server.address, *MEMBERS[1], client="nina's phone")


def test_sessions_are_listed_without_their_tokens(server, nina):
    other = Hearth.sign_in(server.address, *MEMBERS[1], client="nina's \U0001f4bb")
    listed = sessions(nina)
    clients = [session["client"] for session in listed]
    assert "nina's phone" in clients and "nina's \U0001f4bb" in clients
    ids = [identifier(session) for session in listed]
    assert len(set(ids)) == len(ids) and all(ids)
    text = nina.get("/sessions", base=V1).body.decode()
    assert nina.token not in text and other.token not in text


def test_a_revoked_session_is_10016_on_every_base(server, nina):
    before = {identifier(session) for session in sessions(nina)}
    other = Hearth.sign_in(server.address, *MEMBERS[1])
    (new,) = [identifier(session) for session in sessions(nina) if identifier(session) not in before]
    other.list("/").ok()
    nina.request("DELETE", f"/sessions/{new}", base=V1).ok()
    for base in BASES:
        other.at(base=base).list("/").refused(code.UNAUTHORISED)
    nina.list("/").ok()
    reply = nina.request("DELETE", f"/sessions/{new}", base=V1)
    assert reply.code != 0 and reply.status == 404, f"it is gone: {reply}"


def test_signing_out(server):
    me = Hearth.sign_in(server.address, *MEMBERS[1])
    me.request("DELETE", "/sessions", base=V1).ok()
    me.list("/").refused(code.UNAUTHORISED)


def test_nobody_revokes_the_sessions_of_others(server, owner, nina):
    for session in sessions(nina):
        reply = owner.request("DELETE", f"/sessions/{identifier(session)}", base=V1)
        assert reply.code != 0 and reply.status in (403, 404), reply
    nina.list("/").ok()


@pytest.mark.parametrize("wrong", ["0", "-1", "x", "99999999", "99999999999999999999", "%00", "1;2"])
def test_ids_that_are_no_session(owner, wrong):
    reply = owner.request("DELETE", f"/sessions/{wrong}", base=V1)
    assert reply.code != 0 and reply.status in (400, 404), reply
    owner.list("/").ok()


def test_sessions_need_a_token(visitor):
    visitor.get("/sessions", base=V1).refused(code.UNAUTHORISED)


def test_a_session_survives_a_restart(make_server):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    server.restart()
    me.at(server.address).list("/").ok()
    server.kill()
    server.start()
    me.at(server.address).list("/").ok()
