"""First and later starts, set-up, the landing page and the routes about the server itself."""

import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import wire_codes as code
from hearth_client import BASES, Hearth, V1
from hearth_server import OWNER, OWNER_PASSWORD, Server, binary, environment, run_hearth
from tools import wait_until

NEW_OWNER = {"account_name": "first", "password": "first 12 secret", "nickname": "First"}


def set_up(server, token, **changes):
    return Hearth(server.address).json("POST", "/setup", {"token": token} | NEW_OWNER | changes, base=V1)


def test_the_ready_line_and_nothing_else(make_server):
    server = make_server()
    assert len(server.stdout_lines) == 1 and "ready" in server.stdout_lines[0].lower()
    assert server.setup_token() is None, "no set-up link once there is an owner"
    assert Hearth(server.address).get("/health", base=V1).status == 200


def test_set_up_by_the_link_once(make_server):
    server = make_server(owner=False)
    token = server.setup_token()
    assert token, f"a one-time set-up link in {server.stdout_lines}"
    set_up(server, "x" * len(token)).refused(code.UNAUTHORISED, code.INVALID_CREDENTIALS, code.BAD_REQUEST, code.NO_PERMISSION)
    set_up(server, token, account_name="").refused(code.BAD_REQUEST, code.ILLEGAL_PARAMETER)
    set_up(server, token, password="").refused(code.BAD_REQUEST, code.ILLEGAL_PARAMETER)
    data = set_up(server, token).ok()
    assert data["token"] and data["user"]["account_name"] == "first"
    me = Hearth(server.address, data["token"])
    assert me.list("/").items()[0]["name"] == "First-文件"
    assert me.get("/users", base="/api").ok()["is_owner"] is True
    again = set_up(server, token, account_name="second")
    assert again.code != 0 and 400 <= again.status < 500, "the link works once"
    Hearth(server.address).sign_in_reply("second", NEW_OWNER["password"]).refused(code.WRONG_PASSWORD)
    server.restart()
    assert server.setup_token() is None
    assert set_up(server, token, account_name="third").code != 0


def test_two_at_the_link_at_once_make_one_owner(make_server):
    server = make_server(owner=False)
    token = server.setup_token()
    with ThreadPoolExecutor(6) as pool:
        replies = list(pool.map(lambda n: set_up(server, token, account_name=f"own{n}"), range(6)))
    assert [reply.code for reply in replies].count(0) == 1, replies


def test_the_page_of_the_link_is_served(make_server):
    server = make_server(owner=False)
    wait_until(lambda: any("/setup" in line for line in server.stdout_lines), what="the set-up link")
    link = next(found[0] for line in server.stdout_lines if (found := re.search(r"/setup[^\s]*", line)))
    reply = Hearth(server.address).get(link.split("#")[0], base="")
    assert reply.status == 200 and reply.header("content-type").startswith("text/html")
    assert "default-src 'none'" in reply.header("content-security-policy") and reply.header("x-content-type-options") == "nosniff"


def test_the_home_is_named_at_set_up(make_server):
    server = make_server(owner=False)
    token = server.setup_token()
    set_up(server, token, area_name=" ").refused(code.ILLEGAL_PARAMETER)
    owner = Hearth(server.address, set_up(server, token, area_name="The Ashes").ok()["token"])
    assert owner.get("/areas", base=V1).ok()["name"] == "The Ashes"


def test_before_set_up_everything_else_says_so(make_server):
    server = make_server(owner=False)
    visitor = Hearth(server.address)
    reply = visitor.sign_in_reply("x", "y")
    reply.refused(code.NOT_SET_UP)
    for base in BASES:
        assert visitor.at(base=base).list("/").code in (code.NOT_SET_UP, code.UNAUTHORISED)
    assert visitor.get("/health", base=V1).status == 200


def test_an_old_link_is_dead_after_a_restart(make_server):
    server = make_server(owner=False)
    old = server.setup_token()
    server.restart()
    new = server.setup_token()
    assert new
    if new != old:
        assert set_up(server, old).code != 0
    set_up(server, new).ok()


def test_setup_command(make_server, tmp_path):
    server = make_server(start=False)
    done = run_hearth("setup", "--data", server.data, "--owner", "other", "--password-file", "-", text="other 12 secret")
    assert done.returncode != 0 and done.stderr.strip(), "an owner exists"
    missing = run_hearth("setup", "--data", tmp_path / "fresh", "--owner", "other", "--password-file", tmp_path / "none")
    assert missing.returncode != 0 and "none" in missing.stderr
    empty = run_hearth("setup", "--data", tmp_path / "fresh", "--owner", "other", "--password-file", "-", text="")
    assert empty.returncode != 0 and empty.stderr.strip()
    fresh = run_hearth("setup", "--data", tmp_path / "fresh", "--owner", "other", "--password-file", "-", text="other 12 secret")
    assert fresh.returncode == 0, fresh.stderr
    started = make_server(tmp_path / "fresh", owner=False)
    Hearth.sign_in(started.address, "other", "other 12 secret")
    late = run_hearth("setup", "--data", started.data, "--owner", "late", "--password-file", "-", text="late 12 secret")
    assert late.returncode != 0, "beside a running server too"


def test_setup_command_beside_a_running_server_without_owner(make_server):
    server = make_server(owner=False)
    done = run_hearth("setup", "--data", server.data, "--owner", OWNER, "--password-file", "-", text=OWNER_PASSWORD)
    assert done.returncode == 0, done.stderr
    Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)


def test_usage_errors_and_help():
    for arguments in (["setup"], ["serve", "--dta", "/x"], ["fly"], ["serve", "--listen", "nonsense"], ["user", "add"]):
        done = run_hearth(*arguments)
        assert done.returncode == 2 and done.stderr.strip(), (arguments, done)
    assert "--data" in run_hearth("serve", "--dta", "/x").stderr, "the closest option is suggested"
    for arguments in (["--help"], ["serve", "--help"], ["user", "add", "--help"]):
        done = run_hearth(*arguments)
        assert done.returncode == 0 and "Usage" in done.stdout or "USAGE" in done.stdout


@pytest.mark.skipif(not shutil.which("cc"), reason="a C compiler makes the witness")
def test_nothing_is_freed_at_the_end_while_threads_run(make_server, tmp_path):
    """Libraries' exit handlers race with threads that are ending: every command must end without running any."""
    source, witness, seen = tmp_path / "witness.c", tmp_path / "witness.so", tmp_path / "seen"
    source.write_text(
        "#include <fcntl.h>\n#include <stdlib.h>\n"
        '__attribute__((destructor)) static void at_exit(void) { open(getenv("WITNESS"), O_CREAT | O_WRONLY, 0600); }\n')
    subprocess.run(["cc", "-shared", "-fPIC", "-o", witness, source], check=True)
    server = make_server()
    client = tmp_path / "client"
    watched = environment() | {"LD_PRELOAD": str(witness), "WITNESS": str(seen), "HEARTH_HOME": str(client)}
    subprocess.run(["cat", "/dev/null"], check=True, env=watched)
    assert seen.exists(), "the witness works"
    seen.unlink()
    server.stop()
    data = ("--data", str(server.data))
    commands = [
        ("user", "add", "max", "--password-file", "-", *data), ("user", "list", *data), ("user", "add", *data),
        ("pool", "list", *data), ("--version",), ("--help",), ("fly",), ("area", "list"), ("ls", "/"),
    ]
    for arguments in commands:
        subprocess.run([str(binary()), *arguments], input="maximal 7 secret", capture_output=True, text=True, timeout=30, env=watched)
        assert not seen.exists(), arguments
    server.start(extra_environment={"LD_PRELOAD": str(witness), "WITNESS": str(seen)})
    server.stop()
    assert not seen.exists(), "serve"


@pytest.mark.release
def test_a_second_start_takes_under_a_second(make_server):
    server = make_server()
    times = []
    for _ in range(3):
        server.stop()
        start = time.monotonic()
        server.start()
        assert Hearth(server.address).get("/health", base=V1).status == 200
        times.append(time.monotonic() - start)
    print([f"{seconds * 1000:.0f} ms" for seconds in times])
    assert max(times) < 1


def test_landing_page(visitor):
    reply = visitor.get("/", base="")
    assert reply.status == 200 and reply.header("content-type").startswith("text/html") and b"Hearth" in reply.body
    assert visitor.request("HEAD", "/", base="").status == 200
    policy = reply.header("content-security-policy")
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert reply.header("x-content-type-options") == "nosniff" and reply.header("referrer-policy") == "no-referrer"
    assert reply.header("cross-origin-opener-policy") == "same-origin"


def test_health(visitor):
    reply = visitor.get("/health", base=V1)
    assert reply.status == 200
    reply.ok()


def test_metrics(server, owner, visitor):
    owner.list("/").ok()
    reply = visitor.get("/metrics", base="")
    assert reply.status == 200 and reply.header("content-type").startswith("text/plain")
    text = reply.body.decode()
    names = set(re.findall(r"^# TYPE (\S+) (?:counter|gauge|histogram)$", text, re.M))
    assert len(names) >= 5
    for line in text.splitlines():
        assert line.startswith("#") or not line or re.fullmatch(r'[a-zA-Z_:][a-zA-Z0-9_:]*(\{[^}]*\})? (-?[0-9.e+-]+|NaN|\+Inf)', line), line
    assert owner.token not in text


def test_openapi(visitor):
    reply = visitor.get("/openapi.json", base=V1)
    assert reply.status == 200 and reply.header("content-type").startswith("application/json")
    description = json.loads(reply.body)
    assert description["openapi"].startswith("3.1") and description["info"]["title"]
    paths = description["paths"]
    assert paths
    full = {(path if path.startswith("/api") else V1 + path): operations for path, operations in paths.items()}

    def has(method, pattern):
        return any(re.fullmatch(pattern, path) and method in operations for path, operations in full.items())

    for method, pattern in [("post", "/api/v1/sessions"), ("get", "/api/v1/sessions"), ("delete", r"/api/v1/sessions/\{[^}]+\}"), ("post", "/api/v1/users"),
                            ("get", r"/api/v1/resources/?\{[^}]+\}"), ("post", r"/api/v1/resources/?\{[^}]+\}"), ("patch", "/api/v1/resources/?"),
                            ("delete", "/api/v1/resources/?"), ("get", r"/api/v1/download/?\{[^}]+\}"), ("post", "/api/v1/uploads"),
                            ("put", r"/api/v1/uploads/\{[^}]+\}/chunks/\{[^}]+\}"), ("post", r"/api/v1/uploads/\{[^}]+\}/complete"), ("get", "/api/v1/health"),
                            ("get", "/api/v1/backups"), ("get", r"/api/v1/chunks/\{[^}]+\}"), ("post", "/api/v1/setup")]:
        assert has(method, pattern), f"{method} {pattern} is missing in {sorted(full)}"
    for path, operations in full.items():
        for method, operation in operations.items():
            if method in ("get", "put", "post", "delete", "patch", "head"):
                assert operation.get("responses"), (path, method)
                names = {parameter["name"] for parameter in operation.get("parameters", []) + operations.get("parameters", []) if parameter.get("in") == "path"}
                assert set(re.findall(r"\{([^}]+)\}", path)) == names, (path, method)


def test_every_described_route_needs_what_it_says(visitor):
    """Without a token no route answers with data, but for the few that are open."""
    description = json.loads(visitor.get("/openapi.json", base=V1).body)
    open_routes = {"/health", "/openapi.json", "/sessions", "/setup", "/metrics", "/", "/check", "/oauth/access_token",
                   "/invitations/check", "/invitations/accept"}
    for path, operations in description["paths"].items():
        concrete = re.sub(r"\{[^}]+\}", "1", path)
        for method in operations:
            if method not in ("get", "put", "post", "delete", "patch"):
                continue
            short = path.removeprefix(V1).removeprefix("/api")
            if short in open_routes or "setup" in path:
                continue
            reply = visitor.request(method.upper(), concrete, b"{}" if method != "get" else None, base="" if path.startswith("/api") else V1)
            assert reply.status in (401, 404) or reply.code in (code.UNAUTHORISED, code.INVALID_CREDENTIALS), f"{method} {path}: {reply}"


def test_files_are_private(server):
    """Keys for the owner of the process only, and nothing that others may read."""
    for at, directories, files in os.walk(server.data):
        for name in files:
            mode = os.stat(os.path.join(at, name), follow_symlinks=False).st_mode
            if stat.S_ISREG(mode) or stat.S_ISSOCK(mode):
                assert not mode & 0o007, f"{name}: {mode:o}"
    assert stat.S_IMODE(os.stat(server.data / "admin.sock").st_mode) == 0o600
    keys = server.data / "keys"
    for name in os.listdir(keys):
        assert stat.S_IMODE(os.stat(keys / name).st_mode) == 0o600, name


def test_config_is_written_with_its_defaults(server):
    text = (server.data / "config.toml").read_text()
    assert text.count("#") > 10 and "listen" in text


def test_password_is_stored_as_argon2id_and_tokens_as_hashes(server, owner):
    content = b"".join((server.data / name).read_bytes() for name in os.listdir(server.data) if name.startswith("hearth.sqlite"))
    assert b"$argon2id$v=19$m=65536,t=3,p=1$" in content
    assert OWNER_PASSWORD.encode() not in content and owner.token.encode() not in content


def test_a_newer_schema_is_refused(make_server):
    server = make_server()
    server.stop()
    with sqlite3.connect(server.data / "hearth.sqlite") as database:
        tables = [row[0] for row in database.execute("select name from sqlite_master where type = 'table'")]
        version = database.execute("pragma user_version").fetchone()[0]
        if version:
            database.execute(f"pragma user_version = {version + 1000}")
        else:
            table = next(name for name in tables if "migration" in name)
            columns = [(row[1], row[2]) for row in database.execute(f"pragma table_info({table})")]
            values = [1_000_000 if index == 0 else "future" if "TEXT" in kind.upper() else 0 for index, (_, kind) in enumerate(columns)]
            database.execute(f"insert into {table} values ({','.join('?' * len(values))})", values)
    database.close()
    done = subprocess.run([str(binary()), "serve", "--data", str(server.data), "--listen", "127.0.0.1:0"], capture_output=True, text=True, timeout=20,
                          env=environment())
    assert done.returncode != 0 and done.stderr.strip() and not done.stdout.strip()


def test_a_taken_port_is_an_error_with_a_text(server, tmp_path):
    data = tmp_path / "other"
    Server(data)
    done = subprocess.run([str(binary()), "serve", "--data", str(data), "--listen", f"127.0.0.1:{server.address[1]}"], capture_output=True, text=True,
                          timeout=20, env=environment())
    assert done.returncode != 0 and str(server.address[1]) in done.stderr
