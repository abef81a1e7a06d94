"""Target 8: small pictures of 500 photos by the route that the apps use, beside vipsthumbnail, Pillow and ImageMagick."""

import http.client
import os
import shutil
import subprocess
import threading
import time
from urllib.parse import quote

from .measure import Row
from .peers import PeerMissing
from .prepare import ROOT, WORK, say

PHOTOS = 500
EDGE = 256
# Decoding is what is measured, and photos that differ in a comment alone cost the same as others.
DISTINCT = 8
PILLOW = ROOT / "Benchmarks" / "bench" / "pillow.py"


def _photos(bench, count):
    """A folder of 12-megapixel JPEGs in memory; no two have the same bytes."""
    folder = bench.memory / "photos"
    originals = bench.memory / "originals"
    originals.mkdir()
    folder.mkdir()
    distinct = min(DISTINCT, count)
    say(f"making {count} photos of 12 megapixels, {distinct} of them by hand")
    line = [WORK / "venv" / "bin" / "python", PILLOW, "make", originals, str(distinct)]
    subprocess.run(line, check=True)
    sources = [path.read_bytes() for path in sorted(originals.iterdir())]
    for number in range(count):
        source = sources[number % distinct]
        comment = f"photo {number:06d}".encode()
        segment = b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment
        (folder / f"IMG_{number:06d}.jpg").write_bytes(source[:2] + segment + source[2:])
    shutil.rmtree(originals)
    size = sum(path.stat().st_size for path in folder.iterdir()) / count / 1e6
    say(f"a photo has {size:.1f} MB")
    return folder


def _hearth(bench, photos, cores):
    """Photos a second of a server that has never seen them; its children start while the clock runs."""
    with bench.hearth(bench.memory) as hearth:
        folder = hearth.folder / "photos"
        folder.mkdir()
        for photo in photos:
            os.link(photo, folder / photo.name)
        waiting = [f"/api/v1/thumbnails?path={quote(f'{hearth.root}/photos/{p.name}')}&size={EDGE}" for p in photos]
        failures = []

        def ask():
            connection = http.client.HTTPConnection("127.0.0.1", hearth.port, timeout=120)
            try:
                while True:
                    try:
                        target = waiting.pop()
                    except IndexError:
                        return
                    connection.request("GET", target, headers={"scope-token": hearth.token, "Accept": "image/webp"})
                    answer = connection.getresponse()
                    body = answer.read()
                    if answer.status != 200 or body[:4] != b"RIFF" or body[8:12] != b"WEBP":
                        raise RuntimeError(f"GET {target}: HTTP {answer.status} {body[:200]}")
            except Exception as error:
                failures.append(error)
            finally:
                connection.close()

        # Twice as many as there are children, so that none of them waits for a question.
        askers = [threading.Thread(target=ask) for _ in range(2 * cores)]
        start = time.monotonic()
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
        seconds = time.monotonic() - start
        if failures:
            raise failures[0]
    return len(photos) / seconds


def _processes(bench, photos, cores, command, env=None):
    """Photos a second of one process for each core, which gets every so-manieth photo; `command` takes their paths."""
    out = bench.memory / "thumbs"
    out.mkdir()
    try:
        start = time.monotonic()
        running = [
            subprocess.Popen(
                [str(part) for part in command(out, photos[first::cores])],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=os.environ | (env or {}),
            )
            for first in range(cores)
        ]
        codes = [process.wait() for process in running]
        seconds = time.monotonic() - start
        made = sum(1 for path in out.iterdir() if path.read_bytes()[8:12] == b"WEBP")
        if any(codes) or made != len(photos):
            raise RuntimeError(f"{command.__name__}: {made} of {len(photos)} photos, exit codes {codes}")
    finally:
        shutil.rmtree(out)
    return len(photos) / seconds


def _vips(out, photos):
    return ["vipsthumbnail", f"--size={EDGE}", f"--output={out}/%s.webp[Q=80,effort=2,strip]", *photos]


def _pillow(out, photos):
    return [WORK / "venv" / "bin" / "python", PILLOW, "shrink", out, EDGE, *photos]


def _magick(out, photos):
    # One process for all: `mogrify` reads one picture after the other. The hint lets libjpeg shrink while it decodes.
    program = shutil.which("mogrify-im6.q16") or shutil.which("mogrify")
    if not program:
        raise PeerMissing("ImageMagick is not installed")
    hint = f"jpeg:size={2 * EDGE}x{2 * EDGE}"
    options = ["-auto-orient", "-thumbnail", f"{EDGE}x{EDGE}", "-strip", "-quality", "80", "-define", "webp:method=2"]
    return [program, "-define", hint, *options, "-format", "webp", "-path", out, *photos]


def target_8(bench):
    cores = os.cpu_count()
    count = int(os.environ.get("HEARTH_BENCH_PHOTOS", 0)) or (100 if bench.quick else PHOTOS)
    folder = _photos(bench, count)
    photos = sorted(folder.iterdir())
    # One thread in each process, as ours has: with more, libvips gains nothing on pictures that shrink while decoding.
    ways = {
        "Hearth": lambda some: _hearth(bench, some, cores),
        "vipsthumbnail": lambda some: _processes(bench, some, cores, _vips, {"VIPS_CONCURRENCY": "1"}),
        "Pillow": lambda some: _processes(bench, some, cores, _pillow),
        "ImageMagick": lambda some: _processes(bench, some, cores, _magick, {"MAGICK_THREAD_LIMIT": "1"}),
    }
    try:
        rates = {name: [] for name in ways}
        for way in ways.values():
            way(photos[: max(cores, count // 10)])
        for number in range(bench.pairs):
            for name, way in ways.items():
                rates[name].append(way(photos))
            say(f"8: round {number + 1} of {bench.pairs}")
    finally:
        shutil.rmtree(folder)
    what = f"{count} photos of 12 megapixels to {EDGE} pixels (WebP), {cores} processes"
    ours = rates.pop("Hearth")
    return [
        Row("8", what, name, ours, theirs, "photos/s", 0.85 if name == "vipsthumbnail" else None)
        for name, theirs in rates.items()
    ]
