"""`hearth thumb`, and what `hearth stat` says of pictures."""

import io

import pytest
from cli_tools import CLI, FOLDER_PASSWORD, NOT_FOUND, USAGE, OnTerminal
from hearth_server import OWNER, OWNER_PASSWORD
from PIL import Image
from vault_tools import VaultFolder


@pytest.fixture
def cli(server, tmp_path):
    """The owner, signed in, with a folder of this test's own: `cli.folder`."""
    one = CLI(tmp_path / "state", server.address)
    one.login(OWNER, OWNER_PASSWORD)
    one.folder = f"~/thumb-{tmp_path.name}"
    one.run("mkdir", one.folder)
    yield one
    one.run("rm", "-r", "-f", one.folder)


@pytest.fixture
def photo(cli, tmp_path):
    """A photograph on the drive, as the command line names it."""
    Image.new("RGB", (2000, 1000), (10, 120, 60)).save(tmp_path / "a.jpg")
    cli.run("put", tmp_path / "a.jpg", cli.folder + "/a photo.jpg")
    return cli.folder + "/a photo.jpg"


def shown(content):
    image = Image.open(io.BytesIO(content))
    return image.format, image.size


def test_to_a_pipe_and_to_a_file(cli, photo, tmp_path):
    assert shown(cli.run("thumb", photo).raw) == ("WEBP", (256, 128))
    assert shown(cli.run("thumb", photo, "-o", "-", "--format", "jpeg").raw) == ("JPEG", (256, 128))
    for name, options, expected in (
        ("x.webp", (), ("WEBP", (256, 128))), ("x.JPG", (), ("JPEG", (256, 128))), ("x", ("--size", "1280"), ("WEBP", (1280, 640))),
        ("y.jpg", ("--format", "webp"), ("WEBP", (256, 128))),
    ):
        result = cli.run("thumb", photo, "--output", tmp_path / name, *options)
        assert result.raw == b"" and shown((tmp_path / name).read_bytes()) == expected
    (tmp_path / "x").write_bytes(b"before")
    cli.run("thumb", photo, "-o", tmp_path / "x")
    assert shown((tmp_path / "x").read_bytes())[0] == "WEBP", "an existing file is replaced"


def test_a_terminal_gets_none(cli, photo):
    terminal = OnTerminal(cli, "thumb", photo)
    assert "--output" in terminal.finish(USAGE)


def test_facts(cli, photo, tmp_path):
    facts = cli.json("thumb", photo)
    assert facts["media"] == {"kind": "picture", "width": 2000, "height": 1000} and facts["name"] == "a photo.jpg" and "output" not in facts
    facts = cli.json("thumb", photo, "-o", tmp_path / "x.jpg", "--size", "1280")
    assert facts["output"] == str(tmp_path / "x.jpg") and facts["format"] == "jpeg" and facts["bytes"] == (tmp_path / "x.jpg").stat().st_size
    (tmp_path / "run.sh").write_bytes(b"#!/bin/sh\necho\n")
    cli.run("put", tmp_path / "run.sh", cli.folder + "/")
    facts = cli.json("thumb", cli.folder + "/run.sh")
    assert facts["media"] == {"kind": "text"} and facts["excerpt"].startswith("#!/bin/sh\necho")
    stat = cli.json("stat", photo)
    assert stat["media"]["width"] == 2000 and stat["etag"] and len(stat["sha256"]) == 64
    assert "2000 × 1000" in cli.run("stat", photo).out


def test_there_is_none(cli, photo, tmp_path):
    (tmp_path / "a.bin").write_bytes(b"\0\1\2")
    cli.run("put", tmp_path / "a.bin", cli.folder + "/")
    for remote, words in ((cli.folder + "/a.bin", "no small picture of this file"), (cli.folder + "/none.jpg", "no such file"), (cli.folder, "folder has no small picture")):
        result = cli.run("thumb", remote, "-o", tmp_path / "out", code=NOT_FOUND)
        assert words in result.err and not (tmp_path / "out").exists(), result
    error = cli.error("thumb", cli.folder + "/a.bin", "-o", tmp_path / "out", code=NOT_FOUND)
    assert error["kind"] == "not_found"
    assert "media" not in cli.json("thumb", cli.folder + "/a.bin")


def test_usage(cli, photo, tmp_path):
    for arguments in (("--size", "100"), ("--format", "png"), ("--json", "-o", "-")):
        cli.run("thumb", photo, *arguments, code=USAGE)
    cli.run("thumb", code=USAGE)
    cli.run("thumb", photo, photo, code=USAGE)
    assert "--size" in cli.run("thumb", "--help").out
    for shell in ("bash", "zsh", "fish"):
        assert "thumb" in cli.run("completion", shell).out


def test_a_locked_folder_is_6(cli, server, owner, photo, tmp_path):
    vault = VaultFolder(server, owner, open=False)
    cli.run("thumb", f"{vault.path}/a.jpg", "-o", tmp_path / "out", code=FOLDER_PASSWORD)
    vault.delete()
