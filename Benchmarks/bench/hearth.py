"""Hearth as the benchmarks use it: a data folder, the server on it, and the few calls that prepare a measurement."""

import http.client
import json
import os
import re
import shutil
import ssl
import subprocess
import tempfile
import time
from pathlib import Path

from .process import Server

PASSWORD = "correct-horse-battery-42"
_READY = re.compile(r"\bhttps?://[^\s\"/]*:(\d+)")


class Hearth:
    """One data folder with its owner; `start` and `stop` may follow each other any number of times."""

    def __init__(self, binary, where, log=False):
        self.binary = binary
        self.data = Path(tempfile.mkdtemp(prefix="hearth-bench-", dir=where))
        self.server = None
        self.port = None
        self.tls = False
        self.token = None
        self.user = None
        self.root = None
        password = self.data.parent / f"{self.data.name}.password"
        password.write_text(PASSWORD)
        password.chmod(0o600)
        try:
            result = subprocess.run(
                [binary, "setup", "--data", self.data, "--owner", "bench", "--password-file", password],
                capture_output=True,
                text=True,
                timeout=60,
            )
            if result.returncode != 0:
                raise RuntimeError(f"hearth setup failed:\n{result.stdout}{result.stderr}")
        finally:
            password.unlink()

    def start(self, certificate=None, key=None):
        """Starts the server and returns the seconds from spawning it to its first answer."""
        line = [self.binary, "serve", "--data", self.data, "--listen", "127.0.0.1:0"]
        self.tls = certificate is not None
        if self.tls:
            line += ["--tls-certificate", certificate, "--tls-key", key]
        began = time.monotonic()
        self.server = Server("hearth", line)
        self.port = int(self.server.wait_line(_READY).group(1))
        status, _ = self.raw("GET", "/api/v1/health")
        if status != 200:
            raise RuntimeError(f"hearth answered {status} to GET /api/v1/health")
        seconds = time.monotonic() - began
        if self.token is None:
            self._sign_in()
        return seconds

    def stop(self):
        if self.server:
            self.server.stop()
            self.server = None

    def remove(self):
        self.stop()
        shutil.rmtree(self.data, ignore_errors=True)

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, *_):
        self.remove()

    @property
    def headers(self):
        return [f"scope-token: {self.token}"]

    @property
    def base(self):
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}"

    @property
    def folder(self):
        """Where the personal folder lies on the disk: files put there are simply there."""
        partition = self.data / "pools" / "_default_" / "_default_"
        return next(p for p in partition.iterdir() if re.fullmatch(r"__\d+__", p.name))

    def raw(self, method, path, body=None, headers=None):
        if self.tls:
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=120, context=context)
        else:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def api(self, method, path, body=None, token=None):
        """One call with the owner's token; returns `data`, raises with the reason when it fails."""
        headers = {"Content-Type": "application/json"}
        if token or self.token:
            headers["scope-token"] = token or self.token
        status, text = self.raw(method, f"/api/v1{path}", json.dumps(body) if body is not None else None, headers)
        answer = json.loads(text) if text else {}
        if status >= 400 or answer.get("status"):
            raise RuntimeError(f"{method} {path}: HTTP {status} {answer.get('status')} {answer.get('reason')}")
        return answer.get("data")

    def session(self, name):
        return self.api("POST", "/sessions", {"account_name": name, "password": PASSWORD, "client": "bench"})

    def sign_in(self, name):
        return self.session(name)["token"]

    def _sign_in(self):
        session = self.session("bench")
        self.token = session["token"]
        self.user = session["user"]["user_id"]
        roots = self.api("GET", "/resources/")["list"]
        self.root = roots[0]["path"]
        if len(roots) > 1:
            self.root = f"/s/{self.api('GET', '/backups')['private_file_id']}"

    def add_member(self, name):
        self.api("POST", "/users", {"account_name": name, "nickname": name, "password": PASSWORD})

    def make_directory(self, path):
        status, text = self.raw("POST", f"/api/v1/resources{path}", b"", {"scope-token": self.token})
        if status >= 300:
            raise RuntimeError(f"cannot make {path}: HTTP {status} {text[:300]}")

    def make_vault(self, name, password="bench@1"):
        """An encrypted folder of the owner, unlocked for this token; returns its path."""
        member = {"u_id": self.user, "nickname": "bench", "face": "", "read": 1, "write": 1, "deleted": 1}
        folder = {"name": name, "mode": 1, "pool_name": "_default_", "partition_name": "_default_", "auth": [member]}
        secret = {"is_encrypt": 1, "pwd": password, "confirm_pwd": password}
        path = f"/s/{self.api('POST', '/folders', folder | secret)['id']}"
        self.api("PATCH", f"/folders{path}", {"password": password})
        return path

    def delete(self, *paths):
        self.api("DELETE", "/resources", {"paths": list(paths)})

    def make_files(self, name, count, size=64):
        """A folder of `count` files with names as cameras give them, written straight to the disk."""
        folder = self.folder / name
        folder.mkdir(parents=True)
        content = os.urandom(size)
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for number in range(count):
                file = os.open(f"IMG_{number:06d}.jpg", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644, dir_fd=handle)
                os.write(file, content)
                os.close(file)
        finally:
            os.close(handle)
        return folder
