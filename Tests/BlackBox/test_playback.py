"""Films and sound in real browsers: Chromium, and WebKitGTK, which is Safari's engine.

A page of the server signs in, as the web app does, and plays by the media cookie alone. Every clip changes its colour or its tone with each second, so
that a wrong place shows.
"""

import io
import json
import os
import shutil
import struct
import subprocess
import wave
import zlib

import browser_tools
import pytest
import vault_tools as v
from hearth_client import Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from test_tls import make_certificate, trusting
from tools import MIB, quote_path, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SECONDS = 6
#: The colour of each second.
COLOURS = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0), (0, 255, 255), (255, 0, 255)]
#: The tone of each second, in hertz: what the analyser of a browser tells apart.
TONES = [400, 800, 1600, 3200, 6400, 1200]

VIDEO = {
    "h264.mp4": ["-c:v", "libx264", "-c:a", "aac"],  # what phones make: the index lies at the end
    "fast.mp4": ["-c:v", "libx264", "-c:a", "aac", "-movflags", "+faststart"],
    "h264.mov": ["-c:v", "libx264", "-c:a", "aac"],
    "h264.m4v": ["-c:v", "libx264", "-c:a", "aac"],
    "h264.mkv": ["-c:v", "libx264", "-c:a", "aac"],
    "h264.3gp": ["-c:v", "libx264", "-c:a", "aac"],
    "vp8.webm": ["-c:v", "libvpx", "-b:v", "1M", "-c:a", "libvorbis"],
    "vp9.webm": ["-c:v", "libvpx-vp9", "-b:v", "1M", "-c:a", "libopus"],
    "vp9.mkv": ["-c:v", "libvpx-vp9", "-b:v", "1M", "-c:a", "libopus"],
}
SOUND = {"a.mp3": "libmp3lame", "a.m4a": "aac", "a.ogg": "libvorbis", "a.opus": "libopus", "a.flac": "flac", "a.wav": None}

TYPES = {"mp4": "video/mp4", "mov": "video/quicktime", "m4v": "video/mp4", "mkv": "video/x-matroska", "3gp": "video/3gpp", "webm": "video/webm",
         "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav"}


# -- clips ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def clips(tmp_path_factory):
    """Makes a clip when it is first asked for."""
    if not shutil.which("ffmpeg"):
        pytest.skip("no ffmpeg, which makes the clips (package ffmpeg)")
    folder = tmp_path_factory.mktemp("clips")
    sound = folder / "source.wav"
    sound.write_bytes(tones())

    def make(name):
        target = folder / name
        if name == "a.wav":
            return tones()
        if not target.exists():
            if name in SOUND:
                arguments = ["-i", sound, "-c:a", SOUND[name]]
            else:
                pictures = [part for colour in COLOURS for part in ("-f", "lavfi", "-i", f"color=0x{'%02X%02X%02X' % colour}:s=160x120:r=10:d=1")]
                joined = "".join(f"[{n}]" for n in range(SECONDS)) + f"concat=n={SECONDS}:v=1,format=yuv420p[v]"
                arguments = [*pictures, "-i", sound, "-filter_complex", joined, "-map", "[v]", "-map", str(SECONDS), *VIDEO[name]]
            done = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *map(str, arguments), str(target)], capture_output=True, text=True)
            if done.returncode:
                pytest.skip(f"this ffmpeg makes no {name}: {done.stderr[-200:]}")
        return target.read_bytes()

    yield make
    shutil.rmtree(folder)


def tones(rate=48_000):
    """Six seconds of sound, each with a tone of its own."""
    import math

    samples = [int(12_000 * math.sin(2 * math.pi * TONES[n // rate] * n / rate)) for n in range(rate * SECONDS)]
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return file.getvalue()


def png(colour, size=64):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(colour) * size) * size
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


# -- browsers -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["chromium", "webkit"])
def browser(request):
    one = browser_tools.start(request.param)
    yield one
    one.close()


SIGN_IN = """
const reply = await fetch('/api/v1/sessions', {
    method: 'POST', headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({account_name: given.name, password: given.password, client: 'browser'})});
const token = (await reply.json()).data.token;
if (given.unlock) {
    const opened = await fetch('/api/v1/folders' + given.unlock, {
        method: 'PATCH', headers: {'Content-Type': 'application/json', 'scope-token': token}, body: JSON.stringify({password: given.password_of_folder})});
    if ((await opened.json()).status !== 0) throw new Error('not unlocked');
}
return [document.cookie, token];
"""

#: Waits for events, or for the element's error.
ELEMENT = """
const media = document.createElement(given.kind);
media.muted = true;
media.preload = 'auto';
document.body.append(media);
const when = (name) => new Promise((resolve, reject) => {
    media.addEventListener(name, resolve, {once: true});
    media.addEventListener('error', () => reject(new Error(name + ': ' + media.error?.code + ' ' + media.error?.message)), {once: true});
});
const until = async (condition) => {
    while (!condition()) await new Promise((resolve) => media.addEventListener('timeupdate', resolve, {once: true}));
};
const colour = () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 8;
    const context = canvas.getContext('2d');
    context.drawImage(media, 0, 0, 8, 8);
    return [...context.getImageData(4, 4, 1, 1).data].slice(0, 3);
};
// The frame is shown a moment after `seeked`; while the film stands still a wrong one stays wrong.
const shown = async (wanted) => {
    for (let wait = 0; wait < 400; wait += 1) {
        const found = colour();
        if (found.every((part, n) => Math.abs(part - wanted[n]) < 70)) return found;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return colour();
};
const seek = async (to) => {
    const done = when('seeked');
    media.currentTime = to;
    await done;
};
try {
    const loaded = when('loadeddata');
    media.src = given.source;
    await loaded;
"""
END = """
} finally {
    media.pause();
    media.removeAttribute('src');
    media.load();
    media.remove();
}
"""

#: Backwards and forwards, then to the end.
SEEKING = ELEMENT + """
    const places = [];
    for (const [to, wanted] of given.places) {
        await seek(to);
        const seekable = media.seekable.length ? media.seekable.end(media.seekable.length - 1) : 0;
        places.push([media.currentTime, seekable, given.kind === 'video' ? await shown(wanted) : null]);
    }
    const duration = media.duration;
    await seek(duration - 0.5);
    const over = when('ended');
    await media.play();
    await over;
    return {places, duration, end: media.currentTime};
""" + END


def url(server, path="/"):
    host = "localhost" if server.scheme == "https" else "127.0.0.1"
    return f"{server.scheme}://{host}:{server.address[1]}{path}"


def source(path):
    return "/api/v1/download" + quote_path(path)


def sign_in(browser, server, **more):
    browser.open(url(server))
    cookie, token = browser.run(SIGN_IN, name=OWNER, password=OWNER_PASSWORD, **more)
    assert cookie == "", "no script reads it"
    return token


def near(found, wanted, by=70):
    return all(abs(a - b) <= by for a, b in zip(found, wanted))


def check_seeking(browser, kind, address):
    places = [4.5, 1.5, 3.5, 0.5]
    found = browser.run(SEEKING, kind=kind, source=address, places=[[to, COLOURS[int(to)]] for to in places])
    assert abs(found["duration"] - SECONDS) < 0.3, found
    for (at, seekable, colour), wanted in zip(found["places"], places):
        assert abs(at - wanted) < 0.15, found
        assert seekable > SECONDS - 0.5, found
        if kind == "video":
            assert near(colour, COLOURS[int(wanted)]), f"at {wanted} s: {found}"
    assert found["end"] > SECONDS - 0.5, found


@pytest.fixture
def signed(browser, server):
    """Signed in anew: other servers on this host overwrite the cookie."""
    sign_in(browser, server)
    return browser


@pytest.mark.parametrize("name", VIDEO)
def test_a_film_plays_and_seeks(signed, owner, folder, clips, name):
    owner.upload(f"{folder}/{name}", clips(name)).ok()
    assert owner.download(f"{folder}/{name}", method="HEAD").header("content-type") == TYPES[name.rsplit(".")[-1]]
    check_seeking(signed, "video", source(f"{folder}/{name}"))


@pytest.mark.parametrize("name", SOUND)
def test_sound_plays_and_seeks(signed, owner, folder, clips, name):
    owner.upload(f"{folder}/{name}", clips(name)).ok()
    assert owner.download(f"{folder}/{name}", method="HEAD").header("content-type") == TYPES[name.rsplit(".")[-1]]
    check_seeking(signed, "audio", source(f"{folder}/{name}"))


#: The loudest tone while it plays from some place on.
LISTENING = ELEMENT + """
    const heard = new AudioContext();
    const analyser = heard.createAnalyser();
    analyser.fftSize = 4096;
    analyser.smoothingTimeConstant = 0;
    heard.createMediaElementSource(media).connect(analyser);
    analyser.connect(heard.destination);
    await heard.resume();
    media.muted = false;
    const bins = new Uint8Array(analyser.frequencyBinCount);
    const tones = [];
    for (const to of given.places) {
        await seek(to);
        await media.play();
        const start = media.currentTime;
        await until(() => media.currentTime > start + 0.3);
        analyser.getByteFrequencyData(bins);
        const loudest = bins.indexOf(Math.max(...bins));
        tones.push([media.currentTime, bins[loudest], loudest * heard.sampleRate / analyser.fftSize]);
        media.pause();
    }
    await heard.close();
    return tones;
""" + END


def test_the_sound_is_that_of_the_place(signed, owner, folder, clips):
    if signed.engine == "webkit":
        pytest.skip("WebKitGTK plays no sound without a device, so that nothing can be heard")
    owner.upload(f"{folder}/a.flac", clips("a.flac")).ok()
    for at, loudness, tone in signed.run(LISTENING, kind="audio", source=source(f"{folder}/a.flac"), places=[4.1, 1.1, 3.1]):
        # What is analysed is a little older than the place that is shown.
        assert loudness > 100 and any(abs(tone - TONES[int(max(0, at - back))]) < 60 for back in (0, 0.2, 0.4)), (at, loudness, tone)


def test_out_of_an_encrypted_folder(browser, server, owner, clips):
    vault = v.VaultFolder(server, owner)
    try:
        for name in ("h264.mp4", "vp9.webm", "a.flac"):
            owner.upload(f"{vault.path}/{name}", clips(name)).ok()
        token = sign_in(browser, server, unlock=vault.path, password_of_folder=v.PASSWORD)
        for name in ("h264.mp4", "vp9.webm", "a.flac"):
            check_seeking(browser, "audio" if name in SOUND else "video", source(f"{vault.path}/{name}"))
        v.lock(Hearth(server.address, token), vault)
        with pytest.raises(Exception, match="loadeddata"):
            browser.run(SEEKING, kind="video", source=source(f"{vault.path}/vp9.webm") + "?again", places=[])
    finally:
        v.unlock(owner, vault)
        vault.delete()


def test_over_tls(browser, make_server, clips, tmp_path):
    certificate, key = make_certificate(tmp_path, "tls")
    server = make_server(arguments=["--tls-certificate", str(certificate), "--tls-key", str(key)])
    me = Hearth.sign_in(("localhost", server.address[1]), OWNER, OWNER_PASSWORD, context=trusting(certificate))
    vault = v.VaultFolder(server, me)
    for place in (me.home(), vault.path):
        for name in ("h264.mp4", "vp9.webm", "a.mp3"):
            me.upload(f"{place}/{name}", clips(name)).ok()
    sign_in(browser, server, unlock=vault.path, password_of_folder=v.PASSWORD)
    for place in (me.home(), vault.path):
        for name in ("h264.mp4", "vp9.webm", "a.mp3"):
            check_seeking(browser, "audio" if name in SOUND else "video", source(f"{place}/{name}"))


def test_a_long_film_is_not_fetched_whole_to_seek_in_it(browser, make_server, clips, tmp_path):
    """A film behind an index at the end of 256 MiB: what lies before the place is left out, but for what a busy browser takes before it
    has found the index."""
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    film = stretched(clips("h264.mp4"), 256 * MIB)
    me.send(f"{me.home()}/long.mp4", film)
    sign_in(browser, server)
    check_seeking(browser, "video", source(f"{me.home()}/long.mp4"))
    server.stop()
    lines = [json.loads(line) for line in server.logs().splitlines()]
    asked = [line for line in lines if "/download/" in line.get("path", "") and line["method"] == "GET"]
    assert any(line["status"] == 206 for line in asked), asked
    assert sum(line["out"] for line in asked) < len(film), "the padding was fetched"


def stretched(mp4, size):
    """The same film with a box of nothing in front of its data; it has no other addresses than those of `stco`."""
    padding = struct.pack(">I4s", size, b"free") + bytes(size - 8)
    at, boxes = 0, []
    while at < len(mp4):
        length, kind = struct.unpack(">I4s", mp4[at:at + 8])
        assert length >= 8, kind
        boxes.append((kind, mp4[at:at + length]))
        at += length
    kinds = [kind for kind, _ in boxes]
    assert kinds[0] == b"ftyp" and kinds[-1] == b"moov" and b"mdat" in kinds, kinds
    moov, shifted, at = boxes[-1][1], bytearray(boxes[-1][1]), 0
    while (at := moov.find(b"stco", at)) > 0:
        (count,) = struct.unpack(">I", moov[at + 8:at + 12])
        for n in range(count):
            place = at + 12 + 4 * n
            struct.pack_into(">I", shifted, place, struct.unpack(">I", moov[place:place + 4])[0] + size)
        at += 12 + 4 * count
    return boxes[0][1] + padding + b"".join(data for _, data in boxes[1:-1]) + bytes(shifted)


# -- pictures, and files opened by themselves ------------------------------------------------------------------------------


PICTURE = """
const picture = new Image();
const done = new Promise((resolve) => { picture.onload = () => resolve('load'); picture.onerror = () => resolve('error'); });
picture.src = given.source;
const how = await done;
return [how, picture.naturalWidth];
"""


def test_pictures_by_the_cookie_until_sign_out(browser, server, owner, folder):
    owner.upload(f"{folder}/p.png", png((255, 0, 0))).ok()
    token = sign_in(browser, server)
    assert browser.run(PICTURE, source=source(f"{folder}/p.png")) == ["load", 64]
    renewed = browser.run("const reply = await fetch('/api/v1/sessions/media', {method: 'POST', headers: {'scope-token': given.token}});"
                          "return (await reply.json()).status;", token=token)
    assert renewed == 0
    assert browser.run(PICTURE, source=source(f"{folder}/p.png") + "?1") == ["load", 64]
    refused = browser.run("const reply = await fetch('/api/v1/resources/'); return (await reply.json()).status;")
    assert refused == 10016, "nothing but media by the cookie"
    browser.run("await fetch('/api/v1/sessions', {method: 'DELETE', headers: {'scope-token': given.token}});", token=token)
    assert browser.run(PICTURE, source=source(f"{folder}/p.png") + "?2") == ["error", 0]
    # What the browser kept must not show either: it has to be asked about each time.
    assert browser.run(PICTURE, source=source(f"{folder}/p.png") + "?1&again") == ["error", 0]


def test_another_port_of_this_host_gets_nothing(browser, server, make_server, owner, folder, clips):
    """The cookie goes to every port of a host: what comes back is kept from pages of the others."""
    owner.upload(f"{folder}/p.png", png((255, 0, 0))).ok()
    owner.upload(f"{folder}/v.webm", clips("vp9.webm")).ok()
    owner.upload(f"{folder}/s.js", b"window.stolen = 'script';").ok()
    sign_in(browser, server)
    assert browser.run(PICTURE, source=source(f"{folder}/p.png")) == ["load", 64]
    with other_page() as page:
        browser.open(page)
        assert browser.run(PICTURE, source=url(server, source(f"{folder}/p.png"))) == ["error", 0]
        read = browser.run("try { return (await fetch(given.source, {credentials: 'include'})).status } catch { return 'refused' }",
                           source=url(server, source(f"{folder}/p.png")))
        assert read == "refused"
        for kind, name in (("video", "v.webm"), ("audio", "v.webm")):
            with pytest.raises(Exception, match="loadeddata"):
                browser.run(ELEMENT + "return media.duration;" + END, kind=kind, source=url(server, source(f"{folder}/{name}")))
        run = """
        const script = document.createElement('script');
        const done = new Promise((resolve) => { script.onload = () => resolve('load'); script.onerror = () => resolve('error'); });
        script.src = given.source;
        document.body.append(script);
        return [await done, window.stolen ?? null];
        """
        assert browser.run(run, source=url(server, source(f"{folder}/s.js"))) == ["error", None]
        opaque = browser.run("await fetch(given.source, {method: 'POST', mode: 'no-cors', credentials: 'include', body: given.body}).catch(() => {});",
                             source=url(server, "/api/v1/sessions"), body=json.dumps({"account_name": "max", "password": "maximal 7 secret"}))
        assert opaque is None
    browser.open(url(server))
    assert browser.run(PICTURE, source=source(f"{folder}/p.png") + "?2") == ["load", 64], "the page signed nobody else in"


def other_page():
    """A page of another origin of the same host."""
    import contextlib
    import http.server
    import threading

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>other</title><body>")

        def log_message(self, *_):
            pass

    @contextlib.contextmanager
    def serving():
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as one:
            thread = threading.Thread(target=one.serve_forever, daemon=True)
            thread.start()
            yield f"http://127.0.0.1:{one.server_port}/"
            one.shutdown()
            thread.join(10)

    return serving()


@pytest.mark.parametrize("name", ["vp9.webm", "h264.mp4", "a.mp3"])
def test_a_film_opened_by_itself(signed, server, owner, folder, clips, name):
    """The browser's own page for it asks once more; it is sandboxed all the same."""
    owner.upload(f"{folder}/{name}", clips(name)).ok()
    signed.open(url(server, source(f"{folder}/{name}")))
    # No listener is called on a page without scripts, so that it is asked again and again.
    found = wait_until(lambda: signed.run("""
        const media = document.querySelector('video, audio');
        return media && (media.readyState >= 2 || media.error || media.networkState === 3) ? [media.readyState, media.duration] : null;
    """), browser_tools.SCRIPT, "the film to be shown")
    signed.open(url(server))
    assert found[0] >= 2 and abs(found[1] - SECONDS) < 0.3, found
