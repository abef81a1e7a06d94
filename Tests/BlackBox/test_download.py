"""Downloads: ranges, conditions, HEAD, headers, errors."""

import base64
import email.utils
import hashlib
import http.client
import os
import random
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
import wire_codes as code
from hearth_client import BASES, NEW, OLD, V1, strong_etag

SEQUENCE = "".join(f"{n}\n" for n in range(1, 1001)).encode()
SIZE = len(SEQUENCE)


@pytest.fixture
def file(owner, folder):
    owner.upload(f"{folder}/s.txt", SEQUENCE, mod_time=1_500_000_000).ok()
    return f"{folder}/s.txt"


@pytest.mark.parametrize("range, first, last", [
    ("bytes=0-0", 0, 0), ("bytes=0-9", 0, 9), ("bytes=-10", SIZE - 10, SIZE - 1), ("bytes=-1", SIZE - 1, SIZE - 1), ("bytes=-99999", 0, SIZE - 1),
    ("bytes=0-99999", 0, SIZE - 1), ("bytes=100-", 100, SIZE - 1), (f"bytes={SIZE - 1}-", SIZE - 1, SIZE - 1), ("bytes= 5-6", 5, 6),
    ("BYTES=5-6", 5, 6), ("bytes=0-99999999999999999999", 0, SIZE - 1), ("bytes=5-6,", 5, 6), (f"bytes=5-6,{SIZE}-", 5, 6),
])
def test_one_range(api, file, range, first, last):
    reply = api.download(file, {"Range": range})
    if reply.status == 200 and range in ("bytes= 5-6", "BYTES=5-6", "bytes=5-6,", "bytes=0-99999999999999999999"):
        assert reply.body == SEQUENCE, "odd spellings may be ignored, never misread"
        return
    assert reply.status == 206 and reply.body == SEQUENCE[first:last + 1]
    assert reply.header("content-range") == f"bytes {first}-{last}/{SIZE}"
    assert reply.header("content-length") == str(last - first + 1)


@pytest.mark.parametrize("range", ["bytes=5-1", "bytes=abc-", "bytes=", "bytes=-", "bytes", "bytes=1-2-3", "items=0-1", "bytes=0x1-2", "bytes=--1",
                                   "bytes=1.5-2", "bytes=-5-", "bytes=NaN-1", "bytes=+1-2"])
def test_malformed_ranges_are_ignored(api, file, range):
    reply = api.download(file, {"Range": range})
    assert reply.status == 200 and reply.body == SEQUENCE and reply.header("content-range") is None


@pytest.mark.parametrize("range", [f"bytes={SIZE}-", "bytes=999999-", "bytes=99999999999999999999-", "bytes=-0"])
def test_unsatisfiable(api, file, range):
    reply = api.download(file, {"Range": range})
    assert reply.status == 416 and reply.header("content-range") == f"bytes */{SIZE}"
    assert SEQUENCE not in reply.body


def test_several_ranges(api, file):
    reply = api.download(file, {"Range": "bytes=0-0,5-6,-2"})
    assert reply.status == 206
    boundary = re.fullmatch(r'multipart/byteranges; ?boundary="?([^"]+)"?', reply.header("content-type"))[1].encode()
    assert len(reply.body) == int(reply.header("content-length"))
    parts = reply.body.split(b"--" + boundary)
    assert parts[-1].strip() == b"--" and len(parts) == 5
    for part, (first, last) in zip(parts[1:-1], [(0, 0), (5, 6), (SIZE - 2, SIZE - 1)]):
        head, body = part.removeprefix(b"\r\n").split(b"\r\n\r\n", 1)
        assert f"content-range: bytes {first}-{last}/{SIZE}".encode() in head.lower()
        assert body == SEQUENCE[first:last + 1] + b"\r\n"


def test_too_many_and_overlapping_ranges_cost_nothing(api, file):
    for ranges in ("bytes=" + ",".join(["0-"] * 500), "bytes=" + ",".join(f"{n}-{n}" for n in range(0, 1200, 2))):
        reply = api.download(file, {"Range": ranges})
        assert reply.status in (200, 206, 416) and len(reply.body) <= 100 * SIZE


def test_head_has_the_headers_of_get(api, file):
    get, head = api.download(file), api.download(file, method="HEAD")
    assert head.status == get.status == 200 and head.body == b""
    names = ("content-length", "content-type", "etag", "last-modified", "accept-ranges", "content-disposition", "repr-digest",
             "x-content-type-options", "content-security-policy", "cache-control")
    assert {name: head.header(name) for name in names} == {name: get.header(name) for name in names}
    assert head.header("content-length") == str(SIZE)
    head = api.download(file, {"Range": "bytes=0-4"}, method="HEAD")
    assert head.status in (200, 206) and head.body == b""


def test_headers(api, file):
    reply = api.download(file)
    assert reply.header("accept-ranges") == "bytes" and reply.header("content-type").startswith("text/plain")
    assert reply.header("last-modified") == email.utils.formatdate(1_500_000_000, usegmt=True)
    assert reply.header("x-content-type-options") == "nosniff"
    policy = reply.header("content-security-policy")
    assert "sandbox" in policy and "default-src 'none'" in policy and "allow-scripts" not in policy and "allow-same-origin" not in policy
    assert "filename*=UTF-8''s.txt" in reply.header("content-disposition")
    assert reply.header("cache-control") == "private, no-cache"
    assert reply.header("cross-origin-resource-policy") == "same-origin"
    digest = base64.b64encode(hashlib.sha256(SEQUENCE).digest()).decode()
    assert f"sha-256=:{digest}:" in reply.header("repr-digest")


def test_digest_is_not_a_lie(owner, file, server):
    """Changed behind our back: no digest rather than the old one."""
    server.on_disk(owner, file).write_bytes(b"changed" + SEQUENCE)
    reply = owner.download(file)
    known = reply.header("repr-digest")
    assert known is None or base64.b64encode(hashlib.sha256(reply.body).digest()).decode() in known


@pytest.mark.parametrize("name, content", [("evil.html", b"<script>alert(1)</script>"), ("evil.svg", b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
                                           ("evil.xhtml", b"<html/>"), ("evil.js", b"alert(1)"), ("evil", b"<html><script>1</script>"), ("evil.xml", b"<x/>")])
def test_an_uploaded_page_cannot_act_as_the_app(api, folder, name, content):
    api.upload(f"{folder}/{name}", content).ok()
    reply = api.download(f"{folder}/{name}")
    assert reply.body == content and reply.header("x-content-type-options") == "nosniff"
    assert "sandbox" in reply.header("content-security-policy") and "allow-scripts" not in reply.header("content-security-policy")
    assert "html" not in reply.header("content-type") or reply.header("content-disposition").startswith("attachment")


def test_etag_conditions(api, owner, file):
    tag = strong_etag(owner, file)
    assert api.download(file).header("etag") == tag, "one validator on every base"
    fresh = api.download(file, {"If-None-Match": tag})
    assert fresh.status == 304 and fresh.body == b"" and fresh.header("etag") == tag
    assert api.download(file, {"If-None-Match": f'"x", W/{tag}'}).status == 304
    assert api.download(file, {"If-None-Match": "*"}).status == 304
    assert api.download(file, {"If-None-Match": '"other"'}).body == SEQUENCE
    assert api.download(file, {"If-Match": tag}).body == SEQUENCE
    assert api.download(file, {"If-Match": "*"}).body == SEQUENCE
    assert api.download(file, {"If-Match": f'"a", {tag}'}).body == SEQUENCE
    for value in ('"other"', "W/" + tag):
        reply = api.download(file, {"If-Match": value})
        assert reply.status == 412 and SEQUENCE not in reply.body


def test_date_conditions(api, file):
    at, before, after = (email.utils.formatdate(1_500_000_000 + shift, usegmt=True) for shift in (0, -10, 10))
    assert api.download(file, {"If-Modified-Since": at}).status == 304
    assert api.download(file, {"If-Modified-Since": after}).status == 304
    assert api.download(file, {"If-Modified-Since": before}).status == 200
    assert api.download(file, {"If-Modified-Since": "yesterday"}).status == 200
    assert api.download(file, {"If-Unmodified-Since": before}).status == 412
    assert api.download(file, {"If-Unmodified-Since": at}).status == 200
    assert api.download(file, {"If-None-Match": '"x"', "If-Modified-Since": after}).status == 200, "If-None-Match wins"
    assert api.download(file, {"If-Match": "*", "If-Unmodified-Since": before}).status == 200, "If-Match wins"


def test_if_range(api, owner, file):
    tag = strong_etag(owner, file)  # from now on the date is a strong validator as well
    assert api.download(file, {"Range": "bytes=0-4", "If-Range": tag}).status == 206
    for other in ('"other"', "W/" + tag):
        reply = api.download(file, {"Range": "bytes=0-4", "If-Range": other})
        assert reply.status == 200 and reply.body == SEQUENCE
    at, later = email.utils.formatdate(1_500_000_000, usegmt=True), email.utils.formatdate(1_500_000_100, usegmt=True)
    assert api.download(file, {"Range": "bytes=0-4", "If-Range": at}).status == 206
    assert api.download(file, {"Range": "bytes=0-4", "If-Range": later}).status == 200, "a date must match exactly"


def test_etag_changes_with_the_file_and_only_then(owner, file, server):
    tag = strong_etag(owner, file)
    assert strong_etag(owner, file) == tag
    path = server.on_disk(owner, file)
    with open(path, "r+b") as out:
        out.write(b"X")
    os.utime(path, (1_500_000_000, 1_500_000_000))
    assert owner.download(file).header("etag").removeprefix("W/") != tag, "same size, same mtime, other bytes"


def test_etag_is_weak_just_after_a_change(owner, folder):
    owner.upload(f"{folder}/now", b"1").ok()
    assert owner.download(f"{folder}/now").header("etag").startswith("W/")


@pytest.mark.parametrize("base", BASES)
def test_errors(owner, folder, base):
    api = owner.at(base=base)
    for path, codes in ((f"{folder}/none", [code.NO_SUCH_FILE]), (folder, None), ("/s/2000000000/x", [code.NO_AUTHORISATION_ON_PATH]),
                        ("/x", [code.ILLEGAL_PATH, code.NO_AUTHORISATION_ON_PATH])):
        reply = api.download(path)
        assert reply.code != 0 and (codes is None or reply.code in codes), reply
        if base == V1:
            assert reply.status >= 400
        else:
            assert reply.status == 200 and reply.header("hearth-status") == str(reply.code), "old clients see 200, new ones the header"
    reply = api.at(token="wrong").download(f"{folder}/none").refused(code.UNAUTHORISED)
    assert reply.status == (401 if base == V1 else 200)


def test_success_has_no_hearth_status(owner, file):
    for base in (NEW, OLD):
        assert owner.at(base=base).download(file).header("hearth-status") is None


def test_a_json_file_is_told_from_an_error(owner, folder):
    text = b'{"status":10000,"reason":"not an error"}'
    owner.upload(f"{folder}/x.json", text).ok()
    reply = owner.at(base=NEW).download(f"{folder}/x.json")
    assert reply.body == text and reply.header("hearth-status") is None and reply.header("content-disposition")


def test_a_file_cut_short_while_it_is_sent_breaks_the_connection(owner, folder, disk):
    """Never fewer bytes than announced with a success, never other bytes to fill them up."""
    path = disk / "big"
    with open(path, "wb") as file:
        file.truncate(256 << 20)
    client = owner.at()
    response = client.open("GET", f"/download{folder}/big")
    assert response.status == 200
    first = response.read(1 << 16)
    os.truncate(path, 1 << 20)
    with pytest.raises((http.client.IncompleteRead, ConnectionError)):
        rest = response.read()
        raise AssertionError(f"{len(first) + len(rest)} bytes came")
    client.close()


def test_a_replaced_file_is_sent_as_it_was(owner, folder, disk):
    """One version from the first byte to the last."""
    owner.send(f"{folder}/big", b"A" * (20 << 20))
    client = owner.at()
    response = client.open("GET", f"/download{folder}/big")
    first = response.read(1 << 16)
    owner.send(f"{folder}/big", b"B" * (20 << 20), on_conflict="replace")
    assert set(first + response.read()) == {ord("A")}
    assert owner.content(f"{folder}/big")[:1] == b"B"
    client.close()


def test_parallel_ranges_make_the_file(owner, folder):
    content = random.Random(5).randbytes(5_000_003)
    owner.upload(f"{folder}/r", content).ok()

    def piece(at):
        client = owner.at()
        reply = client.download(f"{folder}/r", {"Range": f"bytes={at}-{at + 499_999}"})
        client.close()
        assert reply.status == 206
        return reply.body

    with ThreadPoolExecutor(4) as pool:
        assert b"".join(pool.map(piece, range(0, len(content), 500_000))) == content
