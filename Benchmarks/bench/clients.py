"""Target 7: `hearth put` and `hearth get` beside curl, rclone and aria2c with nginx, and what the client itself needs of memory."""

import itertools
import os
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from . import loaders
from .bench import GIB
from .hearth import PASSWORD
from .measure import Row, pairs, say
from .peers import Nginx

_numbers = itertools.count(1)


class Client:
    """The command line of one account. Each command gets a copy of the state after login, so that all runs are first ones."""

    def __init__(self, bench, hearth):
        self.binary, self.hearth, self.memory = bench.binary, hearth, bench.memory
        self.home = Path(tempfile.mkdtemp(prefix="hearth-bench-client-", dir=bench.memory))
        self.signed_in = self.home / "signed-in"
        self.signed_in.mkdir()
        password = self.home / "password"
        password.write_text(PASSWORD)
        password.chmod(0o600)
        self._run(self.signed_in, "login", hearth.base, "--account", "bench", "--password-file", password)

    def run(self, *arguments):
        """Runs one command and returns its seconds."""
        return self._copied(lambda home: self._run(home, *arguments))

    def peak(self, *arguments):
        """Runs one command and returns the most resident memory that it had, in MiB."""
        return self._copied(lambda home: self._run(home, *arguments, watched=True))

    def _copied(self, work):
        home = self.home / f"home-{next(_numbers)}"
        shutil.copytree(self.signed_in, home)
        try:
            return work(home)
        finally:
            shutil.rmtree(home)

    def _run(self, home, *arguments, watched=False):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("HEARTH_")} | {"HEARTH_HOME": str(home)}
        started = time.monotonic()
        process = subprocess.Popen(
            [str(a) for a in (self.binary, *arguments, "--no-input")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        peak = [0]
        watcher = threading.Thread(target=_watch, args=(process.pid, peak), daemon=True)
        if watched:
            watcher.start()
        output, _ = process.communicate(timeout=1800)
        seconds = time.monotonic() - started
        if process.returncode != 0:
            raise RuntimeError(f"hearth {arguments[0]}: exit {process.returncode}: {output.strip()[-400:]}")
        return peak[0] / 1024 if watched else seconds

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.home, ignore_errors=True)


def _watch(pid, peak):
    """Follows VmHWM: what wait4 tells would include this interpreter, from whose copy the program was started."""
    try:
        while True:
            with open(f"/proc/{pid}/status") as f:
                peak[0] = max([peak[0]] + [int(line.split()[1]) for line in f if line.startswith("VmHWM:")])
            time.sleep(0.01)
    except OSError:
        pass


def _timed(line, **options):
    """Runs a peer's client to its end; seconds."""
    started = time.monotonic()
    result = subprocess.run([str(a) for a in line], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900, **options)
    seconds = time.monotonic() - started
    if result.returncode != 0:
        raise RuntimeError(f"{line[0]}: exit {result.returncode}: {(result.stdout + result.stderr).strip()[-400:]}")
    return seconds


def _rclone(*arguments):
    # --multi-thread-streams is rclone's default of 4; large files are fetched in parts at once.
    line = ["rclone", "copy", "--config", "/dev/null", "--transfers", "8", "--checkers", "8", "--quiet"]
    return _timed(line + list(arguments))


def _whole(path, size):
    found = path.stat().st_size
    if found != size:
        raise RuntimeError(f"{path.name} has {found} bytes instead of {size}")


def _complete(folder, count):
    found = sum(1 for _ in folder.iterdir())
    if found != count:
        raise RuntimeError(f"{found} of {count} files arrived")


class Places:
    """Where one pair of commands puts things; everything is in memory, so that the disk is not what is measured."""

    def __init__(self, bench, hearth, nginx, client):
        self.bench, self.hearth, self.nginx, self.client = bench, hearth, nginx, client

    def fresh(self):
        return Path(tempfile.mkdtemp(prefix="hearth-bench-got-", dir=self.bench.memory))


# -- one large file -----------------------------------------------------------------------------------------------------


def _put_large(places, source, size):
    hearth, nginx = places.hearth, places.nginx

    def ours():
        name = f"put-{next(_numbers)}.bin"
        seconds = places.client.run("put", source, f"~/{name}")
        _whole(hearth.folder / name, size)
        hearth.delete(f"{hearth.root}/{name}")
        return size / seconds / 1e9

    def checked(send):
        def call():
            target = nginx.root / "dav" / source.name
            target.unlink(missing_ok=True)
            seconds = send()
            _whole(target, size)
            target.unlink()
            return size / seconds / 1e9

        return call

    url = f"{nginx.base}/dav/"
    return ours, [
        ("curl to nginx-dav, no hash, not durable", 0.9, checked(lambda: _timed(["curl", "-sSfT", source, url]))),
        (
            "rclone to nginx-dav, no hash, not durable",
            None,
            checked(lambda: _rclone("--webdav-url", url, source, ":webdav:")),
        ),
    ]


def _get_large(places, size):
    hearth, nginx = places.hearth, places.nginx
    name = "get.bin"

    def checked(receive):
        def call():
            folder = places.fresh()
            try:
                seconds = receive(folder)
                _whole(folder / name, size)
                return size / seconds / 1e9
            finally:
                shutil.rmtree(folder)

        return call

    url = f"{nginx.base}/{name}"
    token = f"scope-token: {hearth.token}"
    from_hearth = f"{hearth.base}/api/v1/download{hearth.root}/{name}"
    ours = checked(lambda folder: places.client.run("get", f"~/{name}", folder / name))
    parts = ["aria2c", "--no-conf", "-q", "-x4", "-s4", "-k8M", "--file-allocation=none", "-d"]
    return ours, [
        ("curl from nginx, no hash", 0.9, checked(lambda f: _timed(["curl", "-sSfo", f / name, url]))),
        (
            "curl from Hearth, no hash",
            None,
            checked(lambda f: _timed(["curl", "-sSfo", f / name, "-H", token, from_hearth])),
        ),
        ("aria2c -x4 from nginx, no hash", None, checked(lambda f: _timed([*parts, f, "-o", name, url]))),
        (
            "rclone (HTTP) from nginx, no hash",
            None,
            checked(lambda f: _rclone("--http-url", f"{nginx.base}/", f":http:{name}", f)),
        ),
        (
            "rclone (WebDAV) from nginx-dav, no hash",
            None,
            checked(lambda f: _rclone("--webdav-url", f"{nginx.base}/dav/", f":webdav:{name}", f)),
        ),
    ]


# -- many small files ---------------------------------------------------------------------------------------------------


def _put_small(places, source, few, count, some):
    """`few` is a folder of `some` files for rclone, which cannot pass about 31 files/s (10 ms between two calls)."""
    hearth, nginx = places.hearth, places.nginx

    def ours():
        name = f"small-{next(_numbers)}"
        hearth.make_directory(f"{hearth.root}/{name}")
        seconds = places.client.run("put", source, f"~/{name}/")
        _complete(hearth.folder / name / source.name, count)
        hearth.delete(f"{hearth.root}/{name}")
        return count / seconds

    def checked(number, send):
        def call():
            target = nginx.root / "dav" / f"small-{next(_numbers)}"
            target.mkdir()
            seconds = send(f"{nginx.base}/dav/{target.name}/", target.name)
            _complete(target, number)
            shutil.rmtree(target)
            return number / seconds

        return call

    def curl(url, _):
        lines = "".join(f'upload-file = "{path}"\nurl = "{url}"\n' for path in sorted(source.iterdir()))
        return _curl_many(places, lines)

    def rclone(url, _):
        return _rclone("--no-traverse", "--no-check-dest", "--webdav-url", url, few, ":webdav:")

    return ours, [
        ("rclone to nginx-dav, no hash, not durable", 2.0, checked(some, rclone)),
        ("curl -Z to nginx-dav, no hash, not durable", None, checked(count, curl)),
    ]


def _get_small(places, source, count):
    hearth, nginx = places.hearth, places.nginx

    def checked(receive, inner=False):
        def call():
            folder = places.fresh()
            try:
                seconds = receive(folder)
                _complete(folder / source.name if inner else folder, count)
                return count / seconds
            finally:
                shutil.rmtree(folder)

        return call

    names = sorted(path.name for path in source.iterdir())
    url = f"{nginx.base}/dav/{source.name}/"

    def curl(folder):
        return _curl_many(places, "".join(f'output = "{folder}/{name}"\nurl = "{url}{name}"\n' for name in names))

    def aria(folder):
        listed = folder.parent / f"{folder.name}.txt"
        listed.write_text("".join(f"{url}{name}\n" for name in names))
        try:
            return _timed(["aria2c", "--no-conf", "-q", "-j8", "-x1", "--file-allocation=none", "-d", folder, "-i", listed])
        finally:
            listed.unlink()

    ours = checked(lambda folder: places.client.run("get", f"~/{source.name}", f"{folder}/"), inner=True)
    return ours, [
        ("rclone (WebDAV) from nginx-dav, no hash", 2.0, checked(lambda f: _rclone("--webdav-url", url, ":webdav:", f))),
        ("rclone (HTTP) from nginx, no hash", 2.0, checked(lambda f: _rclone("--http-url", url, ":http:", f))),
        ("curl -Z from nginx, no hash", None, checked(curl)),
        ("aria2c -j8 from nginx, no hash", None, checked(aria)),
    ]


def _curl_many(places, lines):
    listed = places.bench.memory / f"curl-{next(_numbers)}.txt"
    listed.write_text(lines)
    try:
        return _timed(["curl", "-sSf", "-Z", "--parallel-max", "8", "-K", listed], cwd=places.bench.memory)
    finally:
        listed.unlink()


# -- memory -------------------------------------------------------------------------------------------------------------


def memory_rows(bench, size=4 * GIB, files=100_000):
    """The client's own peak, for a file of any size and for a long queue."""
    runs = 1 if bench.quick else 3
    up, down, queue = [], [], []
    with bench.hearth(bench.disk) as hearth, Client(bench, hearth) as client:
        sparse = bench.disk / "sparse.bin"
        for _ in range(runs):
            with open(sparse, "wb") as f:
                f.truncate(size)
            up.append(client.peak("put", sparse, "~/put.bin"))
            _whole(hearth.folder / "put.bin", size)
            hearth.delete(f"{hearth.root}/put.bin")
            sparse.rename(hearth.folder / "get.bin")
            down.append(client.peak("get", "~/get.bin", sparse))
            _whole(sparse, size)
            sparse.unlink()
            hearth.delete(f"{hearth.root}/get.bin")
            say(f"7, memory: {up[-1]:.0f} and {down[-1]:.0f} MiB")
    with bench.hearth(bench.memory) as hearth, Client(bench, hearth) as client:
        folder = bench.memory / "queue"
        folder.mkdir()
        try:
            for number in range(files):
                (folder / f"{number:06d}.txt").write_bytes(b"%d\n" % number)
            for _ in range(runs):
                queue.append(client.peak("put", folder, "~/"))
                _complete(hearth.folder / "queue", files)
                hearth.delete(f"{hearth.root}/queue")
                say(f"7, memory, queue: {queue[-1]:.0f} MiB")
        finally:
            shutil.rmtree(folder)
    gib = f"{size / GIB:g} GiB"
    return [
        Row("7", f"peak memory of hearth put, {gib} sparse", "", up, [], "MiB", 60, at_least=False),
        Row("7", f"peak memory of hearth get, {gib} sparse", "", down, [], "MiB", 60, at_least=False),
        Row("7", f"peak memory of hearth put, {files} files", "", queue, [], "MiB", 150, at_least=False),
    ]


def target_7(bench, size=GIB, count=2000, some=300):
    large, _ = bench.random_file(size)
    small = bench.memory / "small"
    few = bench.memory / "few"
    for folder, number in ((small, count), (few, min(some, count))):
        folder.mkdir()
        loaders.call("small", "--write", folder, "--files", number, "--seed", 1)
    rows = []

    def measure(what, unit, calls):
        ours, peers = calls
        for peer, goal, theirs in peers:
            mine, other = pairs(bench.pairs, ours, theirs, f"7, {what}, {peer}")
            rows.append(Row("7", what, peer, mine, other, unit, goal))

    try:
        with bench.hearth(bench.memory) as hearth, Nginx(bench.memory, listing=True) as nginx, Client(bench, hearth) as client:
            places = Places(bench, hearth, nginx, client)
            whole = f"{size / GIB:g} GiB"
            measure(f"hearth put, {whole}", "GB/s", _put_large(places, large, size))
            # The very same file for both servers.
            shutil.copyfile(large, hearth.folder / "get.bin")
            for place in (nginx.root, nginx.root / "dav"):
                os.link(hearth.folder / "get.bin", place / "get.bin")
            time.sleep(2.1)  # until then the server does not vouch for a changed file's ETag
            measure(f"hearth get, {whole}", "GB/s", _get_large(places, size))
            (hearth.folder / "get.bin").unlink()
            for place in (nginx.root, nginx.root / "dav"):
                (place / "get.bin").unlink()
            many = f"{count} files of 4–64 KiB"
            measure(f"hearth put, {many}", "files/s", _put_small(places, small, few, count, min(some, count)))
            shutil.copytree(small, hearth.folder / small.name)
            shutil.copytree(small, nginx.root / "dav" / small.name)
            time.sleep(2.1)
            measure(f"hearth get, {many}", "files/s", _get_small(places, small, count))
    finally:
        for folder in (small, few):
            shutil.rmtree(folder, ignore_errors=True)
    return rows + memory_rows(bench)
