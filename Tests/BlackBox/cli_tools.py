"""Runs the command line as a person does: with its own folder of state, no terminal, and checked exit codes."""

import json
import os
import pty
import select
import signal
import subprocess
import time
from pathlib import Path

from hearth_server import binary, environment

DONE, OTHER, USAGE, NOT_FOUND, NO_RIGHT, SIGN_IN, FOLDER_PASSWORD = 0, 1, 2, 3, 4, 5, 6
UNREACHABLE, NO_SPACE, CLASH, VERIFICATION, SOME_FAILED, TRUST, INTERRUPTED = 7, 8, 9, 10, 11, 12, 130

# Names that were lost, renamed or merged by other drives.
HARD_NAMES = [
    "90%hello", "%41", "#1", "a+b", "it's", "💫", "&amp;", "日本", "A", "A.", "A ", " A", "CON", "aux.txt", "u\u0308.txt",
    "\u00fc.txt", "a b", "-dash", "~", "~12", "Photos~7", "[x]", "{a,b}", "semi;colon", "$HOME", "!bang", "a=b", "e\u0301",
]


class CLI:
    """One person's client on one computer."""

    def __init__(self, home, address=None, variables=None):
        self.home = Path(home)
        self.address = address
        self.variables = variables or {}

    @property
    def url(self):
        return f"http://{self.address[0]}:{self.address[1]}"

    def environment(self, extra=None):
        known = environment() | {"HEARTH_HOME": str(self.home), "HEARTH_LANG": "en", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        known.pop("DBUS_SESSION_BUS_ADDRESS", None)
        return known | self.variables | (extra or {})

    def run(self, *arguments, code=DONE, data=None, cwd=None, timeout=120, extra=None):
        """Runs one command; its exit code must be the expected one. Returns what it printed, as text."""
        done = subprocess.run(
            [str(binary()), *map(str, arguments)], input=b"" if data is None else data, capture_output=True, cwd=cwd, timeout=timeout,
            env=self.environment(extra))
        result = Result(arguments, done.returncode, done.stdout, done.stderr)
        assert code is None or result.code == code, f"expected {code}: {result}"
        return result

    def json(self, *arguments, code=DONE, **options):
        """Runs a command with --json and returns its only object."""
        objects = self.objects(*arguments, code=code, **options)
        assert len(objects) == 1, f"one object: {objects}"
        return objects[0]

    def objects(self, *arguments, code=DONE, **options):
        """Runs a command with --json and returns the object of each line."""
        return self.run(*arguments, "--json", code=code, **options).objects()

    def error(self, *arguments, code, **options):
        """Runs a command that fails with --json and returns what it says of the failure."""
        result = self.run(*arguments, "--json", code=code, **options)
        lines = [json.loads(line) for line in result.err.splitlines() if line.startswith("{")]
        assert lines and lines[-1]["error"]["exit"] in (code, *([] if code != SOME_FAILED else range(1, 131))), result
        return lines[-1]["error"]

    def login(self, account, password, *more, code=DONE, url=None, **options):
        return self.run("login", url or self.url, "--account", account, "--password-file", "-", *more, data=password.encode(), code=code, **options)

    def start(self, *arguments, extra=None, **options):
        """Starts a command without waiting for its end."""
        return subprocess.Popen(
            [str(binary()), *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=self.environment(extra), **options)


class Result:
    def __init__(self, arguments, code, out, err):
        self.arguments, self.code, self.raw = arguments, code, out
        self.out, self.err = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")

    @property
    def lines(self):
        return self.out.splitlines()

    def objects(self):
        return [json.loads(line) for line in self.out.splitlines()]

    def __repr__(self):
        return f"<hearth {' '.join(map(str, self.arguments))} -> {self.code}\n{self.out[-2000:]}\n{self.err[-2000:]}>"


class OnTerminal:
    """A command on a terminal of its own, 80 columns wide."""

    def __init__(self, cli, *arguments, extra=None):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.execve(str(binary()), [str(binary()), *map(str, arguments)], cli.environment({"TERM": "xterm"} | (extra or {})))
        self.shown = b""

    def expect(self, text, deadline=60):
        """Reads until a text is shown."""
        end = time.monotonic() + deadline
        while text.encode() not in self.shown:
            assert time.monotonic() < end, f"'{text}' is not shown: {self.shown[-2000:]!r}"
            if not self._read(0.2) and self._is_over():
                raise AssertionError(f"ended before '{text}': {self.shown[-2000:]!r}")
        return self.shown.decode("utf-8", "replace")

    def type(self, text):
        self.shown = b""
        os.write(self.terminal, text.encode())

    def _read(self, wait):
        if not select.select([self.terminal], [], [], wait)[0]:
            return False
        try:
            piece = os.read(self.terminal, 65_536)
        except OSError:
            return False
        self.shown += piece
        return bool(piece)

    def _is_over(self):
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def finish(self, code=DONE, deadline=60):
        """Waits for the end and returns everything that was shown since the last typing."""
        end = time.monotonic() + deadline
        while not self._is_over():
            self._read(0.1)
            assert time.monotonic() < end, f"still running: {self.shown[-2000:]!r}"
        while self._read(0):
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.terminal)
        shown = self.shown.decode("utf-8", "replace")
        assert os.waitstatus_to_exitcode(status) == code, f"expected {code}, got {os.waitstatus_to_exitcode(status)}: {shown}"
        return shown

    def interrupt(self):
        os.kill(self.pid, signal.SIGINT)
