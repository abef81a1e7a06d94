"""TLS with certificate and key files, reloaded without a restart."""

import http.client
import os
import shutil
import signal
import socket
import ssl
import subprocess
import warnings

import pytest
from hearth_client import Hearth
from hearth_server import OWNER, OWNER_PASSWORD, binary, environment
from tools import MIB, need_tool, sha256, wait_until


def make_certificate(directory, name):
    need_tool("openssl")
    certificate, key = directory / f"{name}.pem", directory / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", str(key), "-out", str(certificate),
                    "-days", "2", "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True, capture_output=True)
    return certificate, key


def trusting(*certificates):
    context = ssl.create_default_context()
    for certificate in certificates:
        context.load_verify_locations(certificate)
    return context


@pytest.fixture
def secure(make_server, tmp_path):
    first, second = make_certificate(tmp_path, "first"), make_certificate(tmp_path, "second")
    live = tmp_path / "live.pem", tmp_path / "live.key"
    for source, target in zip(first, live):
        shutil.copy(source, target)
    server = make_server(arguments=["--tls-certificate", str(live[0]), "--tls-key", str(live[1])])
    return server, first, second, live


def handshake(server, context):
    with socket.create_connection(server.address, 5) as plain, context.wrap_socket(plain, server_hostname="localhost") as secured:
        return secured.version(), secured.selected_alpn_protocol(), secured.getpeercert(binary_form=True)


def test_the_whole_path_over_tls(secure):
    server, first, *_ = secure
    assert server.scheme == "https"
    me = Hearth.sign_in(("localhost", server.address[1]), OWNER, OWNER_PASSWORD, context=trusting(first[0]))
    content = os.urandom(20 * MIB + 1)
    me.send(f"{me.home()}/f", content)
    assert sha256(me.content(f"{me.home()}/f")) == sha256(content)
    reply = me.download(f"{me.home()}/f", {"Range": "bytes=-10"})
    assert reply.status == 206 and reply.body == content[-10:]


def test_versions_and_alpn(secure):
    server, first, *_ = secure
    for version, name in ((ssl.TLSVersion.TLSv1_2, "TLSv1.2"), (ssl.TLSVersion.TLSv1_3, "TLSv1.3")):
        context = trusting(first[0])
        context.minimum_version = context.maximum_version = version
        context.set_alpn_protocols(["http/1.1"])
        assert handshake(server, context)[:2] == (name, "http/1.1")
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("DEFAULT:@SECLEVEL=0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    with pytest.raises((ssl.SSLError, ConnectionError)):
        handshake(server, old)


def test_plain_http_on_the_tls_port_does_no_harm(secure):
    server, first, *_ = secure
    with socket.create_connection(server.address, 5) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        try:
            assert b"200 OK" not in plain.recv(1000)
        except ConnectionError:
            pass
    assert Hearth(("localhost", server.address[1]), context=trusting(first[0])).get("/health").status == 200


def test_a_stalled_handshake_holds_nobody_up(secure):
    server, first, *_ = secure
    stalled = [socket.create_connection(server.address, 5) for _ in range(100)]
    for connection in stalled[::2]:
        connection.sendall(b"\x16\x03\x01")
    assert Hearth(("localhost", server.address[1]), context=trusting(first[0])).get("/health").status == 200
    for connection in stalled:
        connection.close()


def test_reload_by_hang_up(secure):
    """A new certificate without a restart; open connections stay; a broken one changes nothing."""
    server, first, second, live = secure
    old_client = Hearth(("localhost", server.address[1]), context=trusting(first[0]))
    old_client.get("/health").ok()
    before = handshake(server, trusting(first[0], second[0]))[2]
    live[0].write_text("this is no certificate")
    os.kill(server.pid, signal.SIGHUP)
    wait_until(lambda: "certificate" in server.errors().lower(), 5, "a message about the broken certificate")
    assert handshake(server, trusting(first[0]))[2] == before and server.is_running()
    shutil.copy(second[0], live[0])
    os.kill(server.pid, signal.SIGHUP)  # certificate and key do not belong together
    assert handshake(server, trusting(first[0], second[0]))[2] == before
    shutil.copy(second[1], live[1])
    os.kill(server.pid, signal.SIGHUP)
    wait_until(lambda: handshake(server, trusting(first[0], second[0]))[2] != before, 5, "the new certificate")
    Hearth(("localhost", server.address[1]), context=trusting(second[0])).get("/health").ok()
    assert old_client.local.connection.sock is not None
    old_client.get("/health").ok()
    with pytest.raises((ssl.SSLError, http.client.HTTPException)):
        Hearth(("localhost", server.address[1]), context=trusting(first[0])).get("/health")


def test_hang_up_without_tls_does_no_harm(make_server):
    server = make_server()
    os.kill(server.pid, signal.SIGHUP)
    assert Hearth(server.address).get("/health").status == 200 and server.is_running()


def test_files_that_do_not_work_are_told_at_start(make_server, tmp_path):
    first, second = make_certificate(tmp_path, "first"), make_certificate(tmp_path, "second")
    server = make_server(start=False)
    for certificate, key in ((first[0], second[1]), (tmp_path / "none.pem", first[1]), (first[0], tmp_path / "none.key"), (first[1], first[1])):
        done = subprocess.run([str(binary()), "serve", "--data", str(server.data), "--listen", "127.0.0.1:0", "--tls-certificate", str(certificate),
                               "--tls-key", str(key)], capture_output=True, text=True, timeout=20, env=environment())
        assert done.returncode != 0 and done.stderr.strip(), (certificate, key)
    half = subprocess.run([str(binary()), "serve", "--data", str(server.data), "--listen", "127.0.0.1:0", "--tls-certificate", str(first[0])],
                          capture_output=True, text=True, timeout=20, env=environment())
    assert half.returncode != 0 and "key" in half.stderr
