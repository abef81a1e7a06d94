"""The cookie with which a browser shows pictures and plays media: what it opens, for how long, and for whom."""

import base64
import hashlib
import json
import os
import random
import re
import sqlite3

import pytest
import vault_tools as v
from hearth_client import NEW, OLD, V1, Hearth, strong_etag
from hearth_server import OWNER, OWNER_PASSWORD
from raw_http import RawConnection
from test_tls import make_certificate, trusting
from tools import GIB, MIB, quote_path

NAME = "hearth_media"
CONTENT = b"0123456789" * 10
PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")
JSON = {"Content-Type": "application/json"}


def cookie_of(reply):
    """The one cookie of a reply: value and attributes in lower case."""
    lines = reply.headers.get_all("Set-Cookie") or []
    assert len(lines) == 1, lines
    pair, *attributes = [part.strip() for part in lines[0].split(";")]
    name, value = pair.split("=", 1)
    assert name == NAME
    found = {}
    for attribute in attributes:
        key, _, text = attribute.partition("=")
        assert key.lower() not in found
        found[key.lower()] = text
    return value, found


def with_cookie(client, *secrets, token=None):
    """A browser's request for media: the cookie and no token."""
    one = Browser(client.address, token, client.base, context=client.context, user_id=client.user_id)
    one.cookie = "; ".join(f"{NAME}={secret}" for secret in secrets)
    return one


class Browser(Hearth):
    cookie = None

    def headers(self, extra=None):
        return super().headers({"Cookie": self.cookie} | (extra or {}))


@pytest.fixture
def signed(server):
    """A session of its own for the test, and its secret."""
    reply = Hearth(server.address).sign_in_reply(OWNER, OWNER_PASSWORD)
    me = Hearth(server.address, reply.ok()["token"], user_id=reply.data["user"]["user_id"])
    return me, cookie_of(reply)[0]


@pytest.fixture
def file(owner, folder):
    owner.upload(f"{folder}/f.txt", CONTENT).ok()
    return f"{folder}/f.txt"


@pytest.fixture
def vault(server, owner):
    one = v.VaultFolder(server, owner, open=False)
    yield one
    one.delete()


def test_what_sign_in_sets(server, owner):
    reply = Hearth(server.address).sign_in_reply(OWNER, OWNER_PASSWORD)
    secret, attributes = cookie_of(reply)
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", secret) and secret not in reply.body.decode() and secret != reply.data["token"]
    assert 0 <= reply.data["expires_in"] - int(attributes.pop("max-age")) < 60, "the session is a little older than its cookie"
    assert attributes == {"path": "/api/v1/", "httponly": "", "samesite": "Strict"}
    with sqlite3.connect(f"file:{server.data}/hearth.sqlite?mode=ro", uri=True) as database:
        stored = database.execute("select media from sessions where media is not null").fetchall()
    assert (hashlib.sha256(secret.encode()).digest(),) in stored


def test_set_up_and_invitation_set_it(make_server):
    server = make_server(owner=False)
    visitor = Hearth(server.address)
    reply = visitor.json("POST", "/setup", {"token": server.setup_token(), "account_name": OWNER, "password": OWNER_PASSWORD})
    first = cookie_of(reply)[0]
    me = Hearth(server.address, reply.ok()["token"])
    me.upload(f"{me.home()}/f.txt", CONTENT).ok()
    assert with_cookie(me, first).content(f"{me.home()}/f.txt") == CONTENT
    code = me.json("POST", "/invitations", {}).ok()["code"]
    reply = visitor.json("POST", "/invitations/accept", {"code": code, "account_name": "liz", "password": "liz 12 secret"})
    assert cookie_of(reply)[0] != first and with_cookie(me, cookie_of(reply)[0]).download(f"{me.home()}/f.txt").code != 0


def test_downloads_with_ranges_and_conditions(signed, file):
    me, secret = signed
    one = with_cookie(me, secret)
    reply = one.download(file)
    assert reply.status == 200 and reply.body == CONTENT
    assert reply.header("cross-origin-resource-policy") == "same-origin" and reply.header("cache-control") == "private, no-cache"
    assert reply.header("x-content-type-options") == "nosniff" and "sandbox" in reply.header("content-security-policy")
    assert reply.header("set-cookie") is None and reply.header("access-control-allow-origin") is None
    assert one.download(file, method="HEAD").status == 200
    assert one.download(file, {"Range": "bytes=10-19"}).body == CONTENT[10:20]
    assert one.download(file, {"If-None-Match": reply.header("etag")}).status == 304
    archive = one.get("/archive", path=file)
    assert archive.status == 200 and archive.body.startswith(b"PK") and archive.header("cross-origin-resource-policy") == "same-origin"
    assert with_cookie(me).get("/archive", path=file).code == 10016


def test_the_cookie_opens_nothing_else(server, signed, file, folder):
    """Every described operation of this server, once with the cookie and once with nothing."""
    me, secret = signed
    document = me.get("/openapi.json", base=V1)
    paths = json.loads(document.body)["paths"]
    stranger, browser = Hearth(server.address), with_cookie(me, secret)
    takers = set()
    for path, operations in paths.items():
        target = path.removeprefix(V1).replace("{path}", quote_path(file).lstrip("/")).replace("{id}", "1")
        target = re.sub(r"\{[^}]*\}", "x", target)
        if path.endswith(("/thumbnails", "/archive")):
            target += "?path=" + file
        for method, operation in operations.items():
            names = [name for scheme in operation["security"] for name in scheme]
            if "mediaCookie" in names:
                takers.add(operation["operationId"])
                assert method == "get"
                assert stranger.request("GET", target).code == 10016
                assert browser.request("GET", target).status not in (401, 500)
                continue
            body = None if method in ("get", "head") else b"{}"
            replies = [one.request(method.upper(), target, body, JSON if body else {}) for one in (stranger, browser)]
            assert replies[0].status == replies[1].status, (method, path, replies)
            if operation["security"]:
                assert replies[1].code == 10016, (method, path, replies[1])
    assert {"download", "archive", "thumbnail"} <= takers <= {"download", "archive", "thumbnail", "classicThumbnail"}
    assert me.names(folder) == ["f.txt"]


@pytest.mark.parametrize("base", [NEW, OLD, "/api/wangpan/api"])
def test_not_on_the_old_bases(signed, file, base):
    me, secret = signed
    one = with_cookie(me, secret)
    one.base = base
    reply = one.download(file)
    assert reply.code == 10016 and CONTENT not in reply.body


def test_the_secret_is_no_token_and_the_token_no_secret(signed, file):
    me, secret = signed
    assert Hearth(me.address, secret).download(file).code == 10016
    assert Hearth(me.address).download(file, query=f"?scope-token={secret}").code == 10016
    assert Hearth(me.address, secret).list("/").code == 10016
    assert with_cookie(me, me.token).download(file).code == 10016
    assert Hearth(me.address).request("GET", "/download" + file, headers={"Authorization": f"Bearer {secret}"}).code == 10016


def test_tokens_come_first(signed, file, member):
    me, secret = signed
    assert with_cookie(me, secret, token="x" * 43).download(file).code == 10016
    assert with_cookie(me, secret).download(file, query="?scope-token=" + "x" * 43).code == 10016
    assert with_cookie(me, secret, token=member.token).download(file).code not in (0, 10016), "the member may not read it"
    assert with_cookie(me, "nonsense", token=me.token).download(file).body == CONTENT


@pytest.mark.parametrize("cookie", ["{name}", "{name}=", "={secret}", "{name}=\"{secret}\"", "{name}={secret}x", "{name}={secret}%20", "x{name}={secret}",
                                    "{name}x={secret}", "HEARTH_MEDIA={secret}", "{name}={cut}", "{name}={long}", "a={name}={secret}"])
def test_cookies_that_are_none(signed, file, cookie):
    me, secret = signed
    one = with_cookie(me, secret)
    one.cookie = cookie.format(name=NAME, secret=secret, cut=secret[:-1], long="A" * 4000)
    assert one.download(file).code == 10016


def test_odd_but_valid_cookies(signed, file):
    me, secret = signed
    one = with_cookie(me, secret)
    for cookie in (f"a=b; {NAME}={secret}; c=d", f"a=b;{NAME}={secret}", f"theme=dark; {NAME}=; {NAME}={secret}", f"{NAME}={secret};", f" {NAME}={secret} "):
        one.cookie = cookie
        assert one.download(file).body == CONTENT, cookie
    with RawConnection(me.address) as raw:
        raw.request("GET", f"{V1}/download{quote_path(file)}", [("Cookie", "a=b"), ("Cookie", f"{NAME}={secret}")])
        assert raw.answer().status == 200, "proxies of HTTP/2 split the field"


def test_a_planted_cookie_makes_nobody_of_two_people(server, signed, file, member):
    me, secret = signed
    other = cookie_of(member.json("POST", "/sessions/media", {}))[0]
    for cookies in ((secret, other), (other, secret)):
        assert with_cookie(me, *cookies).download(file).code == 10016
    assert with_cookie(me, "A" * 43, secret).download(file).body == CONTENT


def test_small_pictures_by_the_cookie(signed, owner, folder, vault):
    me, secret = signed
    v.unlock(me, vault).ok()
    one = with_cookie(me, secret)
    for place, control in ((folder, "private, no-cache"), (vault.path, "private, no-store")):
        me.upload(f"{place}/p.png", PNG).ok()
        asked = f"/thumbnails?path={place}/p.png&size=256"
        assert Hearth(me.address).request("GET", asked).code == 10016
        reply = one.request("GET", asked)
        if reply.status == 404:
            pytest.skip("no hearth-media beside hearth")
        assert reply.status == 200 and reply.header("content-type") == "image/webp" and reply.body[8:12] == b"WEBP"
        assert reply.header("cache-control") == control and reply.header("cross-origin-resource-policy") == "same-origin"
        assert reply.header("x-content-type-options") == "nosniff" and "sandbox" in reply.header("content-security-policy")
        assert one.request("HEAD", asked).status == 200
        assert one.request("GET", asked, headers={"Sec-Fetch-Site": "cross-site"}).code == 10016
    v.lock(me, vault)
    assert one.request("GET", f"/thumbnails?path={vault.path}/p.png&size=256").code == v.WRONG_PASSWORD


# -- other sites ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content_type", [None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain;application/json"])
def test_a_form_of_another_site_signs_no_browser_in(server, content_type):
    """Forms send these types without asking; the cookie of the attacker's account would show his files as the victim's."""
    body = json.dumps({"account_name": OWNER, "password": OWNER_PASSWORD}).encode()
    reply = Hearth(server.address).request("POST", "/sessions", body, {"Content-Type": content_type} if content_type else {})
    assert reply.header("set-cookie") is None


def test_no_site_is_let_in_by_a_preflight(server):
    for target in ("/sessions", "/sessions/media", "/download/s/1/x", "/thumbnails", "/archive", "/setup", "/invitations/accept"):
        reply = Hearth(server.address).request("OPTIONS", target, headers={
            "Origin": "https://evil.example", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,scope-token"})
        allowed = [name for name in reply.headers if name.lower().startswith("access-control")]
        assert allowed == [], (target, allowed)


def test_replies_are_kept_from_other_origins_without_a_word_of_the_browser(signed, file):
    """Over plain HTTP browsers send no Sec-Fetch-Site, and the cookie comes along from other ports of this host."""
    me, secret = signed
    reply = with_cookie(me, secret).download(file, {"Origin": "http://127.0.0.1:1", "Referer": "http://127.0.0.1:1/"})
    assert reply.header("cross-origin-resource-policy") == "same-origin" and reply.header("access-control-allow-origin") is None
    assert "frame-ancestors 'self'" in reply.header("content-security-policy")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
def test_what_a_browser_says_to_come_from_elsewhere_is_refused(server, signed, file, site):
    me, secret = signed
    assert with_cookie(me, secret).download(file, {"Sec-Fetch-Site": site}).code == 10016
    reply = Hearth(server.address).sign_in_reply(OWNER, OWNER_PASSWORD, headers={"Sec-Fetch-Site": site})
    assert reply.code == 0 and reply.header("set-cookie") is None
    assert me.download(file, {"Sec-Fetch-Site": site}).body == CONTENT, "a token is no browser's doing"


@pytest.mark.parametrize("name, content", [("evil.js", b"alert(1)"), ("evil.mjs", b"alert(1)"), ("evil.css", b"*{color:red}"), ("evil.html", b"<script>alert(1)</script>"),
                                           ("evil.xhtml", b"<html/>"), ("evil", b"alert(1)"), ("evil.txt", b"alert(1)")])
def test_an_uploaded_program_is_none(signed, owner, folder, name, content):
    """A page of ours into which somebody managed to write `<script src="/api/v1/download/…">` gets no script."""
    me, secret = signed
    owner.upload(f"{folder}/{name}", content).ok()
    one = with_cookie(me, secret)
    reply = one.download(f"{folder}/{name}")
    assert reply.body == content and reply.header("x-content-type-options") == "nosniff"
    assert not re.search("script|css|html|wasm", reply.header("content-type")), "nosniff then keeps it from being run"
    for use in ("script", "style", "worker", "serviceworker"):
        assert one.download(f"{folder}/{name}", {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": use}).code == 10016


def test_a_cookie_tries_no_passwords(server, owner, signed, vault):
    """An address with `pwd` in it, in a picture of another site, would count as wrong passwords of the person."""
    me, secret = signed
    for _ in range(8):
        assert with_cookie(me, secret).download(f"{vault.path}/x", query=f"?pwd={v.WRONG}").code == v.WRONG_PASSWORD
    assert v.unlock(me, vault).code == 0, "nobody was throttled"


# -- its life -------------------------------------------------------------------------------------------------------------


def test_renewed_by_the_token_alone(signed, file):
    me, first = signed
    reply = me.json("POST", "/sessions/media", {})
    second, attributes = cookie_of(reply)
    assert reply.ok() == {} and second != first and int(attributes["max-age"]) > 0
    assert with_cookie(me, first).download(file).code == 10016
    assert with_cookie(me, second).download(file).body == CONTENT
    assert with_cookie(me, second).request("POST", "/sessions/media", b"{}", JSON).code == 10016
    bodyless = me.request("POST", "/sessions/media")
    assert with_cookie(me, cookie_of(bodyless)[0]).download(file).body == CONTENT
    assert len([one for one in me.get("/sessions").items() if one["current"]]) == 1


def test_a_scope_token_gets_none(signed):
    me, _ = signed
    scope = me.json("POST", "/scopes/token", {"scopes": ["user"]}, base="/api").ok()["scope_token"]["token"]
    reply = Hearth(me.address, scope).json("POST", "/sessions/media", {})
    assert reply.code == 10023 and reply.header("set-cookie") is None


def test_sign_out_removes_it(signed, file):
    me, secret = signed
    one = with_cookie(me, secret)
    assert one.download(file).status == 200
    reply = me.request("DELETE", "/sessions")
    value, attributes = cookie_of(reply)
    assert value == "" and attributes == {"path": "/api/v1/", "max-age": "0", "httponly": "", "samesite": "Strict"}
    assert one.download(file).code == 10016


def test_revoked_from_another_device(server, signed, owner, file):
    me, secret = signed
    current = next(one for one in me.get("/sessions").items() if one["current"])
    reply = owner.request("DELETE", f"/sessions/{current['id']}")
    assert reply.code == 0 and reply.header("set-cookie") is None, "the cookie of the one who asks stays"
    assert with_cookie(me, secret).download(file).code == 10016


def test_another_password_ends_those_of_other_sessions(make_server):
    server = make_server(members=[("mia", "mia 12 secret")])
    replies = [Hearth(server.address).sign_in_reply("mia", "mia 12 secret") for _ in range(2)]
    (me, secret), (_, other) = [(Hearth(server.address, reply.ok()["token"], user_id=reply.data["user"]["user_id"]), cookie_of(reply)[0]) for reply in replies]
    path = f"{me.home()}/f"
    me.upload(path, CONTENT).ok()
    assert with_cookie(me, other).download(path).body == CONTENT
    me.json("PUT", f"/users/{me.user_id}/password", {"old_password": "mia 12 secret", "new_password": "another 34 secret"}).ok()
    assert with_cookie(me, other).download(path).code == 10016
    assert with_cookie(me, secret).download(path).body == CONTENT


def test_survives_a_restart_and_expires_with_its_session(make_server):
    server = make_server()
    reply = Hearth(server.address).sign_in_reply(OWNER, OWNER_PASSWORD)
    me, secret = Hearth(server.address, reply.ok()["token"]), cookie_of(reply)[0]
    path = f"{me.home()}/f"
    me.upload(path, CONTENT).ok()
    server.restart()
    me = Hearth(server.address, me.token)
    assert with_cookie(me, secret).download(path).body == CONTENT
    server.stop()
    with sqlite3.connect(server.data / "hearth.sqlite") as database:
        database.execute("update sessions set expires = unixepoch() + 100, last_used = unixepoch() - 3600")
    server.start()
    me = Hearth(server.address, me.token)
    assert with_cookie(me, secret).download(path).body == CONTENT
    ends = next(one for one in me.get("/sessions").items() if one["current"])["expires"]
    server.stop()
    with sqlite3.connect(server.data / "hearth.sqlite") as database:
        [(expires,)] = database.execute("select expires from sessions where media is not null").fetchall()
        assert expires == ends and expires > database.execute("select unixepoch() + 86400").fetchone()[0], "its use is use of the session"
        database.execute("update sessions set expires = unixepoch() - 1")
    server.start()
    assert with_cookie(Hearth(server.address), secret).download(path).code == 10016


def test_folders_that_its_session_has_unlocked(signed, vault):
    me, secret = signed
    v.unlock(me, vault).ok()
    me.upload(f"{vault.path}/f.txt", CONTENT).ok()
    one = with_cookie(me, secret)
    reply = one.download(f"{vault.path}/f.txt", {"Range": "bytes=-10"})
    assert reply.status == 206 and reply.body == CONTENT[-10:] and "no-store" in reply.header("cache-control")
    other = cookie_of(Hearth(me.address).sign_in_reply(OWNER, OWNER_PASSWORD))[0]
    assert with_cookie(me, other).download(f"{vault.path}/f.txt").code == v.WRONG_PASSWORD, "another session has not"
    v.lock(me, vault)
    assert one.download(f"{vault.path}/f.txt").code == v.WRONG_PASSWORD


# -- TLS and logs ---------------------------------------------------------------------------------------------------------


def test_secure_under_tls(make_server, tmp_path):
    certificate, key = make_certificate(tmp_path, "tls")
    server = make_server(arguments=["--tls-certificate", str(certificate), "--tls-key", str(key)])
    visitor = Hearth(("localhost", server.address[1]), context=trusting(certificate))
    reply = visitor.sign_in_reply(OWNER, OWNER_PASSWORD)
    assert "secure" in cookie_of(reply)[1]
    me = Hearth(visitor.address, reply.ok()["token"], context=visitor.context)
    assert "secure" in cookie_of(me.json("POST", "/sessions/media", {}))[1] and "secure" in cookie_of(me.request("DELETE", "/sessions"))[1]


def test_secure_behind_a_trusted_proxy_alone(make_server, server):
    trusting_server = make_server(arguments=["--trusted-proxies", "127.0.0.1"])
    https = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    assert "secure" in cookie_of(Hearth(trusting_server.address).sign_in_reply(OWNER, OWNER_PASSWORD, headers=https))[1]
    plain = {"X-Forwarded-Proto": "http", "X-Forwarded-For": "192.0.2.1"}
    assert "secure" not in cookie_of(Hearth(trusting_server.address).sign_in_reply(OWNER, OWNER_PASSWORD, headers=plain))[1]
    assert "secure" not in cookie_of(Hearth(server.address).sign_in_reply(OWNER, OWNER_PASSWORD, headers=https))[1]


def test_no_log_has_it(make_server):
    server = make_server()
    reply = Hearth(server.address).sign_in_reply(OWNER, OWNER_PASSWORD)
    me, secret = Hearth(server.address, reply.ok()["token"]), cookie_of(reply)[0]
    assert with_cookie(me, secret).download(f"{me.home()}/missing").code != 0
    renewed = cookie_of(me.json("POST", "/sessions/media", {}))[0]
    server.stop()
    text = server.logs()
    assert secret not in text and renewed not in text and "sessions/media" in text


# -- what players ask for -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["plain", "encrypted"])
@pytest.mark.parametrize("secure", [False, True], ids=["http", "https"])
def test_what_players_ask_for(make_server, tmp_path, kind, secure):
    """Open-ended, tail, again with If-Range, past the end: the same from every place, by the cookie."""
    context, arguments = None, []
    if secure:
        certificate, key = make_certificate(tmp_path, "tls")
        context, arguments = trusting(certificate), ["--tls-certificate", str(certificate), "--tls-key", str(key)]
    server = make_server(arguments=arguments)
    visitor = Hearth(("localhost", server.address[1]), context=context)
    reply = visitor.sign_in_reply(OWNER, OWNER_PASSWORD)
    me = Hearth(visitor.address, reply.ok()["token"], user_id=reply.data["user"]["user_id"], context=context)
    place = me.home() if kind == "plain" else v.VaultFolder(server, me).path
    content = random.Random(29).randbytes(300_000)  # several blocks of a vault, the last one not full
    path = f"{place}/film.mp4"
    me.upload(path, content).ok()
    one, size = with_cookie(me, cookie_of(reply)[0]), len(content)
    tag = strong_etag(one, path)
    for range, first, last in (("bytes=0-", 0, size - 1), ("bytes=32767-32768", 32767, 32768), (f"bytes={size - 1}-", size - 1, size - 1),
                               ("bytes=-65536", size - 65536, size - 1), ("bytes=100000-", 100000, size - 1), ("bytes=0-1", 0, 1)):
        for condition in ({}, {"If-Range": tag}):
            reply = one.download(path, {"Range": range} | condition)
            assert reply.status == 206 and reply.body == content[first:last + 1], range
            assert reply.header("content-range") == f"bytes {first}-{last}/{size}" and reply.header("content-length") == str(last + 1 - first)
            assert reply.header("content-type") == "video/mp4" and reply.header("accept-ranges") == "bytes" and reply.header("etag") == tag
            assert reply.header("cache-control") == ("private, no-cache" if kind == "plain" else "private, no-store")
    other = one.download(path, {"Range": "bytes=0-1", "If-Range": '"other"'})
    assert other.status == 200 and other.body == content
    past = one.download(path, {"Range": f"bytes={size}-"})
    assert past.status == 416 and past.header("content-range") == f"bytes */{size}"


@pytest.mark.slow
def test_open_ended_ranges_hold_no_memory(make_server):
    """Browsers ask for `bytes=0-`, read a little and stop reading, for as long as the picture stands still."""
    server = make_server()
    reply = Hearth(server.address).sign_in_reply(OWNER, OWNER_PASSWORD)
    me, cookie = Hearth(server.address, reply.ok()["token"], user_id=reply.data["user"]["user_id"]), f"{NAME}={cookie_of(reply)[0]}"
    vault = v.VaultFolder(server, me)
    me.send(f"{vault.path}/film.mkv", bytes(64 * MIB))
    me.upload(f"{me.home()}/film.mkv", b"").ok()
    os.truncate(server.on_disk(me, f"{me.home()}/film.mkv"), GIB)
    before, waiting = server.settled_resident(), []
    try:
        for _ in range(20):
            for path in (f"{me.home()}/film.mkv", f"{vault.path}/film.mkv"):
                connection = RawConnection(server.address)
                waiting.append(connection)
                connection.request("GET", f"{V1}/download{path}", [("Cookie", cookie), ("Range", "bytes=1-")])
                assert b" 206 " in connection.socket.recv(1 << 16)[:20]
        assert server.settled_resident() - before < 60 * MIB
    finally:
        for connection in waiting:
            connection.close()


@pytest.mark.parametrize("name, content_type, inline", [
    ("a.mov", "video/quicktime", True), ("a.MP4", "video/mp4", True), ("a.m4v", "video/mp4", True), ("a.webm", "video/webm", True),
    ("a.mkv", "video/x-matroska", True), ("a.m4a", "audio/mp4", True), ("a.mp3", "audio/mpeg", True), ("a.ogg", "audio/ogg", True),
    ("a.opus", "audio/ogg", True), ("a.flac", "audio/flac", True), ("a.wav", "audio/wav", True), ("a.jpg", "image/jpeg", True),
    ("a.heic", "image/heic", True), ("a.pdf", "application/pdf", True), ("a.txt", "text/plain; charset=utf-8", True),
    ("a.svg", "image/svg+xml", False), ("a.html", "text/plain; charset=utf-8", False), ("a.js", "text/plain; charset=utf-8", False),
    ("a.exe", "application/octet-stream", False), ("a", "application/octet-stream", False), ("a.avi", "video/x-msvideo", False),
])
def test_types_and_policies(owner, folder, name, content_type, inline):
    owner.upload(f"{folder}/{name}", b"<script>alert(1)</script>").ok()
    reply = owner.download(f"{folder}/{name}")
    assert reply.header("content-type") == content_type and reply.header("content-disposition").startswith("inline" if inline else "attachment")
    policy = [part.split() for part in reply.header("content-security-policy").split(";")]
    directives = {words[0]: words[1:] for words in policy}
    assert directives["default-src"] == ["'none'"] and "script-src" not in directives and "connect-src" not in directives
    allowed = {"video": ["allow-same-origin"], "audio": ["allow-same-origin"], "application/pdf": ["allow-scripts", "allow-same-origin"]}
    wanted = allowed.get(content_type, allowed.get(content_type.split("/")[0], [])) if inline else []
    assert directives["sandbox"] == wanted
