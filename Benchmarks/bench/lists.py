"""Target 4: the first page of a folder, as requests per second and at half load. Target 4b: the same in a folder of 100 000."""

import json

from . import loaders
from .measure import Row, pairs, say
from .peers import Nginx


def page_path(hearth, folder, size=30):
    return f"/api/v1/resources{hearth.root}/{folder}?page=1&page_size={size}"


def page(hearth, path):
    """The bytes of a page, checked to be one."""
    status, body = hearth.raw("GET", path, headers={"scope-token": hearth.token})
    answer = json.loads(body)
    if status != 200 or answer["status"] != 0 or not answer["data"]["list"]:
        raise RuntimeError(f"GET {path}: HTTP {status} {body[:300]}")
    return body, answer["data"]["pager"]["total_rows"]


def target_4(bench, entries=1000):
    seconds = 2 if bench.quick else 5
    with bench.hearth(bench.disk) as hearth:
        hearth.make_files("list", entries)
        path = page_path(hearth, "list")
        body, total = page(hearth, path)
        if total != entries:
            raise RuntimeError(f"the list names {total} entries instead of {entries}")
        with Nginx(bench.disk) as nginx:
            (nginx.root / "page.json").write_bytes(body)
            mine, theirs = pairs(
                bench.pairs,
                lambda: loaders.wrk(hearth.base + path, seconds=seconds, headers=hearth.headers),
                lambda: loaders.wrk(f"{nginx.base}/page.json", seconds=seconds),
                "4, full load",
            )
            what = f"list page of 30 of {entries} ({len(body)} B), 64 connections"
            rates = [m["rate"] for m in mine], [t["rate"] for t in theirs]
            rows = [
                Row("4", what, "nginx static", *rates, "requests/s", 0.3),
                Row("4", f"{what}: p99", "nginx static", _ms(mine), _ms(theirs), "ms", None),
            ]
            # Half load: each at half of its own best rate, in an open loop.
            half = [sorted(r)[len(r) // 2] / 2 for r in rates]
            say(f"4: half load is {half[0]:.0f} and {half[1]:.0f} requests/s")

            def at(rate, path, port, headers=()):
                result = loaders.call("rate", "--rate", rate, "--seconds", seconds, path, port=port, headers=headers)
                if result["errors"] or result["rate"] < rate * 0.95:
                    say(f"4: only {result['rate']:.0f} of {rate:.0f} requests/s, {result['errors']} errors")
                return result

            mine, theirs = pairs(
                bench.pairs,
                lambda: at(half[0], path, hearth.port, hearth.headers),
                lambda: at(half[1], "/page.json", nginx.port),
                "4, half load",
            )
            what = "list page of 30: p99 at half of its own best rate"
            rows.append(Row("4", what, "nginx static", _ms(mine), _ms(theirs), "ms", 4.0, at_least=False))
            return rows


def _ms(results):
    return [r["p99"] * 1000 for r in results]


def target_4b(bench, entries=100_000):
    hearth = bench.hearth(bench.disk)
    try:
        hearth.start()
        say(f"4b: making {entries} files")
        folder = hearth.make_files("many", entries)
        path = page_path(hearth, "many")
        _, total = page(hearth, path)
        if total != entries:
            raise RuntimeError(f"the list names {total} entries instead of {entries}")
        cold, warm, grown = [], [], []

        def ours():
            hearth.stop()
            hearth.start()
            before = hearth.server.resident_kib()
            times = loaders.call("get", "--repeat", 21, path, port=hearth.port, headers=hearth.headers)["times"]
            grown.append((hearth.server.resident_kib() - before) / 1024)
            cold.append(times[0] * 1000)
            warm.append(sorted(times[1:])[10] * 1000)

        _, scans = pairs(
            bench.pairs, ours, lambda: loaders.call("scan", folder)["seconds"] * 1000, "4b, folder of 100 000"
        )
        what = f"first page of 30 of {entries}"
        peer = "readdir + fstatat in C"
        return [
            Row("4b", f"{what}, cold (first call after start)", peer, cold[1:], scans, "ms", 1.3, at_least=False),
            Row("4b", f"{what}, warm", peer, warm[1:], scans, "ms", 0.05, at_least=False),
            Row("4b", f"{what}: memory above idle", "", grown[1:], [], "MiB", 20, at_least=False),
        ]
    finally:
        hearth.remove()
