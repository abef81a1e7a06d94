"""The command line against a real server: signing in, names and paths, files on the server, prompts."""

import os
import shutil
import stat
import subprocess

import pytest

import cli_tools
from cli_tools import CLASH, CLI, FOLDER_PASSWORD, HARD_NAMES, INTERRUPTED, NOT_FOUND, SIGN_IN, UNREACHABLE, USAGE, OnTerminal
from conftest import MEMBERS
from hearth_client import Hearth
from hearth_server import OWNER, OWNER_PASSWORD, binary


@pytest.fixture
def cli(server, tmp_path):
    """The owner, signed in, with a folder of this test's own: `cli.folder`."""
    one = CLI(tmp_path / "state", server.address)
    one.login(OWNER, OWNER_PASSWORD)
    one.folder = f"~/cli-{tmp_path.name}"
    one.run("mkdir", one.folder)
    yield one
    one.run("rm", "-r", "-f", one.folder)


# -- signing in ----------------------------------------------------------------------------------------------------------


def test_login_area_logout(server, tmp_path):
    cli = CLI(tmp_path / "state", server.address)
    assert "sign in" in cli.run("ls", code=SIGN_IN).err.lower()
    cli.login(OWNER, "wrong", code=SIGN_IN)
    assert not (cli.home / "client.toml").exists() or "[area" not in (cli.home / "client.toml").read_text()
    made = cli.login(OWNER, OWNER_PASSWORD, "--name", "home", "--json").objects()[0]
    assert made["area"] == "home" and made["account"] == OWNER and made["current"] is True
    cli.login(*MEMBERS[0], "--name", "max")
    areas = {area["area"]: area for area in cli.json("area", "ls")["list"]}
    assert set(areas) == {"home", "max"} and areas["max"]["current"] and areas["home"]["signed_in"]
    cli.run("area", "use", "home")
    assert cli.json("ls")["list"] != cli.json("ls", "max:")["list"]
    assert cli.json("ls", extra={"HEARTH_AREA": "max"}) == cli.json("ls", "--area", "max") == cli.json("ls", "max:")
    cli.run("area", "rename", "max", "home", code=CLASH)
    cli.run("area", "rename", "max", "kid")
    cli.run("area", "use", "nobody", code=NOT_FOUND)
    for name in ("client.toml", "secrets.json"):
        assert stat.S_IMODE((cli.home / name).stat().st_mode) == 0o600, name
    assert "token" not in (cli.home / "client.toml").read_text()
    cli.run("logout", "kid")
    assert [area["area"] for area in cli.json("area", "ls")["list"]] == ["home"]
    cli.run("logout", "--all")
    cli.run("ls", code=SIGN_IN)


def test_a_token_that_ended_is_5(server, cli):
    client = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    for session in client.get("/sessions", base="/api/v1").ok()["list"]:
        if session["client"].startswith("hearth ("):
            client.request("DELETE", f"/sessions/{session['id']}", base="/api/v1").ok()
    error = cli.error("ls", code=SIGN_IN)
    assert error["kind"] == "sign_in_needed" and "hearth login" in error["hint"]
    cli.login(OWNER, OWNER_PASSWORD)
    cli.run("ls")


def test_token_by_variable_and_address(server, tmp_path):
    client = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    cli = CLI(tmp_path / "state", server.address)
    names = cli.json("ls", extra={"HEARTH_TOKEN": client.token, "HEARTH_AREA": cli.url})["list"]
    assert names and not (cli.home / "secrets.json").exists()
    cli.run("ls", code=SIGN_IN, extra={"HEARTH_AREA": cli.url})


def test_no_server_is_7(tmp_path):
    cli = CLI(tmp_path / "state", ("127.0.0.1", 9))
    cli.login(OWNER, OWNER_PASSWORD, code=UNREACHABLE)


def test_passwords_are_asked_on_a_terminal_only(server, tmp_path):
    cli = CLI(tmp_path / "state", server.address)
    cli.run("login", cli.url, "--account", OWNER, code=SIGN_IN)
    with_terminal = OnTerminal(cli, "login", cli.url, "--account", OWNER)
    with_terminal.expect("Password of olivia: ")
    with_terminal.type(OWNER_PASSWORD + "\n")
    shown = with_terminal.finish()
    assert OWNER_PASSWORD not in shown and "Signed in" in shown
    without = OnTerminal(cli, "login", cli.url, "--account", OWNER, "--no-input")
    without.finish(code=SIGN_IN)
    stopped = OnTerminal(cli, "login", cli.url, "--account", OWNER)
    stopped.expect("Password of olivia: ")
    stopped.type("\x03")
    stopped.finish(code=INTERRUPTED)


# -- names and paths -----------------------------------------------------------------------------------------------------


def test_roots_are_named_and_numbered(server, owner, cli):
    roots = cli.json("ls")["list"]
    personal = next(root for root in roots if root["kind"] == "personal")
    assert personal["path"] == owner.home()
    name = cli.folder[2:]
    for spelling in (cli.folder, f"{personal['remote']}/{name}", f"{personal['path']}/{name}", f"~//{name}/"):
        assert cli.json("stat", spelling)["path"] == f"{personal['path']}/{name}"
    plain = cli.run("ls").lines
    assert plain == [root["remote"] + "/" for root in roots]


def test_two_roots_of_one_name(server, owner, cli, tmp_path):
    max_cli = CLI(tmp_path / "max", server.address)
    max_cli.login(*MEMBERS[0])
    for number in (1, 2):
        cli.run("mkdir", "-p", f"{cli.folder}/{number}/Same")
        cli.run("put", "-", f"{cli.folder}/{number}/Same/file", data=str(number).encode())
        cli.run("share", "add", f"{cli.folder}/{number}/Same", MEMBERS[0][0])
    labels = [line for line in max_cli.run("ls").lines if line.startswith("Same")]
    assert len(labels) == 2 and all(line.startswith("Same~") for line in labels), labels
    assert {max_cli.run("cat", label + "file").out for label in labels} == {"1", "2"}
    assert "Same~" in max_cli.run("ls", "Same", code=CLASH).err
    cli.run("share", "end", f"{cli.folder}/1/Same")
    assert max_cli.run("cat", "Same/file").out == "2"
    max_cli.run("share", "end", "Same")
    max_cli.run("ls", "Same", code=NOT_FOUND)


@pytest.mark.parametrize("path", ["", ".", "..", "Family/../x", "/etc/passwd", "/s/0"])
def test_paths_that_are_none(cli, path):
    cli.run("ls", path, code=USAGE)


def test_a_tilde_that_the_shell_replaced_is_explained(cli):
    error = cli.error("ls", os.environ.get("HOME", "/root") + "/Photos", code=USAGE)
    assert "'~/…'" in error["hint"]


def test_hard_names_round_trip(cli, tmp_path):
    local = tmp_path / "names"
    local.mkdir()
    for name in HARD_NAMES:
        (local / name).write_bytes(name.encode())
        (local / (name + ".d")).mkdir()
        (local / (name + ".d") / name).write_bytes(name.encode() * 2)
    cli.run("put", local, cli.folder)
    there = f"{cli.folder}/names"
    assert sorted(entry["name"].encode() for entry in cli.json("ls", there)["list"]) == sorted(
        name.encode() for base in HARD_NAMES for name in (base, base + ".d"))
    cli.run("get", there, tmp_path / "back")
    for name in HARD_NAMES:
        assert (tmp_path / "back" / name).read_bytes() == name.encode()
        assert (tmp_path / "back" / (name + ".d") / name).read_bytes() == name.encode() * 2
        one = f"{there}/{name}"
        assert cli.json("stat", one)["name"] == name
        assert cli.run("cat", one).raw == name.encode()
        cli.run("get", one, tmp_path / "one")
        assert (tmp_path / "one").read_bytes() == name.encode()
        (tmp_path / "one").unlink()
    for name in HARD_NAMES:
        cli.run("rm", f"{there}/{name}")
        cli.run("rm", "-r", f"{there}/{name}.d")
    assert cli.json("ls", there)["list"] == []


def test_control_characters_do_not_reach_a_terminal(server, owner, cli):
    # The drive takes no such names; a program on its computer may have made one.
    name = "a\x1b[31mb"
    (server.on_disk(owner, cli.json("stat", cli.folder)["path"]) / name).write_bytes(b"x")
    assert name in cli.run("ls", cli.folder).out
    shown = OnTerminal(cli, "ls", cli.folder).finish()
    assert "\x1b[31m" not in shown and "\\u{1b}[31m" in shown


# -- files on the server -------------------------------------------------------------------------------------------------


def test_mkdir(cli):
    cli.run("mkdir", f"{cli.folder}/a/b", code=NOT_FOUND)
    cli.run("mkdir", "-p", f"{cli.folder}/a/b/c", f"{cli.folder}/a/b/c")
    cli.run("mkdir", f"{cli.folder}/a", code=CLASH)
    cli.run("put", "-", f"{cli.folder}/file", data=b"x")
    cli.run("mkdir", "-p", f"{cli.folder}/file", code=CLASH)
    assert [entry["remote"].split("/", 2)[2] for entry in cli.json("ls", "-R", cli.folder)["list"]] == ["a", "file", "a/b", "a/b/c"]


def test_rm(cli):
    cli.run("mkdir", "-p", f"{cli.folder}/a/b")
    cli.run("put", "-", f"{cli.folder}/file", data=b"x")
    cli.run("rm", f"{cli.folder}/a", code=USAGE)
    cli.run("rm", f"{cli.folder}/none", code=NOT_FOUND)
    cli.run("rm", "-f", f"{cli.folder}/none")
    cli.run("rm", "~", code=USAGE)
    assert "would delete" in cli.run("rm", "-n", "-r", f"{cli.folder}/a").out
    cli.run("rm", "-r", f"{cli.folder}/a", f"{cli.folder}/none", code=cli_tools.SOME_FAILED)
    assert [entry["name"] for entry in cli.json("ls", cli.folder)["list"]] == ["file"]
    asked = OnTerminal(cli, "rm", f"{cli.folder}/file")
    asked.expect("[y/N]")
    asked.type("n\n")
    asked.finish()
    assert cli.json("stat", f"{cli.folder}/file")["size"] == 1
    asked = OnTerminal(cli, "rm", f"{cli.folder}/file")
    asked.expect("[y/N]")
    asked.type("y\n")
    asked.finish()
    cli.run("stat", f"{cli.folder}/file", code=NOT_FOUND)


def test_cp_and_mv(cli):
    at = cli.folder
    cli.run("mkdir", "-p", f"{at}/a/sub", f"{at}/b")
    cli.run("put", "-", f"{at}/a/x", data=b"one")
    cli.run("cp", f"{at}/a/x", f"{at}/b/")
    assert cli.run("cat", f"{at}/b/x").out == "one"
    cli.run("cp", f"{at}/a/x", f"{at}/b/y")
    assert cli.run("cat", f"{at}/b/y").out == "one"
    cli.run("put", "-", f"{at}/a/x", data=b"two")
    cli.run("cp", f"{at}/a/x", f"{at}/b/y", code=CLASH)
    cli.run("cp", f"{at}/a/x", f"{at}/b", code=CLASH)
    cli.run("cp", "--on-conflict", "replace", f"{at}/a/x", f"{at}/b/y")
    assert cli.run("cat", f"{at}/b/y").out == "two"
    cli.run("mv", f"{at}/a/x", f"{at}/a/z")
    cli.run("mv", f"{at}/a/z", f"{at}/b/w")
    cli.run("mv", f"{at}/a/none", f"{at}/b/", code=NOT_FOUND)
    cli.run("mv", f"{at}/b/w", f"{at}/none/", code=NOT_FOUND)
    cli.run("mv", f"{at}/b/w", f"{at}/b/y", f"{at}/b/x", code=USAGE)
    cli.run("cp", f"{at}/b", f"{at}/a/copy")
    assert sorted(entry["name"] for entry in cli.json("ls", f"{at}/a/copy")["list"]) == ["w", "x", "y"]
    cli.run("mv", f"{at}/a", f"{at}/a/sub/", code=CLASH)
    cli.run("mv", f"{at}/a/sub", f"{at}/a/copy", f"{at}/b/")
    assert sorted(entry["name"] for entry in cli.json("ls", f"{at}/b")["list"]) == ["copy", "sub", "w", "x", "y"]


def test_cat_ranges(cli):
    text = bytes(range(256)) * 8
    cli.run("put", "-", f"{cli.folder}/f", data=text)
    one = f"{cli.folder}/f"
    for arguments, part in [
        ([], text), (["--range", "0-9"], text[:10]), (["--range", "2000-"], text[2000:]), (["--range=-5"], text[-5:]),
        (["--offset", "1K"], text[1024:]), (["--offset", "10", "--count", "3"], text[10:13]), (["--count", "4"], text[:4]),
        (["--tail", "7"], text[-7:]), (["--range", "0-99999"], text),
    ]:
        assert cli.run("cat", *arguments, one).raw == part, arguments
    cli.run("cat", "--range", "5-1", one, code=USAGE)
    cli.run("cat", "--tail", "1", "--count", "1", one, code=USAGE)
    cli.run("cat", f"{cli.folder}/none", code=NOT_FOUND)


def test_output_that_is_cut_off_is_not_done(cli):
    cli.run("put", "-", f"{cli.folder}/f", data=b"x" * 100_000)
    for command in (["cat", f"{cli.folder}/f"], ["get", f"{cli.folder}/f", "-"], ["ls", cli.folder], ["man", "put"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [str(binary()), *command], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, env=cli.environment(), timeout=120)
        assert done.returncode == cli_tools.NO_SPACE and b"standard output" in done.stderr, (command, done)


def test_tree_du_and_long_lists(cli):
    cli.run("mkdir", "-p", f"{cli.folder}/a/b")
    cli.run("put", "-", f"{cli.folder}/a/b/日本.txt", data=b"x" * 2000)
    cli.run("put", "-", f"{cli.folder}/z", data=b"")
    assert [line.strip() for line in cli.run("tree", cli.folder).lines[1:4]] == ["├── a/", "│   └── b/", "│       └── 日本.txt"]
    assert cli.run("tree", "-L", "1", "-d", cli.folder).lines[1] == "└── a/"
    counts = {row["remote"].split("/", 1)[1]: row for row in cli.json("du", "-d", "1", cli.folder)["list"]}
    assert counts[cli.folder[2:]] | {"remote": 0} == {"remote": 0, "bytes": 2000, "files": 2, "folders": 2}
    assert counts[cli.folder[2:] + "/a"]["bytes"] == 2000
    line = cli.run("ls", "-l", cli.folder).lines[-1]
    assert line.startswith("-rwd") and line.endswith(" z") and " 0 B " in line
    assert cli.run("ls", "-l", "-b", f"{cli.folder}/a/b").lines[0].split()[1] == "2000"


def test_encrypted_folders(server, cli):
    made = cli.json("folder", "add", "--encrypted", "--password-file", "-", "Vault", data=b"geheim123")
    assert made["recovery_key"].count("-") >= 10
    try:
        assert cli.error("ls", "Vault", code=FOLDER_PASSWORD)["kind"] == "folder_password"
        cli.run("unlock", "Vault", code=FOLDER_PASSWORD)
        cli.run("unlock", "Vault", "--password-file", "-", data=b"wrong123", code=FOLDER_PASSWORD)
        assert cli.json("unlock", "Vault", "--password-file", "-", data=b"geheim123")["until"] > 0
        cli.run("put", "-", "Vault/secret", data=b"s" * 100_000)
        assert cli.run("cat", "Vault/secret").raw == b"s" * 100_000
        cli.run("put", "-", "Vault/nothing", data=b"")
        assert cli.json("stat", "Vault/nothing")["size"] == 0
        assert [row["name"] for row in cli.json("unlock")["list"]] == ["Vault"]
        assert "geheim123" not in (cli.home / "secrets.json").read_text()
        cli.run("lock", "Vault")
        cli.run("cat", "Vault/secret", code=FOLDER_PASSWORD)
        cli.run("put", binary(), "Vault/", code=FOLDER_PASSWORD)
        (cli.home / "old").write_text("geheim123")
        cli.run("folder", "password", "Vault", "--old-password-file", cli.home / "old", "--password-file", "-", data=b"anders456")
        cli.run("unlock", "Vault", "--password-file", "-", data=b"anders456")
        assert cli.run("cat", "--tail", "3", "Vault/secret").raw == b"sss"
        cli.run("lock", "--all")
    finally:
        cli.run("folder", "rm", "--yes", "Vault")
    cli.run("ls", "Vault", code=NOT_FOUND)


# -- the program ---------------------------------------------------------------------------------------------------------


def test_help_and_usage(cli):
    text = cli.run("--help").out
    for part in ("Files:", "On the server itself:", "Exit codes:", "serve", "put"):
        assert part in text
    assert cli.run("help", "put").out == cli.run("put", "--help").out
    assert "did you mean 'put'" in cli.run("putt", code=USAGE).err
    assert cli.error("put", code=USAGE)["kind"] == "usage"
    assert cli.run("--version").out == cli.run("version").out


def test_pool_and_folder_belong_to_both_sides(server, cli, tmp_path):
    listed = cli.run("pool", "list").out
    assert "_default_" in listed
    by_server = cli.run("pool", "list", "--data", server.data).out
    assert "_default_" in by_server and by_server != listed
    assert cli.run("folder", "list", "--data", server.data).out
    nobody = CLI(tmp_path / "nobody", server.address, {"HEARTH_SERVER_DATA": str(tmp_path / "nothing")})
    nobody.run("pool", "ls", code=SIGN_IN)
    nobody.variables["HEARTH_SERVER_DATA"] = str(server.data)
    assert nobody.run("pool", "ls").lines[0] == by_server.splitlines()[0]
    nobody.run("serve", "--json", code=USAGE)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(cli, tmp_path, shell):
    script = tmp_path / "script"
    script.write_bytes(cli.run("completion", shell).raw)
    if shutil.which(shell):
        assert subprocess.run([shell, "-n", script], capture_output=True).stderr == b""
    cli.run("completion", "tcsh", code=USAGE)


def test_completion_of_remote_names(cli):
    cli.run("mkdir", f"{cli.folder}/Holiday")
    cli.run("put", "-", f"{cli.folder}/Hello there", data=b"x")
    assert sorted(cli.run("__complete", "remote", f"{cli.folder}/H").lines) == [f"{cli.folder}/Hello there", f"{cli.folder}/Holiday/"]
    assert cli.run("__complete", "--shell", "bash", "remote", "--", f"{cli.folder}/Hello\\ th").lines == [f"{cli.folder}/Hello there"]
    assert "~/" in cli.run("__complete", "remote", "").lines
    assert cli.run("__complete", "member", OWNER[:3]).lines == [OWNER]
    assert cli.run("__complete", "nonsense", "x").out == ""


def test_manual(cli, tmp_path):
    pages = tmp_path / "man1"
    pages.mkdir()
    count = cli.json("man", "--all", pages)["pages"]
    assert count == len(list(pages.iterdir())) > 25
    assert (pages / "hearth-put.1").read_bytes() == cli.run("man", "put").raw
    for tool in (["mandoc", "-T", "lint", "-W", "warning"], ["groff", "-man", "-ww", "-z"]):
        if shutil.which(tool[0]):
            done = subprocess.run([*tool, *sorted(map(str, pages.iterdir()))], capture_output=True, text=True)
            complaints = [line for line in (done.stdout + done.stderr).splitlines() if "missing date" not in line and "TH" not in line]
            assert complaints == [], complaints[:10]


def test_chinese(cli):
    assert cli.run("ls", "nichts", code=NOT_FOUND, extra={"HEARTH_LANG": "zh_CN.UTF-8"}).err.startswith("错误：")
    assert cli.run("ls", "nichts", "--lang", "zh", code=NOT_FOUND).err.startswith("错误：")
