"""Looks for what must not be on a disk, in every form in which a program might have written it."""

import base64
import hashlib
import os
import stat
import subprocess
import urllib.parse
from pathlib import Path


def forms(marker):
    """A text or bytes in the encodings that programs use for them."""
    raw = marker.encode() if isinstance(marker, str) else marker
    found = {raw, raw.hex().encode(), raw.hex().upper().encode(), urllib.parse.quote(raw, safe="").encode()}
    if isinstance(marker, str):
        found |= {marker.encode("utf-16-le"), marker.encode("utf-16-be"), marker.lower().encode(), marker.upper().encode()}
        found |= {marker.encode("ascii", "backslashreplace").replace(b"\\U000", b"\\u").lower(), marker.encode("utf-32-le")}
    for text in list(found):
        for shift in range(3):  # whatever stood before it
            whole = base64.b64encode(b"\0" * shift + text)
            # Without the characters that what stands around it decides.
            inner = whole[(0, 2, 3)[shift]:].rstrip(b"=")
            inner = inner[:-1] if (len(text) + shift) % 3 else inner
            found |= {inner, inner.replace(b"+", b"-").replace(b"/", b"_")}
    return {form for form in found if len(form) >= 8}


def content_forms(content):
    """A content's SHA-256, as text and as bytes."""
    digest = hashlib.sha256(content).digest()
    return {digest, digest.hex().encode(), digest.hex().upper().encode(), base64.b64encode(digest)[:42], base64.urlsafe_b64encode(digest)[:42]}


def pieces(content, every=32_768, length=24):
    """A few bytes from each part of a content."""
    return {content[at:at + length] for at in range(0, max(1, len(content) - length), every)}


class Scan:
    """A search for many things at once. Each hit says what was found and where.

    Files that have not changed since they were searched are not searched again: what was made later cannot be in them.
    """

    def __init__(self):
        self.wanted, self.searched = {}, {}

    def add(self, label, forms):
        for form in forms:
            # grep takes one pattern a line: of bytes with a line's end in them the longest part.
            self.wanted.setdefault(max(form.split(b"\n"), key=len), label)
        return self

    def bytes(self, data, where):
        hits = []
        for form, label in self.wanted.items():
            if (at := data.find(form)) >= 0:
                hits.append(f"{label} in {where} at {at}: {data[max(0, at - 30):at + len(form) + 30]!r}")
        return hits

    def file(self, path, where=None):
        """One pass of grep, however much is wanted; it knows neither characters nor lines here."""
        lines = b"\n".join(self.wanted)
        done = subprocess.run(["grep", "-aobF", "-f", "-", os.fspath(path)], input=lines, capture_output=True, env={"LC_ALL": "C", "PATH": os.environ["PATH"]})
        assert done.returncode in (0, 1), done.stderr
        hits = []
        for line in done.stdout.split(b"\n")[:-1]:
            offset, _, text = line.partition(b":")
            hits.append(f"{self.wanted.get(text, text)} in {where or path} at {int(offset)}")
        return hits

    def tree(self, directory, leave_out=()):
        """Names, contents, link targets and extended attributes of everything below a directory."""
        hits = []
        for at, directories, files in os.walk(os.fsencode(directory)):
            directories[:] = [name for name in directories if Path(os.fsdecode(os.path.join(at, name))) not in leave_out]
            for name in directories + files:
                path = os.path.join(at, name)
                try:
                    hits += self._entry(name, path)
                except FileNotFoundError:
                    continue  # it went while we looked
        return hits

    def _entry(self, name, path):
        hits = self.bytes(name, f"the name {path!r}")
        status = os.lstat(path)
        if stat.S_ISLNK(status.st_mode):
            return hits + self.bytes(os.readlink(path), f"the link {path!r}")
        state = (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        if self.searched.get(path) == state and not path.endswith(b"-shm"):
            return hits
        self.searched[path] = state
        for attribute in os.listxattr(path):
            hits += self.bytes(os.getxattr(path, attribute), f"{attribute} of {path!r}")
        return hits + (self.file(path) if stat.S_ISREG(status.st_mode) else [])

    def open_files(self, pid):
        """Files that have no name any more but are still held open."""
        hits = []
        for number in os.listdir(f"/proc/{pid}/fd"):
            path = f"/proc/{pid}/fd/{number}"
            try:
                target = os.readlink(path)
                if target.endswith(" (deleted)") and os.path.isfile(path):
                    hits += self.file(path, f"the nameless {target}")
            except OSError:
                continue
        return hits
