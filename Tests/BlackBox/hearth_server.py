"""Starts, kills and looks at one server."""

import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
READY = re.compile(r"(https?)://([0-9A-Za-z.\[\]:-]+?):(\d+)(/\S*)?")
OWNER, OWNER_PASSWORD = "olivia", "correct horse 9 battery"


def binary():
    """The program under test."""
    candidates = [Path(os.environ["HEARTH_BIN"])] if os.environ.get("HEARTH_BIN") else [
        REPOSITORY / ".build/release/hearth", REPOSITORY / ".build/debug/hearth"]
    for path in candidates:
        if path.is_file() and os.access(path, os.X_OK):
            return path.resolve()
    pytest.fail(f"no hearth program at {', '.join(map(str, candidates))}; build it or set HEARTH_BIN")


def is_release():
    return "release" in binary().parts or os.environ.get("HEARTH_RELEASE") == "1"


def environment():
    """The caller's environment without anything that configures Hearth."""
    return {key: value for key, value in os.environ.items() if not key.startswith("HEARTH_")}


def run_hearth(*arguments, text="", timeout=30):
    """Runs one command to its end."""
    return subprocess.run([str(binary()), *map(str, arguments)], input=text, capture_output=True, text=True, timeout=timeout, env=environment())


class Server:
    """A `hearth serve` over one data folder."""

    def __init__(self, data, *, owner=True, members=(), arguments=()):
        self.data = Path(data)
        self.arguments = list(arguments)
        #: Port 0 is one that is free; tests that come back to the same one set it.
        self.listen = "127.0.0.1:0"
        self.process = None
        self.stdout_lines = []
        self.error_path = self.data.parent / (self.data.name + ".stderr")
        self.data.mkdir(parents=True, exist_ok=True)
        if owner:
            done = run_hearth("setup", "--data", self.data, "--owner", OWNER, "--password-file", "-", text=OWNER_PASSWORD)
            assert done.returncode == 0, f"hearth setup failed: {done.stdout}{done.stderr}"
        for name, password in members:
            done = run_hearth("user", "add", name, "--password-file", "-", "--data", self.data, text=password)
            assert done.returncode == 0, f"hearth user add failed: {done.stdout}{done.stderr}"

    def start(self, deadline=20, extra_environment=None):
        """Starts and waits for the ready line."""
        assert self.process is None
        self.stdout_lines = []
        ready = threading.Event()
        with open(self.error_path, "ab") as errors:
            self.process = subprocess.Popen(
                [str(binary()), "serve", "--data", str(self.data), "--listen", self.listen, *self.arguments],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, env=environment() | (extra_environment or {}))

        def read(pipe):
            for line in pipe:
                self.stdout_lines.append(line.decode("utf-8", "replace").rstrip())
                if READY.search(self.stdout_lines[-1]):
                    ready.set()
            ready.set()

        self.reader = threading.Thread(target=read, args=(self.process.stdout,), daemon=True)
        self.reader.start()
        ready.wait(deadline)
        found = next((match for line in self.stdout_lines if (match := READY.search(line))), None)
        if found is None:
            self.kill()
            pytest.fail(f"no ready line in {deadline} s; stdout: {self.stdout_lines}; stderr: {self.errors()[-2000:]}")
        self.scheme = found[1]
        self.address = (found[2].strip("[]"), int(found[3]))
        return self

    def setup_token(self):
        """The token of the one-time set-up link that the server printed."""
        self.reader.join(0.2)
        for line in self.stdout_lines:
            if found := re.search(r"https?://\S*setup[#?/](?:token=)?([0-9A-Za-z_-]{16,})", line):
                return found[1]
        return None

    @property
    def pid(self):
        return self.process.pid

    def _reap(self):
        self.process.wait(20)
        self.reader.join(5)
        self.process.stdout.close()
        code = self.process.returncode
        self.process = None
        return code

    def stop(self):
        """Asks to stop and returns the exit code."""
        if self.process is None:
            return None
        self.process.send_signal(signal.SIGTERM)
        try:
            return self._reap()
        except subprocess.TimeoutExpired:
            self.kill()
            pytest.fail("the server did not stop within 20 s of SIGTERM")

    def kill(self):
        """SIGKILL, and the process is gone when this returns."""
        if self.process is not None:
            self.process.kill()
            self._reap()

    def restart(self):
        self.stop()
        return self.start()

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def errors(self):
        return self.error_path.read_text("utf-8", "replace") if self.error_path.exists() else ""

    def logs(self):
        """All that the server wrote about itself: standard error and log files in its data folder."""
        texts = [self.errors()]
        for path in sorted(self.data.rglob("*.log")):
            texts.append(path.read_text("utf-8", "replace"))
        return "".join(texts)

    def resident(self):
        """Resident memory in bytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("no VmRSS")

    def settled_resident(self, seconds=1.0):
        """The lowest resident memory seen within a short time: what stays when nothing runs."""
        lowest, end = self.resident(), time.monotonic() + seconds
        while time.monotonic() < end:
            lowest = min(lowest, self.resident())
            time.sleep(0.05)
        return lowest

    @property
    def partition(self):
        return self.data / "pools/_default_/_default_"

    def personal(self, user_id):
        """The folder on the disk behind a user's personal root."""
        return self.partition / f"__{user_id}__"

    def on_disk(self, client, path):
        """Where an API path of that client's personal root lies on the disk."""
        parts = path.strip("/").split("/")
        assert parts[0] == "s", path
        return Path(os.path.join(self.personal(client.user_id), *parts[2:]))

    def leftovers(self):
        """Everything below .hearth that is not a folder."""
        found = []
        for at, _, files in os.walk(self.partition / ".hearth"):
            found += [os.path.relpath(os.path.join(at, name), self.partition) for name in files]
        return sorted(found)
