"""What must come of a file: a picture that can be recognised, or a clean "there is none"."""

import io
from dataclasses import dataclass, field

from PIL import Image

RED, GREEN, BLUE, YELLOW = (200, 30, 30), (30, 160, 30), (30, 30, 200), (220, 200, 30)
WHITE, GREY = (255, 255, 255), (128, 128, 128)

#: Where each quarter of `pictures.quarters` shows which colour, as parts of width and height.
QUARTERS = {(0.25, 0.25): RED, (0.75, 0.25): GREEN, (0.25, 0.75): BLUE, (0.75, 0.75): YELLOW}


def whole(colour):
    """The same colour everywhere."""
    return {(x, y): colour for x in (0.1, 0.5, 0.9) for y in (0.1, 0.5, 0.9)}


@dataclass(frozen=True)
class Shows:
    """The right picture: its pixels across and down as it is shown, and colours at places."""

    width: int
    height: int
    colours: dict = field(default_factory=lambda: QUARTERS, hash=False)
    tolerance: int = 40
    #: Without pixels of its own (a drawing, a page): only the shape is known, and it may be drawn at any size.
    is_drawing: bool = False
    #: Places where nothing is drawn.
    clear: tuple = ()

    def size(self, edge):
        """The thumbnail's pixels: the longer side is `edge`, and nothing is enlarged."""
        scale = min(1, edge / max(self.width, self.height))
        return max(1, round(self.width * scale)), max(1, round(self.height * scale))

    def mistakes(self, content, edge):
        """What is wrong with a thumbnail; nothing when it is right."""
        image = Image.open(io.BytesIO(content))
        image.load()
        found = []
        if self.is_drawing:
            scale = max(image.size) / max(self.width, self.height)
            width, height = round(self.width * scale), round(self.height * scale)
            if max(image.size) > edge or max(image.size) < min(edge, max(self.width, self.height)) // 2:
                found.append(f"{image.size} for an edge of {edge}")
        else:
            width, height = self.size(edge)
        if abs(image.width - width) > 1 or abs(image.height - height) > 1:
            found.append(f"{image.size} instead of {(width, height)}")
        has_alpha = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
        rgba = image.convert("RGBA")
        for place, colour in self.colours.items():
            seen = at(rgba, place)
            if max(abs(a - b) for a, b in zip(seen, colour)) > self.tolerance or seen[3] < 200:
                found.append(f"{seen} at {place} instead of {colour}")
        for place in self.clear:
            seen = at(rgba, place)
            if has_alpha and seen[3] > 40 or not has_alpha and min(seen[:3]) < 215:
                found.append(f"{seen} at {place} where nothing is drawn")
        return found


def at(rgba, place):
    """The mean of a few pixels around a place."""
    x, y = (min(int(part * length), length - 1) for part, length in zip(place, rgba.size))
    box = rgba.crop((max(0, x - 1), max(0, y - 1), min(rgba.width, x + 2), min(rgba.height, y + 2)))
    pixels = list(box.get_flattened_data())
    return tuple(sum(pixel[n] for pixel in pixels) // len(pixels) for n in range(4))


@dataclass(frozen=True)
class Sample:
    """One file of the corpus."""

    name: str
    content: bytes = field(repr=False)
    #: The right picture; None when there is none to be had.
    shows: Shows | None = None
    #: Also a clean "none" is right: damaged files, and kinds that the library may lack.
    may_be_none: bool = False
    #: Any picture is right, and so is a clean "none": no more can be said of it.
    any: bool = False
    #: The file is this long: what is missing at its end is a hole.
    length: int = 0
    #: The function that made it.
    group: str = ""

    @property
    def extension(self):
        return self.name.rsplit(".", 1)[-1].lower()

    def mistakes(self, reply, edge=256):
        """What is wrong with the answer to a request for this file's thumbnail."""
        kind = reply.header("content-type") or ""
        if reply.status == 200 and kind.startswith("image/"):
            try:
                if self.any:
                    Image.open(io.BytesIO(reply.body)).load()
                    return []
                if self.shows is None:
                    return [f"an image ({kind}, {len(reply.body)} bytes) of a file that has none"]
                return self.shows.mistakes(reply.body, edge)
            except Exception as error:  # whatever Pillow says of an image that it cannot read
                return [f"an image that cannot be read: {error!r}"]
        if reply.status == 404 and kind.startswith("application/json") and reply.code == 10000:
            return [] if self.shows is None or self.may_be_none or self.any else ["no thumbnail"]
        return [f"neither an image nor a clean none: {reply}"]

