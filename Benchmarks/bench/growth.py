"""Growth: targets 1–4 at 1×, 10× and 100× the connections, files and members. A curve that bends is a defect to explain."""

import shutil
from statistics import median

from . import loaders
from .bench import GIB
from .lists import page, page_path
from .measure import Curve, say
from .uploads import small_files


def _typical(bench, measure):
    """The median of a few runs after one that is not counted."""
    measure()
    return median(measure() for _ in range(bench.pairs))


def _curve(bench, target, what, unit, points, measure):
    curve = Curve(target, what, unit)
    for label, argument in points:
        curve.points.append((label, _typical(bench, lambda: measure(argument))))
        say(f"growth, {target}, {what}: {label}")
    return curve


def downloads(bench):
    source, _ = bench.random_file(GIB)
    with bench.hearth(bench.disk) as hearth:
        shutil.copyfile(source, hearth.folder / "big.bin")
        small = 40 << 20
        with open(source, "rb") as f:
            (hearth.folder / "small.bin").write_bytes(f.read(small))

        def by_connections(count):
            # The same bytes in all, spread over more connections.
            name, repeat = ("big.bin", 4) if count == 1 else ("small.bin", 1000 // count)
            result = loaders.call(
                "get",
                *("--connections", count, "--repeat", repeat, f"/api/v1/download{hearth.root}/{name}"),
                port=hearth.port,
                headers=hearth.headers,
            )
            return result["bytes"] / result["seconds"] / 1e9

        points = [("1 connection", 1), ("10", 10), ("100", 100)]
        yield _curve(bench, "1", "GET, by connections", "GB/s", points, by_connections)


def uploads(bench):
    with bench.hearth(bench.memory) as hearth:

        def at_once(count):
            source, digest = bench.random_file((1000 << 20) // count)
            folder = f"{hearth.root}/at-once"
            hearth.make_directory(folder)
            result = loaders.call(
                "upload",
                *("--file", source, "--sha256", digest, "--path", f"{folder}/file"),
                *("--uploads", count, "--connections", 3 if count == 1 else 1),
                port=hearth.port,
                headers=hearth.headers,
            )
            hearth.delete(folder)
            return result["bytes"] / result["seconds"] / 1e9

        # One person may hold 64 open sessions, so 50 stands for 100.
        points = [("1 upload", 1), ("10 uploads", 10), ("50 uploads", 50)]
        yield _curve(bench, "2", "upload of 1 000 MiB to tmpfs, by uploads at once", "GB/s", points, at_once)


def small(bench):
    with bench.hearth(bench.disk) as hearth:
        points = [("200 files", 200), ("2 000", 2000), ("20 000", 20000)]
        yield _curve(bench, "3", "small files, by files in one folder", "files/s", points, lambda n: small_files(hearth, n))
        points = [("2 connections", 2), ("20", 20), ("200", 200)]
        yield _curve(
            bench, "3", "small files, by connections", "files/s", points, lambda n: small_files(hearth, 2000, n)
        )


def lists(bench):
    seconds = 2 if bench.quick else 4
    with bench.hearth(bench.disk) as hearth:
        for entries in (1000, 10_000, 100_000):
            hearth.make_files(f"list-{entries}", entries)

        def rate(entries=1000, connections=8):
            path = page_path(hearth, f"list-{entries}")
            page(hearth, path)
            return loaders.wrk(hearth.base + path, connections, seconds=seconds, headers=hearth.headers)["rate"]

        points = [("1 000 entries", 1000), ("10 000", 10_000), ("100 000", 100_000)]
        yield _curve(bench, "4", "list page of 30, by entries", "requests/s", points, rate)
        points = [("8 connections", 8), ("80", 80), ("800", 800)]
        yield _curve(
            bench, "4", "list page of 30, by connections", "requests/s", points, lambda n: rate(connections=n)
        )
        added = 1

        def with_members(count):
            nonlocal added
            while added < count:
                hearth.add_member(f"member{added:03d}")
                added += 1
            return rate()

        points = [("1 member", 1), ("10", 10), ("100", 100)]
        yield _curve(bench, "4", "list page of 30, by members", "requests/s", points, with_members)


PARTS = {"1": downloads, "2": uploads, "3": small, "4": lists}
