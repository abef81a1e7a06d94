"""Every file of the corpus through a server: the right picture or a clean "none", in time, in little memory, and the next one works."""

import io
import os
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import media_corpus
import pytest
from hearth_client import Hearth
from hearth_server import OWNER, OWNER_PASSWORD, Server
from media.pictures import MARK, quarters, saved
from media_watch import Watch, descendants
from PIL import Image
from tools import MIB, quote_path

#: Seconds for one decoding (the promise), and what a busy machine and one decoding before it may add.
LIMIT, SLACK = 10, 12
#: MiB of memory of a child's own, and with the libraries' pages that it maps.
OWN, RESIDENT = 512, 600
#: What /tmp must never hold: orders in pictures would make it.
TRACE = Path("/tmp/hearth-was-here")


class Household:
    """A server with the owner signed in, a listener, and a file that samples point to."""

    def __init__(self, folder):
        self.listener = media_corpus.Listener()
        self.server = Server(folder / "data").start()
        self.me = Hearth.sign_in(self.server.address, OWNER, OWNER_PASSWORD)
        self.folder = f"{self.me.home()}/corpus"
        self.me.mkdir(self.folder).ok()
        self.disk = self.server.on_disk(self.me, self.folder)
        # Beside the samples and within reach of every account: whoever opens paths gets it.
        self.secret = media_corpus.secret_picture(self.disk)
        os.chmod(self.secret, 0o666)
        self.corpus = media_corpus.corpus(listener=self.listener.address, secret=self.secret)
        self.resident = self.server.settled_resident()

    def put(self, sample):
        path = f"{self.folder}/{sample.name}"
        self.me.send(path, sample.content)
        if sample.length:
            os.truncate(self.disk / sample.name, sample.length)
        return path

    def thumbnail(self, path, accept="image/webp", size=256):
        return self.me.request("GET", f"/thumbnails?path={quote_path(path)}&size={size}", headers={"Accept": accept}, timeout=60)

    def try_one(self, sample):
        """What is wrong with one sample's answers, how long the first took, and its name."""
        path = self.put(sample)
        start = time.monotonic()
        reply = self.thumbnail(path)
        seconds = time.monotonic() - start
        failures = [f"{sample.name}: {mistake}" for mistake in sample.mistakes(reply)]
        if seconds > LIMIT + SLACK:
            failures.append(f"{sample.name}: {seconds:.1f} s")
        if reply.status == 200:
            failures += [f"{sample.name} keeps {kept}" for kept in kept_metadata(reply.body)]
            if len(reply.body) > 100_000:
                failures.append(f"{sample.name}: {len(reply.body)} bytes")
        if sample.shows and not sample.may_be_none and not sample.any:
            other = self.thumbnail(path, accept="image/jpeg", size=1280)
            failures += [f"{sample.name} at 1280 as JPEG: {mistake}" for mistake in sample.mistakes(other, 1280)]
            if other.status == 200:
                if other.header("content-type") != "image/jpeg":
                    failures.append(f"{sample.name}: {other.header('content-type')} where JPEG is wanted")
                failures += [f"{sample.name} keeps {kept} in the JPEG" for kept in kept_metadata(other.body)]
        assert self.server.is_running(), f"{sample.name} ended the server: {self.server.errors()[-3000:]}"
        return failures, seconds, sample.name

    def close(self):
        self.server.kill()
        self.listener.close()
        shutil.rmtree(self.server.data)


@pytest.fixture(scope="module")
def household(tmp_path_factory):
    assert not TRACE.exists()
    one = Household(tmp_path_factory.mktemp("corpus"))
    yield one
    try:
        assert one.server.is_running(), one.server.errors()[-3000:]
    finally:
        one.close()


def kept_metadata(content):
    """What of a thumbnail is not the picture."""
    image = Image.open(io.BytesIO(content))
    found = [name for name in ("exif", "xmp", "XML:com.adobe.xmp", "comment", "photoshop") if image.info.get(name)]
    if len(image.info.get("icc_profile") or b"") > 1024:
        found.append("icc_profile")
    return found + (["the mark"] if MARK in content else [])


@pytest.mark.alone
@pytest.mark.timeout(600)
@pytest.mark.parametrize("group", media_corpus.GROUPS)
def test_each_gives_the_right_picture_or_none(household, group):
    if group not in household.corpus:
        pytest.skip("the packages that ship these files are not installed")
    failures, slowest = [], []
    with Watch(household.server, household.me) as watch, ThreadPoolExecutor(2) as pool:  # as many as there are cores and so children
        for found, seconds, name in pool.map(household.try_one, household.corpus[group]):
            failures += found
            slowest.append((seconds, name))
        # The queue goes on.
        after = f"{household.folder}/after {group}.png"
        household.me.send(after, saved(quarters(), "PNG"))
        start = time.monotonic()
        reply = household.thumbnail(after)
        if reply.status != 200 or time.monotonic() - start > LIMIT + SLACK:
            failures.append(f"afterwards a plain picture gives {reply} after {time.monotonic() - start:.1f} s")
    household.me.delete(*(f"{household.folder}/{sample.name}" for sample in household.corpus[group])).ok()
    print(f"{group}: {len(household.corpus[group])} files, slowest {max(slowest)[1]} {max(slowest)[0]:.1f} s; children {watch.hungriest():.0f} MiB, of their own "
          f"{watch.hungriest('RssAnon'):.0f}; server {watch.peak / MIB:.0f}; slowest of {watch.answers} lists {watch.slowest * 1000:.0f} ms")
    if watch.hungriest("RssAnon") > OWN or watch.hungriest() > RESIDENT:
        failures.append(f"a child took {watch.hungriest():.0f} MiB, {watch.hungriest('RssAnon'):.0f} of its own")
    if watch.peak > household.resident + 200 * MIB:
        failures.append(f"the server grew from {household.resident / MIB:.0f} to {watch.peak / MIB:.0f} MiB")
    if watch.slowest > 3:
        failures.append(f"a list took {watch.slowest:.1f} s meanwhile")
    if household.listener.calls:
        failures.append(f"somebody was called: {household.listener.calls}")
        household.listener.calls.clear()
    if TRACE.exists():
        TRACE.unlink()
        failures.append(f"{TRACE} was made")
    assert not failures, "\n" + "\n".join(failures)


def test_children_go_with_their_server(make_server):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    path = f"{me.home()}/a.png"
    me.send(path, saved(quarters(), "PNG"))
    assert me.request("GET", f"/thumbnails?path={quote_path(path)}&size=256").status == 200
    children = descendants(server.pid)
    assert children, "who decodes?"
    server.kill()
    end = time.monotonic() + 10
    while left := [pid for pid in children if Path(f"/proc/{pid}").exists()]:
        assert time.monotonic() < end, f"{left} outlive their server"
        time.sleep(0.05)
