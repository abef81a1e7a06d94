"""`hearth backup` with the real program and a real server."""

import os
import signal
import stat

import pytest
from client_tools import Client, contents, events, forget_unborn, summary, write
from tools import MIB, seeded, wait_until


@pytest.fixture
def client(server, owner, tmp_path):
    return Client(tmp_path / "state", server.address)


@pytest.fixture
def camera(tmp_path):
    random = seeded("camera")
    top = tmp_path / "camera"
    write(top / "2024/a.JPG", random.randbytes(5_000))
    write(top / "2024/b.mp4", random.randbytes(9_000))
    write(top / "2025/c.jpg", random.randbytes(7_000))
    write(top / "notes.txt", random.randbytes(100))
    return top


def files(top):
    """Bytes by path, without times."""
    return {path: found[0] for path, found in contents(top).items() if found}


def test_contents_are_sent_once(client, camera, folder, disk):
    added = client.json("backup", "add", camera, "--to", folder)[0]
    assert added["local"] == str(camera) and added["types"] == []
    assert client.json("backup", "ls")[0]["list"][0]["id"] == added["id"]
    first = summary(client.json("backup", "run"))
    assert (first["sent"], first["known"], first["hashed"]) == (4, 0, 4)
    assert contents(disk) == contents(camera)
    second = summary(client.json("backup", "run"))
    assert (second["sent"], second["known"], second["hashed"]) == (0, 4, 0), "unchanged files are not read"
    # renamed and moved: read again at most, never sent again
    os.rename(camera / "2024/a.JPG", camera / "renamed.jpg")
    os.rename(camera / "2025", camera / "moved")
    third = summary(client.json("backup", "run"))
    assert (third["sent"], third["known"], third["hashed"]) == (0, 4, 2)
    # nothing is deleted, and a changed file comes beside its older version
    before = files(disk)
    (camera / "2024/b.mp4").unlink()
    write(camera / "notes.txt", b"changed")
    fourth = summary(client.json("backup", "run"))
    assert fourth["sent"] == 1 and fourth["failed"] == 0
    after = files(disk)
    assert before.items() <= after.items() and b"changed" in after.values()
    status = client.json("backup", "status")[0]
    assert status["list"][0]["sent"] == 1 and status["list"][0]["last_run"] > 0 and status["service"] is False


def test_another_machine_sends_only_what_is_new(client, camera, server, folder, disk, tmp_path):
    client.json("backup", "add", camera, "--to", folder)
    client.json("backup", "run")
    other = Client(tmp_path / "other", server.address)
    write(camera / "new.jpg", b"new")
    other.json("backup", "add", camera, "--to", folder)
    found = summary(other.json("backup", "run"))
    assert (found["sent"], found["known"]) == (1, 4)


def test_kinds_links_and_failures(client, camera, folder, disk, tmp_path):
    (camera / "link.jpg").symlink_to(camera / "2024/a.JPG")
    (camera / "out").symlink_to(tmp_path)
    client.json("backup", "add", camera, "--to", folder, "--type", "photo", "--type", "video")
    assert summary(client.json("backup", "run"))["sent"] == 3
    assert sorted(files(disk)) == [b"2024/a.JPG", b"2024/b.mp4", b"2025/c.jpg"]
    number = str(client.json("backup", "ls")[0]["list"][0]["id"])
    assert client.run("backup", "rm", number).returncode == 0
    assert client.run("backup", "rm", number).returncode == 3
    assert client.run("backup", "run").returncode == 3
    assert len(files(disk)) == 3
    assert client.run("backup", "add", camera).returncode == 2
    assert client.run("backup", "add", tmp_path / "nowhere", "--to", folder).returncode == 3
    write(tmp_path / "gone/x", b"x")
    client.json("backup", "add", tmp_path / "gone", "--to", folder)
    (tmp_path / "gone/x").unlink()
    (tmp_path / "gone").rmdir()
    assert client.run("backup", "run").returncode == 3


def test_killed_in_the_middle_it_goes_on(client, server, owner, folder, disk, tmp_path):
    random = seeded("backup-kill")
    here = tmp_path / "many"
    for number in range(80):
        write(here / f"{number}.jpg", random.randbytes(3_000))
    write(here / "film.mp4", random.randbytes(30 * MIB))
    client.json("backup", "add", here, "--to", folder)
    run = client.start("backup", "run", "--bwlimit", "12M")
    try:
        wait_until(lambda: len(files(disk)) > 5, 60, "some files")
        wait_until(lambda: any(server.leftovers()), 60, "an upload under way")
    finally:
        run.kill()
        run.communicate()
    assert run.returncode == -signal.SIGKILL
    done = summary(client.json("backup", "run"))
    assert done["failed"] == 0 and done["known"] > 0 and done["hashed"] == 0
    assert contents(disk) == contents(here), "nothing twice, nothing missing"
    assert client.json("transfers", "ls")[0]["list"] == [], "nothing is left in the queue"
    forget_unborn(server, owner)


def test_watching(client, camera, folder, disk):
    client.json("backup", "add", camera, "--to", folder)
    run = client.start("backup", "run", "--watch", "--every", "1h")
    try:
        wait_until(lambda: len(files(disk)) == 4, 60, "what was there")
        (camera / "2026/new/deep").mkdir(parents=True)
        (camera / "2026/new/deep/d.jpg").write_bytes(b"later")
        (camera / "at-the-top.jpg").write_bytes(b"top")
        wait_until(lambda: {b"later", b"top"} <= set(files(disk).values()), 60, "what came later")
        # a folder with content that is moved in from elsewhere
        outside = camera.parent / "outside"
        write(outside / "x/y.jpg", b"moved in")
        os.rename(outside, camera / "inside")
        wait_until(lambda: files(disk).get(b"inside/x/y.jpg") == b"moved in", 60, "what was moved in")
        # a file that grows is sent when it rests
        with open(camera / "growing.bin", "wb", buffering=0) as file:
            for number in range(4):
                file.write(b"%d" % number * 1000)
                write(camera / f"marker{number}", b"marker %d" % number)
                wait_until(lambda: (b"marker%d" % number) in files(disk), 60, "a marker")
        wait_until(lambda: b"growing.bin" in files(disk), 60, "the file that grew")
        wait_until(lambda: (camera / "growing.bin").read_bytes() in files(disk).values(), 60, "the whole of it")
    finally:
        run.send_signal(signal.SIGTERM)
        output, _ = run.communicate(timeout=60)
    assert run.returncode == 130 and b"watching" in output


def test_the_service(client, camera, folder, tmp_path):
    tools = tmp_path / "bin"
    tools.mkdir()
    fake = tools / "systemctl"
    fake.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n')
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    configuration = tmp_path / "config"
    surroundings = {"XDG_CONFIG_HOME": str(configuration), "PATH": f"{tools}:{os.environ['PATH']}"}
    done = client.json("backup", "install", "--every", "30m", **surroundings)[0]
    unit = configuration / "systemd/user/hearth-backup.service"
    assert done == {"installed": str(unit), "enabled": True}
    assert (tmp_path / "calls").read_text().splitlines() == ["--user daemon-reload", "--user enable --now hearth-backup.service"]
    text = unit.read_text()
    assert 'backup run --watch --no-input --every "30m"' in text and f'"HEARTH_HOME={client.home}"' in text
    assert client.json("backup", "status", **surroundings)[0]["service"] is True
    fake.write_text("#!/bin/sh\nexit 1\n")
    told = client.run("backup", "install", **surroundings)
    assert told.returncode == 0 and "systemctl --user enable --now" in told.stderr
    client.json("backup", "uninstall", **surroundings)
    assert not unit.exists() and client.run("backup", "uninstall", **surroundings).returncode == 3
