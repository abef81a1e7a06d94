"""Sample files that packages ship: of a PyPI package always, of Debian packages where they are installed."""

import importlib.util
import io
from pathlib import Path

from PIL import Image

from .expect import Sample, Shows, at

PYGAME = Path(importlib.util.find_spec("pygame").origin).parent / "examples/data"  # without starting it
#: gdk-pixbuf-tests: pictures that once broke a decoder. librsvg2-tests: drawings that did.
PIXBUF, RSVG = Path("/usr/libexec/installed-tests/gdk-pixbuf"), Path("/usr/libexec/installed-tests/RSVG/fixtures")
PLACES = [(x, y) for x in (0.2, 0.5, 0.8) for y in (0.2, 0.5, 0.8)]


def as_pillow_sees_it(content, tolerance=70):
    """The size and the colours of a picture by another decoder; where it changes fast nothing is said."""
    image = Image.open(io.BytesIO(content))
    rgba = image.convert("RGBA")
    small = rgba.copy()
    small.thumbnail((256, 256))
    colours = {}
    for place in PLACES:
        x, y = (int(part * length) for part, length in zip(place, small.size))
        around = small.crop((max(0, x - 3), max(0, y - 3), x + 4, y + 4)).getextrema()
        if around[3][0] == 255 and all(high - low < 40 for low, high in around[:3]):
            colours[place] = at(small, place)[:3]
    return Shows(*image.size, colours, tolerance)


def pygame_samples():
    for path in sorted(PYGAME.iterdir()):
        content, extension = path.read_bytes(), path.suffix[1:]
        if extension in ("png", "jpg", "gif", "webp", "bmp", "tif"):
            yield Sample(path.name, content, as_pillow_sees_it(content))
        elif extension in ("ppm", "pnm", "pbm", "pgm", "tga", "pcx", "svg", "xpm", "lbm", "xcf", "qoi", "mp3", "ogg", "flac", "opus", "wav", "mid", "xm"):
            yield Sample(path.name, content, any=True)


def debian_samples(limit=8 << 20):
    if PIXBUF.is_dir():
        for path in sorted(PIXBUF.rglob("*")):
            if path.suffix[1:] in ("gif", "jpg", "jpeg", "png", "tiff", "bmp", "ico", "tga", "pnm", "xpm", "svg", "icns", "ani", "pixdata") and path.stat().st_size < limit:
                yield Sample("-".join(path.relative_to(PIXBUF).parts), path.read_bytes(), any=True)
    if RSVG.is_dir():
        for path in sorted(RSVG.rglob("*.svg*")):
            parts = path.relative_to(RSVG).parts
            if parts[0] in ("crash", "errors", "api", "render-crash", "dimensions", "loading") and path.stat().st_size < limit:
                yield Sample("-".join(parts), path.read_bytes(), any=True)


def all_samples():
    for make in (pygame_samples, debian_samples):
        for sample in make():
            yield Sample(**{**sample.__dict__, "group": make.__name__})
