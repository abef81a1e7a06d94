import Glibc

/// Reads one line after the other from a socket; what comes after a line is kept for the next.
struct VaultLines {
    private var rest: [UInt8] = []

    /// The next line without its newline; nil when the other end stops before it, or the line is too long.
    mutating func next(from socket: borrowing UnixSocket) -> [UInt8]? {
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        var searched = 0
        while true {
            if let end = rest[searched...].firstIndex(of: 0x0A) {
                defer { rest.removeSubrange(...end) }
                return Array(rest[..<end])
            }
            searched = rest.count
            if rest.count > UnixSocket.lineLimit { return nil }
            let count = recv(socket.descriptor, &piece, piece.count, 0)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return nil }
            rest.append(contentsOf: piece.prefix(count))
        }
    }
}
