"""Damaged files by the thousand through the real helper: it may die of one, the server may not, and nothing hangs.

The files lie in the folder before anybody asks, as if another program had put them there: what is tried is the decoding, not the upload.
`HEARTH_SEED` repeats a run, `HEARTH_MEDIA_FUZZ` says how many files, `HEARTH_MEDIA_FUZZ_ONLY` tries one of them alone."""

import io
import os
import random
import shutil
import struct
import time
from concurrent.futures import ThreadPoolExecutor

import media_corpus
import pytest
from hearth_client import Hearth
from hearth_server import OWNER, OWNER_PASSWORD, Server
from media.pictures import quarters, saved
from media_watch import Watch
from PIL import Image
from tools import MIB, quote_path, seeded

COUNT = int(os.environ.get("HEARTH_MEDIA_FUZZ", "1000"))
ONLY = os.environ.get("HEARTH_MEDIA_FUZZ_ONLY")
LARGEST = 64 << 10
#: Groups of files that are fit to be damaged: what is a bomb already needs no flipped bits.
GROUPS = ["jpegs", "pngs", "gifs", "tiffs", "others", "heics", "raws", "disguised", "drawings", "pages", "clips", "cut_clips", "sounds", "pygame_samples"]
CLIENTS = 4
SECONDS = 30
#: Values that lengths, counts and offsets fail on.
NUMBERS = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF]


def damaged(content, chance):
    """The same file with a few bits flipped, numbers exchanged, or parts cut, doubled and moved."""
    out = bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3, 8, 30))):
        # What is at the beginning says how the rest is read.
        at = chance.randrange(min(len(out), chance.choice((64, 600, 4000, len(out)))))
        kind = chance.random()
        if kind < 0.6:
            out[at] ^= 1 << chance.randrange(8)
        elif kind < 0.8:
            number, form = chance.choice(NUMBERS), chance.choice(("<I", ">I", "<H", ">H", "B"))
            size = struct.calcsize(form)
            out[at:at + size] = struct.pack(form, number & ((1 << 8 * size) - 1))
        elif kind < 0.85:
            del out[at:at + chance.randrange(1, 40)]
        elif kind < 0.9:
            out[at:at] = out[at:at + chance.randrange(1, 2000)]
        elif kind < 0.95:
            other = chance.randrange(len(out))
            out[at:at + 30] = out[other:other + 30]
        else:
            del out[max(1, at):]
        if not out:
            break
    return bytes(out)


def bases():
    return [sample for group in GROUPS for sample in media_corpus.corpus().get(group, []) if 0 < len(sample.content) <= LARGEST]


def fuzzed(label, number, samples):
    """One damaged file, the same for the same seed and number."""
    chance = random.Random(f"{label}:{number}")
    sample = chance.choice(samples)
    extension = sample.extension if chance.random() < 0.9 else chance.choice(("jpg", "png", "gif", "heic", "tif", "svg", "pdf", "mp4", "mkv", "mp3", "nef"))
    return f"{number:06} {sample.name.rsplit('.', 1)[0]}.{extension}", damaged(sample.content, chance)


@pytest.mark.alone
@pytest.mark.timeout(900)
def test_damaged_files(tmp_path):
    label = seeded("media fuzz").random()
    samples = bases()
    assert len(samples) > 200
    server = Server(tmp_path / "data").start()
    try:
        me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
        folder = f"{me.home()}/fuzz"
        me.mkdir(folder).ok()
        disk = server.on_disk(me, folder)
        names = []
        for number in [int(ONLY)] if ONLY else range(COUNT):
            name, content = fuzzed(label, number, samples)
            (disk / name).write_bytes(content)
            names.append(name)

        def ask(name):
            one, start = me.at(), time.monotonic()
            try:
                reply = one.request("GET", f"/thumbnails?path={quote_path(f'{folder}/{name}')}&size=256", timeout=60)
                seconds = time.monotonic() - start
                kind = reply.header("content-type") or ""
                if seconds > SECONDS:
                    return f"{name}: {seconds:.1f} s", None
                if reply.status == 200 and kind.startswith("image/"):
                    Image.open(io.BytesIO(reply.body)).load()
                    return None, True
                if reply.status == 404 and reply.code == 10000:
                    return None, False
                return f"{name}: {reply}", None
            except Exception as error:  # whatever it is, it names the file
                return f"{name}: {error!r}", None
            finally:
                one.close()

        start, first = time.monotonic(), names[:len(names) // 4]
        with Watch(server, me) as watch, ThreadPoolExecutor(CLIENTS) as pool:
            answers = list(pool.map(ask, first))
            early = server.settled_resident(0.5)
            answers += list(pool.map(ask, names[len(first):]))
        seconds = time.monotonic() - start
        failures = [failure for failure, _ in answers if failure]
        made = sum(one is True for _, one in answers)
        late = server.settled_resident(1)
        print(f"{len(names)} files in {seconds:.0f} s, {made} thumbnails; {len(watch.highest)} children, at most {watch.hungriest():.0f} MiB; server {early / MIB:.0f} MiB "
              f"after a quarter, {late / MIB:.0f} at the end, at most {watch.peak / MIB:.0f}; slowest of {watch.answers} lists {watch.slowest * 1000:.0f} ms")
        assert server.is_running(), server.errors()[-3000:]
        assert not failures, "\n" + "\n".join(failures)
        assert late < early + 48 * MIB, "the server's memory grows"
        assert watch.slowest < 3
        assert ONLY or made > len(names) // 10, "too few are made: the files are too damaged, or nothing works any more"
        me.send(f"{folder}/after.png", saved(quarters(), "PNG"))
        assert me.request("GET", f"/thumbnails?path={quote_path(f'{folder}/after.png')}&size=256").status == 200
    finally:
        server.kill()
        shutil.rmtree(server.data)
