"""Pictures that are small as files and huge once they are read."""

import struct
import zlib

from PIL import Image

from . import formats
from .expect import BLUE, RED, Sample, Shows, whole
from .pictures import UPRIGHT, grid, heic, quarters, raws, saved

SIDE = 30_000


def one_colour(side, depth, colour, row):
    """A square PNG whose rows are all the same."""
    return formats.png(side, side, depth, colour, formats.repeated((b"\0" + row) * 10, side // 10), extra=formats.png_chunk(b"PLTE", bytes(RED + BLUE)) if colour == 3 else b"")


def huge_pngs():
    yield Sample("30000-palette.png", one_colour(SIDE, 1, 3, bytes(SIDE // 8)), Shows(SIDE, SIDE, whole(RED)), may_be_none=True)
    yield Sample("30000-rgb.png", one_colour(SIDE, 8, 2, bytes(BLUE) * SIDE), Shows(SIDE, SIDE, whole(BLUE)), may_be_none=True)
    yield Sample("30000-16-bits.png", one_colour(SIDE, 16, 6, bytes(SIDE * 8)), any=True)
    # All rows of the seven passes are needed before the first can be shown.
    interlaced = formats.PNG + formats.png_header(SIDE, SIDE, 8, 2, 1) + formats.png_chunk(b"IDAT", formats.repeated(bytes(100_001), 27_000)) + formats.png_chunk(b"IEND", b"")
    yield Sample("30000-interlaced.png", interlaced, any=True)
    yield Sample("claims-2-billion.png", formats.png(0x7FFFFFFF, 0x7FFFFFFF, 8, 2, zlib.compress(b"\0" * 100)))
    yield Sample("claims-0.png", formats.png(0, 0, 8, 2, zlib.compress(b"\0")))
    yield Sample("one-line.png", formats.png(1_000_000, 1, 8, 2, zlib.compress(b"\0" + bytes(RED) * 1_000_000)), any=True)
    yield Sample("one-column.png", formats.png(1, 1_000_000, 8, 2, formats.repeated((b"\0" + bytes(RED)) * 1_000, 1_000)), any=True)


def with_chunks(*chunks):
    image = quarters()
    rows = b"".join(b"\0" + bytes(part for pixel in row for part in pixel) for row in formats.rows_of(image))
    return formats.png(*image.size, 8, 2, zlib.compress(rows), extra=b"".join(chunks))


def text_chunks():
    gigabyte = formats.repeated(bytes(1 << 20), 1024)
    yield Sample("text-of-1-gb.png", with_chunks(formats.png_chunk(b"zTXt", b"Comment\0\0" + gigabyte)), UPRIGHT, may_be_none=True)
    yield Sample("profile-of-1-gb.png", with_chunks(formats.png_chunk(b"iCCP", b"icc\0\0" + gigabyte)), UPRIGHT, may_be_none=True)
    yield Sample("xmp-of-1-gb.png", with_chunks(formats.png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + gigabyte)), UPRIGHT, may_be_none=True)
    yield Sample("many-gb-of-text.png", with_chunks(*[formats.png_chunk(b"zTXt", b"Comment\0\0" + gigabyte)] * 12), UPRIGHT, may_be_none=True)
    yield Sample("100000-texts.png", with_chunks(*[formats.png_chunk(b"tEXt", b"k%d\0v" % n) for n in range(100_000)]), UPRIGHT, may_be_none=True)
    yield Sample("text-of-20-mb.png", with_chunks(formats.png_chunk(b"tEXt", b"k\0" + b"x" * 20_000_000)), UPRIGHT, may_be_none=True)
    yield Sample("length-of-4-gb.png", formats.PNG + formats.png_header(8, 8, 8, 2) + struct.pack(">I", 0xFFFFFFFF) + b"tEXt" + b"x" * 100)
    rows = b"".join(b"\0" + bytes(RED) * 8 for _ in range(8))
    yield Sample("more-data-than-pixels.png", formats.png(8, 8, 8, 2, formats.repeated(rows * 1024, 4096)), Shows(8, 8, whole(RED)), may_be_none=True)


def jpeg_bombs():
    """Hundreds of scans over a picture as large as JPEG can be, each of a few bytes."""
    small = saved(Image.new("RGB", (64, 64), RED), "JPEG", progressive=True)
    start = small.index(b"\xff\xc2")
    large = small[:start + 5] + struct.pack(">HH", 65_500, 65_500) + small[start + 9:]
    scan = large.index(b"\xff\xda")
    first = large[scan:-2]
    yield Sample("65500.jpg", large, any=True)
    yield Sample("65500-of-500-scans.jpg", large[:scan] + first * 100 + large[-2:], any=True)
    yield Sample("2000-scans.jpg", small[:small.index(b"\xff\xda")] + small[small.index(b"\xff\xda"):-2] * 400 + b"\xff\xd9", any=True)
    base = saved(Image.new("RGB", (64, 64), RED), "JPEG")
    start = base.index(b"\xff\xc0")
    yield Sample("65500-baseline.jpg", base[:start + 5] + struct.pack(">HH", 65_500, 65_500) + base[start + 9:], any=True)
    yield Sample("many-segments.jpg", base[:2] + formats.segment(0xE1, b"Exif\0\0" + b"x" * 60_000) * 300 + base[2:], Shows(64, 64, whole(RED)), may_be_none=True)
    loop = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0\x08\0\0\0"
    yield Sample("exif-loop.jpg", formats.with_segment(base, 0xE1, loop), Shows(64, 64, whole(RED)))


def other_bombs():
    yield Sample("16383-of-30-bytes.webp", formats.webp(formats.lossless_of_one_colour(16383, 16383, RED)), Shows(16383, 16383, whole(RED)), may_be_none=True)
    frame = formats.lossless_of_one_colour(16000, 16000, BLUE)
    yield Sample("1000-large-frames.webp", formats.animated_webp(16000, 16000, frame, 1000), any=True)
    frame = formats.lossless_of_one_colour(16, 16, BLUE)
    yield Sample("100000-frames.webp", formats.animated_webp(16, 16, frame, 100_000), Shows(16, 16, whole(BLUE)), may_be_none=True)
    yield Sample("60000.tif", formats.tiff(60_000, 60_000, formats.repeated(bytes(60_000), 60_000), _259=(formats.SHORT, 8), _258=(formats.SHORT, 8),
                                          _277=(formats.SHORT, 1), _262=(formats.SHORT, 1)), any=True)
    yield Sample("claims-4-billion.tif", formats.tiff(0xFFFFFFFF, 0xFFFFFFFF, b"abc"))
    yield Sample("200-parts-a-pixel.tif", formats.tiff(20_000, 20_000, b"abc", _258=(formats.SHORT, [16] * 200), _277=(formats.SHORT, 200)))
    yield Sample("directories-in-a-circle.tif", circle(), any=True)
    yield Sample("65535-directories.tif", many_directories(65_535), any=True)
    yield Sample("65535.gif", b"GIF89a" + struct.pack("<HH", 65_535, 65_535) + b"\x80\0\0" + bytes(RED + BLUE) + b"," + struct.pack("<HHHH", 0, 0, 65_535, 65_535)
                 + b"\0\x02\x02\x4c\x01\0;", any=True)
    frame = b"!\xf9\x04\x08\0\0\0\0" + b"," + struct.pack("<HHHH", 0, 0, 1, 1) + b"\0\x02\x02\x44\x01\0"
    for count in (3_000, 100_000):
        yield Sample(f"{count}-frames-of-5000.gif", b"GIF89a" + struct.pack("<HH", 5_000, 5_000) + b"\x80\0\0" + bytes(RED + BLUE) + frame * count + b";", any=True)
    head = struct.pack("<IiiHHIIiiII", 40, 60_000, 60_000, 1, 1, 0, 0, 0, 0, 2, 2)
    yield Sample("60000.bmp", struct.pack("<2sIHHI", b"BM", 100, 0, 0, 62) + head + bytes(8) + bytes(100), any=True)
    head = struct.pack("<IiiHHIIiiII", 40, 30_000, 30_000, 1, 8, 1, 0, 0, 0, 2, 2)
    yield Sample("run-lengths.bmp", struct.pack("<2sIHHI", b"BM", 100, 0, 0, 62) + head + bytes(8) + b"\xff\1" * 1000 + b"\0\1", any=True)
    yield Sample("100000.ppm", b"P6 100000 100000 255\n" + bytes(100), any=True)
    yield Sample("100000.pfm", b"PF 100000 100000 -1.0\n" + bytes(100), any=True)


def heic_bombs():
    yield Sample("tiles-16384.heic", grid(64, 64, (16_384, 16_384), [RED], tile=256), Shows(16_384, 16_384, whole(RED)), may_be_none=True)
    yield Sample("tiles-65535.heic", grid(255, 255, (65_280, 65_280), [BLUE], tile=256), any=True)
    yield Sample("tiles-130000.heic", grid(255, 256, (131_072, 130_560), [BLUE], tile=512), any=True)
    yield Sample("grid-lies.heic", grid(2, 2, (512, 512), [RED], claimed=(60_000, 60_000)), any=True)
    configuration, data = formats.coded(heic(quarters()))
    for name, shown in (("grid-of-itself", 1), ("overlay-of-itself", 2)):
        out = formats.Heif()
        kind, body = (b"grid", struct.pack(">BBBBHH", 0, 0, 1, 1, 640, 480)) if shown == 1 else (b"iovl", struct.pack(">BB8xHHhh", 0, 0, 640, 480, 0, 0))
        number = out.item(kind, body, formats.ispe(640, 480))
        out.refer(b"dimg", number, [number] * 4)
        yield Sample(f"{name}.heic", out.finish(number), any=True)
    # Each is a grid of four of the one before: 4 to the power of 12 pictures.
    out = formats.Heif()
    number = out.item(b"hvc1", data, configuration, formats.ispe(320, 240))
    for depth in range(12):
        above = out.item(b"grid", struct.pack(">BBBBHH", 0, 0, 1, 1, 640, 480), formats.ispe(640, 480))
        out.refer(b"dimg", above, [number] * 4)
        number = above
    yield Sample("grids-of-grids.heic", out.finish(number), any=True)
    out = formats.Heif()
    for _ in range(3000):
        number = out.item(b"hvc1", 1 if out.items else data, configuration, formats.ispe(320, 240))
    yield Sample("burst-of-3000.heic", out.finish(3000), UPRIGHT, may_be_none=True)
    lying, configuration_and_data = formats.Heif(), formats.coded(heic(quarters()))
    number = lying.item(b"hvc1", configuration_and_data[1], configuration_and_data[0], formats.ispe(0xFFFFFFFF, 0xFFFFFFFF))
    yield Sample("claims-4-billion.heic", lying.finish(number), any=True)
    # A turn for every entry.
    turning = formats.Heif()
    number = turning.item(b"hvc1", data, configuration, formats.ispe(320, 240), *[formats.box(b"irot", bytes([n % 4])) for n in range(4)])
    yield Sample("turned-and-turned.heic", turning.finish(number), any=True)
    yield Sample("boxes-in-boxes.heic", formats.box(b"ftyp", b"heic\0\0\0\0mif1heic") + nested(b"meta", 3000), any=True)


def nested(kind, depth):
    content = b""
    for _ in range(depth):
        content = formats.box(kind, b"\0\0\0\0" + content)
    return content


def circle():
    out = formats.Tiff()
    at = out.put(bytes(RED) * 64)
    return out.finish(out.directory(formats.strip_tags(8, 8, at, 192), 8 + 192))


def many_directories(count):
    """Pages that share one strip, each of a few tags."""
    head, size = struct.pack("<2sHI", b"II", 42, 16), 2 + 9 * 12 + 4
    entries = [(256, 3, 1, 2), (257, 3, 1, 2), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 8), (277, 3, 1, 1), (278, 3, 1, 2), (279, 4, 1, 4)]
    tags = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries)
    return head + b"\x80" * 8 + b"".join(tags + struct.pack("<I", 16 + size * (n + 1) if n + 1 < count else 0) for n in range(count))


def raw_bombs():
    nef = next(sample for sample in raws() if sample.name == "camera.nef").content
    at = nef.rindex(b"\xff\xd8\xff")
    start = nef.index(b"\xff\xc0", at)
    yield Sample("preview-of-65500.nef", nef[:start + 5] + struct.pack(">HH", 65_500, 65_500) + nef[start + 9:], any=True)


def all_samples():
    for make in (huge_pngs, text_chunks, jpeg_bombs, other_bombs, heic_bombs, raw_bombs):
        for sample in make():
            yield Sample(**{**sample.__dict__, "group": make.__name__})
