"""A way to the server that sees what the app uploads: how often each chunk was sent, how many uploads were in flight; it can hold them up."""

import contextlib
import re
import select
import socket
import threading
from collections import Counter

CHUNK = re.compile(r"PUT /api/v1/uploads/([^/]+)/chunks/(\d+) ")
UPLOAD = re.compile(r"(?:PUT|POST) /api/v1/(?:uploads|resources/)\S* ")
PIECE = 1 << 20


class UploadDoor:
    """Listens on a port that stays while servers come and go behind it."""

    scheme = "http"

    def __init__(self, target):
        self.target = target
        self.bodies = Counter()  # requests of which a body was begun, by (upload, chunk)
        self.bytes = 0  # of chunks, that left for the server
        self.answered = set()  # chunks that were taken, by (upload, chunk)
        self.requests = []  # first lines
        self.in_flight = self.most_in_flight = 0
        self.changed = threading.Condition()
        self.open = threading.Event()  # closed: uploads are held up
        self.open.set()
        self.sockets = set()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.address = self.listener.getsockname()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def sent_twice(self):
        """Numbers of the chunks that were begun more than once. A browser begins a request anew by itself where a connection that
        it had used before breaks, and several of them break one after the other while a server dies."""
        return {number for (_, number), count in self.bodies.items() if count > 1}

    def wait(self, condition, seconds=120):
        with self.changed:
            assert self.changed.wait_for(condition, seconds), f"{len(self.answered)} chunks were answered; requests: {self.requests[-10:]}"

    def cut(self):
        """Ends every connection, as the death of the server behind it would."""
        for one in list(self.sockets):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.listener.close()
        self.open.set()
        self.cut()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sockets.add(client)
        server = None
        try:
            reader = client.makefile("rb")
            while head := read_head(reader):
                if server is None:
                    server = socket.create_connection(self.target)
                    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    answers = server.makefile("rb")
                if not self._one(head, reader, client, server, answers):
                    return
        except OSError:
            pass
        finally:
            self.sockets.discard(client)
            for one in (client, server):
                if one is not None:
                    one.close()

    def _hold(self, client):
        while not self.open.wait(0.05):
            refuse_dead(client)

    def _one(self, head, reader, client, server, answers):
        first = head.split(b"\r\n", 1)[0].decode()
        is_upload, chunk = bool(UPLOAD.match(first)), CHUNK.match(first)
        with self.changed:
            self.requests.append(first)
            self.in_flight += is_upload
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
            self.changed.notify_all()
        try:
            if is_upload:
                self._hold(client)
            # A dead server takes no body: without a door the browser would know.
            refuse_dead(server)
            server.sendall(head)
            counted = False
            for piece in body(head, reader):
                if chunk and not counted:
                    counted = True
                    self.bodies[chunk[1], int(chunk[2])] += 1
                if chunk:
                    with self.changed:
                        self.bytes += len(piece)
                server.sendall(piece)
            answer = read_head(answers)
            if not answer:
                return False
            if chunk and b" 200 " in answer.split(b"\r\n", 1)[0]:
                with self.changed:
                    self.answered.add((chunk[1], int(chunk[2])))
                    self.changed.notify_all()
            client.sendall(answer)
            if not first.startswith("HEAD "):
                for piece in body(answer, answers):
                    client.sendall(piece)
            return b"\r\nconnection: close" not in answer.lower()
        finally:
            with self.changed:
                self.in_flight -= is_upload
                self.changed.notify_all()


def refuse_dead(connection):
    gone = select.poll()
    gone.register(connection, select.POLLRDHUP)
    if gone.poll(0):
        raise ConnectionError


def read_head(reader):
    lines = []
    while line := reader.readline(65536):
        lines.append(line)
        if line == b"\r\n":
            return b"".join(lines)
    return b""


def body(head, reader):
    """The pieces of a body as they come, with what frames them."""
    if found := re.search(rb"(?i)\r\ncontent-length: *(\d+)", head):
        left = int(found[1])
        while left:
            piece = reader.read1(min(left, PIECE)) if left < PIECE else reader.read(PIECE)
            if not piece:
                raise ConnectionError
            left -= len(piece)
            yield piece
    elif re.search(rb"(?i)\r\ntransfer-encoding: *chunked", head):
        while True:
            line = reader.readline()
            size = int(line.split(b";")[0], 16)
            yield line + reader.read(size + 2)
            if size == 0:
                return
