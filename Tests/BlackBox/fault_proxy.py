"""A TCP proxy with seeded faults between a client and a server. It knows just enough of HTTP/1.1 and of TLS records to spoil them."""

import asyncio
import collections
import re
import socket
import struct
import threading
import time

PIECE = 256 << 10
SLOW = 1 << 10
LONGEST = 2.0
KINDS = ("cut", "reset", "stall", "slow", "delay", "502", "longer", "shorter", "record")
PLAIN_ONLY = ("502", "longer", "shorter")
TLS_ONLY = ("record",)
# After these the client has to send again what was under way on that connection.
BREAKING = ("cut", "reset", "502", "longer", "shorter", "record")
METHOD = re.compile(rb"(GET|HEAD|POST|PUT|PATCH|DELETE) ")
LENGTH = re.compile(rb"(?i)(\r\ncontent-length: *)(\d+)(?=\r\n)")


class Fault:
    """What happens to the connection that carries byte number `at` of one direction, counted over all connections.

    `up` is towards the server. A kind that is no kind of the proxy is handed to the proxy's `on_event`.
    """

    def __init__(self, kind, up, at, seconds=LONGEST, amount=1):
        assert 0 < seconds <= LONGEST
        self.kind, self.up, self.at, self.seconds, self.amount = kind, up, at, seconds, amount

    def __repr__(self):
        return f"{self.kind}@{self.at}{'up' if self.up else 'down'}/{self.seconds:.1f}s"


class Broken(Exception):
    """The connection is to end here."""

    def __init__(self, reset=False):
        self.reset = reset


class Connection:
    """One client's connection and its other half."""

    def __init__(self, client, server):
        self.client, self.server = client, server
        self.armed = collections.deque()
        self.last_up = None  # the direction of the last piece
        self.method = b""
        self.slow_until = {True: 0.0, False: 0.0}
        self.record_left, self.record_head = 0, b""


class FaultProxy:
    """Listens on a port of the loopback address from `start` to `close`; one event loop on a thread of its own.

    `target` may change at any time. `plan` replaces the faults and sets the counters back. `up` and `down` count the bytes that came
    from clients and from the server; `hits` how many times a connection lost what was under way; `fired` what happened, in order.
    """

    def __init__(self, target, tls=False, on_event=lambda kind: None):
        self.target, self.tls, self.on_event = target, tls, on_event
        self.loop = asyncio.new_event_loop()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]
        self.open = set()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._reset([])

    def start(self):
        self.thread.start()
        self.serving = asyncio.run_coroutine_threadsafe(self._serve(), self.loop)
        return self

    def close(self):
        self.serving.cancel()
        asyncio.run_coroutine_threadsafe(self._close(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()
        self.listener.close()

    def plan(self, faults):
        """Starts anew: closes every connection, counts from 0, and has these faults happen."""

        async def change():
            await self._cancel()
            self._reset(faults)

        asyncio.run_coroutine_threadsafe(change(), self.loop).result(10)

    def connections(self):
        """How many connections there are now."""
        return len(self.open)

    # -- on the loop's thread -------------------------------------------------------------------------------------

    def _reset(self, faults):
        self.waiting = {up: collections.deque(sorted((f for f in faults if f.up == up), key=lambda f: f.at)) for up in (True, False)}
        self.count = {True: 0, False: 0}
        self.orphans = collections.deque()
        self.fired, self.hits, self.accepted, self.delay_until = [], 0, 0, 0.0

    @property
    def up(self):
        return self.count[True]

    @property
    def down(self):
        return self.count[False]

    async def _serve(self):
        while True:
            client, _ = await self.loop.sock_accept(self.listener)
            task = self.loop.create_task(self._connection(client))
            self.open.add(task)
            task.add_done_callback(self.open.discard)

    async def _cancel(self):
        tasks = list(self.open)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _close(self):
        await self._cancel()
        await asyncio.gather(*(t for t in asyncio.all_tasks() if t is not asyncio.current_task()), return_exceptions=True)

    async def _connection(self, client):
        self.accepted += 1
        server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        for one in (client, server):
            one.setblocking(False)
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # Little between the two ends, so that what the proxy has counted is about what the client has sent.
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, PIECE)
        connection = Connection(client, server)
        connection.armed, self.orphans = self.orphans, collections.deque()
        reset = True
        pumps = []
        try:
            await self.loop.sock_connect(server, self.target)
            pumps = [self.loop.create_task(self._pump(connection, up)) for up in (True, False)]
            done, _ = await asyncio.wait(pumps, return_when=asyncio.FIRST_EXCEPTION)
            reset = any(isinstance(t.exception(), ConnectionError) or getattr(t.exception(), "reset", False) for t in done)
        except OSError:
            pass
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            self.orphans.extend(connection.armed)
            for one in (client, server):
                if reset:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                one.close()

    async def _pump(self, connection, up):
        source, sink = (connection.client, connection.server) if up else (connection.server, connection.client)
        buffer = bytearray(PIECE)
        while length := await self.loop.sock_recv_into(source, buffer):
            piece = memoryview(buffer)[:length]
            begins = connection.last_up is not up
            connection.last_up = up
            if begins and up and (found := METHOD.match(piece)):
                connection.method = found[1]
            while piece:
                piece = await self._step(connection, up, begins, piece, sink)
                begins = False
        sink.shutdown(socket.SHUT_WR)

    async def _step(self, connection, up, begins, piece, sink):
        """Forwards as much as nothing happens to; returns the rest."""
        waiting = self.waiting[up]
        count = len(piece)
        if waiting:
            count = min(count, max(0, waiting[0].at - self.count[up]))
        now = time.monotonic()
        if now < connection.slow_until[up]:
            count = min(count, SLOW // 8)
            await asyncio.sleep(0.125)
        elif now < self.delay_until:
            await asyncio.sleep(min(self.delay_until - now, 0.1))
        self.count[up] += count
        if not (connection.armed and await self._spoil(connection, up, begins, piece, count, sink)):
            await self.loop.sock_sendall(sink, piece[:count])
            self._follow(connection, up, piece[:count])
        if waiting and self.count[up] >= waiting[0].at:
            await self._fire(waiting.popleft(), connection, up)
        return piece[count:]

    async def _fire(self, fault, connection, up):
        if fault.kind in ("502", "longer", "shorter", "record"):
            connection.armed.append(fault)
            return
        self.fired.append(fault)
        if fault.kind in BREAKING:
            self.hits += 1
            raise Broken(reset=fault.kind == "reset")
        if fault.kind == "stall":
            await asyncio.sleep(fault.seconds)
        elif fault.kind == "slow":
            connection.slow_until[up] = time.monotonic() + fault.seconds
        elif fault.kind == "delay":
            self.delay_until = time.monotonic() + fault.seconds
        else:
            self.hits += self.connections()
            self.on_event(fault.kind)

    def _follow(self, connection, up, piece):
        """Keeps track of TLS records from the server."""
        if not self.tls or up:
            return
        while piece:
            if connection.record_left:
                step = min(connection.record_left, len(piece))
                connection.record_left -= step
            else:
                step = min(5 - len(connection.record_head), len(piece))
                connection.record_head += bytes(piece[:step])
                if len(connection.record_head) == 5:
                    connection.record_left = int.from_bytes(connection.record_head[3:5], "big")
                    connection.record_head = b""
            piece = piece[step:]

    async def _spoil(self, connection, up, begins, piece, count, sink):
        """Does to this piece what is armed, if it fits; false when it does not."""
        fault = connection.armed[0]
        data = bytes(piece[:count])
        if fault.kind == "502" and up and begins and METHOD.match(data):
            self._done(connection)
            await self._bad_gateway(connection, data, early=fault.amount % 2 == 0)
            raise Broken()
        if fault.kind in ("longer", "shorter") and not up and begins and (head := data.partition(b"\r\n\r\n"))[1]:
            found = LENGTH.search(head[0] + b"\r\n")
            if not found or not data.startswith(b"HTTP/1.1 2"):
                return False
            length = int(found[2])
            wrong = length + fault.amount if fault.kind == "longer" else max(min(1, length), length - fault.amount)
            self._done(connection)
            text = LENGTH.sub(lambda m: m[1] + str(wrong).encode(), head[0] + b"\r\n")[:-2] + b"\r\n\r\n"
            await self.loop.sock_sendall(sink, text + head[2])
            left = 0 if connection.method == b"HEAD" else length - len(head[2])
            while left > 0 and (more := await self.loop.sock_recv(connection.server, min(left, PIECE))):
                self.count[up] += len(more)
                left -= len(more)
                await self.loop.sock_sendall(sink, more)
            raise Broken()
        if fault.kind == "record" and not up:
            at = connection.record_left
            if at == 0 and not connection.record_head:
                if len(data) < 7:
                    return False
                at = 5 + int.from_bytes(data[3:5], "big")
            self._done(connection)
            await self.loop.sock_sendall(sink, data[:max(1, at // 2)])
            raise Broken()
        return False

    def _done(self, connection):
        self.fired.append(connection.armed.popleft())
        self.hits += 1

    async def _bad_gateway(self, connection, data, early):
        """Answers in the server's place, before or after the request's body."""
        answer = b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain\r\nContent-Length: 12\r\nConnection: close\r\n\r\nBad Gateway\n"
        client = connection.client
        if early:
            await self.loop.sock_sendall(client, answer)
        head, _, body = data.partition(b"\r\n\r\n")
        found = LENGTH.search(head + b"\r\n")
        left = (int(found[2]) if found else 0) - len(body)
        end = time.monotonic() + LONGEST
        while left > 0 and time.monotonic() < end and (more := await asyncio.wait_for(self.loop.sock_recv(client, PIECE), LONGEST)):
            self.count[True] += len(more)
            left -= len(more)
        if not early:
            await self.loop.sock_sendall(client, answer)
        client.shutdown(socket.SHUT_WR)
        try:
            await asyncio.wait_for(self.loop.sock_recv(client, PIECE), 0.5)
        except (TimeoutError, OSError):
            pass
