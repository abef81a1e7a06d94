"""When something goes wrong: the right code, nothing under the final name, space given back, old content whole."""

import json
import os
import socket
import subprocess
import threading
import time

import pytest
import wire_codes as code
from conftest import MEMBERS
from hearth_client import BASES, Hearth, V1, chunk_ids
from hearth_server import OWNER, OWNER_PASSWORD, binary, environment
from raw_http import RawConnection
from tools import CHUNK, MIB, multipart, quote_path, sha256, small_disk, wait_until

TWO = os.urandom(CHUNK) + os.urandom(1000)


def put_head(client, upload, number, length, *extra):
    return [("scope-token", client.token), ("Content-Type", "application/octet-stream"), ("Content-Length", length), *extra]


def envelope(answer):
    return json.loads(answer.body)


# -- a cut body ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [0, 1, 4096, 3 * MIB, CHUNK - 1])
@pytest.mark.parametrize("ending", ["close", "reset"])
def test_a_chunk_cut_in_the_middle_is_not_recorded(server, owner, folder, disk, cut, ending):
    upload = owner.begin(f"{folder}/cut.bin", len(TWO)).ok()["upload_id"]
    with RawConnection(server.address) as raw:
        raw.request("PUT", f"{V1}/uploads/{upload}/chunks/1", put_head(owner, upload, 1, CHUNK))
        raw.send(TWO[:cut])
        raw.reset() if ending == "reset" else raw.close()
    owner.put_chunk(upload, 2, TWO[CHUNK:]).ok()
    assert chunk_ids(owner.upload_state(upload).ok()) == [2] and os.listdir(disk) == []
    owner.put_chunk(upload, 1, TWO[:CHUNK]).ok()
    owner.complete(upload, sha256(TWO), len(TWO)).ok()
    assert (disk / "cut.bin").read_bytes() == TWO


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("action", ["upload", "chunk"])
@pytest.mark.parametrize("file_first", [False, True])
def test_a_form_cut_in_the_middle(server, owner, folder, disk, base, action, file_first):
    content = TWO[:CHUNK]
    fields = {"action": action, "hash": sha256(content), "total_size": CHUNK, "chunk_number": 1, "chunk_size": CHUNK, "total_chunks": 1}
    body, content_type = multipart(fields.items(), ("uploadfile", "cut", content), file_first)
    with RawConnection(server.address) as raw:
        raw.request("POST", f"{base}/resources{quote_path(folder)}/cut.bin",
                    [("scope-token", owner.token), ("Content-Type", content_type), ("Content-Length", len(body))])
        raw.send(body[:len(body) // 2])
        raw.close()
    if action == "chunk":
        assert owner.known_chunks(sha256(content), f"{folder}/cut.bin") == []
        owner.request("DELETE", f"/cache{folder}/cut.bin{sha256(content)}")
    wait_until(lambda: not server.leftovers(), what="the space of the cut upload")
    assert os.listdir(disk) == []


def test_a_form_that_ends_early_though_its_length_is_right(owner, folder, disk):
    """The last boundary is missing: the file part has no end, so there is no file."""
    content = b"x" * 1000
    fields = {"action": "upload", "hash": sha256(content), "total_size": 1000, "chunk_number": 1, "chunk_size": 1000, "total_chunks": 1}
    body, content_type = multipart(fields.items(), ("uploadfile", "f", content))
    reply = owner.request("POST", f"/resources{folder}/f", body[:body.rindex(b"\r\n--")], {"Content-Type": content_type})
    reply.refused(code.BAD_REQUEST, code.CHUNK_WRONG)
    assert os.listdir(disk) == []


def test_a_chunked_body_works_and_its_cut_does_not(server, owner, folder, disk):
    upload = owner.begin(f"{folder}/te.bin", 10).ok()["upload_id"]
    head = [("scope-token", owner.token), ("Transfer-Encoding", "chunked")]
    with RawConnection(server.address) as raw:
        raw.request("PUT", f"{V1}/uploads/{upload}/chunks/1", head)
        raw.send(b"5\r\n01234\r\n")
        raw.close()
    assert chunk_ids(owner.upload_state(upload).ok()) == []
    with RawConnection(server.address) as raw:
        raw.request("PUT", f"{V1}/uploads/{upload}/chunks/1", head)
        raw.send(b"5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n")
        assert envelope(raw.answer())["status"] == 0
    owner.complete(upload, sha256(b"0123456789"), 10).ok()
    assert (disk / "te.bin").read_bytes() == b"0123456789"


# -- a wrong hash ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("door", ["single", "chunks", "new"])
def test_wrong_hash(server, owner, folder, disk, base, door):
    api, wrong, path = owner.at(base=base), sha256(b"something else"), f"{folder}/f"
    (disk / "f").write_bytes(b"old content")
    if door == "single":
        reply = api.upload(path, b"content", hash=wrong, query="?on_conflict=replace")
    elif door == "chunks":
        api.chunk(path, wrong, 1, b"content", 1, 7, on_conflict="replace").ok()
        reply = api.merge(path, wrong, 1, "?on_conflict=replace")
    else:
        upload = api.begin(path, 7, on_conflict="replace").ok()["upload_id"]
        api.put_chunk(upload, 1, b"content").ok()
        reply = api.complete(upload, wrong, 7)
    reply.refused(code.HASH_MISMATCH)
    assert os.listdir(disk) == ["f"] and (disk / "f").read_bytes() == b"old content"
    wait_until(lambda: not server.leftovers(), what="the space of the refused upload")
    assert api.known_chunks(wrong, path) == [], "the chunk list is cleared too"
    if door == "chunks":
        api.chunk(path, sha256(b"content"), 1, b"content", 1, 7).ok()
        api.merge(path, sha256(b"content"), 1, "?on_conflict=replace").ok()
        assert (disk / "f").read_bytes() == b"content", "a second try with the right hash works"


# -- a revoked token -------------------------------------------------------------------------------------------------


def test_a_token_revoked_while_uploading(server, owner):
    """Refused at the next chunk and at completion; with a new token the upload goes on where it was."""
    uploader = Hearth.sign_in(server.address, *MEMBERS[0])
    path = f"{uploader.home()}/revoked.bin"
    upload = uploader.begin(path, 3 * CHUNK).ok()["upload_id"]
    uploader.put_chunk(upload, 1, TWO[:CHUNK]).ok()
    with RawConnection(server.address) as raw:
        raw.request("PUT", f"{V1}/uploads/{upload}/chunks/2", put_head(uploader, upload, 2, CHUNK))
        raw.send(TWO[:CHUNK // 2])
        uploader.at().request("DELETE", "/sessions", base=V1).ok()
        raw.send(TWO[CHUNK // 2:CHUNK])
        in_flight = envelope(raw.answer())["status"]
        assert in_flight in (0, code.UNAUTHORISED)
    uploader.put_chunk(upload, 3, TWO[:CHUNK]).refused(code.UNAUTHORISED)
    uploader.complete(upload, "a" * 64, 3 * CHUNK).refused(code.UNAUTHORISED)
    again = Hearth.sign_in(server.address, *MEMBERS[0])
    assert again.names(again.home()) == []
    assert chunk_ids(again.upload_state(upload).ok()) == ([1, 2] if in_flight == 0 else [1])
    for number in (2, 3):
        again.put_chunk(upload, number, TWO[:CHUNK]).ok()
    again.complete(upload, sha256(TWO[:CHUNK] * 3), 3 * CHUNK).ok()
    again.delete(path).ok()


@pytest.mark.parametrize("base", BASES)
def test_a_token_revoked_between_old_chunks(server, base):
    uploader = Hearth.sign_in(server.address, *MEMBERS[0], base=base)
    path, hash = f"{uploader.home()}/r.bin", sha256(TWO)
    uploader.chunk(path, hash, 1, TWO[:CHUNK], 2, len(TWO)).ok()
    uploader.request("DELETE", "/sessions", base=V1).ok()
    uploader.chunk(path, hash, 2, TWO[CHUNK:], 2, len(TWO)).refused(code.UNAUTHORISED)
    uploader.merge(path, hash, 2).refused(code.UNAUTHORISED)
    again = Hearth.sign_in(server.address, *MEMBERS[0], base=base)
    assert again.known_chunks(hash) == [1] and again.names(again.home()) == []
    again.request("DELETE", f"/cache{path}{hash}").ok()


# -- refused before the body -----------------------------------------------------------------------------------------


def expect(server, method, target, headers):
    raw = RawConnection(server.address, timeout=5)
    raw.request(method, target, [*headers, ("Expect", "100-continue")])
    return raw


def test_continue_is_said_when_the_upload_may_come(server, owner, folder, disk):
    upload = owner.begin(f"{folder}/c", 4).ok()["upload_id"]
    with expect(server, "PUT", f"{V1}/uploads/{upload}/chunks/1", put_head(owner, upload, 1, 4)) as raw:
        assert raw.answer().status == 100
        raw.send(b"1234")
        assert envelope(raw.answer())["status"] == 0
    owner.complete(upload, sha256(b"1234"), 4).ok()


def test_refused_before_the_body_for_want_of_a_token(server, owner, folder):
    for base, status in ((BASES[0], 401), (BASES[1], 200), (BASES[2], 200)):
        with expect(server, "POST", f"{base}/resources{folder}/x", [("scope-token", "wrong"), ("Content-Type", "multipart/form-data; boundary=x"),
                                                                  ("Content-Length", 100 * MIB)]) as raw:
            answer = raw.answer()
            assert answer.status == status and envelope(answer)["status"] == code.UNAUTHORISED


def test_refused_before_the_body_for_want_of_rights(server, owner, member, folder):
    upload = owner.begin(f"{folder}/r", CHUNK).ok()["upload_id"]
    with expect(server, "PUT", f"{V1}/uploads/{upload}/chunks/1", put_head(member, upload, 1, CHUNK)) as raw:
        answer = raw.answer()
        assert answer.status in (403, 404) and envelope(answer)["status"] != 0
    with expect(server, "POST", f"/wangpan/api/resources{folder}/x", [("scope-token", member.token), ("Content-Type", "multipart/form-data; boundary=x"),
                                                                     ("Content-Length", 100 * MIB)]) as raw:
        answer = raw.answer()
        assert answer.status == 200 and envelope(answer)["status"] == code.NO_AUTHORISATION_ON_PATH
    owner.abort(upload).ok()


def test_a_chunk_that_is_too_long_is_refused_before_the_body(server, owner, folder):
    upload = owner.begin(f"{folder}/r").ok()["upload_id"]
    with expect(server, "PUT", f"{V1}/uploads/{upload}/chunks/1", put_head(owner, upload, 1, CHUNK + 1)) as raw:
        answer = raw.answer()
        assert answer.status in (409, 413) and envelope(answer)["status"] in (code.CHUNK_WRONG, code.TOO_LARGE)
    owner.abort(upload).ok()


# -- a full disk -----------------------------------------------------------------------------------------------------


@pytest.fixture
def full_disk(make_server, tmp_path):
    """A server whose data lies on 64 MiB."""
    with small_disk(tmp_path / "small", "64m") as at:
        server = make_server(os.path.join(at, "data"))
        me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
        yield server, me, me.home(), at
        server.kill()


def free(at):
    status = os.statvfs(at)
    return status.f_bavail * status.f_frsize


@pytest.mark.root
def test_a_declared_size_that_does_not_fit(full_disk):
    server, me, home, at = full_disk
    before = free(at)
    me.begin(f"{home}/big", 100 * MIB).refused(code.NO_SPACE)
    for base in BASES:
        api = me.at(base=base)
        api.chunk(f"{home}/big", "a" * 64, 1, bytes(CHUNK), 13, 100 * MIB).refused(code.NO_SPACE)
        api.upload(f"{home}/big", b"x", total_size=100 * MIB).refused(code.NO_SPACE, code.CHUNK_WRONG)
        assert api.known_chunks("a" * 64, f"{home}/big") == []
    with expect(server, "POST", f"{V1}/resources{home}/big", [("scope-token", me.token), ("Content-Type", "multipart/form-data; boundary=x"),
                                                             ("Content-Length", 100 * MIB)]) as raw:
        answer = raw.answer()
        assert answer.status in (507, 413), answer
    assert me.names(home) == [] and not server.leftovers() and free(at) > before - MIB


@pytest.mark.root
def test_the_disk_fills_while_uploading(full_disk):
    """No size told: the chunk that does not fit is 10028, those before stay, and ending the session gives the space back."""
    server, me, home, at = full_disk
    before = free(at)
    upload, sent = me.begin(f"{home}/big").ok()["upload_id"], []
    for number in range(1, 10):
        reply = me.put_chunk(upload, number, bytes([number]) * CHUNK)
        if reply.code:
            break
        sent.append(number)
    reply.refused(code.NO_SPACE)
    assert 3 <= len(sent) <= 8 and chunk_ids(me.upload_state(upload).ok()) == sent
    assert me.names(home) == []
    me.abort(upload).ok()
    assert not server.leftovers() and free(at) > before - MIB
    me.send(f"{home}/small", b"s" * MIB)
    assert me.content(f"{home}/small") == b"s" * MIB


@pytest.mark.root
def test_the_disk_is_filled_by_somebody_else(full_disk):
    """What was reserved can still be written; then downloads and deletes work on a disk without one free block."""
    server, me, home, at = full_disk
    me.send(f"{home}/old", b"old" * MIB)
    upload = me.begin(f"{home}/reserved", 2 * CHUNK).ok()["upload_id"]
    me.put_chunk(upload, 1, bytes(CHUNK)).ok()
    with open(os.path.join(at, "filler"), "wb") as filler:
        left = free(at) - 2 * MIB
        os.posix_fallocate(filler.fileno(), 0, left)
    me.put_chunk(upload, 2, bytes(CHUNK)).ok()
    me.complete(upload, sha256(bytes(2 * CHUNK)), 2 * CHUNK).ok()
    try:
        with open(os.path.join(at, "filler2"), "wb") as filler:
            while True:
                filler.write(bytes(4096))
                filler.flush()
    except OSError:
        pass
    assert free(at) == 0
    assert me.content(f"{home}/old") == b"old" * MIB
    me.upload(f"{home}/new", b"n" * MIB, query="?on_conflict=replace").refused(code.NO_SPACE)
    me.upload(f"{home}/old", b"n" * MIB, query="?on_conflict=replace").refused(code.NO_SPACE)
    assert me.content(f"{home}/old") == b"old" * MIB, "old content whole"
    assert sorted(me.names(home)) == ["old", "reserved"]
    me.delete(f"{home}/reserved").ok()
    assert me.names(home) == ["old"]
    me.send(f"{home}/new", b"n" * MIB)
    server.restart()
    assert me.at(server.address).content(f"{home}/new") == b"n" * MIB


@pytest.mark.root
def test_a_copy_that_does_not_fit(full_disk):
    server, me, home, at = full_disk
    me.mkdir(f"{home}/src").ok()
    me.send(f"{home}/src/a", b"a" * (18 * MIB))
    me.send(f"{home}/src/b", b"b" * (18 * MIB))
    me.mkdir(f"{home}/dst").ok()
    before = free(at)
    for base in BASES:
        me.at(base=base).transfer("copy", [f"{home}/src"], f"{home}/dst").refused(code.NO_SPACE_AT_DESTINATION)
    assert me.names(f"{home}/dst") == [] and not server.leftovers() and free(at) > before - MIB
    me.transfer("move", [f"{home}/src"], f"{home}/dst").ok()
    assert me.content(f"{home}/dst/src/b") == b"b" * (18 * MIB), "a move needs no room"


@pytest.mark.root
def test_uploads_together_never_promise_more_than_there_is(full_disk):
    server, me, home, at = full_disk
    accepted = []
    for number in range(8):
        reply = me.begin(f"{home}/f{number}", 10 * MIB)
        if reply.code == 0:
            reply = me.put_chunk(reply.data["upload_id"], 1, bytes(CHUNK))
        if reply.code == 0:
            accepted.append(number)
        else:
            reply.refused(code.NO_SPACE)
    assert 2 <= len(accepted) <= 5, f"{len(accepted)} of 8 × 10 MiB on 64 MiB, half of it for one user"


# -- a client that leaves --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["copy", "delete"])
def test_work_goes_on_when_the_client_hangs_up(server, owner, folder, disk, action):
    for number in range(300):
        (disk / "src" / str(number)).mkdir(parents=True)
        (disk / "src" / str(number) / "f").write_bytes(b"x" * 1000)
    (disk / "dst").mkdir()
    if action == "copy":
        body = json.dumps({"action": "copy", "sources": [f"{folder}/src"], "destination": f"{folder}/dst"}).encode()
        method = "PATCH"
    else:
        body, method = json.dumps({"paths": [f"{folder}/src"]}).encode(), "DELETE"
    with RawConnection(server.address) as raw:
        raw.request(method, "/wangpan/api/resources", [("scope-token", owner.token), ("Content-Type", "application/json")], body)
        raw.reset()
    if action == "copy":
        wait_until(lambda: (disk / "dst/src").exists(), 20, "the copy")
        assert sum(len(files) for _, _, files in os.walk(disk / "dst/src")) == 300, "it appears whole"
    else:
        wait_until(lambda: not (disk / "src").exists(), 20, "the delete")
    wait_until(lambda: not server.leftovers(), 20, "an empty .hearth")


def test_a_slow_reader_holds_nobody_up(server, owner, folder, disk):
    with open(disk / "big", "wb") as file:
        file.truncate(64 * MIB)
    slow = []
    for _ in range(50):
        raw = RawConnection(server.address)
        raw.request("GET", f"{V1}/download{folder}/big", [("scope-token", owner.token)])
        slow.append(raw)
    start = time.monotonic()
    for _ in range(20):
        owner.list(folder).ok()
    assert time.monotonic() - start < 2
    for raw in slow:
        raw.close()


def test_stopping_finishes_running_requests(make_server):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    upload = me.begin(f"{me.home()}/last", 1000).ok()["upload_id"]
    with RawConnection(server.address) as raw, RawConnection(server.address) as idle:
        idle.request("GET", f"{V1}/health")
        idle.answer()
        raw.request("PUT", f"{V1}/uploads/{upload}/chunks/1", [("scope-token", me.token), ("Content-Length", 1000)])
        raw.send(bytes(500))
        me.list("/").ok()
        result = []
        stopper = threading.Thread(target=lambda: result.append(server.stop()))
        stopper.start()

        def refuses():
            try:
                socket.create_connection(server.address, 1).close()
                return False
            except OSError:
                return True

        wait_until(refuses, 5, "no new connections")
        raw.send(bytes(500))
        assert envelope(raw.answer())["status"] == 0
    stopper.join(15)
    assert result == [0]
    server.start()
    assert chunk_ids(me.at(server.address).upload_state(upload).ok()) == [1]


def test_a_second_server_on_the_same_data_refuses(make_server):
    server = make_server()
    second = subprocess.run([str(binary()), "serve", "--data", str(server.data), "--listen", "127.0.0.1:0"], capture_output=True, text=True,
                            timeout=20, env=environment())
    assert second.returncode != 0 and second.stderr.strip()
    assert server.is_running() and Hearth(server.address).get("/health").status == 200
