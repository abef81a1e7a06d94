"""The routes of small pictures and of what is known of a file: statuses, codes, tags, rights, paths."""

import io
import json
import os

import pytest
import wire_codes as code
from folder_tools import Household, share
from hearth_client import BASES, NEW, OLD, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from PIL import Image
from tools import quote_path, sha256, wait_until
from vault_tools import PASSWORD, VaultFolder, lock, unlock

TEXT = b"#!/bin/sh\necho hello\n" * 3


def photo(colour, size=(400, 300), format="JPEG"):
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, format)
    return out.getvalue()


def address(path, **query):
    return "/thumbnails?path=" + quote_path(path) + "".join(f"&{name}={value}" for name, value in query.items())


def get(client, path, headers=None, method="GET", **query):
    return client.request(method, address(path, **query), headers=headers or {}, base=V1)


def classic_address(content):
    hash = sha256(content)
    return f"/file/{hash[:2]}/{hash[2:4]}/{hash}.png"


def size_of(reply):
    return Image.open(io.BytesIO(reply.body)).size


def show(client, folder, name, **query):
    """The row of a list."""
    return next(row for row in client.list(folder, page_size=100, **query).items() if row["name"] == name)


@pytest.fixture
def picture(owner, folder):
    """A photograph in a folder of the owner's; its bytes."""
    content = photo((200, 30, len(folder)))
    owner.send(f"{folder}/a.jpg", content)
    return content


# -- by path -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("query, size", [({}, (256, 192)), ({"size": 256}, (256, 192)), ({"size": 1280}, (400, 300))])
def test_sizes(owner, folder, picture, query, size):
    reply = get(owner, f"{folder}/a.jpg", **query)
    assert reply.status == 200 and size_of(reply) == size


@pytest.mark.parametrize("accept, format, kind", [
    (None, None, "image/webp"), ("*/*", None, "image/webp"), ("image/jpeg", None, "image/jpeg"), ("image/webp;q=0,*/*", None, "image/jpeg"),
    ("image/jpeg", "webp", "image/webp"), (None, "jpeg", "image/jpeg"),
])
def test_formats(owner, folder, picture, accept, format, kind):
    reply = get(owner, f"{folder}/a.jpg", {"Accept": accept} if accept else {}, **({"format": format} if format else {}))
    assert reply.status == 200 and reply.header("content-type") == kind
    assert Image.open(io.BytesIO(reply.body)).format == ("WEBP" if kind == "image/webp" else "JPEG")
    assert reply.header("vary") == "Accept"


@pytest.mark.parametrize("query, name", [
    ({"size": 100}, "size"), ({"size": ""}, "size"), ({"size": "256px"}, "size"), ({"format": "png"}, "format"), ({"format": "WEBP"}, "format"),
    ({"animated": "yes"}, "animated"), ({"animated": "true", "size": 1280}, "animated"),
])
def test_parameters_that_cannot_be(owner, folder, picture, query, name):
    reply = get(owner, f"{folder}/a.jpg", **query).refused(code.ILLEGAL_PARAMETER)
    assert reply.status == 400 and name in reply.reason


def test_headers_and_tags(owner, folder, picture):
    reply = get(owner, f"{folder}/a.jpg")
    tag = reply.header("etag")
    assert tag.startswith('"') and not tag.startswith("W/")
    assert reply.header("cache-control") == "private, no-cache" and reply.header("cross-origin-resource-policy") == "same-origin"
    assert reply.header("x-content-type-options") == "nosniff"
    head = get(owner, f"{folder}/a.jpg", method="HEAD")
    assert head.status == 200 and head.body == b"" and int(head.header("content-length")) == len(reply.body)
    for known in (tag, f'"x", {tag}', f"W/{tag}", "*"):
        same = get(owner, f"{folder}/a.jpg", {"If-None-Match": known})
        assert same.status == 304 and same.body == b"" and same.header("etag") == tag
        assert same.header("cache-control") == "private, no-cache"
    assert get(owner, f"{folder}/a.jpg", {"If-None-Match": '"x"'}).status == 200
    assert get(owner, f"{folder}/a.jpg", {"If-Match": '"x"'}).refused(code.PRECONDITION).status == 412
    assert get(owner, f"{folder}/a.jpg", {"If-None-Match": tag}, format="jpeg").status == 200, "another picture, another tag"


def test_there_is_none(owner, folder):
    owner.send(f"{folder}/text.txt", TEXT)
    owner.send(f"{folder}/not.jpg", b"this is no picture at all")
    owner.send(f"{folder}/nothing.png", b"")
    owner.mkdir(f"{folder}/dir").ok()
    for name in ("text.txt", "not.jpg", "nothing.png", "missing.jpg", "dir"):
        for _ in range(2):
            reply = get(owner, f"{folder}/{name}").refused(code.NO_SUCH_FILE)
            assert reply.status == 404 and reply.header("cache-control") == "no-store" and reply.reason
        assert get(owner, f"{folder}/{name}", method="HEAD").status == 404


def test_grammar_of_paths(owner, folder, picture):
    path = f"{folder}/a.jpg"
    for target in (address(path).replace("/a.jpg", "//a.jpg"), address(path) + "/", "/thumbnails?size=256&path=" + quote_path(path).replace("/", "%2F")):
        assert owner.request("GET", target, headers={}).status == 200, target
    for raw, expected in (("", code.BAD_REQUEST), ("/", code.ILLEGAL_PATH), (path[1:], code.ILLEGAL_PATH), (f"{folder}/../a.jpg", code.ILLEGAL_PATH), (f"{folder}/./a.jpg", code.ILLEGAL_PATH),
                          (f"{folder}/%00.jpg", code.ILLEGAL_PATH), ("/s/0/a.jpg", code.ILLEGAL_PATH), ("/s/x/a.jpg", code.ILLEGAL_PATH), ("/etc/passwd", code.ILLEGAL_PATH),
                          (f"{folder}/%252e%252e/a.jpg", code.NO_SUCH_FILE), (f"{folder}/" + "n" * 256, code.NAME_TOO_LONG), ("/s/99999/a.jpg", code.NO_AUTHORISATION_ON_PATH)):
        reply = owner.request("GET", "/thumbnails?path=" + raw, headers={})
        assert reply.code == expected and reply.status in (400, 404), (raw, reply)
    owner.request("GET", "/thumbnails", headers={}).refused(code.BAD_REQUEST)


def test_who_may_see_it(owner, member, visitor, folder, picture):
    path = f"{folder}/a.jpg"
    for client in (visitor, Hearth(owner.address, "wrong")):
        assert get(client, path).refused(code.UNAUTHORISED).status == 401
    foreign, absent = get(member, path), get(member, f"{folder}/absent.jpg")
    assert (foreign.status, foreign.code) == (absent.status, absent.code) == (404, code.NO_AUTHORISATION_ON_PATH)
    # In the address for those who cannot set headers, and only to read.
    in_query = address(path) + f"&scope-token={owner.token}"
    assert visitor.request("GET", in_query, headers={}).status == 200
    assert visitor.request("HEAD", in_query, headers={}).status == 200
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        reply = owner.request(method, address(path), headers={})
        assert reply.status == 405 and "GET" in reply.header("allow")
    visitor.request("GET", f"/details{quote_path(path)}?scope-token={owner.token}").refused(code.UNAUTHORISED)
    visitor.request("GET", f"/resources{quote_path(folder)}?scope-token={owner.token}").refused(code.UNAUTHORISED)


def test_rights_end(tmp_path):
    home = Household(tmp_path / "data")
    try:
        content = photo((1, 2, 3))
        album = f"{home.owner.home()}/album"
        home.owner.mkdir(album).ok()
        home.owner.send(f"{album}/a.jpg", content)
        assert home.max.request("GET", classic_address(content), headers={}).status == 404
        share(home.owner, album, home.max.user_id).ok()
        shared = next(row for row in home.max.get("/shares").ok()["list"] if row["name"] == "album")["path"]
        assert get(home.max, f"{shared}/a.jpg").status == 200
        for base in BASES:
            assert home.max.request("GET", classic_address(content), headers={}, base=base).status == 200
        home.owner.delete(f"{album}/a.jpg").ok()
        assert get(home.max, f"{shared}/a.jpg").refused(code.NO_SUCH_FILE).status == 404
        for base in BASES:
            assert home.owner.request("GET", classic_address(content), headers={}, base=base).status == 404
    finally:
        home.server.kill()


# -- by hash -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
def test_by_hash(owner, member, visitor, folder, picture, base):
    me = owner.at(base=base)
    reply = me.request("GET", classic_address(picture), headers={})
    assert reply.status == 200 and reply.header("content-type") == "image/png" and size_of(reply) == (100, 100)
    tag = reply.header("etag")
    assert me.request("GET", classic_address(picture), headers={"If-None-Match": tag}).status == 304
    assert me.request("HEAD", classic_address(picture), headers={}).status == 200
    in_query = visitor.request("GET", classic_address(picture) + f"?scope-token={owner.token}", headers={}, base=base)
    assert in_query.status == 200 and in_query.body == reply.body
    stranger = visitor.request("GET", classic_address(picture), headers={}, base=base)
    assert stranger.code == code.UNAUTHORISED and stranger.status == (401 if base == V1 else 200)
    foreign = member.request("GET", classic_address(picture), headers={}, base=base)
    unknown = member.request("GET", classic_address(b"nobody has this"), headers={}, base=base)
    # A picture that is not there is 404 on every base, with the envelope that others have, too.
    assert foreign.status == unknown.status == 404 and json.loads(foreign.body)["status"] == code.NO_SUCH_FILE
    assert foreign.body == unknown.body, "nobody learns what others have"


# -- in lists ------------------------------------------------------------------------------------------------------------


def test_addresses_lead_to_pictures(owner, folder, disk):
    content = photo((9, 9, 9))
    names = ["plain.jpg", "a b+c&d=e?f#g%41.jpg", "日本.PNG", "quote\".jpg"]
    for name in names:
        owner.send(f"{folder}/{name}", content)
    with open(os.fsencode(disk) + b"/caf\xe9.jpg", "wb") as file:
        file.write(content)
    for recursive in ({}, {"type": 1}):
        rows = owner.list(folder, **recursive).items()
        assert len(rows) == len(names) + 1
        for row in rows:
            assert row["thumbnail_url"].startswith("thumbnails?path=/s/"), row
            assert owner.request("GET", "/" + row["thumbnail_url"], headers={}).status == 200, row
    for base in (NEW, OLD):
        me = owner.at(base=base)
        for recursive in ({}, {"type": 1}):
            for row in me.list(folder, **recursive).items():
                if row["name"] in names:
                    assert "/" + row["thumbnail_url"] == classic_address(content)
        # A file that came otherwise gets its address once its hash is known.
        wait_until(lambda: all(row["thumbnail_url"] for row in me.list(folder).items()), what="the hash of a file that a list showed")


def test_replies_to_changes(owner, folder):
    for number, base in enumerate(BASES):
        me, content = owner.at(base=base), photo((number, 7, 7))
        row = me.upload(f"{folder}/{number}.jpg", content).ok()["resource"]
        assert row["thumbnail_url"] == show(me, folder, f"{number}.jpg")["thumbnail_url"] != ""
    renamed = owner.json("PUT", f"/resources{quote_path(folder)}/0.jpg", {"name": "z.jpg"}).ok()["resource"]
    assert owner.request("GET", "/" + renamed["thumbnail_url"], headers={}).status == 200
    made = owner.at(base=NEW).mkdir(f"{folder}/dir.jpg").ok()["resource"]
    assert made["thumbnail_url"] == ""


# -- details -------------------------------------------------------------------------------------------------------------


def details(client, path):
    return client.request("GET", "/details" + quote_path(path), base=V1)


def test_details(owner, member, folder, picture):
    data = details(owner, f"{folder}/a.jpg").ok()
    assert data["resource"] == show(owner, folder, "a.jpg")
    assert data["sha256"] == sha256(picture) and data["etag"].removeprefix("W/").startswith('"')
    assert data["media"] == {"kind": "picture", "width": 400, "height": 300}
    owner.send(f"{folder}/run.sh", TEXT)
    text = details(owner, f"{folder}/run.sh").ok()
    assert text["media"] == {"kind": "text"} and text["resource"]["excerpt"].startswith("#!/bin/sh\necho hello")
    owner.send(f"{folder}/b.bin", b"\0\1")
    assert "media" not in details(owner, f"{folder}/b.bin").ok()
    assert details(owner, folder).ok()["resource"]["type"] == 0
    root = details(owner, owner.home()).ok()["resource"]
    assert root == next(row for row in owner.list("/").items() if row["path"] == owner.home())
    details(owner, f"{folder}/none").refused(code.NO_SUCH_FILE)
    details(owner, "/").refused(code.ILLEGAL_PATH)
    details(member, f"{folder}/a.jpg").refused(code.NO_AUTHORISATION_ON_PATH)


def test_excerpts_in_lists(owner, folder, picture):
    owner.send(f"{folder}/run.sh", TEXT)
    assert "excerpt" not in show(owner, folder, "run.sh")
    row = wait_until(lambda: (lambda row: row if "excerpt" in row else None)(show(owner, folder, "run.sh", excerpt=1)), what="the first lines")
    assert row["excerpt"].startswith("#!/bin/sh\necho hello")
    assert "excerpt" not in show(owner, folder, "a.jpg", excerpt=1)
    owner.get("/resources" + folder, excerpt="x").refused(code.ILLEGAL_PARAMETER)
    owner.get("/resources" + folder, excerpt=1, type=1).refused(code.ILLEGAL_PARAMETER)
    assert all("excerpt" not in row for row in owner.at(base=NEW).list(folder, excerpt=1).items())


# -- encrypted folders ---------------------------------------------------------------------------------------------------


def test_encrypted_folders(server, owner):
    vault = VaultFolder(server, owner)
    content = photo((77, 66, 55))
    owner.send(f"{vault.path}/secret.jpg", content)
    reply = get(owner, f"{vault.path}/secret.jpg")
    assert reply.status == 200 and "no-store" in reply.header("cache-control")
    row = show(owner, vault.path, "secret.jpg")
    assert owner.request("GET", "/" + row["thumbnail_url"], headers={}).status == 200
    assert details(owner, f"{vault.path}/secret.jpg").ok()["media"]["width"] == 400
    for base in (NEW, OLD):
        assert show(owner.at(base=base), vault.path, "secret.jpg")["thumbnail_url"] == ""
        assert owner.request("GET", classic_address(content), headers={}, base=base).status == 404
    lock(owner, vault)
    assert get(owner, f"{vault.path}/secret.jpg").refused(20009).status == 403
    details(owner, f"{vault.path}/secret.jpg").refused(20009)
    assert get(owner, f"{vault.path}/secret.jpg", {"If-None-Match": reply.header("etag")}).status == 403
    assert get(owner, f"{vault.path}/secret.jpg", {"pwd": PASSWORD}).status == 200
    lock(owner, vault)
    unlock(owner, vault).ok()
    assert get(owner, f"{vault.path}/secret.jpg").status == 200
    vault.delete()


# -- without the program -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("program, warned", [("off", False), ("/nowhere/hearth-media", True)])
def test_without_the_program(make_server, program, warned):
    server = make_server(start=False)
    server.start(extra_environment={"HEARTH_SERVER_MEDIA_PROGRAM": program})
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    content = photo((3, 3, 3))
    me.send(f"{me.home()}/a.jpg", content)
    for base in BASES:
        assert show(me.at(base=base), me.home(), "a.jpg")["thumbnail_url"] == ""
        assert me.request("GET", classic_address(content), headers={}, base=base).status == 404
    assert get(me, f"{me.home()}/a.jpg").refused(code.NO_SUCH_FILE).status == 404
    assert "media" not in details(me, f"{me.home()}/a.jpg").ok()
    assert server.errors().count("there are no previews") == int(warned)
