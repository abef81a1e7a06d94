"""Writers of picture files, for what no library would write."""

import struct
import zlib

PNG = b"\x89PNG\r\n\x1a\n"


# -- PNG -----------------------------------------------------------------------------------------------------------------


def png_chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png_header(width, height, depth, colour, interlaced=0):
    return png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced))


def png(width, height, depth, colour, data, extra=b"", interlaced=0):
    """`data` is the compressed image, `extra` are chunks before it."""
    return PNG + png_header(width, height, depth, colour, interlaced) + extra + png_chunk(b"IDAT", data) + png_chunk(b"IEND", b"")


def repeated(block, count, level=9):
    """A zlib stream of a block that is repeated, without compressing it each time."""
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    packed = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    last = packer.flush(zlib.Z_FINISH)
    return b"\x78\xda" + packed * count + last + struct.pack(">I", adler_of_repeated(block, count))


def adler_of_repeated(block, count):
    """Adler-32 of a block that is repeated."""
    modulus, length = 65521, len(block)
    one = zlib.adler32(block)
    step, total = (one & 0xFFFF) - 1, one >> 16
    # a grows by the same each time; b of each block counts the a before it once per byte.
    low = (1 + count * step) % modulus
    high = (count * total + length * step * (count * (count - 1) // 2)) % modulus
    return high << 16 | low


def interlaced_png(image):
    """Adam7, 8-bit RGB."""
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    pixels, rows = image.load(), []
    for left, top, across, down in passes:
        for y in range(top, image.height, down):
            if left < image.width:
                rows.append(b"\0" + b"".join(bytes(pixels[x, y]) for x in range(left, image.width, across)))
    return png(image.width, image.height, 8, 2, zlib.compress(b"".join(rows)), interlaced=1)


def png_of_16_bits(image):
    rows = b"".join(b"\0" + bytes(byte for pixel in row for part in pixel for byte in (part, part)) for row in rows_of(image))
    return png(image.width, image.height, 16, 2, zlib.compress(rows))


def rows_of(image):
    pixels = image.load()
    return [[pixels[x, y] for x in range(image.width)] for y in range(image.height)]


# -- TIFF ----------------------------------------------------------------------------------------------------------------

SHORT, LONG, ASCII, UNDEFINED = 3, 4, 2, 7
SIZES = {1: 1, ASCII: 1, SHORT: 2, LONG: 4, 5: 8, UNDEFINED: 1}


class Tiff:
    """A TIFF written piece by piece, little endian. What lies where is known before it is written."""

    def __init__(self, magic=42, after_header=b""):
        self.out = bytearray(struct.pack("<2sHI", b"II", magic, 0) + after_header)

    def put(self, content):
        """Adds bytes and returns where they are."""
        if len(self.out) % 2:
            self.out += b"\0"
        self.out += content
        return len(self.out) - len(content)

    def directory(self, tags, next=0):
        """Adds a directory of `tag: (type, values)`; returns where it is."""
        entries = []
        for tag, (type, values) in sorted(tags.items()):
            if isinstance(values, bytes):
                raw, count = values, len(values) // SIZES[type]
            else:
                values = [values] if isinstance(values, int) else values
                raw = b"".join(struct.pack({SHORT: "<H", LONG: "<I"}.get(type, "<B"), value) for value in values)
                count = len(values)
            entries.append((tag, type, count, raw))
        placed = [(tag, type, count, raw.ljust(4, b"\0") if len(raw) <= 4 else struct.pack("<I", self.put(raw))) for tag, type, count, raw in entries]
        return self.put(struct.pack("<H", len(placed)) + b"".join(struct.pack("<HHI", *entry[:3]) + entry[3] for entry in placed) + struct.pack("<I", next))

    def finish(self, first):
        self.out[4:8] = struct.pack("<I", first)
        return bytes(self.out)


def strip_tags(width, height, at, length, bits=(8, 8, 8), compression=1, photometric=2, **more):
    """The tags of an image in one strip."""
    return {256: (LONG, width), 257: (LONG, height), 258: (SHORT, list(bits)), 259: (SHORT, compression), 262: (SHORT, photometric),
            273: (LONG, at), 277: (SHORT, len(bits)), 278: (LONG, height), 279: (LONG, length)} | {int(tag[1:]): value for tag, value in more.items()}


def tiff(width, height, data, **more):
    """One image in one strip."""
    out = Tiff()
    at = out.put(data)
    return out.finish(out.directory(strip_tags(width, height, at, len(data), **more)))


# -- JPEG ----------------------------------------------------------------------------------------------------------------


def segment(marker, content):
    return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content


def with_segment(jpeg, marker, content):
    """The same picture with a segment right after its start."""
    return jpeg[:2] + segment(marker, content) + jpeg[2:]


def without_segment(jpeg, marker):
    out, at = bytearray(jpeg[:2]), 2
    while jpeg[at + 1] != 0xDA:
        length = 2 + struct.unpack(">H", jpeg[at + 2:at + 4])[0]
        if jpeg[at + 1] != marker:
            out += jpeg[at:at + length]
        at += length
    return bytes(out + jpeg[at:])


# -- WebP ----------------------------------------------------------------------------------------------------------------


def riff(kind, content):
    return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def webp(*chunks):
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def lossless_of_one_colour(width, height, colour):
    """The bits of a lossless image of one colour: a few bytes, however large it is."""
    bits = [(0x2F, 8), (width - 1, 14), (height - 1, 14), (0, 1), (0, 3), (0, 1), (0, 1), (0, 1)]
    red, green, blue = colour
    for symbol in (green, red, blue, 255, 0):  # each has a code of one symbol, which takes no bits
        bits += [(1, 1), (0, 1), (1, 1), (symbol, 8)]
    value = length = 0
    for part, count in bits:
        value |= part << length
        length += count
    return riff(b"VP8L", value.to_bytes((length + 7) // 8, "little") + b"\0" * 8)


def u24(value):
    return struct.pack("<I", value)[:3]


def animated_webp(width, height, frame, count, duration=40):
    """The same frame again and again."""
    one = riff(b"ANMF", u24(0) + u24(0) + u24(width - 1) + u24(height - 1) + u24(duration) + b"\0" + frame)
    return webp(riff(b"VP8X", b"\x02\0\0\0" + u24(width - 1) + u24(height - 1)), riff(b"ANIM", b"\0" * 4 + b"\0\0"), one * count)


# -- boxes: HEIC, AVIF, MP4 ----------------------------------------------------------------------------------------------


def box(kind, *content):
    body = b"".join(content)
    return struct.pack(">I", len(body) + 8) + kind + body


def full_box(kind, version, flags, *content):
    return box(kind, struct.pack(">I", version << 24 | flags), *content)


def boxes(content, at=0, end=None):
    """Each box in some bytes: kind, where its content begins and ends."""
    end = len(content) if end is None else end
    while at + 8 <= end:
        size, kind = struct.unpack(">I4s", content[at:at + 8])
        if size < 8:
            return
        yield kind, at + 8, min(at + size, end)
        at += size


def find_box(content, *path):
    """Where the content of the first box at a path of kinds begins and ends."""
    begin, end = 0, len(content)
    for kind in path:
        begin, end = next((b, e) for k, b, e in boxes(content, begin + (4 if kind in (b"iprp", b"iloc", b"iinf", b"pitm") else 0), end) if k == kind)
    return begin, end


def coded(heic):
    """The decoder's configuration and the coded picture of a HEIC with one image."""
    properties = find_box(heic, b"meta", b"iprp", b"ipco")
    configuration = next(heic[b - 8:e] for kind, b, e in boxes(heic, *properties) if kind in (b"hvcC", b"av1C"))
    begin, end = find_box(heic, b"mdat")
    return configuration, heic[begin:end]


class Heif:
    """A HEIC written by hand: items that share coded pictures, properties and references as wanted."""

    def __init__(self):
        self.items, self.properties, self.references, self.data = [], [], [], []

    def property(self, content):
        if content not in self.properties:
            self.properties.append(content)
        return self.properties.index(content) + 1

    def item(self, kind, data, *properties, hidden=False):
        """Adds an item; `data` are its bytes or the number of the item whose bytes it shares. Returns its number."""
        number = len(self.items) + 1
        self.items.append((number, kind, data, [self.property(one) for one in properties], hidden))
        return number

    def refer(self, kind, source, targets):
        self.references.append((kind, source, targets))

    def finish(self, primary, brand=b"heic"):
        kinds = [full_box(b"infe", 2, int(hidden), struct.pack(">HH4s", number, 0, kind) + b"\0") for number, kind, _, _, hidden in self.items]
        links = b"".join(struct.pack(">HB", number, len(used)) + bytes(used) for number, _, _, used, _ in self.items)
        references = b"".join(box(kind, struct.pack(">HH", source, len(targets)), struct.pack(f">{len(targets)}H", *targets))
                              for kind, source, targets in self.references)
        begin = box(b"ftyp", brand + b"\0\0\0\0" + b"mif1" + brand)

        def meta(offset):
            places, at = {}, offset
            for number, _, data, _, _ in self.items:
                if isinstance(data, int):
                    places[number] = places[data]
                else:
                    places[number] = (at, len(data))
                    at += len(data)
            located = b"".join(struct.pack(">HHHII", number, 0, 1, *places[number]) for number, *_ in self.items)
            return full_box(
                b"meta", 0, 0, full_box(b"hdlr", 0, 0, struct.pack(">I4s12xB", 0, b"pict", 0)), full_box(b"pitm", 0, 0, struct.pack(">H", primary)),
                full_box(b"iloc", 0, 0, struct.pack(">BBH", 0x44, 0, len(self.items)), located),
                full_box(b"iinf", 0, 0, struct.pack(">H", len(kinds)), *kinds),
                *([full_box(b"iref", 0, 0, references)] if references else []),
                box(b"iprp", box(b"ipco", *self.properties), full_box(b"ipma", 0, 0, struct.pack(">I", len(self.items)), links)))

        head = meta(0)
        offset = len(begin) + len(head) + 8
        return begin + meta(offset) + box(b"mdat", b"".join(data for _, _, data, _, _ in self.items if not isinstance(data, int)))


def ispe(width, height):
    return full_box(b"ispe", 0, 0, struct.pack(">II", width, height))
