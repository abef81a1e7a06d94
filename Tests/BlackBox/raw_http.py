"""HTTP over a bare socket: for requests that no client library would send, and answers that it would hide."""

import socket


class RawAnswer:
    """One response head and its body, exactly as it came."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    def header(self, name):
        """The first value of a header, or None."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    def __repr__(self):
        return f"RawAnswer({self.status}, {self.headers}, {self.body[:300]!r})"


class RawConnection:
    """One connection; what is sent goes out unchanged."""

    def __init__(self, address, timeout=15, context=None, source=None):
        self.socket = socket.create_connection(address, timeout=timeout, source_address=(source, 0) if source else None)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if context is not None:
            self.socket = context.wrap_socket(self.socket, server_hostname="localhost")
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def reset(self):
        """Closes with a TCP reset, as a phone does that leaves the network."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def request(self, method, target, headers=(), body=b""):
        """Sends one request; `target` may be bytes and is not touched."""
        target = target if isinstance(target, bytes) else target.encode("latin-1")
        lines = [method.encode() + b" " + target + b" HTTP/1.1", b"Host: localhost"]
        lines += [name.encode() + b": " + (value if isinstance(value, bytes) else str(value).encode()) for name, value in headers]
        if body and not any(name.lower() in ("content-length", "transfer-encoding") for name, _ in headers):
            lines.append(b"Content-Length: " + str(len(body)).encode())
        self.send(b"\r\n".join(lines) + b"\r\n\r\n" + body)

    def _fill(self):
        piece = self.socket.recv(256 << 10)
        if not piece:
            raise ConnectionError(f"the connection ended; unread: {self.buffer[:200]!r}")
        self.buffer += piece

    def _line(self):
        while b"\r\n" not in self.buffer:
            self._fill()
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line

    def _exactly(self, count):
        while len(self.buffer) < count:
            self._fill()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def answer(self, head=False):
        """Reads one response, an interim one (1xx) included."""
        status = int(self._line().split(b" ", 2)[1])
        headers = []
        while line := self._line():
            name, value = line.split(b":", 1)
            headers.append((name.decode("latin-1"), value.strip().decode("latin-1")))
        result = RawAnswer(status, headers, b"")
        if head or status < 200 or status in (204, 304):
            return result
        if "chunked" in (result.header("transfer-encoding") or "").lower():
            while size := int(self._line().split(b";")[0], 16):
                result.body += self._exactly(size)
                self._line()
            while self._line():
                pass
        elif (length := result.header("content-length")) is not None:
            result.body = self._exactly(int(length))
        else:
            try:
                while True:
                    self._fill()
            except ConnectionError:
                result.body, self.buffer = self.buffer, b""
        return result

    def silent_for(self, seconds):
        """True when nothing arrives and the peer does not close for that long."""
        if self.buffer:
            return False
        old = self.socket.gettimeout()
        self.socket.settimeout(seconds)
        try:
            self._fill()
            return False
        except TimeoutError:
            return True
        except ConnectionError:
            return False
        finally:
            self.socket.settimeout(old)
