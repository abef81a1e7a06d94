"""The client behind somebody else's door: nginx speaks HTTP/2 over TLS to it, and HTTP/1.1 to the server."""

import os
import shutil
import socket
import subprocess

import pytest
from hearth_server import OWNER, OWNER_PASSWORD, binary, environment, run_hearth
from test_tls import make_certificate
from tools import MIB, tree, wait_until

CONFIGURATION = """
daemon off;
master_process off;
pid {home}/nginx.pid;
error_log {home}/error.log warn;
events {{ worker_connections 256; }}
http {{
    log_format protocol '$server_protocol $request_method $status';
    access_log {home}/access.log protocol;
    client_max_body_size 0;
    client_body_temp_path {home}/body;
    proxy_temp_path {home}/proxy;
    fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi;
    scgi_temp_path {home}/scgi;
    server {{
        listen 127.0.0.1:{port} ssl http2;
        ssl_certificate {certificate};
        ssl_certificate_key {key};
        location / {{
            proxy_pass http://127.0.0.1:{server};
            proxy_set_header Host $http_host;
            proxy_http_version 1.1;
            proxy_request_buffering off;
            proxy_buffering off;
        }}
    }}
}}
"""


@pytest.fixture
def door(make_server, tmp_path):
    """nginx before a server of its own: the URL, the authority, and what was asked, line by line."""
    program = shutil.which("nginx") or ("/usr/sbin/nginx" if os.path.exists("/usr/sbin/nginx") else None)
    if program is None:
        pytest.skip("nginx is not installed")
    if run_hearth("login", "--help").returncode != 0:
        pytest.skip("this program has no client")
    server = make_server()
    certificate, key = make_certificate(tmp_path, "door")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    home = tmp_path / "nginx"
    home.mkdir()
    (home / "nginx.conf").write_text(CONFIGURATION.format(home=home, port=port, certificate=certificate, key=key, server=server.address[1]))
    nginx = subprocess.Popen([program, "-p", str(home), "-e", str(home / "error.log"), "-c", str(home / "nginx.conf")], stdin=subprocess.DEVNULL)

    def is_open():
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_until(is_open, 20, "nginx")
        yield f"https://127.0.0.1:{port}", certificate, home / "access.log"
    finally:
        nginx.terminate()
        nginx.wait(20)


def test_put_and_get_over_http2(door, tmp_path):
    url, certificate, log = door
    home, source, target = tmp_path / "home", tmp_path / "source", tmp_path / "target"
    for folder in (home, source, target):
        folder.mkdir()
    (source / "large").write_bytes(os.urandom(20 * MIB + 7))
    (source / "empty").write_bytes(b"")
    for number in range(20):
        (source / f"small {number}").write_bytes(os.urandom(number * 1000 + 1))
    password = tmp_path / "password"
    password.write_text(OWNER_PASSWORD)

    def hearth(*arguments):
        done = subprocess.run([str(binary()), *map(str, arguments), "--no-input"], env=environment() | {"HEARTH_HOME": str(home)},
                              capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{arguments}: exit {done.returncode}: {done.stdout}{done.stderr}"

    hearth("login", url, "--account", OWNER, "--password-file", password, "--ca", certificate)
    hearth("put", source, "~/")
    hearth("get", "~/source", f"{target}/")
    assert tree(target / "source") == tree(source)
    lines = log.read_text().splitlines()
    assert len(lines) > 40 and all(line.startswith("HTTP/2.0 ") for line in lines), lines
