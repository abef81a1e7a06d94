import Glibc

/// A TCP connection of a client that may send whatever it likes.
///
/// Blocking: use it on a thread pool.
struct RawConnection: ~Copyable {
    /// The server was neither answering nor closing.
    struct TimedOut: Error {}
    /// A call of the socket interface failed.
    struct SocketError: Error {
        let call: String
        let errno: Int32
    }

    private let descriptor: Int32

    /// Connects to 127.0.0.1 from an address in 127.0.0.0/8, which tells connections apart at the server.
    init(port: Int, from source: UInt32 = 0x7F00_0001) throws(SocketError) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError(call: "socket", errno: errno) }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if source != 0x7F00_0001 {
            guard Self.call(bind, descriptor, source, 0) == 0 else {
                throw SocketError(call: "bind", errno: errno)
            }
        }
        guard Self.call(connect, descriptor, 0x7F00_0001, port) == 0 else {
            throw SocketError(call: "connect", errno: errno)
        }
    }

    deinit { close(descriptor) }

    /// Sends everything; false when the server has gone before the end.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor,
                    buffer.baseAddress.map { $0 + sent },
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Says that nothing more will be sent.
    func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next bytes, or nil when the server has closed.
    func receive(within milliseconds: Int32 = 10_000) throws(TimedOut) -> [UInt8]? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let ready = poll(&request, 1, milliseconds)
            if ready == 0 { throw TimedOut() }
            if ready > 0 { break }
        }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return nil }
        buffer.removeLast(buffer.count - count)
        return buffer
    }

    /// Everything until the server closes.
    func receiveAll(within milliseconds: Int32 = 10_000) throws(TimedOut) -> [UInt8] {
        var all: [UInt8] = []
        while let bytes = try receive(within: milliseconds) { all += bytes }
        return all
    }

    /// As many whole answers as there are requests with these methods; fewer when the server closes before.
    func receive(answersTo methods: [String]) throws -> [RawResponse] {
        var all: [UInt8] = []
        while true {
            let parsed = RawResponse.parse(all, methods: methods, isClosed: false)
            if parsed.responses.count == methods.count { return parsed.responses }
            guard let bytes = try receive() else {
                return RawResponse.parse(all, methods: methods, isClosed: true).responses
            }
            all += bytes
        }
    }

    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32,
        _ descriptor: Int32,
        _ address: UInt32,
        _ port: Int
    ) -> Int32 {
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        target.sin_addr.s_addr = address.bigEndian
        return withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                function(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
