import CLinux
import Glibc

/// Opens the socket a server listens on.
enum Listener {
    /// A non-blocking socket that listens, and its port.
    ///
    /// `TCP_NODELAY` and `TCP_NOTSENT_LOWAT` set here are inherited by every accepted connection.
    ///
    /// - Throws: `.io` when the address cannot be used.
    static func open(host: String, port: Int) throws(HTTPError) -> (descriptor: Int32, port: Int) {
        guard (0...65_535).contains(port) else { throw HTTPError(.io, "\(port) is not a port") }
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let found else {
            throw HTTPError(.io, "\(host) is not a numeric address")
        }
        defer { freeaddrinfo(found) }
        let info = found.pointee
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(info.ai_family, kind, 0)
        guard descriptor >= 0 else { throw failure("socket", host, port) }
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        set(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 256 << 10)
        if info.ai_family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, listen(descriptor, 4096) == 0 else {
            let error = failure("listen", host, port)
            close(descriptor)
            throw error
        }
        return (descriptor, boundPort(descriptor) ?? port)
    }

    private static func boundPort(_ descriptor: Int32) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutableBytes(of: &storage) { bytes in
            getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard result == 0 else { return nil }
        // The port stands at the same place in both families.
        return withUnsafeBytes(of: &storage) {
            Int(UInt16(bigEndian: $0.load(as: sockaddr_in.self).sin_port))
        }
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func failure(_ call: String, _ host: String, _ port: Int) -> HTTPError {
        HTTPError(.io, "\(call) on \(host) port \(port): \(String(cString: strerror(errno)))")
    }
}
