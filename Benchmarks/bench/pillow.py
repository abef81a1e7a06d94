"""Run with the Python that has Pillow: makes photos (`make DIR COUNT`), or shrinks some (`shrink DIR EDGE FILE …`)."""

import random
import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageOps

SIZE = (4000, 3000)


def _plane(seed):
    """Shapes from large to small, as of a landscape, and the noise of a sensor."""
    chance = random.Random(seed)
    plane = Image.new("L", SIZE, 0)
    for cells, weight in ((4, 0.5), (16, 0.25), (64, 0.14), (256, 0.08), (1000, 0.05)):
        small = Image.new("L", (cells, cells * 3 // 4))
        small.putdata([chance.randrange(256) for _ in range(cells * (cells * 3 // 4))])
        layer = small.resize(SIZE, Image.Resampling.BICUBIC)
        plane = ImageChops.add(plane, layer.point(lambda value, weight=weight: int(value * weight)))
    # The noise lies around 128.
    return ImageChops.add(plane, Image.effect_noise(SIZE, 10), 1, -128)


def make(folder, count):
    for number in range(int(count)):
        planes = [_plane(3 * number + band) for band in range(3)]
        Image.merge("RGB", planes).save(Path(folder) / f"{number:03d}.jpg", quality=90)


def shrink(folder, edge, *paths):
    for path in paths:
        with Image.open(path) as picture:
            picture.draft("RGB", (int(edge), int(edge)))
            upright = ImageOps.exif_transpose(picture)
            upright.thumbnail((int(edge), int(edge)))
            upright.save(Path(folder) / f"{Path(path).stem}.webp", quality=80, method=2)


{"make": make, "shrink": shrink}[sys.argv[1]](*sys.argv[2:])
