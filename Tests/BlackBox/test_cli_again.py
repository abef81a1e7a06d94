"""Commands that are given again: what was interrupted goes on, by the new order's rules and choice."""

import base64
import itertools
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from cli_tools import CLASH, CLI, DONE, INTERRUPTED, SIGN_IN, SOME_FAILED, USAGE
from hearth_client import V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, binary
from tools import MIB, wait_until

numbers = itertools.count(1)

# Slow enough to be interrupted in the middle on any machine, quick enough not to be waited for.
SLOW = ["--bwlimit", "12M"]


@pytest.fixture(scope="module")
def home(server, tmp_path_factory):
    cli = CLI(tmp_path_factory.mktemp("home"), server.address)
    cli.login(OWNER, OWNER_PASSWORD)
    return cli


@pytest.fixture
def place(home):
    """A folder there for one test."""
    name = f"~/again-{next(numbers)}"
    home.run("mkdir", name)
    return name


@pytest.fixture(autouse=True)
def nothing_left(home):
    yield
    assert home.json("transfers")["list"] == [], "no test leaves records behind"


def queue(cli):
    return cli.json("transfers", "ls")["list"]


def interrupted(cli, *command, after):
    """Starts a command, interrupts it when so many bytes are safely there, and returns how many are."""
    process = cli.start(*command)
    moved = lambda: sum(row["transferred"] for row in queue(cli))
    wait_until(lambda: moved() >= after or process.poll() is not None, 60)
    assert process.poll() is None, f"over too soon: {process.communicate()}"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED, (out, err)
    return moved()


def summary(cli, *command, code=DONE):
    return [one for one in cli.objects(*command, code=code) if one.get("event") == "summary"][-1]


def tree(path, files):
    for name, data in files.items():
        target = Path(path) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return Path(path)


def names(cli, path):
    found = []
    for one in cli.json("ls", path)["list"]:
        found.append(one["name"])
    return sorted(found)


@pytest.mark.parametrize("options", [[], ["--exclude", "*.tmp"]], ids=["whole", "filtered"])
def test_a_folder_goes_on_when_it_is_put_again(home, tmp_path, place, options):
    big = os.urandom(48 * MIB)
    source = tree(tmp_path / "d", {"big.bin": big, "small.txt": b"small", "left.tmp": b"left out"})
    before = interrupted(home, "put", *options, *SLOW, source, place + "/", after=16 * MIB)
    tree(source, {"late.txt": b"came later"})
    again = summary(home, "put", *options, source, place + "/")
    assert again["bytes"] <= len(big) - before + 4 * MIB, "finished chunks are not sent again"
    expected = ["big.bin", "late.txt", "small.txt"] + ([] if options else ["left.tmp"])
    assert names(home, place + "/d") == sorted(expected), "what is new by now comes along"
    home.run("get", place + "/d/big.bin", tmp_path / "back.bin")
    assert (tmp_path / "back.bin").read_bytes() == big


@pytest.mark.parametrize("options", [[], ["--exclude", "*.tmp"]], ids=["whole", "filtered"])
def test_a_folder_goes_on_when_it_is_got_again(home, tmp_path, place, options):
    big = os.urandom(48 * MIB)
    source = tree(tmp_path / "d", {"big.bin": big, "small.txt": b"small", "left.tmp": b"left out"})
    home.run("put", source, place + "/")
    target = tmp_path / "back" / "d"
    target.mkdir(parents=True)
    before = interrupted(home, "get", *options, *SLOW, place + "/d", target.parent, after=16 * MIB)
    again = summary(home, "get", *options, place + "/d", target.parent)
    assert again["bytes"] <= len(big) - before + 9 * MIB, "finished ranges are not fetched again"
    assert (target / "big.bin").read_bytes() == big
    assert sorted(p.name for p in target.iterdir()) == ["big.bin"] + ([] if options else ["left.tmp"]) + ["small.txt"]


def test_what_a_new_choice_leaves_out_is_dropped(home, tmp_path, place):
    source = tree(tmp_path / "d", {"big.bin": os.urandom(48 * MIB), "small.txt": b"small"})
    interrupted(home, "put", *SLOW, source, place + "/", after=16 * MIB)
    assert summary(home, "put", "--exclude", "big.bin", source, place + "/")["bytes"] < MIB
    assert names(home, place + "/d") == ["small.txt"]


def test_a_file_that_changed_after_it_was_sent_goes_again(home, tmp_path, place):
    source = tree(tmp_path / "d", {"a.txt": b"first", "big.bin": os.urandom(40 * MIB)})
    interrupted(home, "put", *SLOW, source, place + "/", after=16 * MIB)
    tree(source, {"a.txt": b"second version"})
    home.run("put", source, place + "/")
    assert home.run("cat", place + "/d/a.txt").raw == b"second version"


def test_files_that_got_another_name_do_not_get_a_third(home, tmp_path, place):
    source = tree(tmp_path / "d", {"a.txt": b"theirs", "big.bin": os.urandom(40 * MIB)})
    home.run("mkdir", place + "/d")
    home.run("put", "-", place + "/d/a.txt", data=b"was here")
    interrupted(home, "put", "--on-conflict", "rename", *SLOW, source, place + "/", after=16 * MIB)
    home.run("put", "--on-conflict", "rename", source, place + "/")
    assert len(names(home, place + "/d")) == 3, names(home, place + "/d")


def test_the_same_put_twice_at_a_time(home, tmp_path, place):
    big = os.urandom(40 * MIB)
    source = tree(tmp_path / "d", {"big.bin": big, "small.txt": b"small"})
    first = home.start("--json", "put", "--exclude", "*.tmp", *SLOW, source, place + "/")
    wait_until(lambda: queue(home), 60)
    second = home.start("--json", "put", "--exclude", "*.tmp", source, place + "/")
    moved = 0
    for process in (first, second):
        out, err = process.communicate(timeout=120)
        assert process.returncode == DONE, (out, err)
        moved += [json.loads(line) for line in out.splitlines()][-1]["bytes"]
    assert moved < len(big) + 4 * MIB, "the second one waits for the first"
    home.run("get", place + "/d/big.bin", tmp_path / "back.bin")
    assert (tmp_path / "back.bin").read_bytes() == big


@pytest.mark.parametrize("size", [10, 20 * MIB], ids=["small", "large"])
def test_the_rule_of_the_new_order_counts(home, tmp_path, place, size):
    data = os.urandom(size)
    source = tree(tmp_path, {"s.bin": data}) / "s.bin"
    home.run("put", "-", place + "/s.bin", data=b"older")
    home.run("put", "--on-conflict", "fail", source, place + "/s.bin", code=CLASH)
    home.run("put", "--on-conflict", "replace", source, place + "/s.bin")
    home.run("get", place + "/s.bin", tmp_path / "back.bin")
    assert (tmp_path / "back.bin").read_bytes() == data


def test_the_rule_of_the_new_order_counts_for_an_upload_under_way(home, tmp_path, place):
    data = os.urandom(48 * MIB)
    source = tree(tmp_path, {"s.bin": data}) / "s.bin"
    interrupted(home, "put", "--on-conflict", "fail", *SLOW, source, place + "/s.bin", after=16 * MIB)
    home.run("put", "-", place + "/s.bin", data=b"came between")
    home.run("put", "--on-conflict", "replace", source, place + "/s.bin")
    home.run("get", place + "/s.bin", tmp_path / "back.bin")
    assert (tmp_path / "back.bin").read_bytes() == data


@pytest.mark.parametrize("begun", [b"", b"some", bytes(9 * MIB)], ids=["nothing", "little", "a chunk"])
def test_the_first_interrupt_ends_a_silent_stream(home, place, begun):
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [str(binary()), "put", "-", place + "/s.bin"], stdin=reading, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=home.environment())
    os.close(reading)
    try:
        view = memoryview(begun)
        while view:
            view = view[os.write(writing, view[:MIB]):]
        wait_until(lambda: queue(home), 60)
        # The reader may be at its first look at the stream or in the middle of it: both have to end.
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        os.close(writing)
        if process.poll() is None:
            process.kill()
    assert process.returncode == INTERRUPTED, (out, err)
    assert names(home, place) == []


def test_a_refused_variable_signs_nobody_out(home):
    secrets = (home.home / "secrets.json").read_bytes()
    home.run("ls", code=SIGN_IN, extra={"HEARTH_TOKEN": "wrong"})
    assert (home.home / "secrets.json").read_bytes() == secrets
    home.run("ls")


def test_logging_out_ends_the_kept_session_and_not_the_variables(server, tmp_path):
    cli = CLI(tmp_path / "home", server.address)
    cli.login(OWNER, OWNER_PASSWORD)
    kept = json.loads((cli.home / "secrets.json").read_text())
    other = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    cli.run("logout", extra={"HEARTH_TOKEN": other.token})
    assert json.loads((cli.home / "secrets.json").read_text()) != kept
    assert other.request("GET", f"/users/{other.user_id}", base=V1).status == 200
    cli.run("ls", code=SIGN_IN)


def test_a_transfer_that_somebody_removes_is_not_done(home, tmp_path, place):
    source = tree(tmp_path, {"s.bin": os.urandom(48 * MIB)}) / "s.bin"
    process = home.start("put", *SLOW, source, place + "/s.bin")
    wait_until(lambda: queue(home), 60)
    home.run("transfers", "rm", queue(home)[0]["id"])
    out, err = process.communicate(timeout=60)
    assert process.returncode == SOME_FAILED, (out, err)
    assert b"removed" in err
    assert names(home, place) == []


def test_details_are_told_without_secrets(home):
    token = json.loads((home.home / "secrets.json").read_text())
    once, twice = home.run("-v", "ls").err, home.run("-vv", "ls").err
    assert "GET http://" in once and "scope-token" not in once.lower()
    assert "scope-token" in twice.lower()
    for area in token["areas"].values():
        for secret in area.values():
            assert base64.b64decode(secret).decode() not in twice


def test_that_the_token_lies_in_a_file_is_said_at_the_login(server, tmp_path):
    cli = CLI(tmp_path / "home", server.address)
    assert "secrets.json" in cli.login(OWNER, OWNER_PASSWORD).err
    assert "secrets.json" not in cli.run("ls").err


def test_the_queue_is_listed_without_a_command(home):
    assert home.json("transfers") == home.json("transfers", "ls")
    home.run("transfers", "--failed")
    assert "there is no command 'paus'" in home.run("transfers", "paus", code=USAGE).err
