"""What must never happen on any page of any test: an error on the console, an uncaught error or rejection, a report of the content
security policy, a request to another host, a failed request that the test did not announce, a dialog of the browser, a window of its own."""

import contextlib
import re
import urllib.parse

#: Runs in every document before its own scripts.
LISTEN = """
addEventListener('securitypolicyviolation', (event) => {
  console.error(`CSP report: ${event.violatedDirective} forbids ${event.blockedURI} (${event.sourceFile}:${event.lineNumber}) ${event.sample}`);
});
"""
#: Requests that end so were given up by the page itself: it went elsewhere, or did not want the answer any more.
GIVEN_UP = ("net::ERR_ABORTED",)


class Guard:
    """Watches one browser context; `check()` fails the test with all that it found."""

    def __init__(self, context, host):
        self.host = host
        self.findings = []
        self.expected = []
        self.windows_allowed = 1
        self.under_way = set()
        self.leaving = None  # the request that ends the session
        self.overtaken = set()  # what that one may overtake
        context.add_init_script(LISTEN)
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self._found(f"uncaught: {error.error}"))
        context.on("request", self._on_request)
        context.on("requestfailed", self._on_failed)
        context.on("requestfinished", self._on_end)
        context.on("response", self._on_response)
        context.on("dialog", self._on_dialog)
        context.on("page", self._on_page)
        self.windows = 0

    def expect(self, pattern, *statuses):
        """Announces for the rest of the test that requests whose address matches may be answered with these statuses; with none, that they may not
        be answered at all."""
        self.expected.append((re.compile(pattern), statuses))

    @contextlib.contextmanager
    def offline(self):
        """Within this block the server is not there."""
        self.expected.append((re.compile(""), ()))
        yield
        self.expected.pop()

    def check(self):
        assert not self.findings, "the page misbehaved:\n" + "\n".join(dict.fromkeys(self.findings))

    # -- what the browser tells ------------------------------------------------------------------------------------------

    def _found(self, text):
        self.findings.append(text)

    def _is_expected(self, url, status=None):
        return any(pattern.search(url) and (not statuses if status is None else status in statuses) for pattern, statuses in self.expected)

    def _on_console(self, message):
        # Refused requests are told by their own events, with their addresses.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self._found(f"console: {message.text}")

    def _on_request(self, request):
        self.under_way.add(request)
        if request.method == "DELETE" and request.url.endswith("/api/v1/sessions"):
            self.leaving = request
            self.overtaken |= self.under_way
        elif self.leaving:
            self.overtaken.add(request)
        parts = urllib.parse.urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != self.host:
            self._found(f"a request to another host: {request.url}")

    def _on_end(self, request):
        self.under_way.discard(request)
        self.overtaken.discard(request)
        if request is self.leaving:
            self.leaving = None

    def _on_failed(self, request):
        self._on_end(request)
        if request.failure not in GIVEN_UP and not self._is_expected(request.url):
            self._found(f"failed: {request.method} {request.url}: {request.failure}")

    def _on_response(self, response):
        # Asked while somebody was signed in, and answered after signing out.
        if response.status == 401 and response.request in self.overtaken:
            return
        if response.status >= 400 and not self._is_expected(response.url, response.status):
            self._found(f"refused: {response.request.method} {response.url}: {response.status}")

    def _on_dialog(self, dialog):
        if dialog.type == "beforeunload":
            dialog.accept()
            return
        self._found(f"a dialog of the browser: {dialog.type} {dialog.message}")
        dialog.dismiss()

    def _on_page(self, page):
        self.windows += 1
        if self.windows > self.windows_allowed:
            self._found(f"a window of its own: {page.url}")
