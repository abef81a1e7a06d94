"""A client that trusts nothing: every JSON reply is held against the envelope and the table of statuses."""

import http.client
import json
import select
import threading
import time
import urllib.parse

from tools import CHUNK, multipart, quote_path, sha256
from wire_codes import BEFORE_ROUTING, STATUS_OF_CODE

V1, NEW, OLD = "/api/v1", "/wangpan/api", "/api/plugin/wangpan"
BASES = [V1, NEW, OLD]


class Reply:
    """One answer. `code`, `reason` and `data` check the envelope before they give anything."""

    def __init__(self, method, target, status, headers, body):
        self.method, self.target, self.status, self.headers, self.body = method, target, status, headers, body

    def header(self, name):
        return self.headers.get(name)

    def __repr__(self):
        return f"<{self.method} {self.target} -> {self.status} {self.body[:400]!r}>"

    @property
    def envelope(self):
        assert (self.header("content-type") or "").startswith("application/json"), f"not JSON: {self}"
        value = json.loads(self.body)
        assert isinstance(value, dict), self
        assert type(value.get("status")) is int, f"no integer status: {self}"
        assert isinstance(value.get("reason"), str) and value["reason"], f"no reason: {self}"
        code = value["status"]
        if self.target.startswith(V1 + "/"):
            expected = STATUS_OF_CODE.get(code)
            if code == 0:
                assert 200 <= self.status < 300, f"success without a 2xx: {self}"
            elif expected is not None:
                assert self.status == expected, f"code {code} has status {expected} on /api/v1: {self}"
            else:
                assert 400 <= self.status < 600, f"an error with a success status: {self}"
        elif self.status != 200:
            assert code in BEFORE_ROUTING, f"an application error is a 200 on the old bases: {self}"
        if code == 0:
            assert "data" in value, f"success without data: {self}"
        return value

    @property
    def code(self):
        return self.envelope["status"]

    @property
    def reason(self):
        return self.envelope["reason"]

    @property
    def data(self):
        return self.envelope.get("data")

    def ok(self):
        """The data of a success."""
        assert self.code == 0, f"expected success: {self}"
        return self.data

    def refused(self, *codes):
        """An application error with one of these codes."""
        assert self.code in codes, f"expected {codes}: {self}"
        return self

    def items(self):
        """The list of a list answer."""
        data = self.ok()
        assert isinstance(data.get("list"), list), f"list is always an array: {self}"
        return data["list"]


class Hearth:
    """One user's view of one server. May be used from several threads; each has its own connection."""

    def __init__(self, address, token=None, base=V1, *, token_header="scope-token", language=None, user_id=None, context=None, source=None):
        self.address, self.token, self.base = address, token, base
        self.token_header, self.language, self.user_id = token_header, language, user_id
        self.context, self.source = context, source
        self.local = threading.local()

    @classmethod
    def sign_in(cls, address, account, password, client="black-box", **options):
        """Signs in and returns a client with its token."""
        visitor = cls(address, **options)
        data = visitor.sign_in_reply(account, password, client).ok()
        visitor.token = data["token"]
        visitor.user_id = data["user"]["user_id"]
        return visitor

    def sign_in_reply(self, account, password, client="black-box", headers=None):
        return self.json("POST", "/sessions", {"account_name": account, "password": password, "client": client}, base=V1, headers=headers)

    def at(self, address=None, **changes):
        """The same user with something changed: another base, token, language."""
        options = {name: getattr(self, name) for name in ("token", "base", "token_header", "language", "user_id", "context", "source")} | changes
        return Hearth(address or self.address, options.pop("token"), options.pop("base"), **options)

    # -- one request -------------------------------------------------------------------------------------------------

    def _connection(self, timeout):
        connection = getattr(self.local, "connection", None)
        if connection is not None and connection.sock is not None:
            poll = select.poll()
            poll.register(connection.sock, select.POLLIN)
            if not poll.poll(0):
                connection.sock.settimeout(timeout)
                return connection
            connection.close()
        source = (self.source, 0) if self.source else None
        if self.context is not None:
            connection = http.client.HTTPSConnection(*self.address, timeout=timeout, context=self.context, source_address=source)
        else:
            connection = http.client.HTTPConnection(*self.address, timeout=timeout, source_address=source)
        self.local.connection = connection
        return connection

    def close(self):
        connection = getattr(self.local, "connection", None)
        if connection is not None:
            connection.close()

    def headers(self, extra=None):
        headers = {}
        if self.token:
            headers[self.token_header] = self.token
        if self.language:
            headers["Accept-Language"] = self.language
        return headers | (extra or {})

    def open(self, method, target, body=None, headers=None, base=None, timeout=60):
        """Sends one request and returns the response, its body unread."""
        connection = self._connection(timeout)
        target = (self.base if base is None else base) + target
        try:
            connection.request(method, target, body=body, headers=self.headers(headers))
            response = connection.getresponse()
        except BaseException:
            connection.close()
            raise
        response.target = target
        return response

    def request(self, method, target, body=None, headers=None, base=None, timeout=60):
        response = self.open(method, target, body, headers, base, timeout)
        try:
            content = response.read()
        except BaseException:
            self.close()
            raise
        return Reply(method, response.target, response.status, response.headers, content)

    def json(self, method, target, value, headers=None, base=None):
        return self.request(method, target, json.dumps(value).encode(), {"Content-Type": "application/json"} | (headers or {}), base)

    def get(self, target, headers=None, base=None, **query):
        return self.request("GET", target + ("?" + urllib.parse.urlencode(query) if query else ""), headers=headers, base=base)

    def form(self, path, fields, file=None, file_first=False, query="", headers=None):
        """A POST to a resource as multipart form."""
        body, content_type = multipart(fields, file, file_first)
        return self.request("POST", "/resources" + quote_path(path) + query, body, {"Content-Type": content_type} | (headers or {}))

    # -- resources ---------------------------------------------------------------------------------------------------

    def list(self, path="/", headers=None, **query):
        return self.get("/resources" + quote_path(path), headers=headers, **query)

    def names(self, path, **query):
        return [item["name"] for item in self.list(path, **({"page_size": 1000} | query)).items()]

    def home(self):
        """The path of the caller's personal folder."""
        roots = self.list("/").items()
        assert roots, "the first list creates the personal folder"
        return roots[0]["path"]

    def mkdir(self, path, **fields):
        if fields:
            return self.form(path, fields.items())
        return self.request("POST", "/resources" + quote_path(path) + "/")

    def rename(self, path, name):
        return self.json("PUT", "/resources" + quote_path(path), {"name": name})

    def transfer(self, action, sources, destination, query="", headers=None, **more):
        return self.json("PATCH", "/resources" + query, {"action": action, "sources": sources, "destination": destination} | more, headers)

    def delete(self, *paths, headers=None):
        return self.json("DELETE", "/resources", {"paths": list(paths)}, headers)

    def download(self, path, headers=None, method="GET", query=""):
        return self.request(method, "/download" + quote_path(path) + query, headers=headers)

    def content(self, path):
        reply = self.download(path)
        assert reply.status == 200 and reply.header("hearth-status") is None, reply
        return reply.body

    # -- old door ----------------------------------------------------------------------------------------------------

    def upload(self, path, content, *, hash=None, file_first=False, query="", headers=None, **fields):
        """A whole file in one request."""
        form = {"action": "upload", "hash": hash or sha256(content), "total_size": len(content), "chunk_number": 1,
                "chunk_size": len(content), "total_chunks": 1} | fields
        name = path.rsplit("/", 1)[-1]
        return self.form(path, [pair for pair in form.items() if pair[1] is not None], ("uploadfile", name, content), file_first, query, headers)

    def chunk(self, path, hash, number, content, total_chunks, total_size, file_first=False, **fields):
        form = {"action": "chunk", "hash": hash, "total_size": total_size, "chunk_number": number, "chunk_size": len(content),
                "total_chunks": total_chunks} | fields
        return self.form(path, [pair for pair in form.items() if pair[1] is not None], ("uploadfile", "blob", content), file_first)

    def merge(self, path, hash, total_chunks, query="", **fields):
        return self.form(path, ({"action": "merge", "hash": hash, "total_chunks": total_chunks} | fields).items(), query=query)

    def known_chunks(self, hash, path=None):
        reply = self.get("/chunks/" + urllib.parse.quote(hash, safe=""), **({"path": path} if path else {}))
        return sorted(chunk["id"] for chunk in reply.ok()["chunks"])

    def upload_in_chunks(self, path, content, order=None, **fields):
        """The old door from the first chunk to merge; returns the resource."""
        hash, pieces = sha256(content), split(content)
        for number in order or range(1, len(pieces) + 1):
            self.chunk(path, hash, number, pieces[number - 1], len(pieces), len(content)).ok()
        return self.merge(path, hash, len(pieces), **fields).ok()["resource"]

    # -- new door ----------------------------------------------------------------------------------------------------

    def begin(self, path, size=None, **fields):
        return self.json("POST", "/uploads", {"path": path} | ({} if size is None else {"size": size}) | fields, base=V1)

    def put_chunk(self, upload, number, content, headers=None):
        return self.request("PUT", f"/uploads/{upload}/chunks/{number}", content, {"Content-Type": "application/octet-stream"} | (headers or {}), base=V1)

    def upload_state(self, upload):
        return self.get(f"/uploads/{upload}", base=V1)

    def complete(self, upload, hash, size, headers=None, **fields):
        body = {"sha256": hash, "size": size} | fields
        return self.json("POST", f"/uploads/{upload}/complete", body, headers=headers, base=V1)

    def abort(self, upload):
        return self.request("DELETE", f"/uploads/{upload}", base=V1)

    def send(self, path, content, **fields):
        """The new door from begin to complete; returns the resource."""
        data = self.begin(path, len(content), **fields).ok()
        assert data["chunk_size"] == CHUNK
        for number, piece in enumerate(split(content), 1):
            self.put_chunk(data["upload_id"], number, piece).ok()
        return self.complete(data["upload_id"], sha256(content), len(content)).ok()["resource"]


def split(content):
    """The 8 MiB pieces of a file; none for an empty one."""
    return [content[at:at + CHUNK] for at in range(0, len(content), CHUNK)]


def chunk_ids(data):
    """The numbers in a `chunks` list, which must be free of duplicates."""
    ids = [chunk["id"] for chunk in data["chunks"]]
    assert len(ids) == len(set(ids)), f"a chunk is listed twice: {ids}"
    return sorted(ids)


def strong_etag(client, path, deadline=5):
    """The file's ETag once it is strong (it is weak within 2 s of a change)."""
    end = time.monotonic() + deadline
    while True:
        tag = client.download(path, method="HEAD").header("etag")
        if tag and not tag.startswith("W/"):
            return tag
        assert time.monotonic() < end, f"the ETag stays weak: {tag}"
        time.sleep(0.05)
