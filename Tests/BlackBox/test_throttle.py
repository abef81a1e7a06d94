"""Guessing passwords: five free failures, then waiting; nobody else is locked out, and no header gives a way round."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import wire_codes as code
from hearth_client import Hearth

PEOPLE = [("ann", "annual 12 secret"), ("bob", "bobby 12 secret")]


@pytest.fixture
def server(make_server):
    return make_server(members=PEOPLE)


def fail_until_throttled(visitor, account, headers=lambda n: None, limit=9):
    """Wrong passwords until 90001; gives how many were really tried, and the refusal."""
    for tried in range(limit):
        reply = visitor.sign_in_reply(account, f"wrong{tried}", headers=headers(tried))
        if reply.code == code.THROTTLED:
            return tried, reply
        reply.refused(code.WRONG_PASSWORD)
    pytest.fail(f"{limit} wrong passwords and no end")


@pytest.mark.alone
def test_five_free_failures_then_waiting(server):
    visitor = Hearth(server.address)
    tried, refusal = fail_until_throttled(visitor, "ann")
    assert tried >= 5, f"five failures are free, not {tried}"
    assert refusal.status == 429
    wait = int(refusal.header("retry-after"))
    assert 1 <= wait <= 8, "the first wait is short"
    start = time.monotonic()
    visitor.sign_in_reply(*PEOPLE[0]).refused(code.THROTTLED)
    assert time.monotonic() - start < 0.1, "the wait comes before the expensive hash"
    visitor.sign_in_reply(*PEOPLE[1]).ok()
    Hearth(server.address, source="127.0.0.2").sign_in_reply(*PEOPLE[0]).ok()
    time.sleep(wait)  # the promise itself: after Retry-After the right password works
    visitor.sign_in_reply(*PEOPLE[0]).ok()


def test_the_wait_grows(server):
    visitor = Hearth(server.address)
    _, first = fail_until_throttled(visitor, "ann")
    time.sleep(int(first.header("retry-after")))
    visitor.sign_in_reply("ann", "wrong again").refused(code.WRONG_PASSWORD)
    second = visitor.sign_in_reply("ann", "wrong again").refused(code.THROTTLED)
    assert int(second.header("retry-after")) >= int(first.header("retry-after"))


def test_unknown_accounts_are_throttled_alike(server):
    tried, refusal = fail_until_throttled(Hearth(server.address), "nobody")
    assert tried >= 5 and refusal.header("retry-after")


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_a_forged_address_escapes_nothing(server, header):
    value = "for=10.0.0.%d" if header == "Forwarded" else "10.0.0.%d"
    tried, _ = fail_until_throttled(Hearth(server.address), "ann", lambda n: {header: value % n})
    assert tried <= 7


def test_a_forged_address_locks_nobody_out(server):
    fail_until_throttled(Hearth(server.address), "ann", lambda n: {"X-Forwarded-For": "127.0.0.3"})
    Hearth(server.address, source="127.0.0.3").sign_in_reply(*PEOPLE[0]).ok()


def test_the_hub_door_counts_too(server):
    visitor = Hearth(server.address, base="/api")
    for tried in range(9):
        reply = visitor.json("POST", "/oauth/access_token", {"grant_type": "password", "account_name": "ann", "password": f"no{tried}"})
        if reply.code == code.THROTTLED:
            break
        reply.refused(code.WRONG_PASSWORD)
    assert 5 <= tried < 9
    Hearth(server.address).sign_in_reply(*PEOPLE[0]).refused(code.THROTTLED)


def test_the_throttle_survives_a_restart(server):
    fail_until_throttled(Hearth(server.address), "ann")
    _, again = fail_until_throttled_after_restart(server)
    assert again.code == code.THROTTLED


def fail_until_throttled_after_restart(server):
    server.kill()
    server.start()
    visitor = Hearth(server.address)
    first = visitor.sign_in_reply("ann", "wrong after restart")
    return first, first if first.code == code.THROTTLED else visitor.sign_in_reply("ann", "wrong after restart")


def test_success_never_counts(server):
    visitor = Hearth(server.address)
    for _ in range(8):
        visitor.sign_in_reply(*PEOPLE[0]).ok()


@pytest.mark.slow
def test_a_hundred_failures_an_hour_for_one_account(server):
    """From many addresses: then only those that succeeded before get in."""
    known = Hearth(server.address, source="127.0.9.1")
    known.sign_in_reply(*PEOPLE[0]).ok()
    failures = 0
    for n in range(1, 30):
        guesser = Hearth(server.address, source=f"127.0.8.{n}")
        for _ in range(5):
            reply = guesser.sign_in_reply("ann", "guess")
            if reply.code == code.THROTTLED:
                break
            failures += reply.refused(code.WRONG_PASSWORD).code == code.WRONG_PASSWORD
        guesser.close()
        if failures > 100:
            break
    assert 95 <= failures <= 100, f"{failures} guesses in an hour"
    Hearth(server.address, source="127.0.8.200").sign_in_reply(*PEOPLE[0]).refused(code.THROTTLED)
    known.sign_in_reply(*PEOPLE[0]).ok()
    Hearth(server.address, source="127.0.8.200").sign_in_reply(*PEOPLE[1]).ok()


def test_many_at_once_are_queued_or_told_to_come_back(server):
    """One derivation at a time, 32 waiting, then 90007; the memory of a key derivation is never multiplied."""
    def guess(number):
        return Hearth(server.address, source=f"127.0.7.{number + 1}").sign_in_reply(f"nobody{number}", "x").refused(
            code.WRONG_PASSWORD, code.BUSY).code

    with ThreadPoolExecutor(70) as pool:
        results = list(pool.map(guess, range(70)))
    assert results.count(code.WRONG_PASSWORD) >= 32 and results.count(code.BUSY) >= 1
    assert server.resident() < 250 << 20
    Hearth(server.address).sign_in_reply(*PEOPLE[0]).ok()
