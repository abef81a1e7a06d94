"""What every target needs: the binary, how often, where, and the 1 GiB of random bytes that is sent and fetched."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from .hearth import Hearth
from .peers import self_signed
from .prepare import say
from .process import stop_all

GIB = 1 << 30


class Bench:
    def __init__(self, binary, quick, disk):
        self.binary = binary
        self.quick = quick
        self.pairs = 3 if quick else 5
        for name, path, wants_tmpfs in (("--disk", disk, False), ("memory", "/dev/shm", True)):
            kind = subprocess.run(["stat", "-f", "-c", "%T", path], capture_output=True, text=True).stdout.strip()
            if (kind == "tmpfs") != wants_tmpfs:
                raise SystemExit(f"bench: {name} {path} is {kind or 'missing'}; {'a tmpfs' if wants_tmpfs else 'a disk'} is needed")
        # Everything that a run makes lies in these two folders.
        self.disk = Path(tempfile.mkdtemp(prefix="hearth-bench-", dir=disk))
        self.memory = Path(tempfile.mkdtemp(prefix="hearth-bench-", dir="/dev/shm"))
        self._certificate = None
        self._files = {}

    def close(self):
        stop_all()
        shutil.rmtree(self.disk, ignore_errors=True)
        shutil.rmtree(self.memory, ignore_errors=True)

    def hearth(self, where):
        return Hearth(self.binary, where)

    def certificate(self):
        if not self._certificate:
            self._certificate = self_signed(self.memory)
        return self._certificate

    def random_file(self, size):
        """A file of random bytes in memory and its SHA-256, made once per size."""
        if size not in self._files:
            say(f"making {size >> 20} MiB of random bytes")
            path = self.memory / f"random-{size >> 20}.bin"
            digest = hashlib.sha256()
            with open(path, "wb") as f:
                for _ in range(0, size, 1 << 20):
                    piece = os.urandom(min(1 << 20, size))
                    digest.update(piece)
                    f.write(piece)
            self._files[size] = (path, digest.hexdigest())
        return self._files[size]
