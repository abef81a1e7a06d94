#if canImport(Glibc) || canImport(Darwin)
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The few calls on sockets that the loopback listener needs; they differ between systems, and block.
enum SocketCalls {
    /// Seconds that a browser has to send its request.
    private static let patience = 2
    /// Bytes of a request's head.
    private static let headLimit = 16 << 10

    /// A TCP socket that programs started by this one do not inherit; negative on failure.
    static func stream() -> Int32 {
        #if canImport(Glibc)
        return socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
        #endif
    }

    /// 127.0.0.1 and a port of the system's choice.
    static var loopback: sockaddr_in {
        var address = sockaddr_in()
        #if canImport(Darwin)
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Whether something can be read within some time.
    static func isReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    /// The target of a GET request (RFC 9112, section 3); nil for anything else, and after the patience.
    static func requestTarget(_ connection: Int32) -> String? {
        let deadline = ContinuousClock.now + .seconds(patience)
        var head: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while head.count < headLimit, ContinuousClock.now < deadline {
            guard isReadable(connection, milliseconds: 100) else { continue }
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            head += piece[..<count]
            // The whole head is read, or closing would reset the connection before the page arrived.
            guard head.suffix(4).elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) else { continue }
            let line = head.prefix { $0 != 0x0D }
            let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
            guard words.count == 3, words[0].elementsEqual("GET".utf8), words[1].first == 0x2F else {
                return nil
            }
            return String(validating: words[1], as: UTF8.self)
        }
        return nil
    }

    /// Sends everything, then says that nothing follows.
    static func send(_ bytes: [UInt8], to connection: Int32) {
        #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        var on: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        let flags: Int32 = 0
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendBytes(connection, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
        shutdown(connection, Int32(SHUT_WR))
    }
}

// Inside the type the name is taken.
private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}
#endif
