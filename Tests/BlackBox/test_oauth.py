"""Sign-in of programs by an OAuth client that is not ours (Authlib), over plain HTTP: what a browser does is done by form posts."""

import hashlib
import html
import json
import re
import sqlite3
import time
import urllib.parse

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from hearth_client import Hearth
from hearth_server import OWNER, OWNER_PASSWORD

REDIRECT = "http://127.0.0.1:53682/callback"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
EVIL = "\"'><script>alert(1)</script>&"


class Browser:
    """What a person's browser does: no script, no redirect followed on its own."""

    def __init__(self, server, source=None, language="en"):
        self.base = f"{server.scheme}://{server.address[0]}:{server.address[1]}"
        self.http = requests.Session()
        self.http.headers["Accept-Language"] = language
        if source:
            adapter = requests.adapters.HTTPAdapter()
            adapter.init_poolmanager(1, 1, source_address=(source, 0))
            self.http.mount("http://", adapter)

    def get(self, target):
        url = target if target.startswith("http") else self.base + target
        return self.http.get(url, allow_redirects=False, timeout=60)

    def post(self, path, **fields):
        return self.http.post(self.base + path, data=fields, allow_redirects=False, timeout=60)

    def answer(self, page, decision="allow", account=OWNER, password=OWNER_PASSWORD):
        """Fills the page's form in and presses a button."""
        action = re.search(r'<form method="post" action="([^"]+)"', page.text)[1]
        hidden = {name: html.unescape(value) for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page.text)}
        assert f'name="decision" value="{decision}"' in page.text
        return self.post(action, **hidden, decision=decision, account_name=account, password=password)


def program(server, **options):
    """An independent client, configured by nothing but the metadata."""
    base = f"{server.scheme}://{server.address[0]}:{server.address[1]}"
    metadata = AuthorizationServerMetadata(requests.get(base + "/.well-known/oauth-authorization-server", timeout=60).json())
    if server.scheme == "https":
        metadata.validate()
    assert metadata["issuer"] == base
    client = OAuth2Session("hearth-cli", redirect_uri=REDIRECT, code_challenge_method="S256", token_endpoint_auth_method="none",
                           token_endpoint=metadata["token_endpoint"], **options)
    client.metadata.update(metadata)
    return client, metadata


def ask(server, browser=None, **more):
    """The page of consent for a good request, with what the client keeps."""
    client, metadata = program(server)
    verifier = generate_token(48)
    url, state = client.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier, **more)
    return client, (browser or Browser(server)).get(url), verifier, state


def query_of(reply):
    assert reply.status_code == 303, reply.text
    location = reply.headers["Location"]
    assert location.startswith(REDIRECT + "?"), location
    return dict(urllib.parse.parse_qsl(location.partition("?")[2], strict_parsing=True))


def fetch(client, reply, verifier, state):
    return client.fetch_token(authorization_response=reply.headers["Location"], code_verifier=verifier, state=state)


@pytest.fixture
def own(make_server):
    return make_server(members=[("ann", "annual 12 secret")])


def test_a_program_signs_in_by_the_browser(server):
    browser = Browser(server)
    client, page, verifier, state = ask(server, browser, client_name="Hearth CLI on laptop")
    assert page.status_code == 200 and "Hearth CLI on laptop" in page.text and "127.0.0.1:53682" in page.text
    reply = browser.answer(page)
    sent = query_of(reply)
    assert sent["state"] == state and sent["iss"] == browser.base and len(sent["code"]) >= 43
    token = fetch(client, reply, verifier, state)
    assert token["token_type"] == "Bearer" and token["expires_in"] == 30 * 86_400 and token["user"]["account_name"] == OWNER
    # By Authlib's own header, and by ours.
    listed = client.get(browser.base + "/api/v1/sessions", timeout=60).json()["data"]["list"]
    assert [item["client"] for item in listed if item["current"]] == ["Hearth CLI on laptop"]
    hearth = Hearth(server.address, token["access_token"])
    assert hearth.list("/").items()
    hearth.request("DELETE", "/sessions").ok()
    assert client.get(browser.base + "/api/v1/sessions", timeout=60).status_code == 401


def test_a_device_signs_in_by_its_code(server):
    client, metadata = program(server)
    began = requests.post(metadata["device_authorization_endpoint"], {"client_id": "hearth-cli", "client_name": "Hearth CLI on tv"}, timeout=60).json()
    assert re.fullmatch(r"[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}", began["user_code"]) and began["expires_in"] == 600

    def poll():
        return client.fetch_token(grant_type=DEVICE, device_code=began["device_code"])

    with pytest.raises(OAuthError, match="authorization_pending"):
        poll()
    for _ in range(50):
        with pytest.raises(OAuthError) as refusal:
            poll()
        if refusal.value.error == "slow_down":
            break
    assert refusal.value.error == "slow_down", "one poll right after the other"
    browser = Browser(server, language="zh-CN")
    assert browser.get("/device").status_code == 200
    assert browser.get(began["verification_uri_complete"]).status_code == 200
    page = browser.post("/device", user_code=began["user_code"].lower().replace("-", " "))
    assert page.status_code == 200 and "Hearth CLI on tv" in page.text and began["user_code"] in page.text
    again = browser.answer(page, password="wrong")
    assert again.status_code == 401 and "Hearth CLI on tv" in again.text
    done = browser.answer(again)
    assert done.status_code == 200 and "<form" not in done.text
    token = poll()
    assert Hearth(server.address, token["access_token"]).list("/").items()
    with pytest.raises(OAuthError, match="invalid_grant"):
        poll()


def test_a_device_can_be_refused(server):
    client, metadata = program(server)
    began = requests.post(metadata["device_authorization_endpoint"], {"client_id": "hearth-ios"}, timeout=60).json()
    browser = Browser(server)
    browser.answer(browser.get(began["verification_uri_complete"]), "deny", "", "")
    polled = requests.post(metadata["token_endpoint"], {"grant_type": DEVICE, "client_id": "hearth-ios", "device_code": began["device_code"]}, timeout=60)
    assert polled.status_code == 400 and polled.json()["error"] == "access_denied"


def test_refusing_and_wrong_passwords(server):
    browser = Browser(server)
    client, page, verifier, state = ask(server, browser)
    again = browser.answer(page, password="wrong")
    assert again.status_code == 401 and "role=\"alert\"" in again.text and "Location" not in again.headers
    used = browser.answer(page)
    assert used.status_code == 400 and "Location" not in used.headers, "a nonce serves once"
    sent = query_of(browser.answer(again, "deny", "", ""))
    assert sent["error"] == "access_denied" and sent["state"] == state and sent["iss"] == browser.base and "code" not in sent


@pytest.mark.parametrize("change", [
    {"code_verifier": "x" * 43}, {"code_verifier": "short"}, {"redirect_uri": REDIRECT + "/"}, {"redirect_uri": "http://127.0.0.1:1/callback"},
    {"client_id": "hearth-ios"}, {"code": "x" * 43}])
def test_a_code_belongs_to_its_request(server, change):
    browser = Browser(server)
    _, page, verifier, _ = ask(server, browser)
    right = {"grant_type": "authorization_code", "client_id": "hearth-cli", "redirect_uri": REDIRECT, "code_verifier": verifier,
             "code": query_of(browser.answer(page))["code"]}
    reply = browser.post("/oauth/token", **right | change)
    assert reply.status_code == 400 and reply.json()["error"] == "invalid_grant"
    assert reply.headers["Cache-Control"] == "no-store" and reply.headers["Content-Type"].startswith("application/json")
    if "code" not in change:
        assert browser.post("/oauth/token", **right).json()["error"] == "invalid_grant", "one attempt, also a wrong one"


def test_a_code_used_twice_ends_its_session(server):
    browser = Browser(server)
    client, page, verifier, state = ask(server, browser)
    reply = browser.answer(page)
    token = fetch(client, reply, verifier, state)
    assert Hearth(server.address, token["access_token"]).get("/sessions").code == 0
    with pytest.raises(OAuthError, match="invalid_grant"):
        fetch(program(server)[0], reply, verifier, state)
    assert Hearth(server.address, token["access_token"]).get("/sessions").code == 10_016


def test_plain_challenges_are_refused(server):
    browser = Browser(server)
    verifier = generate_token(48)
    good = {"response_type": "code", "client_id": "hearth-cli", "redirect_uri": REDIRECT, "state": "s", "code_challenge_method": "S256",
            "code_challenge": create_s256_code_challenge(verifier)}
    for change in [{"code_challenge_method": "plain"}, {"code_challenge_method": ""}, {"code_challenge": ""}, {"code_challenge": "x" * 43 + "="}]:
        sent = query_of(browser.get("/oauth/authorize?" + urllib.parse.urlencode(good | change)))
        assert sent["error"] == "invalid_request" and sent["state"] == "s" and sent["iss"] == browser.base
    assert query_of(browser.get("/oauth/authorize?" + urllib.parse.urlencode(good | {"response_type": "token"})))["error"] == "unsupported_response_type"


@pytest.mark.parametrize("target", [
    "https://evil.example/", "http://evil.example:53682/callback", "http://localhost:53682/callback", "http://127.0.0.1@evil.example:80/",
    "http://127.0.0.1:80@evil.example/", "http://127.0.0.1.evil.example:80/", "http://127.0.0.1:53682\\@evil.example/", "//evil.example/",
    "javascript:alert(1)//127.0.0.1:1/", "hearth://oauth", "http://127.0.0.1:53682/%2F%2Fevil", "http://127.0.0.1:53682/#x",
    "http://127.0.0.1:53682/\r\nSet-Cookie: x=y", "http://[::1%25lo]:1/", ""])
@pytest.mark.parametrize("more", [{}, {"response_type": "token"}])
def test_nobody_is_sent_elsewhere(server, target, more):
    good = {"response_type": "code", "client_id": "hearth-cli", "redirect_uri": target, "state": "s", "code_challenge_method": "S256",
            "code_challenge": create_s256_code_challenge("x" * 48)}
    reply = Browser(server).get("/oauth/authorize?" + urllib.parse.urlencode(good | more))
    assert reply.status_code == 400 and "Location" not in reply.headers and "Set-Cookie" not in reply.headers
    assert "form-action 'self'" == reply.headers["Content-Security-Policy"].split("; ")[-1]


def test_the_app_has_its_own_scheme(server):
    browser = Browser(server)
    verifier = generate_token(48)
    good = {"response_type": "code", "client_id": "hearth-ios", "redirect_uri": "hearth://oauth", "state": "s", "code_challenge_method": "S256",
            "code_challenge": create_s256_code_challenge(verifier)}
    page = browser.get("/oauth/authorize?" + urllib.parse.urlencode(good))
    assert page.headers["Content-Security-Policy"].endswith("form-action 'self' hearth:")
    location = browser.answer(page).headers["Location"]
    assert location.startswith("hearth://oauth?code=")
    code = urllib.parse.parse_qs(location.partition("?")[2])["code"][0]
    reply = browser.post("/oauth/token", grant_type="authorization_code", client_id="hearth-ios", redirect_uri="hearth://oauth", code=code, code_verifier=verifier)
    assert reply.status_code == 200


def test_what_is_sent_stays_text(server):
    browser = Browser(server)
    _, page, _, _ = ask(server, browser, client_name=EVIL)
    assert html.escape(EVIL, quote=False).split("&gt;")[1] in page.text.replace("&#39;", "'").replace("&quot;", '"')
    again = browser.answer(page, account=EVIL, password=EVIL)
    device = browser.post("/device", user_code=EVIL)
    for reply in (page, again, device, browser.get("/oauth/authorize?" + urllib.parse.urlencode({"client_id": EVIL}))):
        assert "<script" not in reply.text and reply.headers["Content-Type"] == "text/html; charset=utf-8"
    query = {"response_type": "code", "client_id": "hearth-cli", "redirect_uri": REDIRECT, "state": EVIL}
    location = browser.get("/oauth/authorize?" + urllib.parse.urlencode(query)).headers["Location"]
    assert "<" not in location and dict(urllib.parse.parse_qsl(location.partition("?")[2]))["state"] == EVIL


def test_pages_are_not_framed_kept_or_named_to_others(server):
    browser = Browser(server)
    _, page, _, _ = ask(server, browser)
    for reply in (page, browser.get("/device"), browser.get("/oauth/authorize"), browser.get("/device?user_code=x")):
        policy = dict(part.split(" ", 1) for part in reply.headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'none'" and policy["frame-ancestors"] == "'none'" and policy["base-uri"] == "'none'"
        assert "script-src" not in policy and policy["form-action"].startswith("'self'")
        assert reply.headers["Referrer-Policy"] == "no-referrer" and reply.headers["Cache-Control"] == "no-store"
        assert reply.headers["X-Frame-Options"] == "DENY" and reply.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in reply.headers and "Access-Control-Allow-Origin" not in reply.headers
    policy = page.headers["Content-Security-Policy"]
    assert policy.endswith("form-action 'self' http://127.0.0.1:53682")


def test_wrong_passwords_wait_like_those_of_the_sign_in(own):
    browser = Browser(own)
    _, page, _, _ = ask(own, browser)
    for tried in range(9):
        page = browser.answer(page, account="ann", password=f"wrong{tried}")
        if page.status_code == 429:
            break
        assert page.status_code == 401
    assert 5 <= tried < 9 and 1 <= int(page.headers["Retry-After"]) <= 8
    start = time.monotonic()
    assert browser.answer(page, account="ann", password="annual 12 secret").status_code == 429
    assert time.monotonic() - start < 1, "the wait comes before the expensive hash"
    assert Hearth(own.address).sign_in_reply("ann", "annual 12 secret").code == 90_001
    assert Hearth(own.address, source="127.0.0.2").sign_in_reply("ann", "annual 12 secret").code == 0


def test_guessing_user_codes_is_slowed_down(own):
    browser = Browser(own)
    for tried in range(9):
        reply = browser.post("/device", user_code="BCDF-GHJK")
        if reply.status_code == 429:
            break
        assert reply.status_code == 400
    assert 5 <= tried < 9 and int(reply.headers["Retry-After"]) >= 1
    assert Browser(own, source="127.0.0.2").post("/device", user_code="BCDF-GHJK").status_code == 400


def test_one_address_cannot_begin_for_ever(own):
    browser = Browser(own)
    replies = [browser.post("/oauth/device_authorization", client_id="hearth-cli") for _ in range(21)]
    assert [reply.status_code for reply in replies] == [200] * 20 + [429]
    assert replies[-1].json()["error"] == "temporarily_unavailable" and int(replies[-1].headers["Retry-After"]) > 0
    assert Browser(own, source="127.0.0.2").post("/oauth/device_authorization", client_id="hearth-cli").status_code == 200


def test_everything_waits_over_a_restart(own):
    browser = Browser(own)
    client, page, verifier, _ = ask(own, browser)
    code = query_of(browser.answer(page))["code"]
    _, waiting, second, _ = ask(own, browser)
    began = browser.post("/oauth/device_authorization", client_id="hearth-cli").json()
    own.kill()
    own.start()
    browser = Browser(own)
    good = {"grant_type": "authorization_code", "client_id": "hearth-cli", "redirect_uri": REDIRECT}
    assert browser.post("/oauth/token", **good, code=code, code_verifier=verifier).status_code == 200
    code = query_of(browser.answer(waiting))["code"]
    assert browser.post("/oauth/token", **good, code=code, code_verifier=second).status_code == 200
    assert browser.answer(browser.get(f"/device?user_code={began['user_code']}")).status_code == 200
    polled = browser.post("/oauth/token", grant_type=DEVICE, client_id="hearth-cli", device_code=began["device_code"])
    assert polled.status_code == 200 and polled.json()["access_token"]


def test_programs_need_no_secret_and_may_have_none(server):
    browser = Browser(server)
    form = {"grant_type": "authorization_code", "client_id": "hearth-cli"}
    basic = requests.post(browser.base + "/oauth/token", form, auth=("hearth-cli", ""), timeout=60)
    assert basic.status_code == 401 and basic.json()["error"] == "invalid_client" and basic.headers["WWW-Authenticate"].startswith("Basic")
    assert browser.post("/oauth/token", **form, client_secret="x").json()["error"] == "invalid_client"
    assert browser.post("/oauth/token", grant_type="password", client_id="hearth-cli", username=OWNER, password=OWNER_PASSWORD).json()["error"] == "unsupported_grant_type"
    sent_as_json = requests.post(browser.base + "/oauth/token", json=form, timeout=60)
    assert sent_as_json.status_code == 400 and sent_as_json.json()["error"] == "invalid_request"
    assert browser.get("/oauth/token?" + urllib.parse.urlencode(form)).status_code == 405


def test_before_there_is_an_owner(make_server):
    server = make_server(owner=False)
    browser = Browser(server)
    _, page, _, _ = ask(server, browser)
    assert page.status_code == 409 and "<form" not in page.text and "Location" not in page.headers
    began = browser.post("/oauth/device_authorization", client_id="hearth-cli")
    assert began.status_code == 409 and began.json()["error"] == "temporarily_unavailable"


def test_neither_rows_nor_logs_hold_a_secret(own):
    browser = Browser(own)
    client, page, verifier, state = ask(own, browser, client_name="seen by all")
    nonce = re.search(r'name="nonce" value="([^"]+)"', page.text)[1]
    browser.answer(page, password="a wrong secret")
    _, page, verifier, state = ask(own, browser)
    reply = browser.answer(page)
    token = fetch(client, reply, verifier, state)["access_token"]
    began = browser.post("/oauth/device_authorization", client_id="hearth-cli").json()
    browser.get(f"/device?user_code={began['user_code']}")
    browser.get(f"/device?type={began['user_code'].lower()}&sort=secretsort")
    secrets = [nonce, query_of(reply)["code"], verifier, token, began["device_code"], began["user_code"], began["user_code"].replace("-", ""),
               "a wrong secret", OWNER_PASSWORD, "secretsort", create_s256_code_challenge(verifier), state]
    own.stop()
    text = own.logs() + own.errors()
    kept = b"".join(path.read_bytes() for path in own.data.glob("hearth.sqlite*"))
    for secret in secrets:
        assert secret not in text
        if secret not in (create_s256_code_challenge(verifier), state):
            assert secret.encode() not in kept
    database = sqlite3.connect(own.data / "hearth.sqlite")
    hashes = {row[0] for row in database.execute("SELECT nonce FROM consents UNION SELECT code FROM authorization_codes UNION SELECT device_code FROM device_grants")}
    assert hashlib.sha256(began["device_code"].encode()).digest() in hashes and all(len(item) == 32 for item in hashes)
    database.close()


def test_metadata_follows_the_address_that_was_asked(server):
    port = server.address[1]
    for host in (f"localhost:{port}", f"NAS.local:{port}"):
        reply = requests.get(f"http://127.0.0.1:{port}/.well-known/oauth-authorization-server", headers={"Host": host}, timeout=60)
        assert reply.json()["issuer"] == f"http://{host.lower()}" and reply.headers["Cache-Control"] == "no-store"
    described = json.loads(requests.get(f"http://127.0.0.1:{port}/api/v1/openapi.json", timeout=60).content)
    assert not [path for path in described["paths"] if "device" in path or path.startswith("/oauth")]
