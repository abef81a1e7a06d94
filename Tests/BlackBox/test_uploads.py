"""Both doors of an upload."""

import os
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
import wire_codes as code
from hearth_client import BASES, Hearth, V1, chunk_ids, split
from hearth_server import OWNER, OWNER_PASSWORD
from tools import CHUNK, sha256, wait_until

THREE = random.Random(3).randbytes(2 * CHUNK + 12345)
ODD_HASHES = ["x", "a" * 63, "a" * 65, "../" * 20 + "etc", "g" * 64, "a" * 64 + "-", "a" * 64 + "-" + "b" * 33, "a" * 64 + "-../x",
              "a" * 64 + "/../../x", "a" * 64 + "-\u0000"]


@pytest.mark.parametrize("file_first", [False, True])
def test_upload_in_one_request(api, folder, disk, file_first):
    data = api.upload(f"{folder}/a.txt", b"hello", file_first=file_first).ok()
    resource = data["resource"]
    assert (resource["name"], resource["size"], resource["type"], resource["path"]) == ("a.txt", 5, 1, f"{folder}/a.txt")
    assert data["chunks"] == [] and (disk / "a.txt").read_bytes() == b"hello"


@pytest.mark.parametrize("file_first", [False, True])
def test_chunks_in_any_order(api, folder, disk, file_first):
    hash, pieces = sha256(THREE), split(THREE)
    path, seen = f"{folder}/b.bin", []
    for number in (3, 1, 2):
        data = api.chunk(path, hash, number, pieces[number - 1], 3, len(THREE), file_first).ok()
        seen.append(number)
        assert chunk_ids(data) == sorted(seen), "the full list after each chunk"
        assert {chunk["id"]: chunk["size"] for chunk in data["chunks"]} == {n: len(pieces[n - 1]) for n in seen}
        assert data["resource"]["name"] == "" and data["resource"]["size"] == 0
        assert os.listdir(disk) == [], "nothing is visible meanwhile"
    resource = api.merge(path, hash, 3).ok()["resource"]
    assert (resource["name"], resource["size"], resource["path"]) == ("b.bin", len(THREE), path)
    assert sha256((disk / "b.bin").read_bytes()) == hash


def test_chunks_in_parallel_and_twice(api, folder, disk):
    hash, pieces = sha256(THREE), split(THREE)
    path = f"{folder}/c.bin"

    def send(number):
        client = api.at()
        ids = chunk_ids(client.chunk(path, hash, number, pieces[number - 1], 3, len(THREE)).ok())
        client.close()
        assert number in ids

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(send, [1, 2, 3, 3, 2, 1]))
    assert chunk_ids(api.chunk(path, hash, 2, pieces[1], 3, len(THREE)).ok()) == [1, 2, 3], "a duplicate is answered with the full list"
    assert chunk_ids(api.chunk(path, hash, 2, b"\0" * CHUNK, 3, len(THREE)).ok()) == [1, 2, 3], "and its bytes are ignored"
    api.merge(path, hash, 3).ok()
    assert sha256((disk / "c.bin").read_bytes()) == hash


def test_first_chunks_at_once_are_of_one_session(owner, folder, disk):
    """Whoever comes while the session is being made joins it; its chunks are not counted apart."""
    clients = [owner.at() for _ in range(4)]
    for number in range(25):
        content = bytes([number]) * (CHUNK + 7)
        hash, pieces, path = sha256(content), split(content), f"{folder}/at-once-{number}.bin"

        def send(index, client):
            client.chunk(path, hash, index % 2 + 1, pieces[index % 2], 2, len(content)).ok()

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(send, range(4), clients))
        assert owner.known_chunks(hash, path) == [1, 2], number
        owner.merge(path, hash, 2).ok()
    for client in clients:
        client.close()
    assert len(os.listdir(disk)) == 25


def test_merging_twice_gives_the_same_answer(api, folder, disk):
    first = api.upload_in_chunks(f"{folder}/d.bin", THREE)
    again = api.merge(f"{folder}/d.bin", sha256(THREE), 3).ok()["resource"]
    assert again == first and os.listdir(disk) == ["d.bin"]


def test_merging_twice_at_once(api, folder, disk):
    hash, pieces = sha256(THREE), split(THREE)
    path = f"{folder}/e.bin"
    for number in (1, 2, 3):
        api.chunk(path, hash, number, pieces[number - 1], 3, len(THREE)).ok()
    with ThreadPoolExecutor(2) as pool:
        a, b = pool.map(lambda client: client.merge(path, hash, 3).ok()["resource"], [api.at(), api.at()])
    assert a == b and os.listdir(disk) == ["e.bin"]


def test_chunks_query(api, member, folder):
    hash, pieces = sha256(THREE), split(THREE)
    path, other = f"{folder}/f.bin", f"{folder}/other.bin"
    assert api.known_chunks(hash) == []
    api.chunk(path, hash, 2, pieces[1], 3, len(THREE)).ok()
    assert api.known_chunks(hash) == [2] and api.known_chunks(hash, path) == [2]
    assert api.known_chunks(hash + "-x") == [], "the suffix is part of the key"
    assert member.known_chunks(hash) == [], "of this user only"
    data = api.chunk(other, hash, 3, pieces[2], 3, len(THREE)).ok()
    assert 3 in chunk_ids(data)
    assert api.known_chunks(hash) == [], "two live sessions: no single answer"
    assert 2 in api.known_chunks(hash, path)
    assert 3 in api.known_chunks(hash, other)
    for at in (path, other):
        api.request("DELETE", f"/cache{at}{hash}").ok()
    assert api.known_chunks(hash) == []


def test_a_second_destination_takes_over_known_chunks(api, folder, disk):
    """A client that asked by hash alone skips what it was told, whatever the destination."""
    hash, pieces = sha256(THREE), split(THREE)
    api.chunk(f"{folder}/one.bin", hash, 1, pieces[0], 3, len(THREE)).ok()
    api.chunk(f"{folder}/one.bin", hash, 2, pieces[1], 3, len(THREE)).ok()
    assert chunk_ids(api.chunk(f"{folder}/two.bin", hash, 3, pieces[2], 3, len(THREE)).ok()) == [1, 2, 3]
    api.merge(f"{folder}/two.bin", hash, 3).ok()
    assert sha256((disk / "two.bin").read_bytes()) == hash
    assert api.known_chunks(hash, f"{folder}/one.bin") == [1, 2]
    api.request("DELETE", f"/cache{folder}/one.bin{hash}").ok()


def test_finished_sessions_are_not_listed(api, folder):
    api.upload_in_chunks(f"{folder}/g.bin", THREE)
    assert api.known_chunks(sha256(THREE)) == [] and api.known_chunks(sha256(THREE), f"{folder}/g.bin") == []


def test_same_user_same_file_two_places(api, folder, disk):
    """The original's table was keyed by hash alone: the second upload wrote nowhere."""
    hash = sha256(THREE)
    for name, key in (("p.bin", hash + "-1"), ("q.bin", hash + "-2")):
        for number, piece in enumerate(split(THREE), 1):
            api.chunk(f"{folder}/{name}", key, number, piece, 3, len(THREE)).ok()
    for name, key in (("p.bin", hash + "-1"), ("q.bin", hash + "-2")):
        api.merge(f"{folder}/{name}", key, 3).ok()
        assert sha256((disk / name).read_bytes()) == hash


def test_two_users_upload_the_same_file(server, owner, member, folder, disk):
    hash, path = sha256(THREE), f"{member.home()}/same.bin"
    for number, piece in enumerate(split(THREE), 1):
        owner.chunk(f"{folder}/same.bin", hash, number, piece, 3, len(THREE)).ok()
        member.chunk(path, hash, number, piece, 3, len(THREE)).ok()
    owner.merge(f"{folder}/same.bin", hash, 3).ok()
    member.merge(path, hash, 3).ok()
    assert sha256(server.on_disk(member, path).read_bytes()) == sha256((disk / "same.bin").read_bytes()) == hash
    member.delete(path).ok()


def test_cache_delete(api, member, folder, server):
    hash = sha256(THREE)
    path = f"{folder}/h.bin"
    api.chunk(path, hash, 1, split(THREE)[0], 3, len(THREE)).ok()
    assert server.leftovers()
    member.request("DELETE", f"/cache{path}{hash}").refused(code.NO_AUTHORISATION_ON_PATH)
    assert api.known_chunks(hash) == [1]
    api.request("DELETE", f"/cache{path}{hash}").ok()
    assert api.known_chunks(hash) == []
    wait_until(lambda: not server.leftovers(), what="the space to be given back")
    api.merge(path, hash, 3).refused(code.CHUNK_WRONG)


@pytest.mark.parametrize("tail", ["", "/", "//"])
def test_cache_delete_of_nothing_removes_nothing(api, owner, server, folder, tail):
    owner.upload(f"{folder}/keep", b"1").ok()
    api.request("DELETE", "/cache" + tail).refused(code.BAD_REQUEST)
    for path in (api.home(), folder, f"{folder}/keep"):
        assert api.request("DELETE", f"/cache{path}{tail}").code != 0
    assert owner.content(f"{folder}/keep") == b"1"


@pytest.mark.parametrize("fields, codes", [
    ({"hash": ""}, [code.CHUNKS_OR_HASH_EMPTY]), ({"hash": None}, [code.CHUNKS_OR_HASH_EMPTY]),
    ({"total_chunks": None}, [code.CHUNKS_OR_HASH_EMPTY]), ({"total_chunks": ""}, [code.CHUNKS_OR_HASH_EMPTY]),
    ({"chunk_number": None}, [code.BAD_REQUEST]), ({"chunk_size": None}, [code.BAD_REQUEST]),
    ({"chunk_number": "0"}, [code.BAD_REQUEST, code.CHUNK_WRONG]), ({"chunk_number": "-1"}, [code.BAD_REQUEST, code.CHUNK_WRONG]),
    ({"chunk_number": "2"}, [code.BAD_REQUEST, code.CHUNK_WRONG]), ({"chunk_number": "99999999999999999999"}, [code.BAD_REQUEST, code.CHUNK_WRONG]),
    ({"chunk_number": "1x"}, [code.BAD_REQUEST]), ({"chunk_size": "3"}, [code.CHUNK_WRONG]), ({"chunk_size": "5"}, [code.CHUNK_WRONG]),
    ({"total_chunks": "9"}, [code.CHUNK_WRONG]), ({"action": "explode"}, [code.ILLEGAL_PARAMETER]),
])
def test_wrong_fields_of_a_chunk(api, folder, disk, fields, codes):
    form = {"action": "chunk", "hash": sha256(b"1234"), "total_size": 4, "chunk_number": 1, "chunk_size": 4, "total_chunks": 1} | fields
    for file_first in (False, True):
        api.form(f"{folder}/w", [pair for pair in form.items() if pair[1] is not None], ("uploadfile", "w", b"1234"), file_first).refused(*codes)
    assert os.listdir(disk) == []
    if form["hash"]:
        api.request("DELETE", f"/cache{folder}/w{form['hash']}")


@pytest.mark.parametrize("hash", ODD_HASHES)
@pytest.mark.parametrize("action", ["upload", "chunk", "merge"])
def test_hashes_that_are_none(owner, folder, disk, server, hash, action):
    if action == "merge":
        reply = owner.merge(f"{folder}/w", hash, 1)
    elif action == "chunk":
        reply = owner.chunk(f"{folder}/w", hash, 1, b"1234", 1, 4)
    else:
        reply = owner.upload(f"{folder}/w", b"1234", hash=hash)
    reply.refused(code.ILLEGAL_PARAMETER, code.BAD_REQUEST, code.CHUNKS_OR_HASH_EMPTY)
    assert os.listdir(disk) == [] and not server.leftovers()


def test_the_file_part_is_needed(api, folder, disk):
    form = {"action": "upload", "hash": sha256(b"1234"), "total_size": 4, "chunk_number": 1, "chunk_size": 4, "total_chunks": 1}
    api.form(f"{folder}/w", form.items()).refused(code.NO_FILE_CHOSEN)
    api.form(f"{folder}/w", form.items(), ("uploadfile", "w", b"")).refused(code.NO_FILE_CHOSEN)
    assert os.listdir(disk) == []


def test_missing_chunks_and_wrong_counts_at_merge(api, folder, disk):
    hash, pieces = sha256(THREE), split(THREE)
    path = f"{folder}/m.bin"
    api.merge(path, hash, 3).refused(code.CHUNK_WRONG)
    api.chunk(path, hash, 1, pieces[0], 3, len(THREE)).ok()
    api.merge(path, hash, 3).refused(code.CHUNK_WRONG)
    api.merge(path, hash, 1).refused(code.CHUNK_WRONG)
    assert api.known_chunks(hash, path) == [1], "a failed merge for want of chunks keeps them"
    for number in (2, 3):
        api.chunk(path, hash, number, pieces[number - 1], 3, len(THREE)).ok()
    api.merge(path, hash, 4).refused(code.CHUNK_WRONG)
    assert os.listdir(disk) == []
    api.merge(path, hash, 3).ok()


def test_a_chunk_of_wrong_length_is_not_recorded(api, folder):
    hash = sha256(THREE)
    path = f"{folder}/l.bin"
    api.chunk(path, hash, 1, b"short", 3, len(THREE)).refused(code.CHUNK_WRONG)
    api.chunk(path, hash, 3, b"x" * 12346, 3, len(THREE)).refused(code.CHUNK_WRONG)
    assert api.known_chunks(hash, path) == []
    api.request("DELETE", f"/cache{path}{hash}")


def test_total_size_may_be_missing(api, folder, disk):
    hash, pieces = sha256(THREE), split(THREE)
    for number in (2, 3, 1):
        api.chunk(f"{folder}/t.bin", hash, number, pieces[number - 1], 3, None).ok()
    api.merge(f"{folder}/t.bin", hash, 3).ok()
    assert sha256((disk / "t.bin").read_bytes()) == hash


@pytest.mark.parametrize("base", BASES)
def test_missing_parents_are_made(owner, folder, disk, base):
    owner.at(base=base).upload(f"{folder}/x/y/z.txt", b"deep").ok()
    owner.at(base=base).upload_in_chunks(f"{folder}/u/v/w.bin", THREE)
    assert (disk / "x/y/z.txt").read_bytes() == b"deep" and (disk / "u/v/w.bin").stat().st_size == len(THREE)
    owner.at(base=base).upload(f"{folder}/x/y/z.txt/no.txt", b"under a file").refused(
        code.NOT_A_DIRECTORY, code.FORBIDDEN_NAME, code.NO_SUCH_FILE, code.NAME_IN_USE)


def test_new_door(owner, folder, disk):
    data = owner.begin(f"{folder}/n.bin", len(THREE)).ok()
    assert data["chunk_size"] == CHUNK and data["chunks"] == []
    upload, pieces = data["upload_id"], split(THREE)
    for number in (2, 3, 1):
        owner.put_chunk(upload, number, pieces[number - 1]).ok()
    assert chunk_ids(owner.upload_state(upload).ok()) == [1, 2, 3] and os.listdir(disk) == []
    resource = owner.complete(upload, sha256(THREE), len(THREE)).ok()["resource"]
    assert (resource["name"], resource["size"], resource["path"]) == ("n.bin", len(THREE), f"{folder}/n.bin")
    assert owner.complete(upload, sha256(THREE), len(THREE)).ok()["resource"] == resource, "the same answer again"
    assert (disk / "n.bin").read_bytes() == THREE


def test_new_door_without_a_size(owner, folder, disk):
    upload = owner.begin(f"{folder}/n.bin").ok()["upload_id"]
    for number, piece in enumerate(split(THREE), 1):
        owner.put_chunk(upload, number, piece).ok()
    owner.complete(upload, sha256(THREE), len(THREE)).ok()
    assert (disk / "n.bin").read_bytes() == THREE


def test_new_door_refusals(owner, member, folder, disk, server):
    owner.begin("", 4).refused(code.BAD_REQUEST, code.ILLEGAL_PATH)
    owner.begin("/", 4).refused(code.ILLEGAL_PATH)
    owner.begin(f"{folder}/../x", 4).refused(code.ILLEGAL_PATH)
    owner.begin(f"{folder}/x", -1).refused(code.BAD_REQUEST, code.ILLEGAL_PARAMETER)
    owner.begin(f"{folder}/x", "many").refused(code.BAD_REQUEST, code.ILLEGAL_PARAMETER)
    owner.begin(f"{folder}/x", 4, on_conflict="explode").refused(code.ILLEGAL_PARAMETER)
    owner.begin(f"{folder}/x", 1 << 62).refused(code.NO_SPACE, code.FILE_TOO_LARGE)
    upload = owner.begin(f"{folder}/x", 4).ok()["upload_id"]
    for number in ("0", "-1", "2", "x", "99999999999999999999"):
        reply = owner.put_chunk(upload, number, b"1234")
        assert reply.code in (code.BAD_REQUEST, code.CHUNK_WRONG, code.NOT_FOUND), reply
    owner.put_chunk(upload, 1, b"12345").refused(code.CHUNK_WRONG)
    owner.put_chunk(upload, 1, b"123").refused(code.CHUNK_WRONG)
    owner.complete(upload, sha256(b"1234"), 4).refused(code.CHUNK_WRONG)
    for reply in (member.put_chunk(upload, 1, b"1234"), member.upload_state(upload), member.complete(upload, sha256(b"1234"), 4), member.abort(upload)):
        assert reply.code != 0 and reply.status in (403, 404), f"of another user: {reply}"
    owner.put_chunk(upload, 1, b"1234").ok()
    owner.complete(upload, sha256(b"1234"), 5).refused(code.CHUNK_WRONG, code.HASH_MISMATCH)
    assert os.listdir(disk) == []
    owner.abort(upload).ok()
    for reply in (owner.upload_state(upload), owner.put_chunk(upload, 1, b"1234"), owner.complete(upload, sha256(b"1234"), 4)):
        assert reply.code != 0 and reply.status == 404, reply
    wait_until(lambda: not server.leftovers(), what="the space to be given back")


@pytest.mark.parametrize("wrong", ["0", "x", "-1", "../1", "%2e%2e", "99999999999999999999", "1%00"])
def test_upload_ids_that_are_none(owner, wrong):
    reply = owner.upload_state(wrong)
    assert reply.code != 0 and reply.status in (400, 404), reply


@pytest.mark.parametrize("policy, names", [("rename", ["f.txt", "f(1).txt"]), ("replace", ["f.txt"]), ("skip", ["f.txt"]), ("fail", ["f.txt"])])
def test_on_conflict(owner, folder, disk, policy, names):
    def fresh():
        for name in os.listdir(disk):
            (disk / name).unlink()
        (disk / "f.txt").write_bytes(b"old")

    def judge(reply):
        if policy == "fail":
            reply.refused(code.NAME_IN_USE)
        else:
            assert reply.ok()["resource"]["name"] == ("f(1).txt" if policy == "rename" else "f.txt")
        assert sorted(os.listdir(disk)) == sorted(names)
        assert (disk / "f.txt").read_bytes() == (b"new" if policy == "replace" else b"old")
        if policy == "rename":
            assert (disk / "f(1).txt").read_bytes() == b"new"

    for base in BASES:
        api = owner.at(base=base)
        fresh()
        judge(api.upload(f"{folder}/f.txt", b"new", query=f"?on_conflict={policy}"))
        fresh()
        judge(api.upload(f"{folder}/f.txt", b"new", on_conflict=policy))
        fresh()
        hash = sha256(b"new")
        reply = api.chunk(f"{folder}/f.txt", hash, 1, b"new", 1, 3)
        if reply.code == 0:
            reply = api.merge(f"{folder}/f.txt", hash, 1, f"?on_conflict={policy}")
        judge(reply)
        api.request("DELETE", f"/cache{folder}/f.txt{hash}")
    fresh()
    reply = owner.begin(f"{folder}/f.txt", 3, on_conflict=policy)
    if reply.code == 0 and "upload_id" in reply.data:
        upload = reply.data["upload_id"]
        sent = owner.put_chunk(upload, 1, b"new")
        reply = owner.complete(upload, hash, 3) if sent.code == 0 else sent
        judge(reply)
        owner.abort(upload)
    else:
        judge(reply)


@pytest.mark.parametrize("answer, names", [("rename", ["f(1).txt", "f.txt"]), ("replace", ["f.txt"]), ("skip", ["f.txt"])])
def test_a_name_taken_meanwhile_is_answered_at_the_end(owner, folder, disk, answer, names):
    upload = owner.begin(f"{folder}/f.txt", 3, on_conflict="fail").ok()["upload_id"]
    owner.put_chunk(upload, 1, b"new").ok()
    (disk / "f.txt").write_bytes(b"old")
    hash = sha256(b"new")
    owner.complete(upload, hash, 3).refused(code.NAME_IN_USE)
    owner.complete(upload, hash, 3, on_conflict="explode").refused(code.ILLEGAL_PARAMETER)
    assert owner.upload_state(upload).ok()["chunks"], "the chunks are kept for the answer"
    owner.complete(upload, hash, 3, on_conflict=answer).ok()
    assert sorted(os.listdir(disk)) == names
    assert (disk / "f.txt").read_bytes() == (b"new" if answer == "replace" else b"old")
    owner.abort(upload)


def test_the_same_bytes_again_are_no_second_file(api, folder, disk):
    first = api.upload(f"{folder}/same.txt", b"same").ok()["resource"]
    assert api.upload(f"{folder}/same.txt", b"same").ok()["resource"]["name"] == first["name"] == "same.txt"
    assert os.listdir(disk) == ["same.txt"]
    (disk / "same.txt").write_bytes(b"emas")
    assert api.upload(f"{folder}/same.txt", b"same").ok()["resource"]["name"] == "same(1).txt", "the recorded hash was of other bytes"


def test_mtime_is_kept(api, folder, disk):
    for number, (fields, headers) in enumerate([({"mod_time": 1565237893}, None), ({}, {"X-OC-Mtime": "1565237893"})]):
        resource = api.upload(f"{folder}/t{number}", b"%d" % number, headers=headers, **fields).ok()["resource"]
        assert resource["mod_time"] == 1565237893 and (disk / f"t{number}").stat().st_mtime == 1565237893
    api.upload_in_chunks(f"{folder}/merged", b"merged", mod_time=1000000000)
    assert (disk / "merged").stat().st_mtime == 1000000000
    api.send(f"{folder}/new", b"new door", mod_time=-86400)
    assert (disk / "new").stat().st_mtime == -86400
    api.send(f"{folder}/far", b"far", mod_time=2**32 + 5)
    assert (disk / "far").stat().st_mtime == 2**32 + 5
    api.mkdir(f"{folder}/sub").ok()
    api.transfer("copy", [f"{folder}/merged"], f"{folder}/sub").ok()
    assert (disk / "sub/merged").stat().st_mtime == 1000000000
    api.rename(f"{folder}/merged", "renamed").ok()
    assert (disk / "renamed").stat().st_mtime == 1000000000


def test_backups(api, folder):
    before = api.get("/backups").ok()
    assert before["private_file_id"] == int(api.home().rsplit("/", 1)[1]) and isinstance(before["identifications"], list)
    api.upload(f"{folder}/photo.jpg", b"pixels " + api.base.encode(), identification=f"cam-1{api.base}").ok()
    api.upload_in_chunks(f"{folder}/clip.mp4", b"frames " + api.base.encode(), identification=f"cam-2{api.base}")
    after = api.get("/backups").ok()["identifications"]
    assert {f"cam-1{api.base}", f"cam-2{api.base}"} <= set(after)


def test_backups_before_the_personal_folder_exists(server, owner):
    owner.json("POST", "/users", {"account_name": "early", "nickname": "E", "password": "early 12 secret"}, base=V1).ok()
    early = Hearth.sign_in(server.address, "early", "early 12 secret", base="/wangpan/api")
    data = early.get("/backups").ok()
    assert data["identifications"] in ([], None) and isinstance(data["private_file_id"], int)


def test_a_form_of_another_type_is_refused(api, folder):
    reply = api.request("POST", f"/resources{folder}/x", b"{}", {"Content-Type": "application/json"})
    assert reply.code in (code.MEDIA_TYPE, code.BAD_REQUEST), reply


@pytest.mark.parametrize("body", [b"", b"--x", b"--x\r\n", b"--x\r\nContent-Disposition: form-data; name=\"action\"\r\n\r\nupload", b"\0" * 100,
                                  b"--x\r\nContent-Disposition: form-data; name=\"" + b"n" * 70000 + b"\"\r\n\r\n\r\n--x--\r\n"])
def test_broken_multipart(api, folder, disk, body):
    reply = api.request("POST", f"/resources{folder}/x", body, {"Content-Type": "multipart/form-data; boundary=x"})
    if body:
        assert reply.code in (code.BAD_REQUEST, code.TOO_LARGE), reply
        assert os.listdir(disk) == []


def test_at_most_64_open_sessions(make_server):
    """The 65th is refused, and one that ends makes room."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    home = me.home()
    uploads = []
    for number in range(64):
        upload = me.begin(f"{home}/f{number}", 100).ok()["upload_id"]
        me.put_chunk(upload, 1, b"x" * 100).ok()
        uploads.append(upload)
    reply = me.begin(f"{home}/one-more", 100)
    if reply.code == 0:
        reply = me.put_chunk(reply.data["upload_id"], 1, b"x" * 100)
    assert reply.code != 0 and reply.status in (403, 409, 429, 503, 507), reply
    me.abort(uploads.pop()).ok()
    upload = me.begin(f"{home}/one-more-2", 100).ok()["upload_id"]
    me.put_chunk(upload, 1, b"x" * 100).ok()
    for each in [*uploads, upload]:
        me.abort(each).ok()
    wait_until(lambda: not server.leftovers(), what="an empty .hearth")
