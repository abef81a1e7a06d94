import COpenSSL
import Glibc

/// The server's end of one connection; blocking, for the thread of its script.
final class Peer {
    /// The connection is gone.
    struct Gone: Error {}

    /// A request whose body has been read.
    struct Request {
        var line = ""
        var fields: [String: String] = [:]
        var body: [UInt8] = []
    }

    private let descriptor: Int32
    private var tls: OpaquePointer?
    private var buffered: [UInt8] = []
    private var isClosed = false

    init(descriptor: Int32) {
        self.descriptor = descriptor
        var time = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
    }

    /// Shakes hands as a TLS server; false when the client went away.
    func secure(_ identity: TestIdentity) -> Bool {
        tls = SSL_new(identity.context)
        SSL_set_fd(tls, descriptor)
        return SSL_accept(tls) == 1
    }

    /// The head of the next request, without its body.
    func head() throws -> Request {
        var request = Request()
        while true {
            let line = try line()
            if line.isEmpty { return request }
            if request.line.isEmpty {
                request.line = line
            } else if let colon = line.firstIndex(of: ":") {
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                request.fields[line[..<colon].lowercased()] = String(value)
            }
        }
    }

    /// The next request with its body.
    func request() throws -> Request {
        var request = try head()
        if let length = request.fields["content-length"].flatMap(Int.init) {
            request.body = try bytes(length)
        } else if request.fields["transfer-encoding"] == "chunked" {
            while let size = Int(try line(), radix: 16), size > 0 {
                request.body += try bytes(size)
                _ = try line()
            }
            _ = try line()
        }
        return request
    }

    func bytes(_ count: Int) throws -> [UInt8] {
        while buffered.count < count { try fill() }
        defer { buffered.removeFirst(count) }
        return Array(buffered[..<count])
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { piece in
                tls.map { Int(SSL_write($0, piece.baseAddress, Int32(piece.count))) }
                    ?? Glibc.send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Gone() }
            sent += count
        }
    }

    /// Sends until nothing moves for a second, or all is sent; returns how much went.
    func sendUntilFull(_ count: Int) -> Int {
        let piece = [UInt8](repeating: 7, count: 64 << 10)
        var sent = 0
        while sent < count {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&wait, 1, 1_000) == 1 else { return sent }
            let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
            let step = Glibc.send(descriptor, piece, min(piece.count, count - sent), flags)
            guard step > 0 else { return sent }
            sent += step
        }
        return sent
    }

    /// Bytes that go past TLS.
    func sendRaw(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// An ordinary answer.
    func reply(_ status: String = "200 OK", _ body: String = "", fields: String = "") throws {
        try send("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)")
    }

    /// Waits until the client has closed.
    func untilClosed() { while (try? fill()) != nil {} }

    /// Ends with RST instead of FIN.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        close()
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        if let tls { SSL_free(tls) }
        tls = nil
        Glibc.close(descriptor)
    }

    private func line() throws -> String {
        while true {
            if let end = buffered.firstIndex(of: 10) {
                defer { buffered.removeFirst(end + 1) }
                return String(decoding: buffered[..<end].filter { $0 != 13 }, as: UTF8.self)
            }
            try fill()
        }
    }

    private func fill() throws {
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        let count =
            tls.map { Int(SSL_read($0, &piece, Int32(piece.count))) }
            ?? recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { throw Gone() }
        buffered += piece[..<count]
    }
}
