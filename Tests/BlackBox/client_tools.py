"""The `hearth` program as somebody's client: signed in, with a state folder of its own."""

import json
import os
import subprocess

from hearth_client import V1
from hearth_server import OWNER, OWNER_PASSWORD, binary, environment
from tools import wait_until


class Client:
    """One person's command line."""

    def __init__(self, home, address, account=OWNER, password=OWNER_PASSWORD):
        self.home = home
        home.mkdir(parents=True, exist_ok=True)
        host, port = address
        done = self.run("login", f"http://{host}:{port}", "--account", account, "--password-file", "-", text=password)
        assert done.returncode == 0, done.stdout + done.stderr

    def environment(self, **more):
        return environment() | {"HEARTH_HOME": str(self.home), "HOME": str(self.home), "HEARTH_LANG": "en", "NO_COLOR": "1"} | more

    def run(self, *arguments, text="", timeout=180, **more):
        """Runs a command to its end."""
        words = [str(binary()), *map(os.fspath, arguments)]
        return subprocess.run(words, input=text, capture_output=True, text=True, timeout=timeout, env=self.environment(**more))

    def json(self, *arguments, code=0, **options):
        """Runs a command with `--json` and gives the objects that it printed."""
        done = self.run(*arguments, "--json", **options)
        assert done.returncode == code, f"exit {done.returncode}, not {code}: {done.stdout}{done.stderr}"
        return [json.loads(line) for line in done.stdout.splitlines()]

    def start(self, *arguments):
        """Starts a command; its output is thrown away but for standard output."""
        words = [str(binary()), *map(os.fspath, arguments)]
        return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.environment())


def summary(objects):
    """The last object: the summary of a streaming command."""
    assert objects and objects[-1]["event"] == "summary", objects
    return objects[-1]


def events(objects, kind, key="path"):
    """One member of every object of a kind, in order."""
    return [one[key] for one in objects if one["event"] == kind]


def contents(top):
    """Every file below a folder of this machine with its bytes and whole seconds, and every folder; names as bytes."""
    found = {}
    top = os.fsencode(top)
    for at, folders, files in os.walk(top):
        for name in folders:
            found[os.path.relpath(os.path.join(at, name), top)] = None
        for name in files:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, top)] = (file.read(), int(os.stat(path).st_mtime))
    return found


def write(path, data, modified=None):
    """A file with its folders; at rest for a minute unless told otherwise."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    seconds = modified if modified is not None else os.stat(path).st_mtime - 60
    os.utime(path, (seconds, seconds))


def forget_unborn(server, owner):
    """After a client was killed and another has gone on: nothing is left but uploads that the server was just making when it died. Their numbers
    had not come, so that nobody can go on with them, and no byte went there; the server forgets them by itself, after a week."""
    wait_until(lambda: not [left for left in server.leftovers() if "/whole-" in left], what="forms that broke off to be gone")
    for left in server.leftovers():
        upload = f"/uploads/{os.path.basename(left)}"
        assert owner.get(upload, base=V1).ok()["chunks"] == [], f"{left} was begun and then forgotten"
        owner.request("DELETE", upload, base=V1).ok()
