"""Uploads and downloads through a proxy with faults, with kill -9 of the client or of the server in part of them.

`HEARTH_FAULTS` scenarios (300), seed printed and settable with HEARTH_SEED; `HEARTH_FAULT` is the number of one scenario to repeat alone.
Each scenario must end with identical hashes on both sides, nothing else beside them, and at most one chunk sent again for each fault and
connection that it hit.
"""

import collections
import concurrent.futures
import contextlib
import hashlib
import os
import queue
import random
import shutil
import socket
import sqlite3
import ssl
import subprocess
import threading
import time

import pytest
from fault_proxy import KINDS, PLAIN_ONLY, TLS_ONLY, Fault, FaultProxy
from hearth_client import Hearth
from hearth_server import OWNER, OWNER_PASSWORD, Server, binary, environment, run_hearth
from test_tls import make_certificate, trusting
from tools import CHUNK, MIB, tree, wait_until

SCENARIOS = int(os.environ.get("HEARTH_FAULTS", "300"))
ALONE = os.environ.get("HEARTH_FAULT")
PLAIN_WORKERS, TLS_WORKERS = 4, 2
# A scenario without a fault takes a second; this is about standing still, on a machine that is busy with other things.
PATIENCE = 180
EVENTS = ("kill-client", "kill-server")


# -- the proxy itself ---------------------------------------------------------------------------------------------------


@pytest.fixture
def behind(tmp_path):
    """A proxy before a server that answers every request with 1 MiB; gives the proxy and a function that asks once."""
    body = random.Random(1).randbytes(MIB)
    listener = socket.create_server(("127.0.0.1", 0))

    def answer(peer):
        with peer:
            data = b""
            while True:
                while b"\r\n\r\n" not in data:
                    more = peer.recv(65536)
                    if not more:
                        return
                    data += more
                data = b""
                peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)

    def serve():
        while True:
            try:
                peer, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=lambda: quietly(answer, peer), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    events = []
    proxy = FaultProxy(listener.getsockname(), on_event=events.append).start()

    def ask():
        """All that came, and how it ended."""
        # What is armed on a connection goes over to the next one when it has ended.
        wait_until(lambda: proxy.connections() == 0, 20, "the end of the last connection")
        with socket.create_connection(("127.0.0.1", proxy.port), 10) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            data = bytearray()
            try:
                while b"\r\n\r\n" not in data or len(data.partition(b"\r\n\r\n")[2]) < MIB:
                    more = client.recv(65536)
                    if not more:
                        return bytes(data), "end"
                    data += more
            except ConnectionResetError:
                return bytes(data), "reset"
            return bytes(data), "whole"

    yield proxy, ask, events
    proxy.close()
    listener.close()


def quietly(call, *arguments):
    try:
        call(*arguments)
    except OSError:
        pass


def test_the_proxy_does_what_its_faults_say(behind):
    proxy, ask, events = behind
    whole, ending = ask()
    assert ending == "whole" and proxy.down == len(whole)
    proxy.plan([Fault("cut", False, 1000)])
    assert ask() == (whole[:1000], "end") and proxy.hits == 1 and ask() == (whole, "whole")
    proxy.plan([Fault("reset", False, 200_000)])
    data, ending = ask()
    assert ending == "reset" and len(data) <= 200_000
    proxy.plan([Fault("502", True, 1)])
    assert ask()[1] == "whole"  # the request that was under way
    assert ask()[0].startswith(b"HTTP/1.1 502 ") and ask() == (whole, "whole")
    for kind, length, ending in (("longer", MIB + 9, "whole"), ("shorter", MIB - 9, "whole")):
        proxy.plan([Fault(kind, True, 1, amount=9)])
        data, found = ask()
        assert b"Content-Length: %d\r\n" % length in data and found == ending, (kind, found)
    for kind in ("stall", "slow"):
        proxy.plan([Fault(kind, False, 500_000, seconds=0.5)])
        begun = time.monotonic()
        assert ask() == (whole, "whole") and time.monotonic() - begun >= 0.5 and proxy.hits == 0
    proxy.plan([Fault("delay", False, 10, seconds=0.3)])
    assert ask() == (whole, "whole") and ask() == (whole, "whole")
    proxy.plan([Fault("kill-server", False, 10)])
    assert ask() == (whole, "whole") and events == ["kill-server"] and proxy.hits == 1


def test_the_proxy_cuts_a_tls_record_in_two(tmp_path):
    certificate, key = make_certificate(tmp_path, "record")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        peer, _ = listener.accept()
        with context.wrap_socket(peer, server_side=True) as secured:
            quietly(secured.sendall, bytes(MIB))

    threading.Thread(target=serve, daemon=True).start()
    proxy = FaultProxy(listener.getsockname(), tls=True).start()
    proxy.plan([Fault("record", False, 300_000)])
    with socket.create_connection(("127.0.0.1", proxy.port), 10) as plain:
        with trusting(certificate).wrap_socket(plain, server_hostname="localhost", suppress_ragged_eofs=False) as client:
            count = 0
            with pytest.raises((ssl.SSLError, ConnectionError)):
                while True:
                    count += len(client.recv(65536))
    assert 200_000 < count < 330_000 and proxy.hits == 1
    proxy.close()
    listener.close()


# -- the scenarios ------------------------------------------------------------------------------------------------------


class Scenario:
    """One transfer with its faults, all drawn from the seed and the number."""

    def __init__(self, seed, number):
        self.number, self.name = number, f"scenario{number}"
        rng = self.rng = random.Random(f"faults:{seed}:{number}")
        self.is_upload = rng.random() < 0.5
        self.is_tls = number % 3 == 0
        self.files = self._draw_files()
        self.size = sum(map(len, self.files.values()))
        kinds = ["cut", "reset", "stall", "slow", "delay"]
        kinds += TLS_ONLY if self.is_tls else PLAIN_ONLY
        self.faults = [self._draw_fault(rng.choice(kinds)) for _ in range(rng.choice([1, 1, 2, 3]))]
        self.event = None
        if rng.random() < 0.3:
            self.event = rng.choice(EVENTS)
            self.faults.append(self._draw_fault(self.event))
        self.resumes_by_run = rng.random() < 0.5

    def _draw_files(self):
        """Relative path -> content: a few small files, sometimes a larger one, seldom a large one; one folder deep at most."""
        rng = self.rng
        sizes = [rng.choice([0, 1, rng.randrange(4096), rng.randrange(65536)]) for _ in range(rng.randrange(1, 9))]
        draw = rng.random()
        if draw < 0.12:
            sizes.append(rng.randrange(10 * MIB, 40 * MIB))
        elif draw < 0.35:
            sizes.append(rng.choice([CHUNK - 1, CHUNK, CHUNK + 1, rng.randrange(MIB, 10 * MIB)]))
        names = ["a b", "ü", "90%41", "#1", "it's", "日本.txt", "e.tar.gz", "+", "&amp;"]
        files = {}
        for index, size in enumerate(sizes):
            folder = rng.choice(["", "", "sub/", "sub/deep/"])
            files[f"{folder}{index} {rng.choice(names)}"] = content(rng, size)
        return files

    def _draw_fault(self, kind):
        rng = self.rng
        # Most bytes go the way of the files; the other way carries the heads of answers and requests.
        up = self.is_upload if rng.random() < 0.8 else not self.is_upload
        if kind == "record":
            up = False
        reach = self.size + 2_000 if up == self.is_upload else 400 * (len(self.files) + 2)
        return Fault(kind, up, rng.randrange(1, max(2, reach)), seconds=rng.uniform(0.1, 2.0), amount=rng.randrange(1, 100))

    def __repr__(self):
        return (f"#{self.number} {'put' if self.is_upload else 'get'}{' tls' if self.is_tls else ''} {len(self.files)} files {self.size} B "
                f"{self.faults}")


def content(rng, size):
    """Bytes in which every page differs, cheaply."""
    block = rng.randbytes(min(size, 65521))
    return (block * (size // max(1, len(block)) + 1))[:size]


def fingerprint(certificate):
    """SHA-256 of the certificate's SubjectPublicKeyInfo, in hex."""
    key = subprocess.run(["openssl", "x509", "-in", str(certificate), "-noout", "-pubkey"], check=True, capture_output=True).stdout
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "DER"], input=key, check=True, capture_output=True).stdout
    return hashlib.sha256(der).hexdigest()


def hashes(files):
    folders = {}
    for path in files:
        parts = path.split("/")[:-1]
        folders |= {"/".join(parts[:n + 1]).encode(): "dir" for n in range(len(parts))}
    return folders | {path.encode(): hashlib.sha256(data).hexdigest() for path, data in files.items()}


def write(directory, files):
    for path, data in files.items():
        at = directory / path
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(data)


class Worker:
    """A server of its own, a proxy before it, and an account that has signed in through the proxy."""

    def __init__(self, directory, is_tls, pins):
        self.directory, self.is_tls = directory, is_tls
        directory.mkdir()
        arguments, context = [], None
        if is_tls:
            certificate, key = make_certificate(directory, "server")
            arguments, context = ["--tls-certificate", str(certificate), "--tls-key", str(key)], trusting(certificate)
        self.server = Server(directory / "data", arguments=arguments).start()
        self.events = queue.Queue()
        self.proxy = FaultProxy(self.server.address, tls=is_tls, on_event=self.events.put).start()
        self.owner = Hearth.sign_in(("localhost", self.server.address[1]), OWNER, OWNER_PASSWORD, context=context)
        self.owner.home()
        self.disk = self.server.personal(self.owner.user_id)
        self.signed_in = directory / "home"
        self.signed_in.mkdir()
        (directory / "password").write_text(OWNER_PASSWORD)
        trust = []
        if is_tls:
            trust = ["--fingerprint", fingerprint(certificate)] if pins else ["--ca", certificate]
        url = f"http{'s' if is_tls else ''}://127.0.0.1:{self.proxy.port}"
        done = subprocess.run([str(binary()), "login", url, "--account", OWNER, "--password-file", str(directory / "password"), *map(str, trust)],
                              env=environment() | {"HEARTH_HOME": str(self.signed_in)}, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, f"login: exit {done.returncode}: {done.stdout}{done.stderr}"

    def close(self):
        self.proxy.close()
        self.server.kill()

    # -- one scenario -------------------------------------------------------------------------------------------------

    def prepare(self, scenario):
        """Puts the files where they come from: well before the transfer, so that their ETags are strong by then."""
        scenario.local = self.directory / f"local{scenario.number}"
        scenario.home = self.directory / f"home{scenario.number}"
        shutil.copytree(self.signed_in, scenario.home)
        scenario.remote = self.disk / scenario.name
        (scenario.local / scenario.name).mkdir(parents=True)
        scenario.remote.mkdir()
        write(scenario.local / scenario.name if scenario.is_upload else scenario.remote, scenario.files)
        scenario.prepared = time.monotonic()

    def run(self, scenario):
        """Raises AssertionError with everything that is known."""
        log = []
        try:
            time.sleep(max(0, scenario.prepared + 2.1 - time.monotonic()))
            self._transfer(scenario, log)
            self._compare(scenario, log)
            scenario.fired = [fault.kind for fault in self.proxy.fired]
        except AssertionError as error:
            raise AssertionError("\n".join([f"{scenario}", f"fired: {self.proxy.fired}, hits: {self.proxy.hits}, "
                                            f"up: {self.proxy.up}, down: {self.proxy.down}", f"{error}", *log])) from error
        finally:
            self.proxy.plan([])
            for path in (scenario.local, scenario.home, scenario.remote):
                shutil.rmtree(path, ignore_errors=True)

    def _transfer(self, scenario, log):
        if scenario.is_upload:
            tops = sorted(scenario.local.joinpath(scenario.name).iterdir())
            command = ["put", *map(str, tops), f"~/{scenario.name}/"]
        else:
            tops = sorted({path.split("/")[0] for path in scenario.files})
            command = ["get", *(f"~/{scenario.name}/{top}" for top in tops), str(scenario.local / scenario.name) + "/"]
        self.proxy.plan(scenario.faults)
        again = command
        # A kill may come in every try but the first too, when the first was too short for its byte.
        for attempt in range(6):
            code, killed = self._once(again, scenario, log)
            if code == 0:
                return
            assert scenario.event, f"exit {code} without a kill"
            assert code >= 0 or killed, f"crashed by signal {-code}"
            if scenario.resumes_by_run and self._has_records(scenario):
                again = ["transfers", "run"]
        raise AssertionError("six runs were not enough")

    def _has_records(self, scenario):
        """Whether the killed client had come as far as its queue: every file or folder that was named."""
        queue = scenario.home / "transfers.sqlite"
        if not queue.exists():
            return False
        with contextlib.closing(sqlite3.connect(f"file:{queue}?mode=ro", uri=True)) as database:
            tables = [name for name, in database.execute("SELECT name FROM sqlite_master WHERE name = 'transfers'")]
            count = database.execute("SELECT count(*) FROM transfers WHERE pid = 0").fetchone()[0] if tables else 0
        return count == len({path.split("/")[0] for path in scenario.files})

    def _once(self, command, scenario, log):
        """Runs the client once, does what the proxy asks for meanwhile; the exit code and whether it was killed."""
        output = scenario.local / "output"
        begun, killed = time.monotonic(), False
        with open(output, "wb") as file:
            client = subprocess.Popen([str(binary()), *command, "--no-input"], stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                                      env=environment() | {"HEARTH_HOME": str(scenario.home), "HEARTH_LANG": "en"})
            while client.poll() is None:
                try:
                    event = self.events.get(timeout=0.02)
                except queue.Empty:
                    if time.monotonic() - begun > PATIENCE:
                        client.kill()
                        client.wait()
                        raise AssertionError(f"{command} stood still: {output.read_text(errors='replace')[-3000:]}")
                    continue
                if event == "kill-client":
                    client.kill()
                    killed = True
                else:
                    self.server.kill()
                    self.server.start()
                    self.proxy.target = self.server.address
        while not self.events.empty():
            if self.events.get() == "kill-server":
                self.server.kill()
                self.server.start()
                self.proxy.target = self.server.address
        log.append(f"--- {' '.join(command[:2])} … exit {client.returncode} after {time.monotonic() - begun:.1f} s\n"
                   + output.read_text(errors="replace")[-3000:])
        return client.returncode, killed

    def _compare(self, scenario, log):
        expected = hashes(scenario.files)
        target = scenario.remote if scenario.is_upload else scenario.local / scenario.name
        found = tree(target)
        assert found == expected, f"missing {sorted(set(expected) - set(found))}, too many {sorted(set(found) - set(expected))}, " \
            f"different {sorted(k for k in set(found) & set(expected) if found[k] != expected[k])}"
        moved = self.proxy.up if scenario.is_upload else self.proxy.down
        # Heads, JSON and what TLS adds: generous for each file, and nothing beside a chunk.
        allowed = scenario.size + scenario.size // 50 + 100_000 + 16_000 * len(scenario.files)
        again = CHUNK * self.proxy.hits
        assert moved <= allowed + again, f"{moved - allowed} bytes more than the files, with {self.proxy.hits} hits: at most {again}"


def run_all(worker, scenarios, failures, done):
    """One worker's scenarios in turn, each prepared while the one before it runs."""
    if scenarios:
        worker.prepare(scenarios[0])
    for scenario, following in zip(scenarios, [*scenarios[1:], None]):
        if following:
            worker.prepare(following)
        try:
            worker.run(scenario)
            done.append(scenario)
        except AssertionError as error:
            failures.append(str(error))
            if len(failures) >= 5:
                return


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_every_transfer_ends_with_the_same_bytes(tmp_path):
    if run_hearth("login", "--help").returncode != 0:
        pytest.skip("this program has no client")
    seed = os.environ.get("HEARTH_SEED") or str(random.SystemRandom().randrange(1 << 32))
    print(f"faults: HEARTH_SEED={seed}")
    numbers = [int(ALONE)] if ALONE else range(SCENARIOS)
    scenarios = [Scenario(seed, number) for number in numbers]
    lanes = [(False, [s for s in scenarios if not s.is_tls][n::PLAIN_WORKERS]) for n in range(PLAIN_WORKERS)]
    lanes += [(True, [s for s in scenarios if s.is_tls][n::TLS_WORKERS]) for n in range(TLS_WORKERS)]
    lanes = [(is_tls, mine) for is_tls, mine in lanes if mine]
    workers, failures, done, begun = [], [], [], time.monotonic()
    try:
        for index, (is_tls, _) in enumerate(lanes):
            workers.append(Worker(tmp_path / f"worker{index}", is_tls, pins=index % 2 == 0))
        with concurrent.futures.ThreadPoolExecutor(len(workers)) as pool:
            for job in [pool.submit(run_all, worker, mine, failures, done) for worker, (_, mine) in zip(workers, lanes)]:
                job.result()
    finally:
        for worker in workers:
            worker.close()
    fired = collections.Counter(kind for scenario in done for kind in scenario.fired)
    print(f"faults: {len(done)} scenarios in {time.monotonic() - begun:.0f} s: {dict(fired)}")
    assert not failures, "\n\n".join([f"HEARTH_SEED={seed}; one alone: HEARTH_FAULT=<number>", *failures])
    # A proxy that does nothing would pass everything.
    assert len(done) < 200 or set(fired) == {*KINDS, *EVENTS}, fired
