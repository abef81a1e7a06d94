"""A transfer on a computer that loses its network and gets it back, in a network namespace of its own."""

import os
import shlex
import subprocess

import pytest

from hearth_server import OWNER, OWNER_PASSWORD, binary, environment

ADD = "ip link add eth7 type veth peer name veth8 && ip link set veth8 up && ip addr add 10.77.0.2/24 dev eth7 && ip link set eth7 up"


def can_isolate():
    try:
        return subprocess.run(["unshare", "-n", "sh", "-c", ADD], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


SCRIPT = """
set -eu
ip link set lo up
{add}
{hearth} setup --data data --owner {owner} --password-file password >setup.log 2>&1
{hearth} serve --data data --listen 127.0.0.1:18977 >serve.log 2>&1 & server=$!
trap 'kill $server; wait $server || true' EXIT
for i in $(seq 100); do {hearth} login http://127.0.0.1:18977 --account {owner} --password-file password >login.log 2>&1 && break; sleep 0.1; done
moved() {{ {hearth} --json transfers | grep -o '"transferred":[0-9]*' || true; }}
{hearth} put --bwlimit 12M file '~/file' >put.log 2>&1 & put=$!
until moved | grep -q '[1-9]'; do sleep 0.1; done
ip link del eth7
before=none; now=$(moved)
# Nothing moves any more: two looks that are further apart than a chunk takes are the same.
until [ "$before" = "$now" ]; do sleep 4; before=$now; now=$(moved); done
kill -0 $put
{add}
wait $put
{hearth} get '~/file' back >get.log 2>&1
cmp file back
"""


@pytest.mark.slow
@pytest.mark.skipif(not can_isolate(), reason="network namespaces with veth need root")
def test_a_transfer_waits_for_the_network(tmp_path):
    (tmp_path / "file").write_bytes(os.urandom(64 << 20))
    (tmp_path / "password").write_text(OWNER_PASSWORD)
    script = SCRIPT.format(add=ADD, hearth=shlex.quote(str(binary())), owner=OWNER)
    done = subprocess.run(
        ["unshare", "-n", "sh", "-c", script], cwd=tmp_path, capture_output=True, timeout=180,
        env=environment() | {"HEARTH_HOME": str(tmp_path / "home"), "HEARTH_LANG": "en"})
    logs = {path.name: path.read_text(errors="replace")[-500:] for path in tmp_path.glob("*.log")}
    assert done.returncode == 0, (done.stdout, done.stderr, logs)
