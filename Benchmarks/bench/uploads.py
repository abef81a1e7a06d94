"""Target 2: one 1 GiB file in 8 MiB chunks over three connections, hashed, fsynced and published.
Target 3: 2 000 small files over eight connections, each durable when it is acknowledged."""

import http.client
import itertools
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from . import loaders
from .bench import GIB
from .measure import Row, pairs
from .peers import Copyparty, Nginx

_numbers = itertools.count(1)


def upload(hearth, source, digest, door="new", connections=3, hashes=False, root=None, path=None, keep=False):
    """One upload through a door; GB/s. The file is removed again, outside the clock, unless it is to be kept."""
    path = path or f"{root or hearth.root}/upload-{next(_numbers)}.bin"
    os.sync()
    result = loaders.call(
        "upload",
        *("--door", door, "--file", source, "--sha256", digest, "--path", path, "--connections", connections),
        *(["--hash"] if hashes else []),
        port=hearth.port,
        headers=hearth.headers,
    )
    if not keep:
        hearth.delete(path)
    return result["bytes"] / result["seconds"] / 1e9


def _sha_rate():
    result = loaders.call("sha", 1024)
    return result["bytes"] / result["seconds"] / 1e9


def _dd_rate(where, source):
    target = Path(where) / f"hearth-bench-dd-{os.getpid()}.bin"
    os.sync()
    start = time.monotonic()
    try:
        subprocess.run(["dd", f"if={source}", f"of={target}", "bs=1M", "conv=fsync"], check=True, capture_output=True)
        seconds = time.monotonic() - start
    finally:
        target.unlink(missing_ok=True)
    return source.stat().st_size / seconds / 1e9


def _copyparty_rate(copyparty, source, connections):
    os.sync()
    start = time.monotonic()
    copyparty.upload(source, connections=connections)
    seconds = time.monotonic() - start
    arrived = copyparty.root / source.name
    if arrived.stat().st_size != source.stat().st_size:
        raise RuntimeError("copyparty's uploader left a file of another size")
    # Through its own door, so that it forgets the content: otherwise the next upload is a clone.
    connection = http.client.HTTPConnection("127.0.0.1", copyparty.port, timeout=60)
    connection.request("DELETE", f"/{source.name}")
    connection.getresponse().read()
    connection.close()
    if arrived.exists():
        raise RuntimeError("copyparty did not delete the file")
    return source.stat().st_size / seconds / 1e9


def target_2(bench):
    source, digest = bench.random_file(GIB)
    rows = []
    cores = os.cpu_count() or 1
    for place, where in (("tmpfs", bench.memory), ("disk", bench.disk)):
        with bench.hearth(where) as hearth:
            floor = _sha_rate if place == "tmpfs" else lambda: _dd_rate(bench.disk, source)
            goal = (0.75 if cores >= 4 else 0.6) if place == "tmpfs" else 0.9
            peer = "SHA-256 of one core" if place == "tmpfs" else "dd conv=fsync"
            for door in ("new", "old"):
                mine, theirs = pairs(
                    bench.pairs, lambda: upload(hearth, source, digest, door), floor, f"2, {place}, {door} door"
                )
                what = f"upload 1 GiB to {place}, 3 connections, {door} door"
                rows.append(Row("2", what, peer, mine, theirs, "GB/s", goal if door == "new" else None))
            with Copyparty(where) as copyparty:
                mine, theirs = pairs(
                    bench.pairs,
                    lambda: upload(hearth, source, digest, hashes=True),
                    lambda: _copyparty_rate(copyparty, source, 3),
                    f"2, {place}, copyparty",
                )
            what = f"upload 1 GiB to {place}, client hashes too"
            rows.append(Row("2", what, "copyparty u2c, not durable", mine, theirs, "GB/s", 2.0))
    return rows


def small_files(hearth, count, connections=8):
    """Uploads `count` small files into a new folder; files per second."""
    number = next(_numbers)
    folder = f"{hearth.root}/small-{number}"
    hearth.make_directory(folder)
    os.sync()
    result = loaders.call(
        "small",
        *("--door", "hearth", "--prefix", f"{folder}/", "--files", count, "--seed", number),
        *("--connections", connections),
        port=hearth.port,
        headers=hearth.headers,
    )
    hearth.delete(folder)
    return count / result["seconds"]


def _put_files(port, root, prefix, count):
    number = next(_numbers)
    folder = root / f"small-{number}"
    folder.mkdir()
    os.sync()
    result = loaders.call(
        "small",
        *("--door", "put", "--prefix", f"{prefix}small-{number}/", "--files", count, "--seed", number),
        *("--connections", 8),
        port=port,
    )
    found = sum(1 for _ in folder.iterdir())
    if found < count:
        raise RuntimeError(f"only {found} of {count} files arrived")
    shutil.rmtree(folder)
    return count / result["seconds"]


def _with_client(bench, count, send, arrived):
    """Files on disk (in memory), sent by a peer's own client; files per second."""
    source = Path(tempfile.mkdtemp(prefix=f"small-{next(_numbers)}-", dir=bench.memory))
    loaders.call("small", "--write", source, "--files", count, "--seed", next(_numbers))
    os.sync()
    start = time.monotonic()
    send(source)
    seconds = time.monotonic() - start
    shutil.rmtree(source)
    target = arrived(source.name)
    found = sum(1 for _ in target.iterdir())
    if found < count:
        raise RuntimeError(f"only {found} of {count} files arrived")
    shutil.rmtree(target)
    return count / seconds


def _rclone(port, source):
    # rclone leaves 10 ms between two WebDAV calls and makes three for a file, so its rate is about 31 files/s whatever
    # the server does. No look at the destination beforehand: fewer calls.
    subprocess.run(
        ["rclone", "copy", "--config", "/dev/null", "--transfers", "8", "--checkers", "8", "--quiet", "--no-traverse", "--no-check-dest"]
        + ["--webdav-url", f"http://127.0.0.1:{port}/dav", str(source), f":webdav:{source.name}"],
        check=True,
        timeout=600,
    )


def target_3(bench, count=2000):
    with bench.hearth(bench.disk) as hearth:
        with Copyparty(bench.disk) as copyparty, Nginx(bench.disk) as nginx:
            peers = [
                ("copyparty PUT, not durable", 3.0, lambda: _put_files(copyparty.port, copyparty.root, "/", count)),
                (
                    "rclone to nginx-dav, not durable",
                    1.0,
                    lambda: _with_client(
                        bench, min(count, 300), lambda s: _rclone(nginx.port, s), lambda name: nginx.root / "dav" / name
                    ),
                ),
                (
                    "copyparty u2c, not durable",
                    None,
                    lambda: _with_client(
                        bench, count, lambda s: copyparty.upload(s, connections=8), lambda name: copyparty.root / name
                    ),
                ),
                (
                    "nginx-dav PUT, not durable",
                    None,
                    lambda: _put_files(nginx.port, nginx.root / "dav", "/dav/", count),
                ),
            ]
            rows = []
            for peer, goal, call in peers:
                mine, theirs = pairs(bench.pairs, lambda: small_files(hearth, count), call, f"3, {peer}")
                rows.append(Row("3", f"{count} files of 4–64 KiB, 8 connections", peer, mine, theirs, "files/s", goal))
            return rows
