"""Small helpers that several test files share."""

import contextlib
import hashlib
import os
import random
import shutil
import subprocess
import time
import urllib.parse

import pytest

CHUNK = 8 << 20
MIB = 1 << 20
GIB = 1 << 30


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def file_sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def seeded(label):
    """A random source of its own per test, repeatable with HEARTH_SEED; the seed is printed with a failure."""
    seed = os.environ.get("HEARTH_SEED") or str(random.SystemRandom().randrange(1 << 32))
    print(f"{label}: HEARTH_SEED={seed}")
    return random.Random(f"{label}:{seed}")


def as_bytes(name):
    return name if isinstance(name, bytes) else name.encode("utf-8", "surrogateescape")


def quote_path(path):
    """Percent-encodes each component once and keeps the slashes."""
    return "/".join(urllib.parse.quote(as_bytes(part), safe="") for part in path.split("/"))


def wait_until(condition, deadline=5.0, what="the condition"):
    """Waits for something that another process does. Fails when it does not come in time."""
    end = time.monotonic() + deadline
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            pytest.fail(f"waited {deadline} s in vain for {what}")
        time.sleep(0.005)


def multipart(fields, file=None, file_first=False):
    """A multipart body. `fields` are pairs of text, `file` is (field name, file name, bytes)."""
    boundary = b"hearth-" + os.urandom(12).hex().encode()
    parts = [b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (name.encode(), as_bytes(str(value))) for name, value in fields]
    if file is not None:
        field, name, content = file
        escaped = as_bytes(name).replace(b"\\", b"\\\\").replace(b'"', b"%22").replace(b"\r", b"").replace(b"\n", b"")
        part = b'Content-Disposition: form-data; name="%s"; filename="%s"\r\nContent-Type: application/octet-stream\r\n\r\n%s' % (
            field.encode(), escaped, content)
        parts = [part, *parts] if file_first else [*parts, part]
    body = b"".join(b"--" + boundary + b"\r\n" + part + b"\r\n" for part in parts) + b"--" + boundary + b"--\r\n"
    return body, "multipart/form-data; boundary=" + boundary.decode()


def tree(directory):
    """Every path below a directory, relative, with its content hash (files), 'dir' or 'other'."""
    found = {}
    for at, directories, files in os.walk(os.fsencode(directory)):
        for name in directories:
            found[os.path.relpath(os.path.join(at, name), os.fsencode(directory))] = "dir"
        for name in files:
            path = os.path.join(at, name)
            regular = os.path.isfile(path) and not os.path.islink(path)
            found[os.path.relpath(path, os.fsencode(directory))] = file_sha256(path) if regular else "other"
    return found


def need_root():
    if os.geteuid() != 0:
        pytest.skip("needs root to mount")


def need_tool(name):
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")


@contextlib.contextmanager
def small_disk(directory, size):
    """A tmpfs of that size mounted at `directory`."""
    need_root()
    os.makedirs(directory, exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "hearth-test", str(directory)], capture_output=True, text=True)
    if done.returncode != 0:
        pytest.skip(f"tmpfs cannot be mounted here: {done.stderr.strip()}")
    try:
        yield str(directory)
    finally:
        subprocess.run(["umount", "-l", str(directory)], check=True)


@contextlib.contextmanager
def loop_mount(image, directory, options="loop"):
    """Mounts an ext4 image; skips where loop devices are missing."""
    need_root()
    os.makedirs(directory, exist_ok=True)
    done = subprocess.run(["mount", "-t", "ext4", "-o", options, str(image), str(directory)], capture_output=True, text=True)
    if done.returncode != 0:
        pytest.skip(f"loop devices cannot be mounted here: {done.stderr.strip()}")
    try:
        yield str(directory)
    finally:
        subprocess.run(["umount", str(directory)], check=True)


def make_ext4(image, size):
    """A sparse ext4 image."""
    need_tool("mkfs.ext4")
    with open(image, "wb") as file:
        file.truncate(size)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", "-E", "lazy_itable_init=1,lazy_journal_init=1,nodiscard", str(image)], check=True)
