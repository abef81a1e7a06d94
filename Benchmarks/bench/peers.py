"""The peers: nginx (static, TLS, WebDAV), copyparty, gocryptfs and age, each with settings that flatter it."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from .prepare import DAV_EXT, WORK, nginx_path
from .process import Server, free_port

_NGINX = """
{user}
load_module /usr/lib/nginx/modules/{dav_ext};
daemon off;
master_process on;
worker_processes 2;
worker_rlimit_nofile 16384;
pid {home}/nginx.pid;
error_log stderr warn;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_timeout 300s;
    keepalive_requests 1000000000;
    default_type application/octet-stream;
    client_max_body_size 0;
    client_body_buffer_size {body_buffer};
    client_body_temp_path {body};
    proxy_temp_path {home}/proxy;
    fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi;
    scgi_temp_path {home}/scgi;
    server {{
        listen 127.0.0.1:{port};
        {tls}
        root {root};
        {listing}
        {dav}
    }}
}}
"""


_DAV = """location /dav/ {
            dav_methods PUT DELETE MKCOL COPY MOVE;
            dav_ext_methods PROPFIND OPTIONS;
            create_full_put_path on;
        }"""


class Nginx:
    """nginx over a folder: static files, plain or TLS. The folder may be Hearth's own, so that both serve one file.

    Without `root` it gets a folder of its own in `where`, and WebDAV at /dav/; `listing` shows folders as pages."""

    def __init__(self, where, root=None, certificate=None, key=None, body_buffer="1m", listing=False):
        self.home = Path(tempfile.mkdtemp(prefix="hearth-bench-nginx-", dir=where))
        self.root = Path(root) if root else self.home / "files"
        if root is None:
            (self.root / "dav").mkdir(parents=True)
        self.port = free_port()
        tls = ""
        listen = self.port
        if certificate:
            listen = f"{self.port} ssl"
            tls = f"ssl_certificate {certificate}; ssl_certificate_key {key}; ssl_protocols TLSv1.2 TLSv1.3;"
        user = f"user {pwd.getpwuid(os.getuid()).pw_name};" if os.geteuid() == 0 else ""
        config = self.home / "nginx.conf"
        config.write_text(
            _NGINX.format(
                user=user,
                dav_ext=DAV_EXT,
                home=self.home,
                root=self.root,
                body_buffer=body_buffer,
                body=self.home / "body",  # on the same file system: a finished body is renamed, not copied
                port=listen,
                tls=tls,
                listing="autoindex on;" if listing else "",
                dav=_DAV if root is None else "",
            )
        )
        self.server = Server("nginx", [nginx_path(), "-p", self.home, "-e", "stderr", "-c", config])
        self.server.wait_port(self.port)

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.stop()
        shutil.rmtree(self.home, ignore_errors=True)


class Copyparty:
    """copyparty over a folder, one process, with the settings that its own documentation calls usual."""

    def __init__(self, where):
        self.home = Path(tempfile.mkdtemp(prefix="hearth-bench-copyparty-", dir=where))
        self.root = self.home / "files"
        self.root.mkdir()
        self.port = free_port()
        env = dict(os.environ, XDG_CONFIG_HOME=str(self.home / "config"), HOME=str(self.home))
        self.server = Server(
            "copyparty",
            [WORK / "venv" / "bin" / "copyparty", "-q", "-e2dsa", "--no-robots", "--daw", "--wram"]
            + ["-i", "127.0.0.1", "-p", self.port, "--hist", self.home / "hist", "-v", f"{self.root}::A"],
            env=env,
            cwd=self.home,
        )
        self.server.wait_port(self.port)

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}"

    def upload(self, *sources, connections):
        """Its own uploader (up2k protocol): resumable, deduplicating, hashed by client and server."""
        result = subprocess.run(
            [WORK / "venv" / "bin" / "u2c", "-ns", "-j", str(connections), f"{self.base}/", *map(str, sources)],
            capture_output=True,
            text=True,
            timeout=900,
            env=dict(os.environ, HOME=str(self.home)),
        )
        if result.returncode != 0:
            raise RuntimeError(f"u2c failed:\n{result.stdout[-400:]}{result.stderr[-400:]}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.stop()
        shutil.rmtree(self.home, ignore_errors=True)


class PeerMissing(RuntimeError):
    """A peer cannot be measured on this machine; the text says why."""


class Gocryptfs:
    """A gocryptfs mount with AES-256-GCM, its encrypted files beside it in `where`."""

    def __init__(self, where):
        if not os.path.exists("/dev/fuse"):
            raise PeerMissing("there is no /dev/fuse")
        self.home = Path(tempfile.mkdtemp(prefix="hearth-bench-gocryptfs-", dir=where))
        self.folder = self.home / "plain"
        sealed, password = self.home / "sealed", self.home / "password"
        self.folder.mkdir()
        sealed.mkdir()
        password.write_text("bench\n")
        self.server = None
        subprocess.run(
            ["gocryptfs", "-q", "-nosyslog", "-init", "-scryptn", "10", "-passfile", password, sealed],
            check=True,
            capture_output=True,
        )
        line = ["gocryptfs", "-fg", "-nosyslog", "-passfile", password, sealed, self.folder]
        self.server = Server("gocryptfs", line)
        deadline = time.monotonic() + 20
        while not os.path.ismount(self.folder):
            if self.server.process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise PeerMissing("; ".join(self.server.lines[-3:]) or "it does not mount")
            time.sleep(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if os.path.ismount(self.folder):
            subprocess.run([shutil.which("fusermount3") or "fusermount", "-u", self.folder], capture_output=True)
        self.server.stop()
        # Never through a mount that is still there.
        if not os.path.ismount(self.folder):
            shutil.rmtree(self.home, ignore_errors=True)


class Age:
    """age with one key of its own, files in `where`."""

    def __init__(self, where):
        self.home = Path(tempfile.mkdtemp(prefix="hearth-bench-age-", dir=where))
        self.key, self.sealed = self.home / "key", self.home / "sealed.age"
        subprocess.run(["age-keygen", "-o", self.key], check=True, capture_output=True)
        self.recipient = subprocess.run(
            ["age-keygen", "-y", self.key], check=True, capture_output=True, text=True
        ).stdout.strip()
        self.size = 0

    def encrypt(self, source):
        """GB/s."""
        self.size = os.path.getsize(source)
        return self._rate(["age", "-r", self.recipient, "-o", self.sealed, source])

    def decrypt(self):
        """What was encrypted last; GB/s."""
        return self._rate(["age", "-d", "-i", self.key, "-o", "/dev/null", self.sealed])

    def _rate(self, line):
        start = time.monotonic()
        subprocess.run(line, check=True, capture_output=True)
        return self.size / (time.monotonic() - start) / 1e9

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.home, ignore_errors=True)


def self_signed(folder):
    """A P-256 certificate for localhost; returns (certificate, key)."""
    certificate, key = Path(folder) / "cert.pem", Path(folder) / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"]
        + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        + ["-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    return certificate, key
