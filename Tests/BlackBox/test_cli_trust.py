"""How the command line trusts servers: certificates made with openssl, pins, authorities, changed keys."""

import os
import shutil
import signal
import ssl
import subprocess

import pytest

from cli_tools import CLI, TRUST, USAGE, OnTerminal
from hearth_server import OWNER, OWNER_PASSWORD
from tools import need_tool, wait_until


def make_certificate(folder, name="server"):
    """A self-signed certificate for 127.0.0.1 and its key."""
    need_tool("openssl")
    folder.mkdir(exist_ok=True)
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30", "-subj",
         "/CN=Family NAS", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    return certificate, key


def fingerprint(certificate):
    """SHA-256 of the public key, by openssl."""
    public = subprocess.run(["openssl", "x509", "-in", certificate, "-noout", "-pubkey"], check=True, capture_output=True).stdout
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "DER"], input=public, check=True, capture_output=True).stdout
    digest = subprocess.run(["openssl", "dgst", "-sha256", "-r"], input=der, check=True, capture_output=True).stdout
    return digest.split()[0].decode()


def grouped(digits):
    return " ".join(digits[at:at + 4] for at in range(0, 64, 4))


@pytest.fixture
def certificate(tmp_path):
    """What the server shows at first: certificate and key."""
    return make_certificate(tmp_path / "tls")


@pytest.fixture
def server(make_server, certificate):
    return make_server(arguments=["--tls-certificate", str(certificate[0]), "--tls-key", str(certificate[1])])


@pytest.fixture
def cli(tmp_path):
    return CLI(tmp_path / "state")


def url(server):
    return f"https://127.0.0.1:{server.address[1]}"


def test_unknown_key_is_12_without_a_terminal(server, certificate, cli):
    result = cli.login(OWNER, OWNER_PASSWORD, url=url(server), code=TRUST)
    assert grouped(fingerprint(certificate[0])) in result.err
    assert not (cli.home / "client.toml").exists() or "[area" not in (cli.home / "client.toml").read_text()


def test_fingerprint_by_option(server, certificate, cli):
    digits = fingerprint(certificate[0])
    cli.login(OWNER, OWNER_PASSWORD, "--fingerprint", "zz", url=url(server), code=USAGE)
    cli.login(OWNER, OWNER_PASSWORD, "--fingerprint", "0" * 64, url=url(server), code=TRUST)
    for spelling in (digits, digits.upper(), grouped(digits), ":".join(digits[at:at + 2] for at in range(0, 64, 2))):
        made = cli.login(OWNER, OWNER_PASSWORD, "--fingerprint", spelling, "--json", url=url(server)).objects()[0]
        assert made["trust"] == "fingerprint" and made["fingerprint"] == grouped(digits)
    cli.run("ls")


def test_authority_by_option(server, certificate, cli, tmp_path):
    certificate, key = certificate
    other, _ = make_certificate(tmp_path / "tls", "other")
    cli.login(OWNER, OWNER_PASSWORD, "--ca", other, url=url(server), code=TRUST)
    cli.login(OWNER, OWNER_PASSWORD, "--ca", key, url=url(server), code=USAGE)
    cli.login(OWNER, OWNER_PASSWORD, "--ca", certificate, url=url(server))
    certificate.unlink()
    cli.run("ls")


def test_asked_on_a_terminal_and_kept_after_success_only(server, certificate, cli, tmp_path):
    (tmp_path / "pw").write_text(OWNER_PASSWORD)
    (tmp_path / "wrong").write_text("wrong")
    line = ["login", url(server), "--account", OWNER, "--password-file"]
    refused = OnTerminal(cli, *line, tmp_path / "pw")
    assert grouped(fingerprint(certificate[0])) in refused.expect("[y/N]")
    refused.type("n\n")
    refused.finish(code=TRUST)
    failed = OnTerminal(cli, *line, tmp_path / "wrong")
    failed.expect("[y/N]")
    failed.type("y\n")
    failed.finish(code=5)
    cli.login(OWNER, OWNER_PASSWORD, url=url(server), code=TRUST)
    accepted = OnTerminal(cli, *line, tmp_path / "pw")
    accepted.expect("[y/N]")
    accepted.type("y\n")
    accepted.finish()
    cli.run("ls")
    # Known now: nobody is asked again.
    cli.login(OWNER, OWNER_PASSWORD, url=url(server))


def test_a_changed_key_is_refused_with_both_fingerprints(server, certificate, cli, tmp_path):
    first, second = fingerprint(certificate[0]), make_certificate(tmp_path / "tls", "other")
    cli.login(OWNER, OWNER_PASSWORD, "--fingerprint", first, url=url(server))
    for new, live in zip(second, certificate):
        shutil.copy(new, live)
    os.kill(server.pid, signal.SIGHUP)
    shown = ssl.PEM_cert_to_DER_cert(second[0].read_text())
    wait_until(lambda: ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(server.address)) == shown, what="the new certificate")
    for result in (cli.run("ls", code=TRUST), cli.login(OWNER, OWNER_PASSWORD, url=url(server), code=TRUST)):
        assert grouped(first) in result.err and grouped(fingerprint(second[0])) in result.err
    assert cli.error("ls", code=TRUST)["kind"] == "trust"
    cli.run("put", second[0], "~/", code=TRUST)
    cli.login(OWNER, OWNER_PASSWORD, "--fingerprint", fingerprint(second[0]), url=url(server))
    cli.run("ls")
