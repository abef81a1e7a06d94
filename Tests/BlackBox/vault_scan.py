"""Looks for what must not be on a disk, in every form in which a program might have written it."""

import base64
import hashlib
import os
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
    """A content's hashes, as text and as bytes."""
    found = set()
    for digest in (hashlib.sha256(content).digest(), hashlib.md5(content).digest(), hashlib.sha1(content).digest(), hashlib.sha512(content).digest()):
        found |= {digest, digest.hex().encode(), digest.hex().upper().encode(), base64.b64encode(digest).rstrip(b"="), base64.urlsafe_b64encode(digest).rstrip(b"=")}
    return found


def pieces(content, every=32_768, length=24):
    """A few bytes from each part of a content."""
    return {content[at:at + length] for at in range(0, max(1, len(content) - length), every)}


class Scan:
    """A search for many things at once. Each hit says what was found and where."""

    def __init__(self):
        self.wanted = {}

    def add(self, label, forms):
        for form in forms:
            self.wanted.setdefault(form, label)
        return self

    def bytes(self, data, where):
        return [f"{label} in {where}" for form, label in self.wanted.items() if form in data]

    def file(self, path, where=None):
        hits = []
        carry = b""
        longest = max(map(len, self.wanted))
        with open(path, "rb") as file:
            while piece := file.read(16 << 20):
                hits += self.bytes(carry + piece, where or path)
                carry = piece[-longest:]
        return hits

    def tree(self, directory, leave_out=()):
        """Names, contents, link targets and extended attributes of everything below a directory."""
        hits = []
        for at, directories, files in os.walk(os.fsencode(directory)):
            directories[:] = [name for name in directories if Path(os.fsdecode(os.path.join(at, name))) not in leave_out]
            for name in directories + files:
                path = os.path.join(at, name)
                hits += self.bytes(name, b"the name %r" % path)
                if os.path.islink(path):
                    hits += self.bytes(os.readlink(path), b"the link %r" % path)
                    continue
                for attribute in os.listxattr(path):
                    hits += self.bytes(os.getxattr(path, attribute), f"{attribute} of {path!r}")
                if os.path.isfile(path):
                    hits += self.file(path)
        return hits

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
