"""Names that are not UTF-8, given on the command line."""

import os

import pytest

from client_tools import Client


@pytest.fixture(scope="module")
def client(server, tmp_path_factory):
    return Client(tmp_path_factory.mktemp("bytes") / "state", server.address)


def test_names_that_are_not_utf_8(client, tmp_path):
    name = b"nu\xff\xc3.txt"
    top = os.fsencode(tmp_path)
    local = top + b"/" + name
    with open(local, "wb") as file:
        file.write(b"bytes")
    os.utime(local, (1_600_000_000, 1_600_000_000))
    for command in (
        [b"mkdir", b"~/bytes"],
        [b"put", local, b"~/bytes/"],
        [b"get", b"~/bytes/" + name, top + b"/back\xfe"],
    ):
        # Quiet: names are printed as the bytes that they are.
        done = client.run("-q", *command)
        assert done.returncode == 0, done.stderr
    with open(top + b"/back\xfe", "rb") as file:
        assert file.read() == b"bytes"
    # A second time nothing moves, neither the file itself nor within a folder.
    assert client.json("put", local, "~/bytes/")[-1]["unchanged"] == 1
    os.mkdir(top + b"/in\xfd")
    os.rename(local, top + b"/in\xfd/" + name)
    client.json("put", top + b"/in\xfd", "~/bytes/")
    assert client.json("put", top + b"/in\xfd", "~/bytes/")[-1]["unchanged"] == 1
    client.json("get", b"~/bytes/in\xfd", top + b"/out/")
    assert client.json("get", b"~/bytes/in\xfd", top + b"/out/")[-1]["unchanged"] == 1
    assert client.run("-q", "rm", "-f", b"~/bytes/" + name).returncode == 0
    assert client.run("--json", "stat", b"~/bytes/" + name).returncode == 3
