"""Servers as child processes: started on free loopback ports, ended by their own ids, measured through /proc."""

import atexit
import os
import signal
import socket
import subprocess
import threading
import time

_running = []
_TICK = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def _family(pid):
    """The process and its children (nginx has workers), oldest first."""
    found = [pid]
    for parent in found:
        try:
            with open(f"/proc/{parent}/task/{parent}/children") as f:
                found.extend(int(child) for child in f.read().split())
        except OSError:
            pass
    return found


class Server:
    """A running server. Its output is kept in `lines` and shown when something fails."""

    def __init__(self, name, command, env=None, cwd=None):
        self.name = name
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=env,
            cwd=cwd,
            start_new_session=True,
        )
        self.pid = self.process.pid
        self.lines = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        _running.append(self)

    def _read(self):
        for raw in self.process.stdout:
            with self._news:
                self.lines.append(raw.decode("utf-8", "replace").rstrip())
                del self.lines[:-200]
                self._news.notify_all()
        with self._news:
            self._news.notify_all()

    def wait_line(self, pattern, seconds=60):
        """Waits for a line of output that matches the compiled pattern and returns the match."""
        deadline = time.monotonic() + seconds
        with self._news:
            while True:
                for line in self.lines:
                    match = pattern.search(line)
                    if match:
                        return match
                left = deadline - time.monotonic()
                if left <= 0 or (self.process.poll() is not None and not self._reader.is_alive()):
                    raise RuntimeError(f"{self.name} did not become ready:\n" + "\n".join(self.lines[-20:]))
                self._news.wait(min(left, 0.5))

    def wait_port(self, port, seconds=30):
        """Waits until something accepts connections on the port."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                if time.monotonic() > deadline or self.process.poll() is not None:
                    raise RuntimeError(f"{self.name} did not start:\n" + "\n".join(self.lines[-20:])) from None
                time.sleep(0.02)

    def cpu(self):
        """CPU seconds so far, user and system, of all threads and children."""
        total = 0
        for pid in _family(self.pid):
            try:
                with open(f"/proc/{pid}/stat") as f:
                    fields = f.read().rsplit(")", 1)[1].split()
                total += int(fields[11]) + int(fields[12])
            except OSError:
                pass
        return total / _TICK

    def resident_kib(self):
        """Resident memory in KiB of the process and its children."""
        total = 0
        for pid in _family(self.pid):
            try:
                with open(f"/proc/{pid}/status") as f:
                    total += next(int(line.split()[1]) for line in f if line.startswith("VmRSS:"))
            except (OSError, StopIteration):
                pass
        return total

    def peak_kib(self):
        """The most resident memory that the process itself has had, KiB."""
        with open(f"/proc/{self.pid}/status") as f:
            return next(int(line.split()[1]) for line in f if line.startswith("VmHWM:"))

    def stop(self):
        if self in _running:
            _running.remove(self)
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                # Its own session: this reaches the workers that it started and nobody else.
                os.killpg(self.pid, signal.SIGKILL)
                self.process.wait()
        self._reader.join(5)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


@atexit.register
def stop_all():
    for server in list(_running):
        server.stop()
