"""Moving pictures, sound and text."""

import base64
import functools
import struct
import subprocess
import tempfile
from pathlib import Path

import imageio_ffmpeg

from . import formats
from .bombs import SIDE, one_colour
from .expect import QUARTERS, Sample, Shows
from .pictures import MARK, quarters, saved

CLIP = Shows(320, 240, tolerance=60)
COVER = Shows(300, 300, tolerance=40)
#: What each kind of clip is made with.
KINDS = {
    "mp4": ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"], "m4v": ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-f", "mp4"],
    "mov": ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"], "mkv": ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "libopus"],
    "webm": ["-c:v", "libvpx-vp9", "-c:a", "libopus", "-deadline", "realtime", "-cpu-used", "8"], "avi": ["-c:v", "mpeg4", "-q:v", "3", "-c:a", "libmp3lame"],
    "mpg": ["-c:v", "mpeg2video", "-q:v", "3", "-r", "25", "-c:a", "mp2"], "wmv": ["-c:v", "wmv2", "-q:v", "3", "-c:a", "wmav2"],
    "m2ts": ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-f", "mpegts"],
}


def ffmpeg(arguments, feed=b"", extension="mkv"):
    """Runs ffmpeg and returns what it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out." + extension)
        done = subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-hide_banner", "-loglevel", "error", "-threads", "2", "-bitexact", *arguments, "-y", str(out)],
                              input=feed, capture_output=True, timeout=100)
        assert done.returncode == 0, f"{arguments}: {done.stderr.decode()}"
        return out.read_bytes()


@functools.cache
def clip(extension, seconds=2, *more, size=(320, 240), sound=True, rate=10):
    """The quarters, standing still, and a tone."""
    raw = quarters(*size).tobytes() * int(seconds * rate)
    tone = ["-f", "lavfi", "-i", f"sine=frequency=440:duration={seconds}"] if sound else []
    kind = list(KINDS[extension])
    if not sound and "-c:a" in kind:
        at = kind.index("-c:a")
        del kind[at:at + 2]
    return ffmpeg(["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", str(rate), "-i", "-", *tone, *kind, *more, "-shortest"], raw, extension)


def changed(content, extension, before=(), after=()):
    """A clip copied by ffmpeg with something changed."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "in." + extension)
        source.write_bytes(content)
        return ffmpeg([*before, "-i", str(source), "-c", "copy", *after], extension=extension)


def turned(image_colours, degrees):
    """The colours at their places after a turn against the clock."""
    turn = {90: lambda x, y: (y, 1 - x), 180: lambda x, y: (1 - x, 1 - y), 270: lambda x, y: (1 - y, x)}[degrees]
    return {turn(*place): colour for place, colour in image_colours.items()}


def clips():
    for extension in KINDS:
        yield Sample(f"plain.{extension}", clip(extension), CLIP)
    yield Sample("silent.mp4", clip("mp4", sound=False), CLIP)
    for degrees in (90, 180, 270):
        shows = Shows(*((240, 320) if degrees != 180 else (320, 240)), turned(QUARTERS, degrees), tolerance=60)
        for extension in ("mov", "mp4"):
            yield Sample(f"turned-{degrees}.{extension}", changed(clip(extension), extension, before=("-display_rotation:v:0", str(degrees))), shows)
    yield Sample("one-frame.mp4", clip("mp4", 0.1, sound=False), CLIP, may_be_none=True)
    yield Sample("index-first.mp4", clip("mp4", 2, "-movflags", "+faststart"), CLIP)
    yield Sample("fragments.mp4", clip("mp4", 2, "-movflags", "frag_keyframe+empty_moov"), CLIP)
    yield Sample("tall.mp4", clip("mp4", 1, size=(120, 400), sound=False), Shows(120, 400, tolerance=60))
    yield Sample("squeezed.mp4", clip("mp4", 1, "-aspect", "2:1", sound=False), any=True)
    yield Sample("black-first.mp4", black_first(), CLIP, may_be_none=True)
    yield Sample("is-mkv.mp4", clip("mkv"), CLIP, may_be_none=True)
    yield Sample("is-mp4.avi", clip("mp4"), CLIP, may_be_none=True)
    yield Sample("sound-only.mp4", ffmpeg(["-f", "lavfi", "-i", "sine=duration=2", "-c:a", "aac"], extension="mp4"))
    yield Sample("sound-only.mkv", ffmpeg(["-f", "lavfi", "-i", "sine=duration=2", "-c:a", "libopus"], extension="mkv"))
    yield Sample("sound-only.webm", ffmpeg(["-f", "lavfi", "-i", "sine=duration=2", "-c:a", "libopus"], extension="webm"))
    yield Sample("metadata.mp4", changed(clip("mp4"), "mp4", after=("-metadata", f"comment={MARK.decode()}", "-metadata", "location=+48.1+11.5/")), CLIP)
    yield Sample("av1.webm", ffmpeg(["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "320x240", "-r", "5", "-i", "-", "-c:v", "libsvtav1", "-preset", "12"],
                                    quarters().tobytes() * 5, "webm"), CLIP, may_be_none=True)
    yield Sample("hevc.mov", ffmpeg(["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "320x240", "-r", "5", "-i", "-", "-c:v", "libx265", "-x265-params", "log-level=none",
                                     "-tag:v", "hvc1", "-pix_fmt", "yuv420p"], quarters().tobytes() * 5, "mov"), CLIP, may_be_none=True)


def black_first():
    return ffmpeg(["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "320x240", "-r", "10", "-i", "-", "-c:v", "libx264", "-pix_fmt", "yuv420p"],
                  bytes(320 * 240 * 3) * 5 + quarters().tobytes() * 55, "mp4")


def cut_clips():
    for extension in ("mp4", "webm", "mkv", "avi", "mov", "mpg"):
        content = clip(extension)
        for part in (1, 10, 40, 70, 95):
            yield Sample(f"clip-cut-at-{part}.{extension}", content[:len(content) * part // 100], any=True)
    yield Sample("no-index.mp4", clip("mp4")[:-2000], any=True)
    content = clip("mp4", 2, "-movflags", "+faststart")
    yield Sample("no-data.mp4", content[:content.index(b"mdat") + 4], any=True)


def patched(content, kind, offset, value, every=False):
    """An MP4 with bytes changed at an offset in each box of a kind."""
    out, at = bytearray(content), 0
    while (at := out.find(kind, at)) >= 0:
        out[at + 4 + offset:at + 4 + offset + len(value)] = value
        at += 4
        if not every:
            break
    return bytes(out)


def endless_clips():
    """Clips that never end, or say so."""
    content = clip("mp4")
    for kind, offset in ((b"mvhd", 16), (b"tkhd", 20), (b"mdhd", 16)):
        content = patched(content, kind, offset, b"\xff\xff\xff\xfe", every=True)
    yield Sample("claims-4-billion.mp4", content, CLIP, may_be_none=True)
    slow = patched(clip("mp4", sound=False), b"stts", 12, b"\x7f\xff\xff\xff")
    yield Sample("a-frame-a-day.mp4", slow, CLIP, may_be_none=True)
    many = patched(clip("mp4", sound=False), b"stts", 8, b"\xff\xff\xff\xff")
    yield Sample("claims-many-samples.mp4", many, any=True)
    yield Sample("claims-many-entries.mp4", patched(clip("mp4"), b"stsz", 8, b"\xff\xff\xff\xff"), any=True)
    mkv = clip("mkv")
    at = mkv.find(b"\x44\x89\x88")
    yield Sample("claims-long.mkv", mkv[:at + 3] + struct.pack(">d", 1e300) + mkv[at + 11:], CLIP, may_be_none=True)
    yield Sample("without-lengths.mkv", clip("mkv", 2, "-live", "1"), CLIP, may_be_none=True)
    stream = clip("m2ts")
    yield Sample("again-and-again.m2ts", stream * 200, CLIP, may_be_none=True)
    yield Sample("again-and-again.mpg", clip("mpg") * 100, CLIP, may_be_none=True)
    yield Sample("hole-behind.mpg", clip("mpg"), CLIP, may_be_none=True, length=6 << 30)
    yield Sample("hole-behind.m2ts", stream, CLIP, may_be_none=True, length=6 << 30)
    yield Sample("hole-behind.avi", clip("avi"), CLIP, may_be_none=True, length=6 << 30)
    yield Sample("hole-behind.mkv", clip("mkv", 2, "-live", "1"), CLIP, may_be_none=True, length=6 << 30)
    yield Sample("hole-alone.mpg", b"\0\0\1\xba", any=True, length=6 << 30)
    yield Sample("hole-alone.mp4", b"\0\0\0\x18ftypisom\0\0\2\0isomiso2", any=True, length=6 << 30)
    yield Sample("hole-alone.mp3", b"ID3\4\0\0\0\0\0\0", any=True, length=6 << 30)
    yield Sample("hole-alone.jpg", saved(quarters(), "JPEG")[:200], any=True, length=6 << 30)
    small_boxes = b"\0\0\0\x18ftypisom\0\0\2\0isomiso2" + b"\0\0\0\x08free" * 2_000_000
    yield Sample("2-million-boxes.mp4", small_boxes)
    yield Sample("boxes-in-boxes.mp4", b"\0\0\0\x18ftypisom\0\0\2\0isomiso2" + formats.box(b"moov", nested(5000)), any=True)
    edits = formats.full_box(b"elst", 0, 0, struct.pack(">I", 500_000) + struct.pack(">IiI", 1, 0, 1 << 16) * 500_000)
    yield Sample("edits.mp4", with_box_in_track(clip("mp4", sound=False), formats.box(b"edts", edits)), any=True)
    big = patched(clip("mp4", sound=False), b"tkhd", 76, struct.pack(">II", 0xFFFF0000, 0xFFFF0000))
    yield Sample("claims-65535-pixels.mp4", big, any=True)
    yield Sample("30000-frame.avi", avi_of_png(one_colour(SIDE, 1, 3, bytes(SIDE // 8))), any=True)


def nested(depth):
    content = b""
    for _ in range(depth):
        content = formats.box(b"trak", content)
    return content


def with_box_in_track(content, new):
    """Adds a box to the first track of an MP4 whose data come before its index."""
    moov, trak = content.index(b"moov") - 4, content.index(b"trak") - 4
    out = bytearray(content)
    for at in (moov, trak):
        out[at:at + 4] = struct.pack(">I", struct.unpack(">I", out[at:at + 4])[0] + len(new))
    header = trak + 8 + struct.unpack(">I", out[trak + 8:trak + 12])[0]
    return bytes(out[:header] + new + out[header:])


def avi_of_png(picture):
    """One frame, which is a PNG."""
    def part(kind, content):
        return formats.riff(kind, content)

    head = part(b"avih", struct.pack("<14I", 40_000, 0, 0, 0, 1, 0, 1, 0, SIDE, SIDE, 0, 0, 0, 0))
    stream = part(b"strh", b"vidsMPNG" + struct.pack("<IHHIIIIIIIIHHHH", 0, 0, 0, 0, 1, 25, 0, 1, 0, 0, 0, 0, 0, 0, 0))
    shape = part(b"strf", struct.pack("<IiiHH4sIiiII", 40, SIDE, SIDE, 1, 24, b"MPNG", 0, 0, 0, 0, 0))
    lists = part(b"LIST", b"hdrl" + head + part(b"LIST", b"strl" + stream + shape)) + part(b"LIST", b"movi" + part(b"00dc", picture))
    return b"RIFF" + struct.pack("<I", len(lists) + 4) + b"AVI " + lists


def playlists(listener, secret):
    """What names other files or addresses instead of holding a clip."""
    lists = {
        "hls": f"#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n{secret}\n#EXTINF:10.0,\nhttp://{listener}/a.ts\n#EXT-X-ENDLIST\n",
        "hls-concat": f"#EXTM3U\n#EXTINF:1.0,\nconcat:http://{listener}/b.m3u8|file://{secret}\n#EXT-X-ENDLIST\n",
        "concat": f"ffconcat version 1.0\nfile '{secret}'\nfile 'http://{listener}/c.mp4'\n",
        "sdp": f"v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video {listener.rsplit(':', 1)[-1]} RTP/AVP 96\na=rtpmap:96 H264/90000\n",
        "dash": f'<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S"><Period><AdaptationSet mimeType="video/mp4">'
                f'<Representation id="1" bandwidth="1"><BaseURL>http://{listener}/d.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>',
        "asx": f'<asx version="3.0"><entry><ref href="http://{listener}/e.wmv"/></entry></asx>',
        "rtsp": f"rtsp://{listener}/f\n",
    }
    for kind, text in lists.items():
        for extension in ("mp4", "avi"):
            yield Sample(f"{kind}.{extension}", text.encode())
    playlist = lists["hls"].encode()
    movie = formats.riff(b"LIST", b"movi" + formats.riff(b"00tx", b"GAB2\0\2\0" + b"\0" * 10 + playlist))
    yield Sample("subtitles-name-a-list.avi", b"RIFF" + struct.pack("<I", len(movie) + 4) + b"AVI " + movie, any=True)
    # The data of the track are said to lie in another file.
    elsewhere = clip("mp4", sound=False)
    at = elsewhere.index(b"dref")
    inside = bytearray(elsewhere)
    inside[at + 12 + 4:at + 16 + 4] = b"alis"
    yield Sample("data-elsewhere.mp4", bytes(inside), any=True)
    reference = formats.box(b"moov", formats.box(b"rmra", formats.box(b"rmda", formats.full_box(b"rdrf", 0, 0, b"url ", struct.pack(">I", 40), f"http://{listener}/g.mov\0".encode()))))
    yield Sample("reference.mov", b"\0\0\0\x14ftypqt  \0\0\2\0qt  " + reference, any=True)


# -- sound ---------------------------------------------------------------------------------------------------------------


@functools.cache
def sound(extension):
    codec = {"mp3": ["-c:a", "libmp3lame", "-b:a", "32k"], "flac": ["-c:a", "flac"], "m4a": ["-c:a", "aac", "-f", "ipod"], "ogg": ["-c:a", "libvorbis"],
             "opus": ["-c:a", "libopus"], "wav": []}[extension]
    return ffmpeg(["-f", "lavfi", "-i", "sine=frequency=300:duration=2", "-ar", "48000" if extension == "opus" else "44100", *codec], extension=extension)


def synchsafe(value):
    return bytes(value >> shift & 0x7F for shift in (21, 14, 7, 0))


def id3(picture, mime=b"image/jpeg", claimed=None, kind=3):
    """An MP3 with a cover."""
    body = b"\0" + mime + b"\0" + bytes([kind]) + b"\0" + picture
    frame = b"APIC" + synchsafe(len(body) if claimed is None else claimed) + b"\0\0" + body
    plain = sound("mp3")
    if plain.startswith(b"ID3"):
        plain = plain[10 + sum(part << shift for part, shift in zip(plain[6:10], (21, 14, 7, 0))):]
    return b"ID3\4\0\0" + synchsafe(len(frame)) + frame + plain


def picture_block(picture, mime=b"image/png"):
    """A picture as FLAC and Vorbis comments hold it."""
    return struct.pack(">II", 3, len(mime)) + mime + struct.pack(">IIIIII", 0, 300, 300, 24, 0, len(picture)) + picture


def sounds(listener):
    art = quarters(300, 300)
    jpeg, png = saved(art, "JPEG", quality=90), saved(art, "PNG")
    for extension in ("mp3", "flac", "m4a", "ogg", "opus", "wav"):
        yield Sample(f"no-cover.{extension}", sound(extension))
    yield Sample("cover.mp3", id3(jpeg), COVER)
    yield Sample("cover-png.mp3", id3(png, b"image/png"), COVER)
    flac = sound("flac")
    block = picture_block(png)
    yield Sample("cover.flac", flac[:42] + b"\x06" + struct.pack(">I", len(block))[1:] + block + flac[42:], COVER)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "cover.jpg").write_bytes(jpeg)
        Path(folder, "in.m4a").write_bytes(sound("m4a"))
        covered = ffmpeg(["-i", f"{folder}/in.m4a", "-i", f"{folder}/cover.jpg", "-map", "0", "-map", "1", "-c", "copy", "-disposition:v:0", "attached_pic", "-f", "ipod"], extension="m4a")
    yield Sample("cover.m4a", covered, COVER)
    for extension in ("ogg", "opus"):
        text = "METADATA_BLOCK_PICTURE=" + base64.b64encode(picture_block(jpeg, b"image/jpeg")).decode()
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "in." + extension).write_bytes(sound(extension))
            Path(folder, "tags").write_text(f";FFMETADATA1\n{text[:22]}={text[23:].replace('=', chr(92) + '=')}\n")
            covered = ffmpeg(["-i", f"{folder}/in.{extension}", "-i", f"{folder}/tags", "-map_metadata:s:a", "1", "-c", "copy"], extension=extension)
        yield Sample(f"cover.{extension}", covered, COVER)
    yield Sample("cover-of-30000.mp3", id3(one_colour(SIDE, 1, 3, bytes(SIDE // 8)), b"image/png"), any=True)
    yield Sample("cover-claims-much.mp3", id3(jpeg, claimed=(1 << 28) - 1), any=True)
    yield Sample("cover-elsewhere.mp3", id3(f"http://{listener}/cover.jpg".encode(), b"-->"))
    yield Sample("cover-is-a-drawing.mp3", id3(f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><image x:href="http://{listener}/y"/></svg>'.encode(),
                                               b"image/svg+xml"), any=True)
    yield Sample("cover-is-text.mp3", id3(b"nothing at all"), any=True)
    yield Sample("cover-is-empty.mp3", id3(b""), any=True)
    yield Sample("cover-cut.mp3", id3(jpeg[:len(jpeg) // 2]), any=True)
    yield Sample("cover-metadata.mp3", id3(saved(art, "JPEG", comment=MARK)), COVER)
    yield Sample("cut.flac", flac[:60], any=True)


# -- text ----------------------------------------------------------------------------------------------------------------

TEXT = "Grüße aus Köln\nzweite Zeile\nthird — “line”\n"
#: Name, bytes, and what the excerpt must begin with; None where nothing is promised but a clean answer.
TEXTS = [
    ("utf-8.txt", TEXT.encode(), "Grüße aus Köln\nzweite Zeile"),
    ("mark.txt", b"\xef\xbb\xbf" + TEXT.encode(), "Grüße aus Köln"),
    ("utf-16-le.txt", b"\xff\xfe" + TEXT.encode("utf-16-le"), "Grüße aus Köln"),
    ("utf-16-be.txt", b"\xfe\xff" + TEXT.encode("utf-16-be"), "Grüße aus Köln"),
    ("latin.txt", "Grüße aus Köln\nzwei\n".encode("latin-1"), None),
    ("gbk.txt", "你好，世界\n第二行\n".encode("gbk"), None),
    ("windows.txt", b"one\r\ntwo\r\nthree\r\n", "one\ntwo\nthree"),
    ("code.py", b"def f(x):\n    return x\n", "def f(x):\n    return x"),
    ("code.swift", b"let a = 1\n", "let a = 1"),
    ("notes.md", b"# Title\n\ntext\n", "# Title"),
    ("control.txt", b"a\x1b[31mred\x07\x00b\n", None),
    ("direction.txt", "a\u202eb\u2066c\n".encode(), None),
    ("binary.txt", bytes(range(256)) * 40, None),
    ("nothing.txt", b"", None),
    ("one-line.txt", b"x" * 3_000_000, "x" * 100),
    ("many-lines.txt", b"\n" * 100_000 + b"end", None),
    ("cut-character.txt", ("x" + "é" * 5000).encode(), "x" + "é" * 50),
    ("cut-at-its-end.txt", ("é" * 5000).encode()[:4097], None),
]


def texts():
    for name, content, _ in TEXTS:
        yield Sample(name, content)


def all_samples(listener, secret):
    made = [("clips", clips()), ("cut_clips", cut_clips()), ("endless_clips", endless_clips()), ("playlists", playlists(listener, secret)), ("sounds", sounds(listener)),
            ("texts", texts())]
    for group, samples in made:
        for sample in samples:
            yield Sample(**{**sample.__dict__, "group": group})
