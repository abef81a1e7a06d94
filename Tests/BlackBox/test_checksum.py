"""The hash of a file for whoever asks, and short answers to chunks."""

import hashlib
import os

import wire_codes as code
from hearth_client import V1, strong_etag
from tools import CHUNK


def ask(client, body):
    """The answer, asked again as long as the file is being read."""
    while True:
        reply = client.json("POST", "/checksum", body, base=V1)
        if reply.status != 202:
            return reply
        assert reply.header("retry-after") == "1" and reply.data["bytes_done"] <= reply.data["bytes_total"]


def test_of_an_uploaded_file(owner, folder):
    content = os.urandom(100_000)
    owner.upload(f"{folder}/a b.bin", content).ok()
    data = ask(owner, {"path": f"{folder}/a b.bin"}).data
    assert data["sha256"] == hashlib.sha256(content).hexdigest() and data["size"] == len(content)
    assert data["etag"].removeprefix("W/") == strong_etag(owner, f"{folder}/a b.bin").removeprefix("W/")


def test_of_a_file_that_came_otherwise_and_then_with_downloads(owner, folder, disk):
    content = os.urandom(3_000_000)
    with open(disk / "found.bin", "wb") as file:
        file.write(content)
    assert owner.download(f"{folder}/found.bin").header("repr-digest") is None
    assert ask(owner, {"path": f"{folder}/found.bin"}).data["sha256"] == hashlib.sha256(content).hexdigest()
    assert owner.download(f"{folder}/found.bin").header("repr-digest") is not None
    # Another content has another hash, whatever was learnt before.
    with open(disk / "found.bin", "wb") as file:
        file.write(content[::-1])
    assert ask(owner, {"path": f"{folder}/found.bin"}).data["sha256"] == hashlib.sha256(content[::-1]).hexdigest()


def test_of_an_empty_file(owner, folder):
    owner.upload(f"{folder}/empty", b"").ok()
    assert ask(owner, {"path": f"{folder}/empty"}).data["sha256"] == hashlib.sha256(b"").hexdigest()


def test_by_encoded_path(owner, folder, disk):
    with open(os.fsencode(disk) + b"/caf\xe9", "wb") as file:
        file.write(b"bytes")
    assert ask(owner, {"href": f"{folder}/caf%E9"}).data["sha256"] == hashlib.sha256(b"bytes").hexdigest()


def test_refusals(owner, member, folder):
    owner.upload(f"{folder}/mine", b"x").ok()
    member.json("POST", "/checksum", {"path": f"{folder}/mine"}, base=V1).refused(code.NO_AUTHORISATION_ON_PATH)
    owner.json("POST", "/checksum", {"path": f"{folder}/none"}, base=V1).refused(code.NO_SUCH_FILE)
    owner.json("POST", "/checksum", {}, base=V1).refused(code.BAD_REQUEST)


def test_a_chunk_is_answered_with_itself_alone_when_asked(owner, folder):
    upload = owner.begin(f"{folder}/large", 2 * CHUNK + 1).data["upload_id"]
    owner.put_chunk(upload, 1, b"a" * CHUNK).ok()
    reply = owner.put_chunk(upload, 3, b"c", headers={"Prefer": "return=minimal"})
    assert reply.data["chunks"] == [{"id": 3, "size": 1}] and reply.header("preference-applied") == "return=minimal"
    reply = owner.put_chunk(upload, 2, b"b" * CHUNK)
    assert [chunk["id"] for chunk in reply.data["chunks"]] == [1, 2, 3] and reply.header("preference-applied") is None
    owner.abort(upload).ok()
