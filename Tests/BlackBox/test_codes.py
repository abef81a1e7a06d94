"""Each code that can be raised now: its status on /api/v1, 200 on the old bases, a text in Chinese and in English that helps."""

import pytest
import wire_codes as code
from hearth_client import BASES, V1
from tools import CHUNK, sha256


def is_chinese(text):
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


#: Code → a request that raises it, given a client and a folder that holds `f` (a file), `d` (a folder) and `d/f`.
RAISED = {
    2: lambda c, p: c.transfer("copy", [], p),
    10000: lambda c, p: c.list(f"{p}/none"),
    10001: lambda c, p: c.transfer("copy", [f"{p}/f"], f"{p}/d"),
    10002: lambda c, p: c.transfer("copy", [f"{p}/f"], p),
    10004: lambda c, p: c.list(p, type=7),
    10005: lambda c, p: c.delete("/"),
    10007: lambda c, p: c.transfer("copy", [f"{p}/d"], f"{p}/f"),
    10010: lambda c, p: c.form(f"{p}/x", [("action", "upload"), ("hash", "a" * 64), ("total_chunks", 1), ("total_size", 1), ("chunk_size", 1), ("chunk_number", 1)]),
    10012: lambda c, p: c.mkdir(f"{p}/d"),
    10013: lambda c, p: c.upload(f"{p}/x", b"x", hash="a" * 64),
    10014: lambda c, p: c.merge(f"{p}/x", "b" * 64, 3),
    10016: lambda c, p: c.at(token="wrong").list(p),
    10018: lambda c, p: c.list("/s/2000000000"),
    10023: lambda c, p: c.delete(c.home()),
    10025: lambda c, p: c.transfer("copy", [f"{p}/d"], f"{p}/d"),
    10028: lambda c, p: c.chunk(f"{p}/x", "c" * 64, 1, bytes(CHUNK), (1 << 45) // CHUNK, 1 << 45),
    10029: lambda c, p: c.rename(f"{p}/f", "n" * 256),
    10031: lambda c, p: c.merge(f"{p}/x", "", 1),
    20027: lambda c, p: c.mkdir(f"{p}/a\tb"),
}


@pytest.mark.parametrize("number", RAISED)
def test_code(api, folder, disk, number):
    (disk / "f").write_bytes(b"f")
    (disk / "d").mkdir()
    (disk / "d/f").write_bytes(b"f")
    texts = {}
    for language in ("zh-CN", "en"):
        reply = RAISED[number](api.at(language=language), folder).refused(number)
        assert reply.status == (code.STATUS_OF_CODE[number] if api.base == V1 else 200)
        texts[language] = reply.reason
    assert is_chinese(texts["zh-CN"]) and not is_chinese(texts["en"]) and len(texts["en"]) > 5, texts
    assert sorted(path.name for path in disk.iterdir()) == ["d", "f"], "a refusal leaves nothing behind"


@pytest.mark.parametrize("base", BASES)
def test_success_texts_and_empty_data(owner, folder, base):
    api = owner.at(base=base)
    for reply in (api.mkdir(f"{folder}/a"), api.rename(f"{folder}/a", "b"), api.delete(f"{folder}/b"), api.delete()):
        assert reply.ok() is not None, "an empty success carries {}"


def test_argument_stands_in_the_text(api, folder):
    assert "action" in api.transfer("clone", [folder], folder).refused(code.ILLEGAL_PARAMETER).reason
    assert "type" in api.list(folder, type=3).refused(code.ILLEGAL_PARAMETER).reason


@pytest.mark.parametrize("body", [b"{", b"[1,2", b"\xff\xfe", b'{"paths":["\\ud800"]}', b'{"action":"copy","sources":{},"destination":1}', b"0" * 1000,
                                  b"[" * 100_000, b'{"a":' * 50_000, b'', b'{"paths":1e999}', b"null", b'"x"'])
def test_bad_json_is_a_binding_error(api, body):
    for method in ("PATCH", "DELETE"):
        reply = api.request(method, "/resources", body, {"Content-Type": "application/json"})
        assert reply.code in (code.BAD_REQUEST, code.ILLEGAL_PARAMETER, code.ILLEGAL_PATH), reply
        assert reply.status == (400 if api.base == V1 else 200)


def test_hash_constant_of_nothing(owner):
    owner.get("/chunks/" + sha256(b""), base=V1).ok()
