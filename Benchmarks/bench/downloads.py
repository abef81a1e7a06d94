"""Targets 1 and 11: a cached 1 GiB file, plain and over TLS. Hearth and nginx serve the very same file."""

import shutil

from . import loaders
from .bench import GIB
from .measure import Row, pairs
from .peers import Nginx


def fetch(server, cpu, connections, repeat, path, **options):
    """One path over some connections; GB/s and the server's CPU seconds per GiB."""
    before = cpu()
    result = loaders.call("get", "--connections", connections, "--repeat", repeat, path, port=server, **options)
    spent = cpu() - before
    return result["bytes"] / result["seconds"] / 1e9, spent / (result["bytes"] / GIB)


def _rows(bench, target, hearth, nginx, cases, tls, cpu_goal):
    rows = []
    for connections, repeat in cases:
        plural = "s" if connections > 1 else ""
        mine, theirs = pairs(
            bench.pairs,
            lambda: fetch(
                hearth.port,
                hearth.server.cpu,
                connections,
                repeat,
                f"/api/v1/download{hearth.root}/big.bin",
                headers=hearth.headers,
                tls=tls,
            ),
            lambda: fetch(nginx.port, nginx.server.cpu, connections, repeat, "/big.bin", tls=tls),
            f"{target}, {connections} connection{plural}",
        )
        what = f"{'TLS ' if tls else ''}GET 1 GiB, {connections} connection{plural}"
        peer = "nginx TLS" if tls else "nginx sendfile"
        rows.append(Row(target, what, peer, [m[0] for m in mine], [t[0] for t in theirs], "GB/s", 1.0))
        rows.append(
            Row(
                target,
                f"{what}: CPU per GiB",
                peer,
                [m[1] for m in mine],
                [t[1] for t in theirs],
                "s",
                cpu_goal,
                at_least=False,
            )
        )
    return rows


def target_1(bench):
    source, _ = bench.random_file(GIB)
    with bench.hearth(bench.disk) as hearth:
        shutil.copyfile(source, hearth.folder / "big.bin")
        with Nginx(bench.disk, hearth.folder) as nginx:
            cases = [(1, 2), (8, 1)] if bench.quick else [(1, 4), (8, 1)]
            return _rows(bench, "1", hearth, nginx, cases, False, 1.0)


def target_11(bench):
    source, _ = bench.random_file(GIB)
    certificate, key = bench.certificate()
    hearth = bench.hearth(bench.disk)
    try:
        hearth.start(certificate, key)
        shutil.copyfile(source, hearth.folder / "big.bin")
        with Nginx(bench.disk, hearth.folder, certificate=certificate, key=key) as nginx:
            return _rows(bench, "11", hearth, nginx, [(1, 1 if bench.quick else 2)], True, None)
    finally:
        hearth.remove()
