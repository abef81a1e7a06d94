"""The description of the API: a valid OpenAPI 3.1 document, and a server that keeps to it.

schemathesis makes requests from the description, valid and broken ones, always the same, and holds every answer against it. Server errors
and answers that the description does not allow are failures. Requests that take something away have runs of their own.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from contract_check import Contract, closed
from hearth_client import V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from openapi_spec_validator import OpenAPIV31SpecValidator
from tools import wait_until
from wire_codes import STATUS_OF_CODE

MEMBER, MEMBER_PASSWORD = "max", "maximal 7 secret"

# What takes something away that other requests need: files, folders, members.
DESTRUCTIVE = {
    "renameResource", "transferResources", "deleteResources", "completeUpload", "cancelUpload", "dropUpload",
    "removeUser", "editUser", "setPassword", "revokeInvitation", "dismissTask", "retryTask",
    "editFolder", "deleteFolder", "changeSettings", "changeShare", "endShare",
    "renamePool", "deletePool", "editPartition", "deletePartition",
}
# What ends the session that asks, or the drive as it is: nothing can follow in the same run.
FINAL = {"signOut", "revokeSession", "transferOwnership", "dissolve"}

# Broken values are no mistakes there, as the contract has it: page numbers that are none count as none, too large a page is cut, and what
# is only about files is not looked at when a directory is made.
LENIENT = {"listResources", "listFolders", "listShares", "listGivenShares", "listPools", "postResource"}

CHECKS = """
[checks]
enabled = false
not_a_server_error = { enabled = true, expected-statuses = ["2xx", "3xx", "4xx", 503, 507] }
status_code_conformance.enabled = true
content_type_conformance.enabled = true
response_headers_conformance.enabled = true
response_schema_conformance.enabled = true
ignored_auth.enabled = true
negative_data_rejection = { enabled = true, expected-statuses = ["4xx", 503, 507] }
"""

# No phase may learn from answers: they hold random ids, and the next run would send other requests. TRACE is left out: a method that the
# server does not have at all is a 501 (RFC 9110, 9.1), which is not an error of the server.
GENERATION = """
seed = 1
workers = 1
continue-on-failure = true
warnings = false
suppress-health-check = ["all"]
request-timeout = 60
[generation]
deterministic = true
database = "none"
allow-x00 = false
with-security-parameters = false
[phases.examples]
enabled = false
[phases.stateful]
enabled = false
[phases.coverage]
operation-ordering = "none"
unexpected-methods = ["GET", "PUT", "POST", "DELETE", "PATCH"]
extra-data-sources.responses = false
[phases.fuzzing]
operation-ordering = "none"
extra-data-sources.responses = false
error-feedback.enabled = false
"""


@pytest.fixture(scope="module")
def document(visitor):
    return json.loads(visitor.get("/openapi.json", base=V1).body)


def operations(document):
    return [operation for methods in document["paths"].values() for operation in methods.values()]


def test_it_is_valid_openapi(document):
    assert document["openapi"] == "3.1.0"
    errors = list(OpenAPIV31SpecValidator(document).iter_errors())
    assert not errors, errors[:5]


def test_nothing_is_left_out(document):
    names = [operation["operationId"] for operation in operations(document)]
    assert len(set(names)) == len(names)
    for operation in operations(document):
        name = operation["operationId"]
        assert operation["summary"] and operation["tags"] and operation["responses"], name
        assert {"500", "503"} <= set(operation["responses"]), name
        assert not operation["security"] or "401" in operation["responses"], name
        assert any(status.startswith("2") for status in operation["responses"]), name
        for parameter in operation["parameters"]:
            assert "$ref" in parameter or parameter["description"] and parameter["schema"] is not None, (name, parameter)
    assert not (DESTRUCTIVE | FINAL) - set(names), "a run names routes that are not there"


def test_every_code_stands_at_its_status(document):
    """And every code that the contract knows and some route can raise has a place."""
    responses = [(status, response) for operation in operations(document) for status, response in operation["responses"].items()]
    responses += [(name.rsplit("Status", 1)[1], response) for name, response in document["components"]["responses"].items()]
    found = set()
    for status, response in responses:
        for media in response.get("content", {}).values():
            for code in media["schema"].get("properties", {}).get("status", {}).get("enum", []):
                found.add(code)
                own = code == 0 or status in ("416", "431")
                assert own or STATUS_OF_CODE.get(code, int(status)) == int(status), (status, code)
    assert found >= {0, 1, 2, 3, 10_000, 10_005, 10_012, 10_013, 10_016, 10_018, 10_020, 10_021, 10_028, 90_001, 90_005, 90_007}


def test_numbers_say_what_they_count(document):
    """Sizes and times carry their unit wherever they are named."""
    units = {"size": "bytes", "capacity": None, "use_capacity": "bytes", "chunk_size": "bytes", "total_size": "bytes", "bytes_done": "bytes",
             "bytes_total": "bytes", "expires_in": "seconds"}
    times = {"mod_time", "created", "updated", "expires", "last_used"}

    def walk(node):
        if isinstance(node, list):
            for part in node:
                walk(part)
        elif isinstance(node, dict):
            for name, schema in (node.get("properties") or {}).items():
                if name in units:
                    assert schema.get("x-unit") and units[name] in (None, schema["x-unit"]), (name, schema)
                if name in times:
                    assert schema.get("x-unit", "").startswith("seconds since 1970"), (name, schema)
            for part in node.values():
                walk(part)

    walk(document)


def test_the_checker_sees_what_is_wrong(document):
    """The check that stands behind every other test of this suite is not blind."""
    contract = Contract(document)
    headers = {"content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff"}

    def check(status, value, target="/api/v1/users/1", method="GET", **changes):
        contract.check(method, target, status, headers | changes, json.dumps(value).encode())

    good = {"status": 5003, "reason": "No such member."}
    check(404, good)
    check(404, good, target="/api/v1//users/1/")
    for status, value in [(404, good | {"status": 5004}), (403, good), (404, good | {"more": 1}), (404, {"status": 5003}), (418, good),
                          (200, {"status": 0, "reason": "success", "data": {}})]:
        with pytest.raises(AssertionError):
            check(status, value)
    with pytest.raises(AssertionError):
        contract.check("GET", "/api/v1/users/1", 404, {"content-type": "application/json"}, json.dumps(good).encode())
    with pytest.raises(AssertionError):
        contract.check("GET", "/api/v1/users/1", 404, headers | {"content-type": "text/html"}, json.dumps(good).encode())


class World:
    """A server with enough in it that generated requests meet something."""

    def __init__(self, server):
        self.server = server
        self.owner = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
        self.member = Hearth.sign_in(server.address, MEMBER, MEMBER_PASSWORD)
        self.document = json.loads(self.owner.get("/openapi.json").body)
        self.home = self.owner.home()
        self.names = {operation["operationId"] for operation in operations(self.document)}
        for folder in ["read", "rename", "move", "delete", "target"]:
            self.fill(f"{self.home}/{folder}")
        self.member.mkdir(self.member.home() + "/own").ok()
        self.values = {
            "paths": self.below("read"), "renames": self.below("rename"), "moves": self.below("move"), "deletes": self.below("delete"),
            "news": [f"{self.home}/target/new{number}" for number in range(6)], "homes": [self.home, self.home + "/target"],
            "uploads": [self.begin(f"part{number}", None) for number in range(4)], "drops": [self.begin(f"drop{number}", 5) for number in range(4)],
            "completions": [self.begin(f"whole{number}", 5) for number in range(4)], "ones": [1], "others": [self.member.user_id],
            "members": [self.owner.user_id, self.member.user_id], "pools": ["_default_"], "accounts": [OWNER, MEMBER],
            "secrets": [OWNER_PASSWORD, MEMBER_PASSWORD], "areas": [self.owner.get("/areas").ok()["id"]], "grants": ["password"],
            "folders": self.folders("edit"), "gone": self.folders("gone"), "known": ["_default_", self.pool("read")],
            "old": [self.pool("old0"), self.pool("old1")], "disks": [str(self.server.data.parent / f"disk{number}") for number in range(2)],
            "parts": ["films", "_default_"],
        }
        for path in self.values["disks"]:
            Path(path).mkdir()
        for path in self.below("read"):
            if "share" in self.names and path.endswith(("full", "empty")):
                self.share(path)

    def pool(self, name):
        """A directory that is a pool, with a partition `films`."""
        place = self.server.data.parent / f"pool-{name}"
        place.mkdir()
        self.owner.json("POST", "/pools/directory", {"name": name, "path": str(place)}).ok()
        self.owner.json("POST", "/partitions", {"pool_name": name, "name": "films", "capacity": 1, "unit": "GB"}).ok()
        wait_until(lambda: all(task["state"] == "done" for task in self.owner.get("/tasks").items()), 60, "the new partition")
        return name

    def fill(self, path):
        self.owner.mkdir(path).ok()
        self.owner.mkdir(path + "/empty").ok()
        self.owner.mkdir(path + "/full").ok()
        for name in ["a.txt", "caf\u00e9.bin", "full/b.txt"]:
            self.owner.send(f"{path}/{name}", f"content of {name}".encode() * 20)

    def below(self, folder):
        return [f"{self.home}/{folder}/{name}" for name in ["a.txt", "caf\u00e9.bin", "full", "empty", "full/b.txt", "new"]]

    def begin(self, name, size):
        upload = self.owner.begin(f"{self.home}/target/{name}", size).ok()["upload_id"]
        if size:
            self.owner.put_chunk(upload, 1, b"hello"[:size]).ok()
        return upload

    def share(self, path):
        self.owner.json("POST", "/shares", {"paths": [path], "to_users": [self.member.user_id], "read": 1, "write": 1, "deleted": 0}).ok()

    def folders(self, name):
        """Numbers of new managed folders."""
        members = [{"u_id": user, "read": 1, "write": 1, "deleted": 1} for user in (self.owner.user_id, self.member.user_id)]
        return [self.owner.json("POST", "/folders", {"name": f"{name}{number}", "mode": 2, "pool_name": "_default_", "partition_name": "_default_",
                                                     "auth": members}).ok()["id"] for number in range(3)]

    def configuration(self, token):
        """What schemathesis is told: where the server is, who asks, and which values often stand where."""
        lines = [f'base-url = "http://127.0.0.1:{self.server.address[1]}"', f'headers = {{ "scope-token" = "{token}" }}', GENERATION, CHECKS]
        for name, values in self.values.items():
            lines.append(f"[dictionaries.{name}]\nvalues = {json.dumps(values)}")
        lines.append("[parameters]")
        for place, name in [("path.path", "paths"), ("body.destination", "homes"), ("body.path", "news"), ("body.sources[*]", "moves"),
                            ("body.paths[*]", "deletes"), ("body.to_users[*]", "others"), ("body.auth[*].u_id", "members"),
                            ("body.pool_name", "pools"), ("body.partition_name", "pools"), ("body.account_name", "accounts"),
                            ("body.password", "secrets"), ("body.grant_type", "grants"), ("query.path", "paths"), ("query.path[*]", "paths")]:
            lines.append(f'"{place}" = {{ dictionary = "{name}", probability = 0.8 }}')
        for operation, place, name in [
                ("renameResource", "path.path", "renames"), ("postResource", "path.path", "news"), ("share", "body.paths[*]", "paths"),
                ("createArchive", "body.paths[*]", "paths"), ("upload", "path.id", "uploads"), ("putChunk", "path.id", "uploads"),
                ("putChunk", "path.n", "ones"), ("cancelUpload", "path.id", "drops"), ("completeUpload", "path.id", "completions"),
                ("areaByID", "path.id", "areas"), ("user", "path.id", "members"), ("editUser", "path.id", "others"),
                ("setPassword", "path.id", "members"), ("transferOwnership", "path.id", "others"), ("folder", "path.id", "folders"),
                ("editFolder", "path.id", "folders"), ("deleteFolder", "path.id", "gone"), ("pool", "path.name", "known"),
                ("renamePool", "path.name", "old"), ("deletePool", "path.name", "old"), ("editPartition", "path.name", "parts"),
                ("editPartition", "body.pool_name", "known"), ("deletePartition", "path.name", "parts"),
                ("deletePartition", "body.pool_name", "known"), ("createPartition", "body.pool_name", "known"),
                ("addDirectoryPool", "body.path", "disks")]:
            if operation in self.names:
                lines.append(f'[[operations]]\ninclude-operation-id = "{operation}"\nparameters."{place}" = {{ dictionary = "{name}", probability = 0.8 }}')
        for operation in sorted(LENIENT & self.names):
            lines.append(f'[[operations]]\ninclude-operation-id = "{operation}"\nchecks.negative_data_rejection.enabled = false')
        return "\n".join(lines)

    def run(self, folder, token, names, examples, coverage=True):
        """Lets schemathesis loose on some operations; returns how often each operation was answered with which status."""
        (folder / "openapi.json").write_text(json.dumps(closed(self.document)))
        (folder / "schemathesis.toml").write_text(self.configuration(token))
        command = [str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(folder / "schemathesis.toml"), "run", str(folder / "openapi.json"),
                   "--no-color", "--max-examples", str(examples), "--phases", "coverage,fuzzing" if coverage else "fuzzing",
                   "--report", "ndjson", "--report-ndjson-path", str(folder / "events.ndjson")]
        for name in sorted(names):
            command += ["--include-operation-id", name]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=400)
        assert self.server.is_running(), f"the server died: {self.server.errors()[-2000:]}"
        answers = self.answers(folder / "events.ndjson")
        assert done.returncode == 0, f"{done.stdout[-20000:]}{done.stderr[-2000:]}"
        assert "a request failed" not in self.server.logs(), self.server.logs()[-4000:]
        return answers

    @staticmethod
    def answers(path):
        found = {}
        for line in path.read_text().splitlines():
            record = (json.loads(line).get("ScenarioFinished") or {}).get("recorder")
            for interaction in ((record or {}).get("interactions") or {}).values():
                response = interaction.get("response")
                if response:
                    statuses = found.setdefault(record["label"], {})
                    statuses[response["status_code"]] = statuses.get(response["status_code"], 0) + 1
        return found


@pytest.fixture
def world(make_server):
    return World(make_server(members=[(MEMBER, MEMBER_PASSWORD)]))


@pytest.mark.slow
@pytest.mark.timeout(420)
def test_the_owner_reads_and_adds(world, tmp_path):
    names = world.names - DESTRUCTIVE - FINAL
    answers = world.run(tmp_path, world.owner.token, names, examples=20)
    assert len(answers) == len(names)
    reached = {name for name, statuses in answers.items() if any(200 <= status < 300 for status in statuses)}
    print("never successful:", sorted(set(answers) - reached))
    assert len(reached) * 3 >= len(answers) * 2, "most requests must mean something, or nothing is tested"


@pytest.mark.slow
@pytest.mark.timeout(420)
def test_another_member(world, tmp_path):
    """The second account, which meets what it may not touch: everything but what ends sessions."""
    answers = world.run(tmp_path, world.member.token, world.names - FINAL, examples=8, coverage=False)
    assert len(answers) == len(world.names - FINAL)


@pytest.mark.slow
@pytest.mark.timeout(420)
def test_the_owner_takes_away(world, tmp_path):
    world.run(tmp_path, world.owner.token, world.names & DESTRUCTIVE, examples=20)


@pytest.mark.slow
@pytest.mark.timeout(420)
@pytest.mark.parametrize("name", sorted(FINAL))
def test_what_nothing_can_follow(world, tmp_path, name):
    if name not in world.names:
        pytest.skip("this server does not have it")
    world.run(tmp_path, world.owner.token, {name}, examples=5)
