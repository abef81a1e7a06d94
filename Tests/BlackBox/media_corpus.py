"""The corpus: some hundred files to make thumbnails of, and who must not be called by them.

    python Tests/BlackBox/media_corpus.py DIRECTORY     writes it into a directory, to look at it with other programs
"""

import contextlib
import functools
import socket
import sys
import threading
from pathlib import Path

from media import bombs, clips, documents, packaged, pictures

#: Where each group comes from; the groups are what a test takes at once.
GROUPS = ["jpegs", "pngs", "gifs", "tiffs", "others", "heics", "raws", "disguised", "truncated", "huge_pngs", "text_chunks", "jpeg_bombs", "other_bombs", "heic_bombs",
          "raw_bombs", "drawings", "drawing_bombs", "pages", "programs", "clips", "cut_clips", "endless_clips", "playlists", "sounds", "texts", "pygame_samples",
          "debian_samples"]
#: A file on this machine that samples point to: of one colour, which no sample has itself.
SECRET_COLOUR = (255, 0, 255)


@functools.cache
def corpus(listener="127.0.0.1:9", secret="/nowhere/secret.png"):
    """Every sample by its group."""
    found = {}
    for samples in (pictures.all_samples(), bombs.all_samples(), documents.all_samples(listener, secret), clips.all_samples(listener, secret), packaged.all_samples()):
        for sample in samples:
            found.setdefault(sample.group, []).append(sample)
    assert set(found) <= set(GROUPS), set(found) - set(GROUPS)
    names = [sample.name for samples in found.values() for sample in samples]
    assert len(names) == len(set(names)), [name for name in names if names.count(name) > 1]
    return found


def samples(**options):
    """All of them."""
    return [sample for group in corpus(**options).values() for sample in group]


class Listener:
    """Takes note of everybody who calls."""

    def __init__(self):
        self.calls = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.socket.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        with contextlib.suppress(OSError):
            while True:
                caller, _ = self.socket.accept()
                caller.settimeout(2)
                with caller, contextlib.suppress(OSError):
                    self.calls.append(caller.recv(400))

    def close(self):
        self.socket.close()


def secret_picture(folder):
    """Makes the file that samples point to; returns its path."""
    path = Path(folder, "secret.png")
    path.write_bytes(pictures.saved(pictures.Image.new("RGB", (400, 300), SECRET_COLOUR), "PNG"))
    return str(path)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    for one in samples():
        (target / one.group).mkdir(parents=True, exist_ok=True)
        at = target / one.group / one.name
        at.write_bytes(one.content)
        if one.length:
            with open(at, "r+b") as file:
                file.truncate(one.length)
