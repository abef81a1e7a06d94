"""The certificate that a home makes for itself: `hearth tls`, /trust, `serve --lan` and its QR code, looked at with openssl, curl and Python."""

import datetime
import hashlib
import http.client
import os
import plistlib
import pty
import re
import signal
import socket
import ssl
import stat
import subprocess
import uuid

import pytest
import qr
from hearth_client import V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, binary, environment, run_hearth
from test_startup import set_up
from test_tls import handshake, make_certificate, trusting
from tools import need_root, need_tool, wait_until

GROUPS = re.compile(r"(?:[0-9a-f]{4} ){15}[0-9a-f]{4}")


def openssl(*arguments, data=None):
    need_tool("openssl")
    done = subprocess.run(["openssl", *map(str, arguments)], input=data, capture_output=True, timeout=30)
    assert done.returncode == 0, f"openssl {arguments}: {done.stdout.decode()}{done.stderr.decode()}"
    return done.stdout.decode("utf-8", "replace")


def init(data, *arguments):
    done = run_hearth("tls", "init", "--data", data, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ca(data):
    return data / "keys/hearth-ca.pem"


def leaf(data):
    return data / "keys/tls.pem"


def pin(certificate):
    """SHA-256 of the SubjectPublicKeyInfo, as openssl finds it, in groups of four digits."""
    key = openssl("x509", "-in", certificate, "-noout", "-pubkey")
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "DER"], input=key.encode(), capture_output=True, check=True).stdout
    return grouped(hashlib.sha256(der).hexdigest())


def grouped(digits):
    return " ".join(digits[i:i + 4] for i in range(0, 64, 4))


def shown(text):
    """Key and authority fingerprints of `tls show`."""
    return GROUPS.findall(text)


def names(certificate):
    return re.findall(r"(?:DNS|IP Address):([^,\s]+)", openssl("x509", "-in", certificate, "-noout", "-ext", "subjectAltName"))


def plain(server, path="/", method="GET", host=None, body=None):
    connection = http.client.HTTPConnection(host or server.address[0], server.address[1], timeout=20)
    connection.request(method, path, body)
    reply = connection.getresponse()
    reply.content = reply.read()
    connection.close()
    return reply


def network_address():
    """An address of this machine that is not loopback; skips without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no network address")
        address = probe.getsockname()[0]
    if address.startswith("127."):
        pytest.skip("this machine has no network address")
    return address


# Files and fields


def test_what_init_makes(tmp_path):
    data = tmp_path / "data"
    text = init(data, "--name", "drive", "--name", "drive.example.org", "--name", "10.9.8.7")
    assert [stat.S_IMODE((data / "keys" / name).stat().st_mode) for name in ("tls.pem", "tls-ca.pem")] == [0o600, 0o600]
    assert stat.S_IMODE((data / "keys").stat().st_mode) == 0o700
    assert b"PRIVATE" not in ca(data).read_bytes()
    assert not list((data / "keys").glob("*.new"))
    wanted = {"drive", "drive.local", "drive.example.org", "localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "10.9.8.7"}
    host = socket.gethostname().lower()
    if re.fullmatch(r"[a-z][a-z0-9-]*", host):
        wanted |= {host, host + ".local"}
    assert wanted <= set(names(leaf(data)))
    openssl("verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", ca(data), leaf(data))
    for name in ("drive.local", "drive.example.org", "localhost"):
        openssl("verify", "-CAfile", ca(data), "-verify_hostname", name, leaf(data))
    openssl("verify", "-CAfile", ca(data), "-verify_ip", "10.9.8.7", leaf(data))
    fields = openssl("x509", "-in", leaf(data), "-noout", "-text")
    for part in ("prime256v1", "CA:FALSE", "TLS Web Server Authentication", "ecdsa-with-SHA256", "Digital Signature"):
        assert part in fields, part
    authority = openssl("x509", "-in", ca(data), "-noout", "-text")
    for part in ("prime256v1", "CA:TRUE, pathlen:0", "Certificate Sign", "Name Constraints: critical", "DNS:drive.example.org"):
        assert part in authority, part
    first, last = (datetime.datetime.strptime(openssl("x509", "-in", leaf(data), "-noout", which).strip().split("=")[1], "%b %d %H:%M:%S %Y %Z")
                   for which in ("-startdate", "-enddate"))
    assert datetime.timedelta(days=390) < last - first <= datetime.timedelta(days=397)
    assert shown(text) == [pin(leaf(data)), grouped(hashlib.sha256(ssl.PEM_cert_to_DER_cert(ca(data).read_text())).hexdigest())]
    assert "/trust" in text


def test_again_is_harmless_and_other_names_keep_the_key(tmp_path):
    data = tmp_path / "data"
    init(data)
    before, key, authority = leaf(data).read_bytes(), pin(leaf(data)), ca(data).read_bytes()
    assert "good as it is" in init(data)
    assert leaf(data).read_bytes() == before
    init(data, "--name", "films.lan")
    assert "films.lan" in names(leaf(data))
    init(data)
    assert "films.lan" in names(leaf(data)), "names stay until others are given"
    init(data, "--name", "music.lan")
    assert "music.lan" in names(leaf(data)) and "films.lan" not in names(leaf(data))
    assert (pin(leaf(data)), ca(data).read_bytes()) == (key, authority)
    openssl("verify", "-CAfile", ca(data), leaf(data))
    init(data, "--force")
    assert pin(leaf(data)) != key and ca(data).read_bytes() != authority


def test_the_authority_cannot_play_other_sites(tmp_path):
    data = tmp_path / "data"
    init(data)
    done = run_hearth("tls", "init", "--data", data, "--name", "bank.example")
    assert done.returncode == 1 and "--force" in done.stderr
    # And with its key in other hands, clients refuse what it signs.
    key, request, made = tmp_path / "k", tmp_path / "r", tmp_path / "c"
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", request, "-subj", "/CN=bank.example",
            "-addext", "subjectAltName=DNS:bank.example")
    openssl("x509", "-req", "-in", request, "-CA", data / "keys/tls-ca.pem", "-CAkey", data / "keys/tls-ca.pem", "-copy_extensions", "copy", "-out", made)
    done = subprocess.run(["openssl", "verify", "-CAfile", str(ca(data)), str(made)], capture_output=True, text=True)
    assert done.returncode != 0 and "permitted subtree" in done.stdout + done.stderr


@pytest.mark.parametrize("name", ["a_b", "a b", "", "*.local", "x,IP:1.2.3.4"])
def test_names_that_are_none(tmp_path, name):
    done = run_hearth("tls", "init", "--data", tmp_path / "data", "--name", name)
    assert done.returncode != 0 and done.stderr.startswith("error:")
    assert not (tmp_path / "data/keys/tls.pem").exists()


def test_show(tmp_path):
    data = tmp_path / "data"
    done = run_hearth("tls", "show", "--data", data)
    assert done.returncode == 1 and "tls init" in done.stderr
    init(data)
    done = run_hearth("tls", "show", "--data", data)
    assert done.returncode == 0 and pin(leaf(data)) in done.stdout and "localhost" in done.stdout
    end = openssl("x509", "-in", leaf(data), "-noout", "-enddate", "-dateopt", "iso_8601").strip().split("=")[1][:10]
    assert end in done.stdout


# Beside a server


def test_init_beside_a_running_server_counts_at_once(make_server):
    server = make_server()
    assert server.scheme == "http"
    assert plain(server, "/trust").status == 404
    text = init(server.data)
    assert f"http://127.0.0.1:{server.address[1]}/trust" in text
    context = trusting(ca(server.data))
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    me = Hearth.sign_in(("localhost", server.address[1]), OWNER, OWNER_PASSWORD, context=context)
    me.send(f"{me.home()}/f", b"over TLS")
    assert me.content(f"{me.home()}/f") == b"over TLS"
    version, _, der = handshake(server, trusting(ca(server.data)))
    assert version == "TLSv1.3" and der == ssl.PEM_cert_to_DER_cert(leaf(server.data).read_text()[leaf(server.data).read_text().index("-----BEGIN CERT"):])
    # Programs on the same machine go on as before, on the same port.
    assert Hearth(server.address).get("/health", base=V1).status == 200
    # Other names: another certificate for the same key at once; what is open stays open.
    key = pin(leaf(server.data))
    init(server.data, "--name", "films")
    fresh = handshake(server, trusting(ca(server.data)))[2]
    assert fresh != der and pin(leaf(server.data)) == key
    assert me.local.connection.sock is not None
    me.get("/health", base=V1).ok()
    server.restart()
    assert server.scheme == "https"
    assert handshake(server, trusting(ca(server.data)))[2] == fresh
    invitation = run_hearth("user", "invite", "--data", server.data).stdout
    assert f"https://127.0.0.1:{server.address[1]}/#/invite/" in invitation


def test_curl_and_s_client(make_server):
    server = make_server()
    init(server.data)
    port = server.address[1]
    need_tool("curl")
    for host in ("127.0.0.1", "localhost"):
        done = subprocess.run(["curl", "-sS", "--fail", "--cacert", str(ca(server.data)), f"https://{host}:{port}{V1}/health"], capture_output=True, text=True, timeout=30)
        assert done.returncode == 0 and '"ok"' in done.stdout, done.stderr
    untrusted = subprocess.run(["curl", "-sS", f"https://127.0.0.1:{port}/"], capture_output=True, text=True, timeout=30)
    assert untrusted.returncode == 60
    text = openssl("s_client", "-connect", f"127.0.0.1:{port}", "-CAfile", ca(server.data), "-verify_return_error", "-verify_ip", "127.0.0.1", data=b"")
    assert "Verify return code: 0 (ok)" in text
    assert "localhost" in openssl("x509", "-noout", "-ext", "subjectAltName", data=text.encode())


def test_own_certificates_come_first(make_server, tmp_path):
    certificate, key = make_certificate(tmp_path, "own")
    server = make_server(arguments=["--tls-certificate", str(certificate), "--tls-key", str(key)])
    before = handshake(server, trusting(certificate))[2]
    init(server.data)
    os.kill(server.pid, signal.SIGHUP)
    wait_until(lambda: "again" in server.errors(), 10, "the reload")
    assert handshake(server, trusting(certificate))[2] == before
    me = Hearth(("localhost", server.address[1]), context=trusting(certificate))
    assert me.request("GET", "/trust", base="").status == 404
    reply = plain(server, "/api/v1/health?x=1")
    assert (reply.status, reply.headers["Location"]) == (307, f"https://127.0.0.1:{server.address[1]}/api/v1/health?x=1")
    assert plain(server, "/api/v1/sessions", "POST", body="{}").status == 403


def short_lived(data, days):
    """Puts a certificate of the same key and authority in place that ends soon."""
    key, request = data / "k", data / "r"
    key.write_text(openssl("pkey", "-in", leaf(data)))
    openssl("req", "-new", "-key", key, "-out", request, "-subj", "/CN=old", "-addext", "subjectAltName=" + ",".join(
        ("IP:" if re.fullmatch(r"[0-9.]+|.*:.*", name) else "DNS:") + name for name in names(leaf(data))))
    made = openssl("x509", "-req", "-in", request, "-CA", data / "keys/tls-ca.pem", "-CAkey", data / "keys/tls-ca.pem", "-copy_extensions", "copy", "-days", str(days))
    leaf(data).write_text(key.read_text() + made)
    key.unlink()
    request.unlink()
    return ssl.PEM_cert_to_DER_cert(made)


def test_renewed_before_its_end_by_the_server(make_server):
    server = make_server()
    init(server.data)
    key = pin(leaf(server.data))
    # Long enough left: it is shown as it is.
    good = short_lived(server.data, 40)
    os.kill(server.pid, signal.SIGHUP)
    wait_until(lambda: handshake(server, trusting(ca(server.data)))[2] == good, 10, "the certificate of 40 days")
    old = short_lived(server.data, 20)
    os.kill(server.pid, signal.SIGHUP)
    wait_until(lambda: handshake(server, trusting(ca(server.data)))[2] not in (good, old), 10, "a renewed certificate")
    assert "renewed" in server.errors()
    assert pin(leaf(server.data)) == key
    openssl("verify", "-x509_strict", "-CAfile", ca(server.data), leaf(server.data))
    openssl("x509", "-in", leaf(server.data), "-noout", "-checkend", 300 * 86400)
    server.stop()
    short_lived(server.data, 1)
    server.start()
    openssl("x509", "-in", leaf(server.data), "-noout", "-checkend", 300 * 86400)
    handshake(server, trusting(ca(server.data)))


def test_damage_stops_the_start_and_nothing_else(make_server):
    server = make_server()
    init(server.data)
    right = leaf(server.data).read_bytes()
    before = handshake(server, trusting(ca(server.data)))[2]
    leaf(server.data).write_bytes(right[:200])
    os.kill(server.pid, signal.SIGHUP)
    wait_until(lambda: "could not be read again" in server.errors(), 10, "a message about the damage")
    assert handshake(server, trusting(ca(server.data)))[2] == before
    server.stop()
    done = subprocess.run([str(binary()), "serve", "--data", str(server.data), "--listen", "127.0.0.1:0"], capture_output=True, text=True, timeout=30, env=environment())
    assert done.returncode == 1 and "tls.pem" in done.stderr and "backup" in done.stderr
    leaf(server.data).write_bytes(right)
    server.start()


def test_a_backup_has_it(make_server, tmp_path):
    server = make_server()
    init(server.data)
    assert run_hearth("backup-db", tmp_path / "copy", "--data", server.data).returncode == 0
    assert (tmp_path / "copy/keys/tls.pem").read_bytes() == leaf(server.data).read_bytes()
    assert stat.S_IMODE((tmp_path / "copy/keys/tls-ca.pem").stat().st_mode) == 0o600


@pytest.mark.slow
def test_a_new_address_is_in_it_without_a_restart(tmp_path):
    """In a network of its own, which takes root: the server looks every 30 s."""
    need_root()
    for tool in ("unshare", "nsenter", "ip"):
        need_tool(tool)
    data = tmp_path / "data"
    start = f'ip link set lo up && exec "{binary()}" serve --data "{data}" --lan --listen 127.0.0.1:8650'
    with open(tmp_path / "errors", "wb") as errors:
        server = subprocess.Popen(["unshare", "-n", "sh", "-c", start], stdout=subprocess.PIPE, stderr=errors, env=environment())
    inside = ["nsenter", "-t", str(server.pid), "-n"]
    try:
        if b"ready" not in server.stdout.readline():
            pytest.skip(f"no network of its own here: {(tmp_path / 'errors').read_text()}")
        key = pin(leaf(data))
        made = [subprocess.run([*inside, "ip", *words.split()], capture_output=True).returncode
                for words in ("link add t0 type veth peer name t1", "addr add 10.77.0.1/24 dev t0", "link set t0 up")]
        if any(made):
            pytest.skip("no further interface can be made here")
        wait_until(lambda: "10.77.0.1" in names(leaf(data)), 120, "the new address in the certificate")
        seen = subprocess.run([*inside, "openssl", "s_client", "-connect", "10.77.0.1:8650", "-CAfile", str(ca(data)), "-verify_ip", "10.77.0.1",
                               "-verify_return_error"], input=b"", capture_output=True, timeout=30)
        assert seen.returncode == 0, seen.stdout
        assert pin(leaf(data)) == key
    finally:
        server.terminate()
        server.wait(20)
        server.stdout.close()


# /trust


def test_trust_files(make_server):
    server = make_server()
    for path in ("/trust", "/trust/hearth-ca.pem", "/trust/hearth-ca.crt", "/trust/hearth.mobileconfig"):
        reply = plain(server, path)
        assert reply.status == 404 and b"hearth tls init" in reply.content and "tls init" in reply.content.decode(), path
    text = init(server.data)
    der = ssl.PEM_cert_to_DER_cert(ca(server.data).read_text())
    pem = plain(server, "/trust/hearth-ca.pem")
    assert (pem.status, pem.content, pem.headers["Content-Type"]) == (200, ca(server.data).read_bytes(), "application/x-pem-file")
    crt = plain(server, "/trust/hearth-ca.crt")
    assert (crt.content, crt.headers["Content-Type"]) == (der, "application/x-x509-ca-cert")
    profile = plain(server, "/trust/hearth.mobileconfig")
    assert profile.headers["Content-Type"] == "application/x-apple-aspen-config"
    parsed = plistlib.loads(profile.content)
    assert parsed["PayloadType"] == "Configuration" and parsed["PayloadVersion"] == 1
    [root] = parsed["PayloadContent"]
    assert root["PayloadType"] == "com.apple.security.root" and root["PayloadContent"] == der
    assert len({uuid.UUID(parsed["PayloadUUID"]), uuid.UUID(root["PayloadUUID"])}) == 2
    assert parsed["PayloadIdentifier"] != root["PayloadIdentifier"]
    page = plain(server, "/trust")
    content = page.content.decode()
    assert page.headers["Content-Type"] == "text/html; charset=utf-8" and "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert all(fingerprint in content for fingerprint in shown(text)) and "证书" in content
    assert all(f'"/trust/{name}"' in content for name in ("hearth-ca.pem", "hearth-ca.crt", "hearth.mobileconfig"))
    assert f'"https://127.0.0.1:{server.address[1]}/"' in content
    assert "<script" not in content
    # The same over TLS, and after a renewal.
    init(server.data, "--name", "films")
    me = Hearth(("localhost", server.address[1]), context=trusting(ca(server.data)))
    assert me.request("GET", "/trust/hearth.mobileconfig", base="").body == profile.content


# The network


def test_lan_makes_a_certificate_and_shows_the_link(make_server):
    server = make_server(owner=False, arguments=["--lan", "--qr"])
    wait_until(lambda: len(qr.drawn("\n".join(server.stdout_lines))) >= 20, 10, "a QR code")
    lines = server.stdout_lines
    assert re.fullmatch(r"Hearth is ready at https://\S+:\d+/", lines[0])
    link = lines[1].removeprefix("Set up the owner at ")
    assert link.startswith(lines[0].split()[-1]) and "/setup#" in link
    assert qr.decode(qr.drawn("\n".join(lines))) == link
    assert pin(leaf(server.data)) in lines
    assert "\x1b" not in "".join(lines), "no colours off a terminal"
    urls = [line.split()[-1] for line in lines if line.startswith(("Hearth is ready at", "Also at"))]
    known = [address for address in names(leaf(server.data)) if re.fullmatch(r"[0-9.]+", address) and not address.startswith("127.")]
    assert all(any(url.startswith(f"https://{address}:") for url in urls) for address in known)
    for url in urls:
        host = re.match(r"https://\[?([^\]/]+?)\]?:\d+/", url)[1]
        with socket.create_connection((host, server.address[1]), 10) as raw, trusting(ca(server.data)).wrap_socket(raw, server_hostname=host) as secured:
            assert secured.version() == "TLSv1.3"
    # A new link ends the one before, and works once.
    done = run_hearth("setup", "--link", "--qr", "--data", server.data)
    other = done.stdout.split()[0]
    assert done.returncode == 0 and other != link and qr.decode(qr.drawn(done.stdout)) == other
    loop = make_local(server)
    assert set_up(loop, link.split("#")[1]).code != 0
    assert set_up(loop, other.split("#")[1]).code == 0
    assert set_up(loop, other.split("#")[1], account_name="second").code != 0
    done = run_hearth("setup", "--link", "--data", server.data)
    assert done.returncode == 1 and "owner" in done.stderr
    # Another start: no owner is missing, nothing is drawn, the certificate is the same.
    key = pin(leaf(server.data))
    server.restart()
    wait_until(lambda: key in server.stdout_lines, 10, "the key's fingerprint")
    assert "setup#" not in "".join(server.stdout_lines) and not qr.drawn("\n".join(server.stdout_lines))


def make_local(server):
    """The same server by its loopback address, where no certificate is needed."""
    class Local:
        address = ("127.0.0.1", server.address[1])
    return Local


def test_other_devices_without_tls_get_the_way_to_trust(make_server):
    host = network_address()
    server = make_server(arguments=["--lan"])
    port = server.address[1]
    reply = plain(server, "/", host=host)
    assert (reply.status, reply.headers["Location"]) == (307, f"http://{host}:{port}/trust")
    assert plain(server, "/trust", host=host).status == 200
    assert plain(server, "/hearth.css", host=host).status == 200
    icon = plain(server, "/favicon.ico", host=host)
    assert (icon.status, icon.headers["Content-Type"]) == (200, "image/svg+xml") and icon.content.startswith(b"<svg ")
    assert plain(server, "/trust/hearth-ca.pem", host=host).content == ca(server.data).read_bytes()
    reply = plain(server, f"{V1}/health", host=host)
    assert (reply.status, reply.headers["Location"]) == (307, f"https://{host}:{port}{V1}/health")
    reply = plain(server, f"{V1}/sessions", "POST", host=host, body='{"account_name": "olivia", "password": "x"}')
    assert reply.status == 403 and b"https" in reply.content
    me = Hearth.sign_in((host, port), OWNER, OWNER_PASSWORD, context=trusting(ca(server.data)))
    assert me.list("/").items()


def test_a_link_without_a_server_is_refused(tmp_path):
    done = run_hearth("setup", "--link", "--data", tmp_path / "data")
    assert done.returncode == 1
    done = run_hearth("setup", "--link", "--owner", "x", "--data", tmp_path / "data")
    assert done.returncode == 2


def test_a_terminal_gets_colours(make_server):
    server = make_server(owner=False)
    ours, theirs = pty.openpty()
    process = subprocess.Popen([str(binary()), "setup", "--link", "--data", str(server.data)], stdout=theirs, stdin=subprocess.DEVNULL, env=environment())
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    assert process.wait(20) == 0
    text = text.decode().replace("\r\n", "\n")
    link = text.split("\n")[0]
    assert "\x1b[40;97m" in text and qr.decode(qr.drawn(text)) == link


# Variables


def test_variables_of_before_work_and_are_told(make_server):
    server = make_server(start=False)
    server.start(extra_environment={"HEARTH_ACCESS_LOG": "off", "HEARTH_SERVER_LOG_LEVEL": "debug", "HEARTH_TOKEN": "x", "HEARTH_LANG": "zh"})
    told = [line for line in server.errors().splitlines() if "HEARTH_SERVER_" in line]
    assert len(told) == 1 and "HEARTH_ACCESS_LOG" in told[0] and "HEARTH_TOKEN" not in told[0]
    Hearth(server.address).get("/health", base=V1).ok()
    assert "/api/v1/health" not in server.errors()


def test_the_data_directory_by_variable(tmp_path):
    for name in ("HEARTH_SERVER_DATA", "HEARTH_DATA"):
        data = tmp_path / name
        done = subprocess.run([str(binary()), "tls", "init"], capture_output=True, text=True, timeout=30, env=environment() | {name: str(data)})
        assert done.returncode == 0 and leaf(data).exists()
