"""Thumbnails as clients ask for them, and what a server keeps of them."""

import contextlib
import io
import os
import re
import time
import urllib.parse
from pathlib import Path

from PIL import Image
from tools import quote_path, wait_until

WEBP, JPEG, PNG = "image/webp", "image/jpeg", "image/png"


def target(path, size=256, **query):
    return "/thumbnails?" + urllib.parse.urlencode({"size": size} | query) + "&path=" + quote_path(path)


def thumbnail(client, path, size=256, accept=WEBP, headers=None, method="GET", **query):
    """Asks for a thumbnail on /api/v1."""
    return client.request(method, target(path, size, **query), headers={"Accept": accept} | (headers or {}), base="/api/v1", timeout=60)


def picture(reply, kind=None):
    """The image of an answer."""
    assert reply.status == 200, reply
    assert kind is None or reply.header("content-type") == kind, reply
    image = Image.open(io.BytesIO(reply.body))
    image.load()
    assert {"WEBP": WEBP, "JPEG": JPEG, "PNG": PNG}[image.format] == reply.header("content-type")
    return image


def none(reply):
    """There is none: 404 with 10000, in the envelope."""
    assert reply.status == 404 and reply.code == 10000, reply
    return reply


def classic(client, hash, base=None, **options):
    """Asks for the small PNG of the contract."""
    return client.request("GET", f"/file/{hash[:2]}/{hash[2:4]}/{hash}.png", base=base, **options)


def kept(server):
    """What lies in the folder of thumbnails: path to size and time. What goes while one looks, as unfinished files do, is not there."""
    folder, found = server.data / "thumbs", {}
    for directory, _, names in os.walk(folder):
        for name in names:
            path = Path(directory, name)
            with contextlib.suppress(FileNotFoundError):
                status = path.stat()
                found[str(path.relative_to(folder))] = (status.st_size, status.st_mtime_ns)
    return found


def jobs(client):
    """How many times something was decoded since the start, by the server's own count."""
    text = client.request("GET", "/metrics", base="").body.decode()
    found = re.findall(r"^hearth_media_jobs_total(?:\{[^}]*\})? (\d+)", text, re.M)
    assert found, "no count of decodings in /metrics"
    return sum(map(int, found))


def is_working(client):
    """Whether something is being decoded, or waits for it: on a busy machine one file takes longer than any pause."""
    text = client.request("GET", "/metrics", base="").body.decode()
    return any(float(value) > 0 for value in re.findall(r"^hearth_media_(?:jobs_in_flight|queue) (\S+)", text, re.M))


def settled(server, client=None, quiet=0.5, deadline=60):
    """Waits until nothing more is made in the background; returns what is kept."""
    last, since, end = None, time.monotonic(), time.monotonic() + deadline
    while time.monotonic() < end:
        now = (kept(server), jobs(client) if client is not None else 0)
        if now != last or client is not None and is_working(client):
            last, since = now, time.monotonic()
        elif time.monotonic() - since > quiet:
            return now[0]
        time.sleep(0.05)
    raise AssertionError("thumbnails are made all the time")


def entry(client, folder, name, **query):
    """What a list says of a file."""
    return next(item for item in client.list(folder, **query).items() if item["name"] == name)


def linked(client, item, headers=None):
    """What the address in a list gives: relative to the base."""
    assert item["thumbnail_url"] and not item["thumbnail_url"].startswith("/"), item
    return client.request("GET", "/" + item["thumbnail_url"], headers=headers, timeout=60)


def await_entry(client, folder, name, condition, deadline=30):
    """Waits until a list says of a file what is wanted."""
    return wait_until(lambda: (lambda item: item if condition(item) else None)(entry(client, folder, name)), deadline, f"another entry of {name}")
