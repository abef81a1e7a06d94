"""Servers and people for the tests."""

import itertools
import json
import os
import shutil

import pytest

import hearth_server
from contract_check import Contract
from hearth_client import BASES, V1, Hearth
from hearth_server import OWNER, OWNER_PASSWORD, Server
from tools import wait_until

MEMBERS = [("max", "maximal 7 secret"), ("nina", "ninety 9 secrets")]
numbers = itertools.count(1)


def pytest_collection_modifyitems(items):
    """Quick tests first, so that a mistake shows soon; those that need the machine to themselves last."""
    items.sort(key=lambda item: 2 if item.get_closest_marker("alone") else item.get_closest_marker("slow") is not None)


def pytest_runtest_setup(item):
    if item.get_closest_marker("release") and not hearth_server.is_release():
        pytest.skip("measured with the release build only")


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The server that most tests share: an owner and two members."""
    shared = Server(tmp_path_factory.mktemp("shared") / "data", members=MEMBERS).start()
    yield shared
    assert shared.is_running(), f"the shared server died: {shared.errors()[-2000:]}"
    assert shared.stop() == 0, "SIGTERM is a clean end"
    shutil.rmtree(shared.data)


@pytest.fixture
def make_server(tmp_path):
    """Makes servers for this test alone."""
    made = []

    def make(data=None, start=True, **options):
        one = Server(data or tmp_path / f"data{len(made)}", **options)
        made.append(one)
        return one.start() if start else one

    yield make
    for one in made:
        one.kill()


@pytest.fixture(scope="session", autouse=True)
def contract():
    """Every reply of /api/v1 that any test gets is held against the description of the server that gave it."""
    plain, found = Hearth.request, []

    def checked(self, method, target, body=None, headers=None, base=None, timeout=60):
        reply = plain(self, method, target, body, headers, base, timeout)
        if reply.target.startswith(V1 + "/"):
            if not found:
                document = plain(Hearth(self.address, context=self.context), "GET", "/openapi.json")
                if document.status == 200:
                    found.append(Contract(json.loads(document.body)))
            for known in found:
                known.check(method, reply.target, reply.status, reply.headers, reply.body)
        return reply

    if os.environ.get("HEARTH_CONTRACT") != "0":
        Hearth.request = checked
    yield found
    Hearth.request = plain


@pytest.fixture(scope="session")
def owner(server):
    return Hearth.sign_in(server.address, OWNER, OWNER_PASSWORD)


@pytest.fixture(scope="session")
def member(server):
    return Hearth.sign_in(server.address, *MEMBERS[0])


@pytest.fixture(scope="session")
def visitor(server):
    """Nobody: no token."""
    return Hearth(server.address)


@pytest.fixture(params=BASES)
def api(request, owner):
    """The owner on each of the three bases."""
    return owner.at(base=request.param)


@pytest.fixture
def folder(server, owner):
    """An empty folder of the owner. Afterwards nothing may be left below .hearth."""
    path = f"{owner.home()}/test{next(numbers)}"
    owner.mkdir(path).ok()
    yield path
    owner.delete(path).ok()
    try:
        wait_until(lambda: not server.leftovers(), what=f"an empty .hearth, it holds {server.leftovers()}")
    finally:
        # One test's leftovers are its own failure, not that of all tests after it.
        for left in server.leftovers():
            if left.startswith(".hearth/uploads/"):
                owner.request("DELETE", f"/uploads/{os.path.basename(left)}", base=V1)


@pytest.fixture
def disk(server, owner, folder):
    """The same folder on the disk."""
    return server.on_disk(owner, folder)
