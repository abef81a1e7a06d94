"""The programs below Examples/ do what they say, against a real server."""

import pathlib
import subprocess

import pytest

from hearth_server import OWNER, OWNER_PASSWORD

ROOT = pathlib.Path(__file__).resolve().parents[2]


def example(name):
    for configuration in ("debug", "release"):
        program = ROOT / ".build" / configuration / name
        if program.exists():
            return program
    pytest.skip(f"{name} is not built; swift build builds it")


def address(server):
    host, port = server.address
    return f"{server.scheme}://{host}:{port}"


def run(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=120)


def test_a_folder_is_backed_up_and_not_sent_twice(make_server, tmp_path):
    server = make_server()
    program = example("BackUpFolder")
    folder = tmp_path / "Pictures ü"
    (folder / "empty").mkdir(parents=True)
    files = {"a.txt": b"one", "sub/b.bin": bytes(range(256)) * 50_000, "sub/90%#?.txt": b"odd"}
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)

    first = run(program, address(server), OWNER, OWNER_PASSWORD, folder)
    assert first.returncode == 0, first.stdout + first.stderr
    there = server.personal(1) / "Pictures ü"
    assert (there / "empty").is_dir()
    for name, content in files.items():
        assert (there / name).read_bytes() == content

    (folder / "new.txt").write_bytes(b"new")
    second = run(program, address(server), OWNER, OWNER_PASSWORD, folder)
    assert second.returncode == 0, second.stdout + second.stderr
    assert (there / "new.txt").read_bytes() == b"new"
    assert sorted(path.name for path in there.iterdir()) == ["a.txt", "empty", "new.txt", "sub"]


def test_the_article_getting_started(make_server):
    server = make_server()
    program = example("GettingStarted")
    done = run(program, address(server), OWNER, OWNER_PASSWORD)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (server.personal(1) / "Getting started" / "hello.txt").is_file()
