"""What is logged: JSON lines, one per request, without secrets, with control characters escaped."""

import json

from hearth_client import V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from raw_http import RawConnection


def test_logs_hold_no_secrets_and_are_json(make_server):
    server = make_server(members=[("mia", "mia 12 secret")])
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    home = me.home()
    me.upload(f"{home}/f", b"the content of the file").ok()
    visitor = Hearth(server.address)
    assert visitor.download(f"{home}/f", query=f"?x=1&scope-token={me.token}&y=2").status == 200
    visitor.download(f"{home}/f", query=f"?%73cope-token={me.token}")
    visitor.download(f"{home}/f", query=f"?scope-token=WRONG-{me.token}")
    visitor.sign_in_reply("mia", "a mistyped pass word")
    me.list(home, headers={"pwd": "folder-pass-word"})
    scope = me.json("POST", "/scopes/token", {"scopes": ["user"]}, base="/api").ok()["scope_token"]["token"]
    me.json("POST", "/users", {"account_name": "liz", "nickname": "L", "password": "liz 12 secret"}, base=V1).ok()
    with RawConnection(server.address) as raw:
        raw.request("GET", f"{V1}/resources/s/1/a%0Ab%1B[31m", [("scope-token", me.token), ("User-Agent", b"evil\x7f\xff")])
        raw.answer()
    server.stop()
    text = server.logs()
    for secret in (me.token, scope, OWNER_PASSWORD, "a mistyped pass word", "folder-pass-word", "mia 12 secret", "liz 12 secret", "the content of the file"):
        assert secret not in text, f"{secret[:12]}… is in the log"
    assert not set(text) & {chr(n) for n in range(32) if chr(n) != "\n"} and "\x7f" not in text
    entries = [json.loads(line) for line in text.splitlines()]
    assert entries and all({"time", "level", "message"} <= entry.keys() or "status" in entry for entry in entries)


def test_one_line_per_request(make_server):
    server = make_server()
    visitor = Hearth(server.address)
    for _ in range(5):
        visitor.get("/health", base=V1).ok()
    server.stop()
    lines = [json.loads(line) for line in server.logs().splitlines()]
    health = [line for line in lines if any(isinstance(value, str) and value.startswith(f"{V1}/health") for value in line.values())]
    assert len(health) == 5 and all(any(value == 200 for value in line.values()) for line in health)
