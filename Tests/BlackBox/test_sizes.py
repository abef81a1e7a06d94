"""Sizes from nothing to 5 GiB, and two clients at one path."""

import hashlib
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import wire_codes as code
from hearth_client import BASES, Hearth, chunk_ids, split
from hearth_server import OWNER, OWNER_PASSWORD
from tools import CHUNK, GIB, sha256

EMPTY_HASH = sha256(b"")
SIZES = [0, 1, 4095, 4096, 4097, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1]
NOISE = random.Random(1).randbytes(2 * CHUNK + 1)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("door", ["single", "chunks", "new"])
def test_size(owner, folder, disk, base, door, size):
    if door == "new" and base != BASES[0]:
        pytest.skip("the new door is on /api/v1 only")
    if door == "single" and size > CHUNK:
        pytest.skip("one request carries one chunk")
    api, content = owner.at(base=base), NOISE[:size]
    path = f"{folder}/file"
    if door == "single":
        resource = api.upload(path, content).ok()["resource"]
    elif door == "chunks":
        resource = api.upload_in_chunks(path, content)
    else:
        resource = api.send(path, content)
    assert resource["size"] == size and resource["name"] == "file"
    assert (disk / "file").read_bytes() == content and api.content(path) == content
    assert api.list(folder).items()[0]["size"] == size
    head = api.download(path, method="HEAD")
    assert int(head.header("content-length")) == size


def test_empty_files_in_every_way(api, folder, disk):
    api.upload(f"{folder}/single", b"").ok()
    api.chunk(f"{folder}/one-empty-chunk", EMPTY_HASH, 1, b"", 1, 0).ok()
    api.merge(f"{folder}/one-empty-chunk", EMPTY_HASH, 1).ok()
    api.merge(f"{folder}/no-chunk", EMPTY_HASH, 0).ok()
    upload = api.begin(f"{folder}/new", 0).ok()["upload_id"]
    api.complete(upload, EMPTY_HASH, 0).ok()
    assert sorted(os.listdir(disk)) == ["new", "no-chunk", "one-empty-chunk", "single"]
    for name in os.listdir(disk):
        assert (disk / name).stat().st_size == 0
        reply = api.download(f"{folder}/{name}")
        assert reply.body == b"" and reply.header("content-length") == "0" and reply.header("etag") and reply.header("last-modified")
        assert api.download(f"{folder}/{name}", {"Range": "bytes=0-0"}).status == 416
    api.merge(f"{folder}/wrong", sha256(b"x"), 0).refused(code.CHUNK_WRONG, code.HASH_MISMATCH)


BIG = 5 * GIB
#: SHA-256 of 640 chunks of 8 MiB, each all zero but for its number (from 1) in its first eight bytes, big-endian.
BIG_HASH = "9bd3fb154e69721bc45adedaa6359d35f441ea1a11fa56e26c3bbcff906d99b9"


@pytest.mark.alone
@pytest.mark.release
@pytest.mark.timeout(240)
def test_five_gibibytes_through_a_kill(make_server):
    """Up in chunks over three connections, SIGKILL in the middle, the rest, and back byte for byte."""
    server = make_server()
    if os.statvfs(server.data).f_bavail * os.statvfs(server.data).f_frsize < 3 * BIG:
        pytest.skip("needs 15 GiB free (one user may reserve half)")
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    path, total = f"{me.home()}/five.bin", BIG // CHUNK
    upload = me.begin(path, BIG, mod_time=1565237893).ok()["upload_id"]

    def send(numbers):
        client, buffer = me.at(), bytearray(CHUNK)
        for number in numbers:
            buffer[:8] = number.to_bytes(8, "big")
            client.put_chunk(upload, number, buffer).ok()
        client.close()

    def send_all(numbers):
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(send, [numbers[0::3], numbers[1::3], numbers[2::3]]))

    send_all(range(1, total // 2 + 1))
    server.kill()
    server.start()
    me = me.at(server.address)
    assert chunk_ids(me.upload_state(upload).ok()) == list(range(1, total // 2 + 1)), "every acknowledged chunk is there"
    assert me.names(me.home()) == []
    send_all(range(total // 2 + 1, total + 1))
    start = time.monotonic()
    resource = me.complete(upload, BIG_HASH, BIG).ok()["resource"]
    print(f"finishing took {time.monotonic() - start:.2f} s")
    assert resource["size"] == BIG and resource["mod_time"] == 1565237893
    for number in (1, 2, 256, 512, 513, total):
        at = (number - 1) * CHUNK
        reply = me.download(path, {"Range": f"bytes={at}-{at + 15}"})
        assert reply.status == 206 and reply.body == number.to_bytes(8, "big") + bytes(8)
        assert reply.header("content-range") == f"bytes {at}-{at + 15}/{BIG}"
    assert me.download(path, {"Range": "bytes=-3"}).body == bytes(3)
    response, received, buffer, zeros = me.open("GET", "/download" + path), 0, bytearray(CHUNK), bytes(CHUNK - 8)
    assert response.status == 200 and int(response.headers["content-length"]) == BIG
    view = memoryview(buffer)
    while received < BIG:
        filled = 0
        while filled < CHUNK:
            count = response.readinto(view[filled:])
            assert count, f"the download ended after {received + filled} bytes"
            filled += count
        assert view[:8] == (received // CHUNK + 1).to_bytes(8, "big") and view[8:] == zeros
        received += CHUNK
    assert response.read() == b""
    me.delete(path).ok()
    assert not server.leftovers()


@pytest.mark.alone
@pytest.mark.release
def test_finishing_costs_the_same_for_any_size(owner, folder):
    """The hash runs along: completing 512 MiB takes about as long as completing 16 MiB, far less than hashing it."""
    def finish_seconds(chunks):
        size, piece, whole = chunks * CHUNK, bytes(CHUNK), hashlib.sha256()
        upload = owner.begin(f"{folder}/z{chunks}", size).ok()["upload_id"]
        for number in range(1, chunks + 1):
            owner.put_chunk(upload, number, piece).ok()
            whole.update(piece)
        start = time.monotonic()
        owner.complete(upload, whole.hexdigest(), size).ok()
        return time.monotonic() - start

    small, large = min(finish_seconds(2) for _ in range(2)), finish_seconds(64)
    assert large < small + 0.15, f"16 MiB: {small:.3f} s, 512 MiB: {large:.3f} s"


@pytest.mark.parametrize("policy", ["rename", "replace", "fail"])
@pytest.mark.parametrize("door", ["single", "chunks", "new"])
def test_two_clients_one_path(owner, folder, disk, policy, door):
    """One whole file each, or an honest clash; never a mixture."""
    size = CHUNK + 100_000 if door != "single" else 1_000_000
    contents = [bytes([65 + n]) * size for n in range(3)]

    def upload(content):
        client = owner.at()
        try:
            path = f"{folder}/same"
            if door == "single":
                reply = client.upload(path, content, query=f"?on_conflict={policy}")
            elif door == "chunks":
                for number, piece in enumerate(split(content), 1):
                    reply = client.chunk(path, sha256(content), number, piece, 2, size, on_conflict=policy)
                    if reply.code:
                        return reply
                reply = client.merge(path, sha256(content), 2, f"?on_conflict={policy}")
            else:
                reply = client.begin(path, size, on_conflict=policy)
                if reply.code:
                    return reply
                upload = reply.data["upload_id"]
                for number, piece in enumerate(split(content), 1):
                    reply = client.put_chunk(upload, number, piece)
                    if reply.code:
                        return reply
                reply = client.complete(upload, sha256(content), size)
                if reply.code:
                    client.abort(upload)
            if reply.code and door == "chunks":
                client.request("DELETE", f"/cache{path}{sha256(content)}")
            return reply
        finally:
            client.close()

    with ThreadPoolExecutor(3) as pool:
        replies = list(pool.map(upload, contents))
    stored = [(disk / name).read_bytes() for name in os.listdir(disk)]
    assert all(content in contents for content in stored), "a mixture"
    done = [reply for reply in replies if reply.code == 0]
    for reply in replies:
        assert reply.code in (0, code.NAME_IN_USE), reply
    if policy == "rename":
        assert len(done) == 3 and sorted(stored) == contents
        for reply, content in zip(replies, contents):
            assert owner.content(reply.data["resource"]["path"]) == content, "each is told where its own bytes are"
    elif policy == "replace":
        assert len(done) == 3 and len(stored) == 1
    else:
        assert len(done) == 1 and len(stored) == 1 and stored[0] == contents[replies.index(done[0])]
