"""A newcomer's afternoon with curl: what a script or a phone would do, and the 3 GiB story in small."""

import json
import os
import subprocess

import pytest
from hearth_client import Hearth, split
from hearth_server import OWNER, OWNER_PASSWORD
from tools import CHUNK, file_sha256, need_tool


@pytest.fixture
def shell(server, tmp_path):
    need_tool("curl")

    class Shell:
        url = f"http://127.0.0.1:{server.address[1]}"
        token = None

        def curl(self, *arguments, expect=0):
            command = ["curl", "-sS", "--max-time", "60", *(["-H", f"scope-token: {self.token}"] if self.token else []), *map(str, arguments)]
            done = subprocess.run(command, capture_output=True, cwd=tmp_path)
            assert done.returncode == expect, (arguments, done.returncode, done.stderr)
            return done.stdout

        def api(self, method, path, *arguments):
            answer = json.loads(self.curl("-X", method, self.url + path, *arguments))
            assert answer["status"] == 0, (path, answer)
            return answer["data"]

    me = Shell()
    me.token = me.api("POST", "/api/v1/sessions", "-H", "Content-Type: application/json", "-d",
                      json.dumps({"account_name": OWNER, "password": OWNER_PASSWORD, "client": "curl"}))["token"]
    return me


def write(path, size):
    path.write_bytes(os.urandom(size))
    return file_sha256(path)


@pytest.mark.parametrize("base", ["/api/v1", "/wangpan/api", "/api/plugin/wangpan"])
def test_old_door(shell, folder, tmp_path, base):
    size = 2 * CHUNK + 4321
    hash = write(tmp_path / "movie.mov", size)
    subprocess.run(["split", "-b", str(CHUNK), "-d", "-a", "1", "movie.mov", "part"], cwd=tmp_path, check=True)
    assert shell.api("POST", f"{base}/resources/{folder}/holiday/", "-F", "uploadfile=;filename=")["resource"]["name"] == "holiday"
    url = f"{base}/resources{folder}/holiday/movie.mov"
    for number in (1, 3, 2):
        part = tmp_path / f"part{number - 1}"
        chunks = shell.api("POST", url, "-F", "action=chunk", "-F", f"hash={hash}", "-F", f"chunk_number={number}", "-F", f"chunk_size={part.stat().st_size}",
                           "-F", "total_chunks=3", "-F", f"total_size={size}", "-F", f"uploadfile=@{part}")["chunks"]
    assert len(chunks) == 3 and len(shell.api("GET", f"{base}/chunks/{hash}")["chunks"]) == 3
    resource = shell.api("POST", url, "-F", "action=merge", "-F", f"hash={hash}", "-F", "total_chunks=3")["resource"]
    shell.curl("-o", "back.mov", f"{shell.url}{base}/download{resource['path']}")
    assert file_sha256(tmp_path / "back.mov") == hash
    listed = shell.api("GET", f"{base}/resources{folder}/holiday?type=0&page=1&page_size=30")
    assert [item["name"] for item in listed["list"]] == ["movie.mov"] and listed["list"][0]["size"] == size


def test_new_door(shell, folder, tmp_path):
    size = CHUNK + 99
    hash = write(tmp_path / "f", size)
    subprocess.run(["split", "-b", str(CHUNK), "-d", "-a", "1", "f", "part"], cwd=tmp_path, check=True)
    upload = shell.api("POST", "/api/v1/uploads", "-H", "Content-Type: application/json", "-d", json.dumps({"path": f"{folder}/new.bin", "size": size}))["upload_id"]
    for number in (2, 1):
        shell.api("PUT", f"/api/v1/uploads/{upload}/chunks/{number}", "--data-binary", f"@part{number - 1}", "-H", "Content-Type: application/octet-stream")
    shell.api("POST", f"/api/v1/uploads/{upload}/complete", "-H", "Content-Type: application/json", "-d", json.dumps({"sha256": hash, "size": size}))
    shell.curl("-o", "back", f"{shell.url}/api/v1/download{folder}/new.bin")
    assert file_sha256(tmp_path / "back") == hash


def test_upload_with_transfer_encoding_chunked(shell, folder, tmp_path):
    hash = write(tmp_path / "f", 100_000)
    upload = shell.api("POST", "/api/v1/uploads", "-H", "Content-Type: application/json", "-d", json.dumps({"path": f"{folder}/te.bin"}))["upload_id"]
    shell.api("PUT", f"/api/v1/uploads/{upload}/chunks/1", "-T", "f", "-H", "Transfer-Encoding: chunked")
    shell.api("POST", f"/api/v1/uploads/{upload}/complete", "-H", "Content-Type: application/json", "-d", json.dumps({"sha256": hash, "size": 100_000}))


def test_resume_of_a_download(shell, owner, folder, tmp_path):
    content = os.urandom(3_000_000)
    owner.upload(f"{folder}/big", content).ok()
    (tmp_path / "big").write_bytes(content[:1_234_567])
    shell.curl("-C", "-", "-o", "big", f"{shell.url}/api/v1/download{folder}/big")
    assert (tmp_path / "big").read_bytes() == content


def test_curl_fails_where_it_should(shell, folder):
    assert shell.curl("-f", f"{shell.url}/api/v1/download{folder}/none", expect=22) == b""
    shell.curl("-f", f"{shell.url}/wangpan/api/download{folder}/none")


def test_range_table_of_the_traps(shell, owner, folder, tmp_path):
    content = "".join(f"{n}\n" for n in range(1, 1001)).encode()
    owner.upload(f"{folder}/s", content).ok()
    expected = {"-10": (206, 10), "-99999": (206, len(content)), "0-99999": (206, len(content)), "5-1": (200, len(content)), "abc-": (200, len(content)),
                "999999-": (416, None)}
    for wanted, (status, size) in expected.items():
        out = shell.curl("-o", "out", "-H", f"Range: bytes={wanted}", "-w", "%{http_code} %{size_download}", f"{shell.url}/api/v1/download{folder}/s").decode().split()
        assert int(out[0]) == status and (size is None or int(out[1]) == size), (wanted, out)
    shell.curl("-o", "tail", "-r", "-10", f"{shell.url}/api/v1/download{folder}/s")
    assert (tmp_path / "tail").read_bytes() == content[-10:]
    head = shell.curl("-I", f"{shell.url}/api/v1/download{folder}/s").decode().lower()
    assert f"content-length: {len(content)}" in head


def test_a_kill_in_the_middle_of_an_upload(make_server, tmp_path):
    """The story of the first page: chunks, kill -9, sign in again, ask what is there, send the rest, the same bytes back."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    hash = write(tmp_path / "movie", 5 * CHUNK + 7)
    content = (tmp_path / "movie").read_bytes()
    path = f"{me.home()}/movie"
    pieces = split(content)
    for number in (1, 2, 4):
        me.chunk(path, hash, number, pieces[number - 1], 6, len(content)).ok()
    server.kill()
    server.start()
    again = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD, base="/wangpan/api")
    known = again.known_chunks(hash)
    assert known == [1, 2, 4] and again.names(again.home()) == []
    for number in set(range(1, 7)) - set(known):
        again.chunk(path, hash, number, pieces[number - 1], 6, len(content)).ok()
    again.merge(path, hash, 6).ok()
    assert again.content(path) == content and not server.leftovers()
