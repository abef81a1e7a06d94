"""Looks at a server's children while they work: how much memory they take, and how quick the server stays meanwhile."""

import os
import threading
import time
from pathlib import Path

from tools import MIB


def processes():
    """Every process: its number to its parent's."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                found[int(name)] = int(Path("/proc", name, "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
    return found


def descendants(pid):
    """Children, and theirs."""
    parents, found = processes(), {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def status(pid):
    """Numbers of /proc/PID/status in bytes; empty when it has gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return {}
    return {name: int(rest.split()[0]) * 1024 for name, _, rest in (line.partition(":") for line in lines) if rest.endswith("kB")}


class Watch:
    """Samples all the time between enter and exit."""

    def __init__(self, server, client=None, every=0.02):
        self.server, self.client, self.every = server, client, every
        self.highest = {}
        self.peak = 0
        self.slowest = 0
        self.answers = 0
        self.end = threading.Event()

    def __enter__(self):
        self.threads = [threading.Thread(target=self._sample, daemon=True)]
        if self.client is not None:
            self.threads.append(threading.Thread(target=self._ask, daemon=True))
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.end.set()
        for thread in self.threads:
            thread.join(30)

    def _sample(self):
        known, looked = set(), 0
        while not self.end.is_set():
            if time.monotonic() - looked > 0.2:
                known, looked = descendants(self.server.pid), time.monotonic()
            for pid in list(known):
                if numbers := status(pid):
                    now = self.highest.setdefault(pid, {})
                    for name in ("VmHWM", "RssAnon", "VmData"):
                        now[name] = max(now.get(name, 0), numbers.get(name, 0))
                else:
                    known.discard(pid)
            self.peak = max(self.peak, status(self.server.pid).get("VmRSS", 0))
            self.end.wait(self.every)

    def _ask(self):
        one = self.client.at()
        while not self.end.is_set():
            start = time.monotonic()
            one.list("/").ok()
            self.slowest = max(self.slowest, time.monotonic() - start)
            self.answers += 1
            self.end.wait(0.05)
        one.close()

    def hungriest(self, name="VmHWM"):
        """The most that any child took, in MiB."""
        return max((numbers.get(name, 0) for numbers in self.highest.values()), default=0) / MIB
