"""Several files as one ZIP or tar: what programs that unpack say, names, rights, failures in the middle, memory."""

import http.client
import io
import os
import shutil
import subprocess
import tarfile
import time
import urllib.parse
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest
import wire_codes as code
from hearth_client import BASES, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD
from tools import GIB, MIB, as_bytes, need_tool, tree, wait_until

FORMATS = ["zip", "tar"]


def target(paths, ticket=None, **query):
    if ticket:
        return ticket
    pairs = [("path", as_bytes(path)) for path in ([paths] if isinstance(paths, str) else paths)]
    return "/archive?" + urllib.parse.urlencode(pairs + list(query.items()))


def fetch(client, paths, **query):
    """The whole answer in memory."""
    return client.request("GET", target(paths, **query), base=V1)


def save(client, at, paths, **query):
    """Streams an archive into a file, with holes where there are zeros, and returns the seconds it took."""
    start = time.monotonic()
    response = client.open("GET", target(paths, **query), base=V1, timeout=300)
    assert response.status == 200, response.read()
    zeros = bytes(MIB)
    with open(at, "wb") as file:
        while piece := response.read(MIB):
            if piece == zeros:
                file.seek(MIB, os.SEEK_CUR)
            else:
                file.write(piece)
        file.truncate()
    return time.monotonic() - start


def seven_zip():
    found = shutil.which("7z") or shutil.which("7zz")
    if found is None:
        pytest.skip("7z is not installed")
    return found


def run(*command):
    done = subprocess.run(command, capture_output=True, timeout=300)
    assert done.returncode == 0, f"{command}: {done.stdout[-1000:]} {done.stderr[-1000:]}"
    return done.stdout


def check(at):
    """Every program that there is must find the archive in order."""
    if str(at).endswith(".zip"):
        need_tool("unzip")
        run("unzip", "-tqq", str(at))
        run("python3", "-m", "zipfile", "-t", str(at))
        run(seven_zip(), "t", str(at))
    else:
        run("tar", "-tf", str(at))
        run(seven_zip(), "t", str(at))
    if shutil.which("bsdtar"):
        run("bsdtar", "-tf", str(at))


def zipped(reply):
    assert reply.status == 200 and reply.header("content-type") == "application/zip", reply
    return zipfile.ZipFile(io.BytesIO(reply.body))


def tarred(reply):
    assert reply.status == 200 and reply.header("content-type") == "application/x-tar", reply
    return tarfile.open(fileobj=io.BytesIO(reply.body))


@pytest.fixture
def filled(folder, disk):
    (disk / "sub/deeper").mkdir(parents=True)
    (disk / "empty").mkdir()
    for name, content in (("a.txt", b"alpha"), ("b", b""), ("sub/c.bin", os.urandom(300_000)), ("sub/deeper/d", b"d" * 70_000)):
        (disk / name).write_bytes(content)
    return folder


@pytest.mark.parametrize("format", FORMATS)
def test_what_comes_out_is_what_is_there(owner, filled, disk, tmp_path, format):
    at = tmp_path / f"a.{format}"
    save(owner, at, filled, format=format)
    check(at)
    run(*(["unzip", "-q", str(at), "-d", str(tmp_path)] if format == "zip" else ["tar", "-xf", str(at), "-C", str(tmp_path)]))
    assert tree(tmp_path / os.path.basename(filled)) == tree(disk)


def test_headers(owner, filled):
    reply = fetch(owner, filled)
    assert reply.header("content-disposition").startswith("attachment; ") and os.path.basename(filled) + ".zip" in reply.header("content-disposition")
    assert reply.header("x-content-type-options") == "nosniff" and "sandbox" in reply.header("content-security-policy")
    assert reply.header("cross-origin-resource-policy") == "same-origin" and "no-store" in reply.header("cache-control")
    assert int(reply.header("content-length")) == len(reply.body), "cheap to know for a few entries"
    named = fetch(owner, filled, name="Ferien «2024»", format="tar")
    assert "filename*=UTF-8''Ferien%20%C2%AB2024%C2%BB.tar" in named.header("content-disposition")
    assert ".zip.zip" not in fetch(owner, filled, name="x.zip").header("content-disposition")


@pytest.mark.parametrize("format", FORMATS)
def test_head_has_no_body(owner, filled, format):
    head = owner.request("HEAD", target(filled, format=format), base=V1)
    assert head.status == 200 and head.body == b""
    assert int(head.header("content-length")) == len(fetch(owner, filled, format=format).body)


def test_the_token_may_stand_in_the_query(owner, visitor, filled):
    assert zipped(visitor.request("GET", target(filled, **{"scope-token": owner.token}), base=V1)).testzip() is None
    fetch(visitor, filled).refused(code.UNAUTHORISED)


def test_files_directories_and_roots_together(owner, filled):
    reply = fetch(owner, [f"{filled}/a.txt", f"{filled}/sub", f"{filled}/a.txt"])
    archive = zipped(reply)
    assert archive.namelist() == ["a.txt", "sub/", "sub/deeper/", "sub/deeper/d", "sub/c.bin"]
    assert archive.read("a.txt") == b"alpha"
    assert os.path.basename(filled) + ".zip" in reply.header("content-disposition"), "called after what holds them"
    root = "/".join(filled.split("/")[:3])
    names = zipped(fetch(owner, root)).namelist()
    label = next(item["name"] for item in owner.list("/").items() if item["path"] == root)
    assert names[0] == label + "/" and all(name.startswith(label + "/") for name in names)


def test_equal_names_from_different_folders_stay_apart(owner, folder, disk):
    for number in range(3):
        (disk / f"d{number}").mkdir()
        (disk / f"d{number}/x.txt").write_bytes(b"%d" % number)
    (disk / "x(1).txt").write_bytes(b"own")
    archive = zipped(fetch(owner, [f"{folder}/d0/x.txt", f"{folder}/d1/x.txt", f"{folder}/x(1).txt", f"{folder}/d2/x.txt"]))
    assert {name: archive.read(name) for name in archive.namelist()} == {"x.txt": b"0", "x(1).txt": b"1", "x(1)(1).txt": b"own", "x(2).txt": b"2"}


NAMES = ["90%hello", "%41", "#1", "a+b", "q?x", "it's", 'd"q', "💫", "&amp;", "日本", "ü", "u\u0308", "A", "A.", "A ", " A", "CON", "aux.txt",
         "-rf", "new\nline", "tab\t", "n" * 255, "語" * 85, "...", "a:b", "C:x", "%5C", "a%5Cb"]


@pytest.mark.parametrize("format", FORMATS)
def test_names_of_every_kind_come_through(owner, folder, disk, tmp_path, format):
    for name in NAMES:
        (disk / name).write_bytes(name.encode())
    at = tmp_path / f"n.{format}"
    save(owner, at, folder, format=format)
    check(at)
    top = os.path.basename(folder)
    if format == "zip":
        archive = zipfile.ZipFile(at)
        found = {name: archive.read(name) for name in archive.namelist()}
    else:
        archive = tarfile.open(at)
        found = {entry.name: archive.extractfile(entry).read() if entry.isfile() else b"" for entry in archive}
        found = {name + ("/" if name == top else ""): content for name, content in found.items()}
    assert found == {f"{top}/{name}": name.encode() for name in NAMES} | {f"{top}/": b""}


@pytest.mark.parametrize("format", FORMATS)
def test_a_backslash_never_becomes_a_path(owner, folder, disk, format):
    contents = {"a\\b": b"1", "a%5Cb": b"2", "a%255Cb": b"3", "..\\..\\up": b"4", "\\": b"5", "C:\\x": b"6", "%\\": b"7"}
    for name, content in contents.items():
        (disk / name).write_bytes(content)
    (disk / "dir\\ectory").mkdir()
    (disk / "dir\\ectory/in\\side").write_bytes(b"8")
    if format == "zip":
        archive = zipped(fetch(owner, folder))
        names = archive.namelist()
        found = sorted(archive.read(name) for name in names if not name.endswith("/"))
    else:
        archive = tarred(fetch(owner, folder, format="tar"))
        names = archive.getnames()
        found = sorted(archive.extractfile(entry).read() for entry in archive if entry.isfile())
    assert not any("\\" in name or ".." in name.split("/") or name.startswith("/") for name in names), names
    assert len(set(names)) == len(names) and found == [b"%d" % number for number in range(1, 9)]


def test_a_drive_letter_at_the_top_is_no_absolute_path(owner, folder, disk):
    (disk / "C:").mkdir()
    (disk / "C:/x").write_bytes(b"1")
    assert zipped(fetch(owner, f"{folder}/C:")).namelist() == ["C%3A/", "C%3A/x"]


def test_names_that_are_not_utf8(owner, folder, disk, tmp_path):
    at = os.fsencode(disk)
    for name in (b"caf\xe9", b"\xff\\", b"%E9\xff", b"x" * 200 + b"\xfe"):
        with open(os.path.join(at, name), "wb") as file:
            file.write(name)
    archive = zipped(fetch(owner, folder))
    assert archive.testzip() is None
    names = [name.split("/")[1] for name in archive.namelist()[1:]]
    assert sorted(names) == sorted(["caf%E9", "%FF%5C", "%25E9%FF", "x" * 200 + "%FE"])
    tar = tmp_path / "x.tar"
    save(owner, tar, folder, format="tar")
    run("tar", "-xf", str(tar), "-C", str(tmp_path))
    unpacked = os.path.join(os.fsencode(tmp_path), os.path.basename(folder).encode())
    assert sorted(os.listdir(unpacked)) == sorted([b"caf\xe9", b"\xff%5C", b"%E9\xff", b"x" * 200 + b"\xfe"])


def test_links_and_special_files(owner, folder, disk):
    (disk / "file").write_bytes(b"inside")
    (disk / "dir").mkdir()
    (disk / "dir/x").write_bytes(b"x")
    os.mkfifo(disk / "pipe")
    for name, leads in (("out", "/etc/passwd"), ("nowhere", "none"), ("in", "file"), ("around", ".."), ("to-dir", "dir")):
        os.symlink(leads, disk / name)
    archive = zipped(fetch(owner, folder))
    names = {name.split("/", 1)[1] for name in archive.namelist()} - {""}
    assert names == {"file", "in", "dir/", "dir/x", "to-dir/"} | ({"around/"} & names)
    assert archive.read(f"{os.path.basename(folder)}/in") == b"inside"
    fetch(owner, f"{folder}/out").refused(code.NO_SUCH_FILE)
    assert fetch(owner, f"{folder}/pipe").code in (code.ILLEGAL_PATH, code.NO_SUCH_FILE)


@pytest.mark.parametrize("seconds", [0, 1, 1565237893, 1565237894, -86_400, 2**31 + 5, 4_200_000_000])
def test_times(owner, folder, disk, tmp_path, seconds):
    (disk / "f").write_bytes(b"1")
    os.utime(disk / "f", ns=(seconds * 10**9 + 123_456_789,) * 2)
    (disk / "d").mkdir()
    os.utime(disk / "d", (seconds, seconds))
    for format in FORMATS:
        at, into = tmp_path / f"t.{format}", tmp_path / format
        into.mkdir()
        save(owner, at, [f"{folder}/f", f"{folder}/d"], format=format)
        if format == "tar":
            run("tar", "-xf", str(at), "-C", str(into))
        else:
            # unzip knows 32 bits only; 7z knows more.
            run(*(["unzip", "-q", str(at), "-d", str(into)] if 0 <= seconds < 2**31 else [seven_zip(), "x", f"-o{into}", str(at)]))
        assert os.stat(into / "f").st_mtime_ns // 10**9 == seconds, format
        assert int(os.stat(into / "d").st_mtime) == seconds, format
        if format == "tar":
            assert os.stat(into / "f").st_mtime_ns % 10**9 == 123_456_789


# -- refusals ------------------------------------------------------------------------------------------------------------


def test_refusals(owner, folder, filled):
    owner.request("GET", "/archive", base=V1).refused(code.ILLEGAL_PARAMETER)
    for query in ({"format": "rar"}, {"format": "ZIP"}):
        fetch(owner, filled, **query).refused(code.ILLEGAL_PARAMETER)
    fetch(owner, "/").refused(code.ILLEGAL_PATH)
    fetch(owner, f"{filled}/../x").refused(code.ILLEGAL_PATH)
    fetch(owner, "s/1").refused(code.ILLEGAL_PATH)
    fetch(owner, [filled, f"{filled}/none"]).refused(code.NO_SUCH_FILE)
    fetch(owner, filled, name="a/b").refused(code.FORBIDDEN_NAME)
    fetch(owner, filled, name="a\nb").refused(code.FORBIDDEN_NAME)
    fetch(owner, filled, name="n" * 256).refused(code.NAME_TOO_LONG)
    owner.json("POST", "/archives", {}, base=V1).refused(code.BAD_REQUEST)
    owner.json("POST", "/archives", {"paths": []}, base=V1).refused(code.ILLEGAL_PARAMETER)
    owner.json("POST", "/archives", {"paths": [f"{filled}/none"]}, base=V1).refused(code.NO_SUCH_FILE)
    for base in BASES[1:]:
        assert owner.request("GET", target(filled), base=base).code != 0, "only where the true status can be told"


def test_other_peoples_files(owner, member, filled):
    """Every path is checked before the first byte; foreign and missing roots say the same."""
    foreign = fetch(member, filled).refused(code.NO_AUTHORISATION_ON_PATH)
    assert foreign.body == fetch(member, "/s/2147483647/x").refused(code.NO_AUTHORISATION_ON_PATH).body
    fetch(member, [member.home(), f"{filled}/a.txt"]).refused(code.NO_AUTHORISATION_ON_PATH)
    member.json("POST", "/archives", {"paths": [filled]}, base=V1).refused(code.NO_AUTHORISATION_ON_PATH)


def test_a_shared_folder_with_read_alone(owner, member, filled):
    """What the receiver may read he may take along, for as long as he may read it."""
    owner.json("POST", "/shares", {"to_users": [member.user_id], "paths": [filled], "read": 1}).ok()
    shared = next(item for item in member.get("/shares").items() if item["name"] == os.path.basename(filled))
    archive = zipped(fetch(member, shared["path"]))
    assert archive.testzip() is None and f"{os.path.basename(filled)}/sub/c.bin" in archive.namelist()
    data = issue(member, [shared["path"] + "/sub"])
    assert zipped(member.get(data["url"], base="")).namelist() == ["sub/", "sub/deeper/", "sub/deeper/d", "sub/c.bin"]
    owner.request("DELETE", f"/shares/{shared['share_id']}").ok()
    member.get(data["url"], base="").refused(code.NO_AUTHORISATION_ON_PATH)
    fetch(member, shared["path"]).refused(code.NO_AUTHORISATION_ON_PATH)


# -- tickets ---------------------------------------------------------------------------------------------------------


def issue(client, paths, **fields):
    data = client.json("POST", "/archives", {"paths": paths} | fields, base=V1).ok()
    assert data["url"] == f"{V1}/archives/{data['archive_id']}" and len(data["archive_id"]) == 43
    return data


def test_a_ticket_needs_no_token_and_works_more_than_once(owner, visitor, filled, server):
    data = issue(owner, [filled, {"href": filled + "/sub"}], format="zip", name="both")
    assert 590 <= data["expires"] - time.time() <= 601
    for _ in range(2):
        reply = visitor.get(data["url"], base="")
        assert zipped(reply).testzip() is None and "both.zip" in reply.header("content-disposition")
    head = visitor.request("HEAD", data["url"], base="")
    assert head.status == 200 and head.body == b"" and int(head.header("content-length")) == len(reply.body)
    assert data["archive_id"] not in server.logs() and owner.token not in server.logs()


@pytest.mark.parametrize("id", ["x", "A" * 43, "A" * 5000, "%00", "..", "1"])
def test_unknown_tickets(visitor, id):
    assert visitor.get(f"/archives/{id}", base=V1).code in (code.NO_SUCH_FILE, code.NOT_FOUND)


def test_a_ticket_ends_with_its_session(server, visitor, filled):
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    data = issue(me, [filled])
    assert visitor.get(data["url"], base="").status == 200
    me.request("DELETE", "/sessions", base=V1).ok()
    visitor.get(data["url"], base="").refused(code.NO_SUCH_FILE)


def test_a_ticket_gives_what_its_maker_may_read_then(owner, visitor, filled, disk):
    data = issue(owner, [f"{filled}/a.txt"])
    (disk / "a.txt").unlink()
    visitor.get(data["url"], base="").refused(code.NO_SUCH_FILE)


def test_tickets_expire_and_survive_a_restart(make_server, tmp_path):
    server = make_server(start=False)
    (server.data / "config.toml").write_text("[archives]\nlink_seconds = 2\n")
    server.start()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    me.upload(f"{me.home()}/f", b"x").ok()
    data = issue(me, [f"{me.home()}/f"])
    server.restart()
    stranger = Hearth(server.address)
    first = stranger.get(data["url"], base="")
    assert first.status == 200 or time.time() >= data["expires"]
    wait_until(lambda: time.time() > data["expires"] + 0.1, what="the end of the ticket")
    stranger.get(data["url"], base="").refused(code.NO_SUCH_FILE)


# -- failures in the middle ----------------------------------------------------------------------------------------------


def start_reading(client, path, count=MIB, **query):
    response = client.open("GET", target(path, **query), base=V1)
    assert response.status == 200
    return response, response.read(count)


def must_break(response):
    with pytest.raises((http.client.IncompleteRead, ConnectionError)):
        while response.read(1 << 20):
            pass
        if response.length:
            raise http.client.IncompleteRead(b"")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("entries", [1, 1_200])
@pytest.mark.parametrize("change", ["shorter", "longer", "touched"])
def test_a_file_that_changes_while_it_is_sent_cuts_the_connection(owner, folder, disk, server, format, entries, change):
    big = disk / "0big"
    with open(big, "wb") as file:
        file.truncate(256 * MIB)
    for number in range(entries - 1):
        (disk / f"f{number}").write_bytes(b"1")
    client = owner.at()
    response, _ = start_reading(client, folder, format=format)
    assert (response.getheader("content-length") is None) == (entries > 1_000)
    if change == "touched":
        os.utime(big, (5, 5))
    else:
        os.truncate(big, MIB * (100 if change == "shorter" else 300))
    must_break(response)
    client.close()
    assert owner.get("/health", base=V1).status == 200 and "an archive was cut off" in server.logs()


@pytest.mark.parametrize("entries", [1, 1_200])
@pytest.mark.parametrize("what", ["file", "directory"])
def test_what_was_seen_and_goes_before_its_turn_cuts_the_connection(owner, folder, disk, entries, what):
    """Its whole folder may be on its way to another disk: leaving it out would look like a whole archive."""
    with open(disk / "0big", "wb") as file:
        file.truncate(256 * MIB)
    for number in range(entries - 1):
        (disk / f"f{number}").write_bytes(b"1")
    (disk / "2").write_bytes(b"1")
    client = owner.at()
    response, _ = start_reading(client, folder)
    if what == "file":
        (disk / "2").unlink()
    else:
        os.rename(disk, disk.parent / "gone away")
        os.rename(disk.parent / "gone away", disk.parent / "gone further")
    must_break(response)
    client.close()
    if what == "directory":
        os.rename(disk.parent / "gone further", disk)


def test_a_client_that_hangs_up_costs_nothing(owner, folder, disk, server):
    with open(disk / "big", "wb") as file:
        file.truncate(GIB)
    for _ in range(5):
        client = owner.at()
        start_reading(client, folder)
        client.close()
    wait_until(lambda: not any(str(disk) in os.path.realpath(f"/proc/{server.pid}/fd/{number}") and "big" in os.path.realpath(f"/proc/{server.pid}/fd/{number}")
                               for number in os.listdir(f"/proc/{server.pid}/fd")), what="the file being closed")


# -- size ----------------------------------------------------------------------------------------------------------------


@pytest.mark.alone
@pytest.mark.timeout(600)
def test_a_five_gibibyte_file(make_server, tmp_path):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    me.mkdir(f"{me.home()}/d").ok()
    disk = server.on_disk(me, f"{me.home()}/d")
    with open(disk / "sparse", "wb") as file:
        file.truncate(5 * GIB)
        file.seek(3 * GIB)
        file.write(b"in the middle")
    (disk / "zbehind").write_bytes(b"after 4 GiB")
    idle = server.settled_resident()
    for format in FORMATS:
        at = tmp_path / f"big.{format}"
        seconds = save(me, at, f"{me.home()}/d", format=format)
        print(f"{format}: {5 * 1024 / seconds:.0f} MiB/s, rise {(server.resident() - idle) / MIB:.1f} MiB")
        check(at)
        if format == "zip":
            with zipfile.ZipFile(at) as archive:
                assert archive.getinfo("d/sparse").file_size == 5 * GIB and archive.read("d/zbehind") == b"after 4 GiB"
        else:
            with tarfile.open(at) as archive:
                assert archive.getmember("d/sparse").size == 5 * GIB
        at.unlink()


@pytest.mark.slow
def test_seventy_thousand_entries(make_server, tmp_path):
    server = make_server()
    me = Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)
    me.mkdir(f"{me.home()}/many").ok()
    disk = server.on_disk(me, f"{me.home()}/many")
    for part in range(7):
        (disk / f"part {part}").mkdir()
        at = os.open(disk / f"part {part}", os.O_RDONLY)
        for number in range(10_000):
            file = os.open(f"photo {number}.jpg", os.O_CREAT | os.O_WRONLY, 0o640, dir_fd=at)
            os.write(file, b"%d" % number)
            os.close(file)
        os.close(at)
    idle, peak = server.settled_resident(), 0
    for format in FORMATS:
        at = tmp_path / f"many.{format}"
        start = time.monotonic()
        response = me.open("GET", target(f"{me.home()}/many", format=format), base=V1, timeout=300)
        assert response.status == 200
        with open(at, "wb") as file:
            while piece := response.read(1 << 18):
                file.write(piece)
                peak = max(peak, server.resident())
        print(f"{format}: {70_000 / (time.monotonic() - start):.0f} entries/s, rise {(peak - idle) / MIB:.1f} MiB")
        check(at)
        if format == "zip":
            with zipfile.ZipFile(at) as archive:
                names = archive.namelist()
                assert len(names) == 70_008 and len(set(names)) == len(names)
                assert archive.read("many/part 6/photo 9999.jpg") == b"9999"
    if "release" in str(server.process.args[0]):
        assert peak - idle < 40 * MIB, f"{(peak - idle) / MIB:.1f} MiB"


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
def test_a_tree_of_1500_levels(owner, folder, disk, tmp_path, format):
    before = os.getcwd()
    try:
        os.chdir(disk)
        for _ in range(1_500):
            os.mkdir("d")
            os.chdir("d")
        with open("bottom", "wb") as file:
            file.write(b"deep")
    finally:
        os.chdir(before)
    at = tmp_path / f"deep.{format}"
    save(owner, at, folder, format=format)
    bottom = os.path.basename(folder) + "/" + "d/" * 1_500 + "bottom"
    if format == "zip":
        run("unzip", "-tqq", str(at))
        with zipfile.ZipFile(at) as archive:
            assert archive.testzip() is None and archive.read(bottom) == b"deep" and len(archive.namelist()) == 1_502
    else:
        with tarfile.open(at) as archive:
            assert archive.extractfile(bottom).read() == b"deep" and len(archive.getnames()) == 1_502
    assert owner.get("/health", base=V1).status == 200


@pytest.mark.slow
def test_paths_that_a_zip_cannot_hold_are_told_or_cut(owner, folder, disk):
    before = os.getcwd()
    try:
        os.chdir(disk)
        for _ in range(260):
            os.mkdir("l" * 255)
            os.chdir("l" * 255)
    finally:
        os.chdir(before)
    with tarred(fetch(owner, folder, format="tar")) as archive:
        assert len(archive.getnames()) == 261 and len(archive.getnames()[-1]) > 65_535
    client = owner.at()
    try:
        reply = fetch(client, folder)
        reply.refused(code.NAME_TOO_LONG)
    except (http.client.IncompleteRead, ConnectionError):
        pass
    client.close()


def test_many_at_once(owner, filled):
    def one(number):
        me = owner.at()
        archive = zipped(fetch(me, filled))
        assert archive.testzip() is None
        me.close()
        return len(archive.namelist())

    with ThreadPoolExecutor(12) as pool:
        assert set(pool.map(one, range(12))) == {8}
