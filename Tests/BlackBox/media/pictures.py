"""Right pictures of every kind and form."""

import io
import struct
import zipfile
import zlib

import pillow_heif
from PIL import Image, ImageCms

from . import formats
from .expect import BLUE, GREEN, GREY, QUARTERS, RED, YELLOW, Sample, Shows, whole

WIDTH, HEIGHT = 320, 240
#: What makes a picture upright, for each orientation that EXIF knows.
TURNS = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE,
         6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_90}
BACK = TURNS | {6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}
#: Stands in every place for metadata, and must stand in no thumbnail.
MARK = b"HearthSecretMark"
UPRIGHT = Shows(WIDTH, HEIGHT)


def quarters(width=WIDTH, height=HEIGHT, mode="RGB"):
    """Four colours: red, green, and below them blue, yellow."""
    image = Image.new("RGB", (width, height), RED)
    for colour, box in ((GREEN, (width // 2, 0, width, height)), (BLUE, (0, height // 2, width // 2, height)), (YELLOW, (width // 2, height // 2, width, height))):
        image.paste(colour, box)
    return image.convert(mode)


def saved(image, format, **options):
    out = io.BytesIO()
    image.save(out, format, **options)
    return out.getvalue()


def heic(image, **options):
    out = io.BytesIO()
    pillow_heif.from_pillow(image).save(out, quality=options.pop("quality", 80), **options)
    return out.getvalue()


def exif(orientation=1):
    """EXIF with an orientation, a place on earth, a time and the mark."""
    data = Image.Exif()
    data[0x0112], data[0x010E], data[0x013B] = orientation, MARK.decode(), MARK.decode()
    data[0x8769] = {0x9003: "2019:05:04 03:02:01", 0x9286: b"ASCII\0\0\0" + MARK}
    data[0x8825] = {1: "N", 2: (48.0, 8.0, 14.0), 3: "E", 4: (11.0, 34.0, 31.0), 0x1B: b"ASCII\0\0\0" + MARK}
    return data.tobytes()


def srgb():
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def swapping_profile():
    """A profile whose red is green and whose green is red."""
    profile = bytearray(srgb())
    red, green = profile.index(b"rXYZ", 128), profile.index(b"gXYZ", 128)
    profile[red:red + 4], profile[green:green + 4] = b"gXYZ", b"rXYZ"
    return bytes(profile)


def swapped(image):
    """What shows the image with that profile."""
    red, green, blue = image.split()
    return Image.merge("RGB", (green, red, blue))


def big_profile(size=3_000_000):
    """A valid profile with much behind it."""
    profile = srgb() + (MARK + b"\0") * (size // 17)
    return struct.pack(">I", len(profile)) + profile[4:]


def jpegs():
    image = quarters()
    for number in range(1, 9):
        turned = image.transpose(BACK[number]) if number > 1 else image
        yield Sample(f"orientation-{number}.jpg", saved(turned, "JPEG", exif=exif(number), quality=85), UPRIGHT)
    plain = saved(image, "JPEG", quality=85)
    yield Sample("progressive.jpeg", saved(image, "JPEG", progressive=True, quality=85), UPRIGHT)
    yield Sample("restart.jpg", saved(image, "JPEG", restart_marker_rows=2), UPRIGHT)
    yield Sample("grey.jpg", saved(Image.new("L", (300, 100), 128), "JPEG"), Shows(300, 100, whole(GREY)))
    cmyk = saved(quarters(mode="CMYK"), "JPEG", quality=90)
    assert b"Adobe" in cmyk
    yield Sample("cmyk-adobe.jpg", cmyk, Shows(WIDTH, HEIGHT, tolerance=110))
    # Without the mark of the program that wrote it nobody can know whether its inks are inverted.
    yield Sample("cmyk-plain.jpg", formats.without_segment(cmyk, 0xEE), any=True)
    yield Sample("metadata.jpg", formats.with_segment(formats.with_segment(saved(image, "JPEG", exif=exif(), icc_profile=big_profile(60_000), comment=MARK),
                 0xE1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + MARK + b"</x:xmpmeta>"),
                 0xED, b"Photoshop 3.0\0" + b"8BIM\x04\x04\0\0" + struct.pack(">I", 20) + MARK + b"...."), UPRIGHT)
    yield Sample("profile-swaps.jpg", saved(swapped(image), "JPEG", icc_profile=swapping_profile(), quality=95, subsampling=0), Shows(WIDTH, HEIGHT, tolerance=50))
    yield Sample("profile-broken.jpg", saved(image, "JPEG", icc_profile=b"\0" * 200), UPRIGHT)
    yield Sample("profile-of-3-mb.jpg", saved(image, "JPEG", icc_profile=big_profile()), UPRIGHT)
    yield Sample("one-pixel.jpg", saved(Image.new("RGB", (1, 1), RED), "JPEG"), Shows(1, 1, {(0.5, 0.5): RED}))
    yield Sample("thin.jpg", saved(Image.new("RGB", (5000, 1), BLUE), "JPEG"), Shows(5000, 1, {(0.5, 0.5): BLUE}))
    yield Sample("large.jpg", saved(quarters(4000, 3000), "JPEG"), Shows(4000, 3000))
    yield Sample("rubbish-behind.jpg", plain + bytes(range(256)) * 100, UPRIGHT)
    yield Sample("rubbish-between.jpg", plain[:2] + b"\0\1\2" + plain[2:], UPRIGHT, may_be_none=True)
    yield Sample("orientation-unknown.jpg", saved(image, "JPEG", exif=exif(99)), UPRIGHT)
    mpo = saved(image, "MPO", save_all=True, append_images=[Image.new("RGB", (WIDTH, HEIGHT), GREY)])
    yield Sample("two-in-one.mpo", mpo, UPRIGHT, may_be_none=True)


def pngs():
    image = quarters()
    yield Sample("plain.png", saved(image, "PNG"), UPRIGHT)
    yield Sample("interlaced.png", formats.interlaced_png(quarters(64, 48)), Shows(64, 48))
    yield Sample("16-bits.png", formats.png_of_16_bits(quarters(64, 48)), Shows(64, 48))
    yield Sample("16-bits-grey.png", saved(Image.new("I;16", (100, 50), 0x8080), "PNG"), Shows(100, 50, whole(GREY)))
    palette = image.quantize(8)
    yield Sample("palette.png", saved(palette, "PNG"), UPRIGHT)
    holed = quarters(mode="RGBA")
    holed.paste((0, 0, 0, 0), (WIDTH // 2, 0, WIDTH, HEIGHT))
    holes = Shows(WIDTH, HEIGHT, {(0.25, 0.25): RED, (0.25, 0.75): BLUE}, clear=((0.75, 0.25), (0.75, 0.75)))
    yield Sample("transparent.png", saved(holed, "PNG"), holes)
    see_through = quarters().quantize(8)
    index = see_through.getpixel((WIDTH - 1, 0))
    yield Sample("palette-transparent.png", saved(see_through, "PNG", transparency=index),
                 Shows(WIDTH, HEIGHT, {place: colour for place, colour in QUARTERS.items() if colour != GREEN}, clear=((0.75, 0.25),)))
    yield Sample("grey-alpha.png", saved(Image.new("LA", (60, 60), (128, 255)), "PNG"), Shows(60, 60, whole(GREY)))
    yield Sample("one-bit.png", saved(Image.new("1", (60, 40), 1), "PNG"), Shows(60, 40, whole((255, 255, 255))))
    yield Sample("orientation-6.png", saved(image.transpose(BACK[6]), "PNG", exif=exif(6)), UPRIGHT)
    frames = [quarters(), *(Image.new("RGB", (WIDTH, HEIGHT), (n * 20, n * 20, n * 20)) for n in range(5))]
    yield Sample("animated.png", saved(frames[0], "PNG", save_all=True, append_images=frames[1:], duration=80), UPRIGHT)
    yield Sample("metadata.png", formats.PNG + formats.png_header(WIDTH, HEIGHT, 8, 2) + formats.png_chunk(b"tEXt", b"Comment\0" + MARK)
                 + formats.png_chunk(b"eXIf", exif().removeprefix(b"Exif\0\0"))
                 + formats.png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x>" + MARK + b"</x>")
                 + formats.png_chunk(b"IDAT", zlib.compress(b"".join(b"\0" + bytes(v for p in row for v in p) for row in formats.rows_of(image))))
                 + formats.png_chunk(b"IEND", b""), UPRIGHT)
    yield Sample("profile-swaps.png", saved(swapped(image), "PNG", icc_profile=swapping_profile()),
                 Shows(WIDTH, HEIGHT, tolerance=50))


def gifs():
    image = quarters()
    frames = [image, *(Image.new("RGB", (WIDTH, HEIGHT), (250 - n * 20, n * 20, 100)) for n in range(4))]
    yield Sample("plain.gif", saved(image, "GIF"), UPRIGHT)
    yield Sample("animated.gif", saved(frames[0], "GIF", save_all=True, append_images=frames[1:], duration=90, loop=0), UPRIGHT)
    yield Sample("interlaced.gif", saved(image, "GIF", interlace=1), UPRIGHT)
    palette = image.quantize(8)
    yield Sample("transparent.gif", saved(palette, "GIF", transparency=palette.getpixel((WIDTH - 1, 0))),
                 Shows(WIDTH, HEIGHT, {place: colour for place, colour in QUARTERS.items() if colour != GREEN}, clear=((0.75, 0.25),)))
    yield Sample("comment.gif", saved(image, "GIF", comment=MARK), UPRIGHT)
    yield Sample("plain.webp", saved(image, "WEBP", quality=90), UPRIGHT)
    yield Sample("lossless.webp", saved(image, "WEBP", lossless=True), UPRIGHT)
    yield Sample("animated.webp", saved(frames[0], "WEBP", save_all=True, append_images=frames[1:], duration=90, lossless=True), UPRIGHT)
    holed = quarters(mode="RGBA")
    holed.paste((0, 0, 0, 0), (WIDTH // 2, 0, WIDTH, HEIGHT))
    yield Sample("transparent.webp", saved(holed, "WEBP", lossless=True),
                 Shows(WIDTH, HEIGHT, {(0.25, 0.25): RED, (0.25, 0.75): BLUE}, clear=((0.75, 0.25), (0.75, 0.75))))
    yield Sample("orientation-8.webp", saved(image.transpose(BACK[8]), "WEBP", lossless=True, exif=exif(8)), UPRIGHT)
    yield Sample("metadata.webp", saved(image, "WEBP", exif=exif(), xmp=b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + MARK + b"</x:xmpmeta>",
                                        icc_profile=big_profile(50_000)), UPRIGHT)


def tiffs():
    image = quarters()
    for compression in ("raw", "tiff_lzw", "tiff_adobe_deflate", "jpeg", "packbits"):
        yield Sample(f"{compression}.tif", saved(image, "TIFF", compression=compression), UPRIGHT)
    yield Sample("pages.tiff", saved(image, "TIFF", save_all=True, append_images=[Image.new("RGB", (500, 700), GREY)] * 3), UPRIGHT)
    yield Sample("cmyk.tif", saved(quarters(mode="CMYK"), "TIFF"), Shows(WIDTH, HEIGHT, tolerance=110))
    small = quarters(64, 48)
    deep = b"".join(struct.pack("<H", part * 257) for row in formats.rows_of(small) for pixel in row for part in pixel)
    yield Sample("16-bits.tif", formats.tiff(64, 48, deep, _258=(formats.SHORT, [16, 16, 16])), Shows(64, 48))
    yield Sample("fax.tif", saved(Image.new("1", (200, 100), 1), "TIFF", compression="group4"), Shows(200, 100, whole((255, 255, 255))))
    for number in (3, 6):
        turned = image.transpose(BACK[number])
        yield Sample(f"orientation-{number}.tif", formats.tiff(*turned.size, turned.tobytes(), _274=(formats.SHORT, number)), UPRIGHT)
    yield Sample("big-endian.tif", saved(image, "TIFF", big_tiff=True), UPRIGHT)


def others():
    image = quarters()
    yield Sample("plain.bmp", saved(image, "BMP"), UPRIGHT)
    yield Sample("palette.bmp", saved(image.quantize(8), "BMP"), UPRIGHT)
    yield Sample("one-bit.bmp", saved(Image.new("1", (60, 40), 1), "BMP"), Shows(60, 40, whole((255, 255, 255))))
    yield Sample("top-down.bmp", top_down_bmp(image), UPRIGHT)
    yield Sample("plain.avif", saved(image, "AVIF", quality=80), UPRIGHT)
    yield Sample("orientation-6.avif", saved(image.transpose(BACK[6]), "AVIF", quality=80, exif=exif(6)), UPRIGHT)
    yield Sample("metadata.avif", saved(image, "AVIF", exif=exif(), xmp=b"<x>" + MARK + b"</x>"), UPRIGHT)
    for format, extension in (("JPEG2000", "jp2"), ("ICO", "ico"), ("PCX", "pcx"), ("TGA", "tga"), ("PPM", "ppm")):
        shows = Shows(128, 96) if format == "ICO" else UPRIGHT
        options = {"sizes": [(128, 96)]} if format == "ICO" else {}
        yield Sample(f"plain.{extension}", saved(quarters(128, 96) if format == "ICO" else image, format, **options), shows, may_be_none=True)
    yield Sample("bit-map.pbm", saved(Image.new("1", (60, 40), 1), "PPM"), Shows(60, 40, whole((255, 255, 255))), may_be_none=True)
    yield Sample("grey-map.pgm", saved(Image.new("L", (60, 40), 128), "PPM"), Shows(60, 40, whole(GREY)), may_be_none=True)


def top_down_bmp(image):
    rows = b"".join(bytes(part for pixel in row for part in reversed(pixel)) for row in formats.rows_of(image))
    head = struct.pack("<IiiHHIIiiII", 40, image.width, -image.height, 1, 24, 0, len(rows), 2835, 2835, 0, 0)
    return struct.pack("<2sIHHI", b"BM", 54 + len(rows), 0, 0, 54) + head + rows


# -- HEIC ----------------------------------------------------------------------------------------------------------------


def heics():
    image = quarters()
    yield Sample("plain.heic", heic(image), UPRIGHT)
    for number in range(2, 9):
        # Both the box and EXIF say how it is turned; it must be turned once.
        yield Sample(f"orientation-{number}.heic", heic(image.transpose(BACK[number]), exif=exif(number)), UPRIGHT)
    yield Sample("deep.heic", heic(image, bit_depth=10), UPRIGHT, may_be_none=True)
    yield Sample("metadata.heic", heic(image, exif=exif(), xmp=b"<x>" + MARK + b"</x>"), UPRIGHT)
    yield Sample("renamed.heif", heic(image), UPRIGHT)
    yield Sample("burst.heic", burst([GREY, RED, None, BLUE, YELLOW], primary=3), UPRIGHT)
    yield Sample("burst-of-60.heic", burst([GREY] * 40 + [None] + [RED] * 19, primary=41), UPRIGHT)
    yield Sample("grid.heic", grid(2, 2, (512, 512), [RED, GREEN, BLUE, YELLOW]), Shows(512, 512))
    configuration, data = formats.coded(heic(image))
    stored, upright = formats.coded(heic(image.transpose(BACK[6]))), formats.Heif()
    # Turned a quarter by the box alone, then mirrored: what irot and imir say in the order in which they stand.
    number = upright.item(b"hvc1", stored[1], stored[0], formats.ispe(HEIGHT, WIDTH), formats.box(b"irot", b"\x03"))
    yield Sample("irot-alone.heic", upright.finish(number), UPRIGHT)
    mirrored, flipped = formats.coded(heic(image.transpose(Image.Transpose.FLIP_LEFT_RIGHT))), formats.Heif()
    number = flipped.item(b"hvc1", mirrored[1], mirrored[0], formats.ispe(WIDTH, HEIGHT), formats.box(b"imir", b"\x01"))
    yield Sample("imir-alone.heic", flipped.finish(number), UPRIGHT)
    cropped, clap = formats.Heif(), struct.pack(">IIIIiIiI", WIDTH // 2, 1, HEIGHT // 2, 1, -(WIDTH // 4), 1, -(HEIGHT // 4), 1)
    number = cropped.item(b"hvc1", data, configuration, formats.ispe(WIDTH, HEIGHT), formats.box(b"clap", clap))
    yield Sample("clap.heic", cropped.finish(number), Shows(WIDTH // 2, HEIGHT // 2, whole(RED)))
    # A picture of its own beside the image, as phones add it.
    with_small, (small_configuration, small_data) = formats.Heif(), formats.coded(heic(quarters(160, 120)))
    number = with_small.item(b"hvc1", data, configuration, formats.ispe(WIDTH, HEIGHT))
    small = with_small.item(b"hvc1", small_data, small_configuration, formats.ispe(160, 120))
    with_small.refer(b"thmb", small, [number])
    yield Sample("with-thumbnail.heic", with_small.finish(number), UPRIGHT)


def burst(colours, primary):
    """Several images of which the primary one shows the quarters."""
    out, made = formats.Heif(), {}
    for colour in colours:
        if colour not in made:
            made[colour] = formats.coded(heic(quarters() if colour is None else Image.new("RGB", (WIDTH, HEIGHT), colour)))
        out.item(b"hvc1", made[colour][1], made[colour][0], formats.ispe(WIDTH, HEIGHT))
    return out.finish(primary)


def grid(rows, columns, size, colours, tile=256, claimed=None):
    """A picture put together of square tiles; one colour for all, or one for each."""
    out, numbers, made = formats.Heif(), [], {}
    for colour in colours:
        if colour not in made:
            configuration, data = formats.coded(heic(Image.new("RGB", (tile, tile), colour)))
            made[colour] = out.item(b"hvc1", data, configuration, formats.ispe(tile, tile), hidden=True)
            numbers.append(made[colour])
        else:
            numbers.append(made[colour])
    wide = max(size) > 0xFFFF
    whole_picture = struct.pack(">BBBB" + ("II" if wide else "HH"), 0, int(wide), rows - 1, columns - 1, *size)
    number = out.item(b"grid", whole_picture, formats.ispe(*(claimed or size)))
    out.refer(b"dimg", number, numbers * (rows * columns // len(numbers)))
    return out.finish(number)


# -- raw -----------------------------------------------------------------------------------------------------------------


def raws():
    preview = saved(quarters(1024, 768), "JPEG", quality=85)
    turned = saved(quarters(1024, 768).transpose(BACK[6]), "JPEG", quality=85)
    small = saved(Image.new("RGB", (160, 120), GREY), "JPEG")
    big = Shows(1024, 768)
    yield Sample("camera.nef", raw(preview, small, 1), big)
    yield Sample("camera-turned.nef", raw(turned, small, 6), big)
    yield Sample("camera.dng", raw(preview, small, 1, dng=True), big)
    for extension, magic in (("arw", 42), ("srw", 42), ("pef", 42)):
        out = formats.Tiff(magic)
        at = out.put(preview)
        second = out.directory(sensor_tags(out))
        yield Sample(f"camera.{extension}", out.finish(out.directory(
            {254: (formats.LONG, 1), 259: (formats.SHORT, 6), 271: (formats.ASCII, b"SONY\0\0"), 274: (formats.SHORT, 1), 513: (formats.LONG, at),
             514: (formats.LONG, len(preview))}, second)), big)
    out = formats.Tiff(42, b"CR\x02\0\0\0\0\0")
    at = out.put(preview)
    raw_part = out.directory(sensor_tags(out))
    yield Sample("camera.cr2", out.finish(out.directory(
        {256: (formats.SHORT, 1024), 257: (formats.SHORT, 768), 258: (formats.SHORT, [8, 8, 8]), 259: (formats.SHORT, 6), 271: (formats.ASCII, b"Canon\0"),
         273: (formats.LONG, at), 274: (formats.SHORT, 1), 279: (formats.LONG, len(preview))}, raw_part)), big)
    out = formats.Tiff(0x55)
    at = out.put(preview)
    yield Sample("camera.rw2", out.finish(out.directory({1: (formats.UNDEFINED, b"0310"), 0x2E: (formats.UNDEFINED, preview), 271: (formats.ASCII, b"Panasonic\0")})),
                 big, may_be_none=True)
    head = b"FUJIFILMCCD-RAW 0201FF383501" + b"X-T1".ljust(32, b"\0") + b"0100" + b"\0" * 20
    yield Sample("camera.raf", (head + struct.pack(">II", 160, len(preview))).ljust(160, b"\0") + preview + bytes(1000), big, may_be_none=True)
    yield Sample("no-preview.dng", raw(b"", small, 1, dng=True), any=True)
    yield Sample("preview-outside.nef", raw(preview, small, 1, shift=1 << 31), any=True)
    yield Sample("loop.nef", looping_directories(), any=True)


def sensor_tags(out, width=64, height=48):
    """The image of the sensor, which nothing but a raw converter can show."""
    bayer = out.put(b"\x10\x20" * (width * height))
    return formats.strip_tags(width, height, bayer, 2 * width * height, bits=(16,), photometric=32803) | {33422: (1, b"\0\1\1\2")}


def raw(preview, small, orientation, dng=False, shift=0):
    """A small picture first, and in sub-directories the sensor's image and the large preview."""
    out = formats.Tiff()
    at_small, at = out.put(small), out.put(preview)
    subs = [out.directory({254: (formats.LONG, 0)} | sensor_tags(out))]
    if preview:
        subs.append(out.directory(strip_of(1024, 768, at + shift, len(preview)) | {254: (formats.LONG, 1), 513: (formats.LONG, at + shift), 514: (formats.LONG, len(preview))}))
    first = strip_of(160, 120, at_small, len(small)) | {254: (formats.LONG, 1), 271: (formats.ASCII, b"NIKON\0"), 274: (formats.SHORT, orientation), 330: (formats.LONG, subs)}
    if dng:
        first |= {50706: (1, b"\1\4\0\0")}
    return out.finish(out.directory(first))


def strip_of(width, height, at, length):
    return formats.strip_tags(width, height, at, length, compression=7, photometric=6)


def looping_directories():
    """Directories that name each other for ever."""
    out = formats.Tiff()
    first = out.directory({254: (formats.LONG, 1), 330: (formats.LONG, [8, 8, 8])}, 8)
    return out.finish(first)


# -- wrong and mixed -----------------------------------------------------------------------------------------------------


def disguised():
    image = quarters()
    jpeg, png, gif = saved(image, "JPEG"), saved(image, "PNG"), saved(image, "GIF")
    yield Sample("is-png.jpg", png, UPRIGHT, may_be_none=True)
    yield Sample("is-jpeg.png", jpeg, UPRIGHT, may_be_none=True)
    yield Sample("is-heic.jpg", heic(image), UPRIGHT, may_be_none=True)
    yield Sample("is-webp.gif", saved(image, "WEBP", quality=90), UPRIGHT, may_be_none=True)
    yield Sample("is-jpeg.mp4", jpeg, UPRIGHT, may_be_none=True)
    yield Sample("is-text.jpg", b"This is no picture.\n" * 20)
    yield Sample("is-html.png", b"<!doctype html><script>alert(1)</script>")
    yield Sample("is-zip.jpg", archive())
    for extension in ("jpg", "png", "gif", "webp", "heic", "avif", "tif", "bmp", "svg", "pdf", "mp4", "mkv", "mp3", "nef"):
        yield Sample(f"empty.{extension}", b"")
    yield Sample("zeros.jpg", bytes(5000))
    yield Sample("ones.png", b"\xff" * 5000)
    yield Sample("jpeg-and-zip.jpg", jpeg + archive(), UPRIGHT)
    script = b"GIF89a/*" + gif[8:] + b"*/=1;alert(1)"
    yield Sample("gif-and-script.gif", script, any=True)
    yield Sample("jpeg-and-pdf.jpg", formats.with_segment(jpeg, 0xFE, b"\n%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"), UPRIGHT, may_be_none=True)
    yield Sample("jpeg-and-html.jpg", formats.with_segment(jpeg, 0xFE, b"<html><script>alert(document.domain)</script>"), UPRIGHT)
    yield Sample("pdf-and-jpeg.pdf", b"%PDF-1.4\n" + jpeg, any=True)
    yield Sample("png-and-php.png", png[:-12] + formats.png_chunk(b"tEXt", b"x\0<?php system($_GET[1]); ?>") + png[-12:], UPRIGHT)


def archive():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("a.txt", "hello")
    return out.getvalue()


def truncated():
    """Each kind, cut at many places: what is left of it, or none."""
    image = quarters()
    whole_files = {"jpg": saved(image, "JPEG", exif=exif(6)), "png": saved(image.resize((200, 150)).rotate(7), "PNG"), "gif": saved(image.rotate(5), "GIF"),
                   "webp": saved(image.rotate(5), "WEBP"), "heic": heic(image), "avif": saved(image, "AVIF"), "tif": saved(image.resize((80, 60)), "TIFF"),
                   "bmp": saved(image.resize((80, 60)), "BMP"), "progressive.jpg": saved(image.rotate(3), "JPEG", progressive=True)}
    for extension, content in whole_files.items():
        for part in (1, 3, 10, 20, 40, 60, 80, 95):
            yield Sample(f"cut-at-{part}.{extension}", content[:max(1, len(content) * part // 100)], any=True)
        yield Sample(f"cut-at-end.{extension}", content[:-1], any=True)


def all_samples():
    for make in (jpegs, pngs, gifs, tiffs, others, heics, raws, disguised, truncated):
        for sample in make():
            yield Sample(**{**sample.__dict__, "group": make.__name__})
