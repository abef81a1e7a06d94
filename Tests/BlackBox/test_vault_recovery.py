"""The recovery key: shown once, forgiving about how it is typed, good for a new password, and dead when there is a new one."""

import re

import pytest
import wire_codes as code
from folder_tools import PRIVATE, folder_body
from hearth_client import NEW, OLD, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from test_vault_interop import Adopted
from vault_tools import PASSWORD, PATH_WRONG, THROTTLED, WRONG, WRONG_PASSWORD, VaultFolder, WrongPassword, change_password, only, picture, presenting, unlock

KEY = re.compile(r"[0-9A-HJKMNP-TV-Z]{4}([- ][0-9A-HJKMNP-TV-Z]{1,4}){12,}")
#: What a key that does not fit may be told.
REFUSED = (WRONG_PASSWORD, 20025, code.ILLEGAL_PARAMETER)
SECOND, THIRD = "second&2", "third#33"


@pytest.fixture
def vault(server, owner):
    made = VaultFolder(server, owner)
    owner.upload(f"{made.path}/f", b"kept").ok()
    owner.upload(f"{made.path}/d/g", b"too").ok()
    made.keys = {made.recovery_key}
    yield made
    made.delete()


@pytest.fixture(scope="module")
def other(server):
    return Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD, client="other")


def recover(client, vault, key, new=SECOND, confirm=None):
    return client.json("POST", f"/folders/{vault.id}/recovery", {"recovery_key": key, "new_pwd": new, "confirm_pwd": new if confirm is None else confirm}, base=V1)


def new_key(client, vault, password=PASSWORD):
    return client.json("POST", f"/folders/{vault.id}/recovery-key", {"password": password}, base=V1)


def is_fresh(vault, reply):
    """A key in the reply that was never given before."""
    data = reply.ok()
    assert set(data) == {"recovery_key"} and KEY.fullmatch(data["recovery_key"]) and data["recovery_key"] not in vault.keys
    vault.keys.add(data["recovery_key"])
    return data["recovery_key"]


def opens(client, vault, password):
    assert unlock(client, vault, password).ok() == ""
    assert client.content(f"{vault.path}/f") == b"kept" and client.content(f"{vault.path}/d/g") == b"too"
    assert vault.cryptomator(password).tree() == {"f": b"kept", "d": None, "d/g": b"too"}


def test_a_forgotten_password(owner, other, vault):
    """The key sets a new one without touching a file, closes what was open elsewhere, and is replaced."""
    unlock(other, vault).ok()
    before = picture(vault.disk / "d")
    key = is_fresh(vault, recover(owner, vault, vault.recovery_key))
    assert picture(vault.disk / "d") == before
    other.list(vault.path).refused(WRONG_PASSWORD)
    unlock(other, vault, PASSWORD).refused(WRONG_PASSWORD)
    opens(other, vault, SECOND)
    with pytest.raises(WrongPassword):
        vault.cryptomator(PASSWORD)
    recover(owner, vault, vault.recovery_key, THIRD).refused(*REFUSED)
    opens(other, vault, SECOND)
    is_fresh(vault, recover(owner, vault, key, THIRD))
    opens(owner, vault, THIRD)


@pytest.mark.parametrize("spoil", [
    str.lower, lambda key: key.replace("-", "").replace(" ", ""), lambda key: key.replace("-", " "), lambda key: f"  {key}\n",
    lambda key: key.replace("0", "O").replace("1", "I"), lambda key: key.replace("0", "o").replace("1", "l"), lambda key: key.replace("1", "L"),
    lambda key: "-".join(re.sub("[- ]", "", key)), lambda key: key.replace("-", " - "), lambda key: key.swapcase(),
], ids=["lower", "no hyphens", "blanks", "around", "O and I", "o and l", "L", "every letter", "wide", "swapped case"])
def test_the_key_as_people_type_it(owner, vault, spoil):
    is_fresh(vault, recover(owner, vault, spoil(vault.recovery_key)))
    opens(owner, vault, SECOND)


def test_mistyped_keys(owner, vault):
    """One letter wrong is noticed; it is no guess, because no such key can be."""
    digits = [at for at, letter in enumerate(vault.recovery_key) if letter not in "- "]
    for at in (digits[0], digits[20], digits[-1]):
        letter = "7" if vault.recovery_key[at] != "7" else "8"
        recover(owner.at(source="127.0.5.1"), vault, vault.recovery_key[:at] + letter + vault.recovery_key[at + 1:]).refused(*REFUSED)
    for text in ("", "x", vault.recovery_key[:-1], vault.recovery_key + "0", "语" * 60, "0" * 5000, PASSWORD):
        reply = recover(owner.at(source="127.0.5.2"), vault, text)
        assert reply.code in (*REFUSED, THROTTLED, 20024, 20000, code.BAD_REQUEST), reply
    opens(owner, vault, PASSWORD)


def test_the_key_of_another_folder(server, owner, vault):
    second = VaultFolder(server, owner)
    try:
        recover(owner, vault, second.recovery_key).refused(*REFUSED)
        opens(owner, vault, PASSWORD)
    finally:
        second.delete()


def test_guessing_keys_ends_with_a_wait(server, owner, vault):
    """Keys that could be, but are not: of other folders."""
    second = VaultFolder(server, owner, open=False)
    guesser = owner.at(source="127.0.5.3")
    try:
        for tried in range(12):
            reply = recover(guesser, vault, second.recovery_key)
            if reply.code == THROTTLED:
                break
            reply.refused(*REFUSED)
        assert 5 <= tried < 12 and reply.status == 429 and int(reply.header("retry-after")) >= 1
        recover(guesser, vault, vault.recovery_key).refused(THROTTLED)
        opens(owner, vault, PASSWORD)
    finally:
        second.delete()


def test_a_refused_new_password_uses_nothing_up(owner, vault):
    for expected, new, confirm in [((20024, 20000), "", ""), ((20003, 20020), "ab@1!", "ab@1!"), ((20003, 20021), "abc-123", "abc-123"), ((20002,), SECOND, THIRD)]:
        recover(owner, vault, vault.recovery_key, new, confirm).refused(*expected)
    opens(owner, vault, PASSWORD)
    is_fresh(vault, recover(owner, vault, vault.recovery_key))
    opens(owner, vault, SECOND)


def test_a_new_key(owner, vault):
    key = is_fresh(vault, new_key(owner, vault))
    recover(owner, vault, vault.recovery_key).refused(*REFUSED)
    opens(owner, vault, PASSWORD)
    is_fresh(vault, recover(owner, vault, key))
    opens(owner, vault, SECOND)
    reply = new_key(owner.at(source="127.0.5.4"), vault, PASSWORD)
    assert reply.code in (WRONG_PASSWORD, 20025), reply
    is_fresh(vault, new_key(owner, vault, SECOND))


def test_guessing_passwords_for_a_new_key_ends_too(owner, vault):
    guesser = owner.at(source="127.0.5.5")
    for tried in range(9):
        reply = new_key(guesser, vault, f"{WRONG}{tried}")
        if reply.code == THROTTLED:
            break
        reply.refused(WRONG_PASSWORD, 20025)
    assert 5 <= tried < 9, tried
    new_key(guesser, vault).refused(THROTTLED)
    recover(owner, vault, vault.recovery_key).ok()


def test_a_password_change_leaves_the_key_alone(owner, vault):
    change_password(owner, vault, PASSWORD, SECOND).ok()
    change_password(owner, vault, SECOND, THIRD).ok()
    is_fresh(vault, recover(owner, vault, vault.recovery_key))
    opens(owner, vault, SECOND)


def test_who_may_recover(server, owner, member, visitor, vault):
    """Nobody who is not in it, key or not; a member of a folder that somebody else made may."""
    for client in (member, visitor):
        for reply in (recover(client, vault, vault.recovery_key), new_key(client, vault)):
            assert reply.code in (20001, code.NO_PERMISSION, code.NO_AUTHORISATION_ON_PATH, code.UNAUTHORISED, PATH_WRONG), reply
    opens(owner, vault, PASSWORD)
    given = VaultFolder(server, owner, member=member)
    try:
        member.upload(f"{given.path}/f", b"theirs").ok()
        key = recover(member, given, given.recovery_key).ok()["recovery_key"]
        unlock(member, given, SECOND).ok()
        assert member.content(f"{given.path}/f") == b"theirs" and key != given.recovery_key
    finally:
        given.delete()


def test_folders_without_a_key(server, owner):
    """Plain ones have none; unknown ones do not exist; old bases have no such route."""
    owner.json("POST", "/folders", folder_body("Without a key", only(owner), PRIVATE)).ok()
    plain = next(item for item in owner.get("/folders").items() if item["name"] == "Without a key")
    try:
        for id, codes in ((plain["id"], None), (2_000_000_000, (20001,)), (0, (20001, code.BAD_REQUEST, code.NOT_FOUND))):
            for target, body in (("recovery", {"recovery_key": "0" * 52, "new_pwd": SECOND, "confirm_pwd": SECOND}), ("recovery-key", {"password": PASSWORD})):
                reply = owner.json("POST", f"/folders/{id}/{target}", body)
                assert reply.code != 0 and reply.status < 500 and (codes is None or reply.code in codes), reply
                for base in (NEW, OLD):
                    assert owner.at(base=base).json("POST", f"/folders/{id}/{target}", body).code != 0
    finally:
        owner.request("DELETE", f"/folders/{plain['id']}").ok()


@pytest.mark.parametrize("what", ["gone", "cut", "empty"])
def test_a_key_file_that_is_lost(owner, vault, what):
    """The recovery key holds everything: the password's file is made anew."""
    file = vault.disk / "masterkey.cryptomator"
    if what == "gone":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:50 if what == "cut" else 0])
    is_fresh(vault, recover(owner, vault, vault.recovery_key))
    opens(owner, vault, SECOND)


def test_an_adopted_folder_has_no_key_until_one_is_made(make_server):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    other = VaultFolder(server, me, open=False)
    vault = Adopted(server, "Adopted")
    vault.seen.write("/f", b"kept")
    vault.adopt(me)
    reply = recover(me, vault, other.recovery_key)
    assert reply.code != 0 and 400 <= reply.status < 500, reply
    key = new_key(me, vault, vault.password).ok()["recovery_key"]
    recover(me, vault, key).ok()
    unlock(me, vault, SECOND).ok()
    assert me.content(f"{vault.path}/f") == b"kept"
    assert server.stop() == 0


def test_the_key_survives_a_restart_and_a_move_of_the_name(make_server):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    vault = VaultFolder(server, me)
    me.upload(f"{vault.path}/f", b"kept").ok()
    me.json("PUT", f"/folders/{vault.id}", folder_body("Elsewhere", only(me), PRIVATE)).ok()
    vault.name = "Elsewhere"
    server.kill()
    server.start()
    me = me.at(server.address)
    recover(me, vault, vault.recovery_key).ok()
    assert presenting(me, SECOND).content(f"{vault.path}/f") == b"kept"
    assert vault.cryptomator(SECOND).read("/f") == b"kept"
    assert server.stop() == 0
