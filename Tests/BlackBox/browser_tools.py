"""Real browsers, driven from outside: Debian's Chromium through Playwright, and WebKitGTK, the engine of Safari, through its WebDriver.

Both give the same few things: `open(url)`, `run(script)` and `engine`. A script is the body of an async function; what it returns comes back.
Nothing here waits by itself: scripts wait for events of the page.
"""

import http.client
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest
from tools import wait_until

#: A busy machine with two cores is slow; these end what hangs, and nothing else.
START, SCRIPT = 90, 100

CHROMIUM = "/usr/bin/chromium"
numbers = itertools.count(1)


def missing(engine):
    """Why an engine cannot be used here, or nothing."""
    if engine == "chromium":
        if not Path(CHROMIUM).exists():
            return "no chromium (package chromium)"
        try:
            import playwright.sync_api  # noqa: F401
        except ImportError:
            return "no Playwright (wheel playwright)"
        return None
    if not shutil.which("WebKitWebDriver"):
        return "no WebKitWebDriver (package webkit2gtk-driver)"
    if not mini_browser():
        return "no MiniBrowser (package libwebkit2gtk-4.1-0)"
    return None if shutil.which("Xvfb") else "no Xvfb (package xvfb)"


def mini_browser():
    return next(map(str, Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")), None)


def start(engine):
    """A browser with an empty profile; certificates that nobody vouches for are taken."""
    reason = missing(engine)
    if reason:
        if os.environ.get("HEARTH_BROWSERS") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return Chromium() if engine == "chromium" else WebKit()


class Chromium:
    engine = "chromium"

    def __init__(self):
        from playwright.sync_api import sync_playwright

        self.playwright = sync_playwright().start()
        try:
            self.browser = self.playwright.chromium.launch(
                executable_path=CHROMIUM, timeout=START * 1000,
                args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio", "--autoplay-policy=no-user-gesture-required"])
            self.context = self.browser.new_context(ignore_https_errors=True)
            self.page = self.context.new_page()
        except BaseException:
            self.playwright.stop()
            raise
        self.page.set_default_timeout(SCRIPT * 1000)

    def open(self, url):
        self.page.goto(url, wait_until="commit")

    def run(self, script, **arguments):
        return self.page.evaluate("async (given) => {" + script + "}", arguments)

    def picture(self):
        """What the window shows, as PNG."""
        return self.page.screenshot()

    def forget(self):
        """A profile without cookies."""
        self.context.close()
        self.context = self.browser.new_context(ignore_https_errors=True)
        self.page = self.context.new_page()
        self.page.set_default_timeout(SCRIPT * 1000)

    def close(self):
        try:
            self.browser.close()
        finally:
            self.playwright.stop()


class WebKit:
    engine = "webkit"
    arguments = ("--automation", "--autoplay-policy=allow")

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="hearth-webkit-"))
        self.processes = []
        self.session = None
        try:
            self.display = self._start_display()
            self.port = self._start_driver()
            self._start_session()
        except BaseException:
            self.close()
            raise

    def _start_display(self):
        reading, writing = os.pipe()
        try:
            self._start(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x768x24", "-nolisten", "tcp"], pass_fds=[writing])
        finally:
            os.close(writing)
        with os.fdopen(reading) as number:
            line = number.readline().strip()
        assert line, "Xvfb did not start"
        return f":{line}"

    def _start_driver(self):
        # The driver takes no port 0: one that was free a moment ago, tried again when somebody was quicker.
        import socket

        for _ in range(10):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            home = {name: str(self.folder) for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")}
            driver = self._start(
                ["WebKitWebDriver", "--host=127.0.0.1", f"--port={port}"],
                env=os.environ | home | {"DISPLAY": self.display, "LC_ALL": "C.UTF-8", "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1",
                                         "NO_AT_BRIDGE": "1", "GTK_A11Y": "none"})
            if wait_until(lambda: driver.poll() is not None or answers(port), START, "WebKitWebDriver") and driver.poll() is None:
                return port
        pytest.fail("WebKitWebDriver did not start")

    def _start_session(self):
        options = {"binary": mini_browser(), "args": [*self.arguments]}
        made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "MiniBrowser", "acceptInsecureCerts": True, "webkitgtk:browserOptions": options}}}, START)
        self.session = made["sessionId"]
        self._ask("POST", f"/session/{self.session}/timeouts", {"script": SCRIPT * 1000, "pageLoad": SCRIPT * 1000})

    def _start(self, command, **options):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, **options)
        self.processes.append(process)
        return process

    def _ask(self, method, path, body=None, timeout=SCRIPT + 20):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json"})
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        assert not (isinstance(value, dict) and "error" in value), value
        return value

    def open(self, url):
        self._ask("POST", f"/session/{self.session}/url", {"url": url})

    def run(self, script, **arguments):
        wrapped = ("const done = arguments[1]; (async (given) => {" + script + "})(arguments[0])"
                   ".then((value) => done({value: value === undefined ? null : value}), (error) => done({failure: String(error)}));")
        answer = self._ask("POST", f"/session/{self.session}/execute/async", {"script": wrapped, "args": [arguments]})
        assert "failure" not in answer, answer["failure"]
        return answer["value"]

    def picture(self):
        import base64

        return base64.b64decode(self._ask("GET", f"/session/{self.session}/screenshot"))

    def forget(self):
        self._ask("DELETE", f"/session/{self.session}")
        self.session = None
        self._start_session()

    def close(self):
        try:
            if self.session:
                self._ask("DELETE", f"/session/{self.session}", timeout=30)
        except (OSError, AssertionError, http.client.HTTPException):
            pass  # What is left of it goes with its process group.
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)


def answers(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/status")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
