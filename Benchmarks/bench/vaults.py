"""Target 5: an encrypted folder beside a plain one of the same server, a gocryptfs mount, and age."""

import os
import shutil
import subprocess
import time

from . import loaders
from .bench import GIB
from .downloads import fetch
from .measure import Row, pairs, say
from .peers import Age, Gocryptfs, PeerMissing
from .uploads import upload


def _aes_rate():
    """What one core can do: AES-256-GCM in libcrypto, in pieces of the size of a vault's blocks."""
    line = ["openssl", "speed", "-elapsed", "-evp", "aes-256-gcm", "-bytes", "32768", "-seconds", "1"]
    text = subprocess.run(line, capture_output=True, text=True, check=True).stdout.strip().splitlines()[-1]
    return float(text.split()[-1].rstrip("k")) * 1000 / 1e9


def _copy_rate(source, target):
    """One file to another place with dd in pieces of 1 MiB, not durable; GB/s."""
    start = time.monotonic()
    subprocess.run(["dd", f"if={source}", f"of={target}", "bs=1M"], check=True, capture_output=True)
    return os.path.getsize(source) / (time.monotonic() - start) / 1e9


def _downloads(bench, hearth, vault, source):
    shutil.copyfile(source, hearth.folder / "plain.bin")
    _, digest = bench.random_file(GIB)
    upload(hearth, source, digest, path=f"{vault}/sealed.bin", keep=True)
    rows = []
    for connections in (1, 8):
        repeat = (2 if bench.quick else 4) if connections == 1 else 1

        def get(path):
            return fetch(
                hearth.port,
                hearth.server.cpu,
                connections,
                repeat,
                f"/api/v1/download{path}",
                headers=hearth.headers,
            )

        plural = "s" if connections > 1 else ""
        mine, theirs = pairs(
            bench.pairs,
            lambda: get(f"{vault}/sealed.bin"),
            lambda: get(f"{hearth.root}/plain.bin"),
            f"5, download, {connections} connection{plural}",
        )
        what = f"GET encrypted 1 GiB, {connections} connection{plural}"
        goal = 0.6 if connections == 1 else None
        rows.append(Row("5", what, "plain GET", [m[0] for m in mine], [t[0] for t in theirs], "GB/s", goal))
        rows.append(
            Row("5", f"{what}: CPU per GiB", "plain GET", [m[1] for m in mine], [t[1] for t in theirs], "s", None)
        )
    return rows


def _uploads(bench, hearth, vault, source, digest, place):
    rows = []
    for connections in (1, 3):
        def send(root):
            return upload(hearth, source, digest, connections=connections, root=root)

        plural = "s" if connections > 1 else ""
        mine, theirs = pairs(
            bench.pairs,
            lambda: send(vault),
            lambda: send(hearth.root),
            f"5, upload to {place}, {connections} connection{plural}",
        )
        what = f"upload encrypted 1 GiB to {place}, {connections} connection{plural}"
        rows.append(Row("5", what, "plain upload", mine, theirs, "GB/s", 0.6))
    return rows


def _peers(bench, hearth, vault, source, digest):
    """Others that encrypt, and the cipher alone."""

    def down():
        return fetch(
            hearth.port, hearth.server.cpu, 1, 1, f"/api/v1/download{vault}/sealed.bin", headers=hearth.headers
        )[0]

    def up():
        return upload(hearth, source, digest, connections=1, root=vault)

    rows = []

    def measure(what, mine, peer, theirs, goal):
        results = pairs(bench.pairs, mine, theirs, f"5, {peer}")
        rows.append(Row("5", what, peer, *results, "GB/s", goal))

    measure("GET encrypted 1 GiB, 1 connection", down, "openssl speed aes-256-gcm", _aes_rate, None)
    try:
        with Gocryptfs(bench.memory) as mount:
            inside = mount.folder / "big.bin"

            def write():
                inside.unlink(missing_ok=True)
                return _copy_rate(source, inside)

            measure("upload encrypted 1 GiB to tmpfs, 1 connection", up, "write to a gocryptfs mount, no hash", write, 1.5)
            measure(
                "GET encrypted 1 GiB, 1 connection",
                down,
                "read of a gocryptfs mount",
                lambda: _copy_rate(inside, "/dev/null"),
                1.5,
            )
    except PeerMissing as missing:
        say(f"5: gocryptfs is left out: {missing}")
    with Age(bench.memory) as age:
        measure("upload encrypted 1 GiB to tmpfs, 1 connection", up, "age, no hash", lambda: age.encrypt(source), 1.0)
        measure("GET encrypted 1 GiB, 1 connection", down, "age -d to /dev/null", age.decrypt, 1.0)
    return rows


def _memory(bench, count=20, size=128 << 20):
    """The most resident memory of a fresh server that takes that many encrypted uploads at once, MiB."""
    source, digest = bench.random_file(size)
    peaks = []
    for _ in range(2 if bench.quick else 3):
        with bench.hearth(bench.memory) as hearth:
            vault = hearth.make_vault("vault")
            loaders.call(
                "upload",
                *("--door", "new", "--file", source, "--sha256", digest, "--path", f"{vault}/many"),
                *("--connections", 3, "--uploads", count),
                port=hearth.port,
                headers=hearth.headers,
            )
            peaks.append(hearth.server.peak_kib() / 1024)
    what = f"resident memory at its highest, {count} encrypted uploads at once"
    return [Row("5", what, "", peaks, [], "MiB", 150, at_least=False)]


def target_5(bench):
    source, digest = bench.random_file(GIB)
    with bench.hearth(bench.memory) as hearth:
        vault = hearth.make_vault("vault")
        rows = _downloads(bench, hearth, vault, source)
        rows += _uploads(bench, hearth, vault, source, digest, "tmpfs")
        rows += _peers(bench, hearth, vault, source, digest)
    with bench.hearth(bench.disk) as hearth:
        rows += _uploads(bench, hearth, hearth.make_vault("vault"), source, digest, "disk")
    return rows + _memory(bench)
