"""Target 9: start-up and idle memory with a full house. Target 10: what an idle connection costs.
Target 12: small requests beside uploads."""

import subprocess
import time

from . import loaders
from .lists import page, page_path
from .measure import Row, pairs, say
from .peers import Nginx


def target_9(bench, files=100_000, members=50):
    hearth = bench.hearth(bench.disk)
    try:
        hearth.start()
        say(f"9: making {files} files and {members} members")
        for number in range(files // 1000):
            hearth.make_files(f"album-{number:03d}", 1000)
        for number in range(members - 1):
            name = f"member{number:02d}"
            hearth.add_member(name)
            hearth.api("GET", "/resources/", token=hearth.sign_in(name))
        starts, idle, binary = [], [], []
        for _ in range(bench.pairs + 1):
            hearth.stop()
            starts.append(hearth.start())
            time.sleep(2)  # the time after which a server counts as idle
            idle.append(hearth.server.resident_kib() / 1024)
        for _ in range(20):
            began = time.monotonic()
            subprocess.run([bench.binary, "--help"], check=True, capture_output=True)
            binary.append((time.monotonic() - began) * 1000)
        house = f"{files} files, {members} members"
        return [
            Row("9", f"start to first answer, {house}", "", starts[1:], [], "s", 1.0, at_least=False),
            Row("9", f"resident when idle, {house}", "", idle[1:], [], "MiB", 40, at_least=False),
            Row("9", "start of the binary (hearth --help)", "", binary[1:], [], "ms", 50, at_least=False),
        ]
    finally:
        hearth.remove()


def _per_connection(server, port, path, headers=(), count=1000):
    """KiB of resident memory for each idle connection that has made one request."""
    before = server.resident_kib()
    holder = loaders.start("idle", "--connections", count, path, port=port, headers=headers)
    line = holder.stdout.readline()
    if not line:
        raise loaders.LoaderError(holder.stderr.read()[-600:])
    time.sleep(2)
    after = server.resident_kib()
    still_open = loaders.finish(holder)["still_open"]
    if still_open != count:
        raise RuntimeError(f"{count - still_open} of {count} idle connections were closed")
    return (after - before) / count


def target_10(bench):
    hearth = bench.hearth(bench.disk)
    try:
        hearth.start()
        hearth.make_files("list", 100)
        path = page_path(hearth, "list", 10)
        body, _ = page(hearth, path)

        def ours():
            # A fresh process that has seen some traffic: what is counted are the connections, not the first use of code.
            hearth.stop()
            hearth.start()
            loaders.wrk(hearth.base + path, seconds=1, headers=hearth.headers)
            time.sleep(1)
            return _per_connection(hearth.server, hearth.port, path, hearth.headers)

        def theirs():
            with Nginx(bench.disk) as nginx:
                (nginx.root / "page.json").write_bytes(body)
                loaders.wrk(f"{nginx.base}/page.json", seconds=1)
                time.sleep(1)
                return _per_connection(nginx.server, nginx.port, "/page.json")

        mine, peer = pairs(bench.pairs, ours, theirs, "10")
        return [
            Row("10", "each of 1 000 idle connections", "nginx", mine, peer, "KiB", 4, at_least=False, absolute=True)
        ]
    finally:
        hearth.remove()


def target_12(bench):
    seconds = 4 if bench.quick else 8
    source, digest = bench.random_file(256 << 20)
    # nginx with its default body buffer: 1m doubles its uploads here, and makes its p99 ten times as long.
    with bench.hearth(bench.memory) as hearth, Nginx(bench.memory, body_buffer="16k") as nginx:
        hearth.make_files("list", 1000)
        path = page_path(hearth, "list", 10)
        body, _ = page(hearth, path)
        (nginx.root / "page.json").write_bytes(body)
        beside = []

        def measure(url, headers, *upload, port):
            loader = loaders.start(
                "upload",
                *("--file", source, "--sha256", digest, "--uploads", 4, "--connections", 1, "--for", seconds + 1),
                *upload,
                port=port,
                headers=headers,
            )
            try:
                time.sleep(0.5)  # the uploads are under way
                result = loaders.wrk(url, seconds=seconds, headers=headers)
            except BaseException:
                loader.kill()
                raise
            sent = loaders.finish(loader)
            beside.append(sent["bytes"] / sent["seconds"] / 1e9)
            return result

        def ours():
            folder = f"{hearth.root}/beside"
            hearth.make_directory(folder)
            result = measure(
                hearth.base + path,
                hearth.headers,
                *("--door", "new", "--path", f"{folder}/file", "--conflict", "replace"),
                port=hearth.port,
            )
            hearth.delete(folder)
            return result

        def theirs():
            return measure(
                f"{nginx.base}/page.json", (), "--door", "put", "--path", "/dav/file", port=nginx.port
            )

        mine, peer = pairs(bench.pairs, ours, theirs, "12")
        name = "nginx under 4 plain PUTs"
        rates = [m["rate"] for m in mine], [t["rate"] for t in peer]
        bytes_per_second = beside[2::2], beside[3::2]
        p99 = [m["p99"] * 1000 for m in mine], [t["p99"] * 1000 for t in peer]
        return [
            Row("12", f"p99 of small GETs ({len(body)} B) beside 4 hashed uploads", name, *p99, "ms", 1.5, at_least=False),
            Row("12", "the small GETs themselves", name, *rates, "requests/s", None),
            Row("12", "the uploads beside them, tmpfs", name, *bytes_per_second, "GB/s", None),
        ]
