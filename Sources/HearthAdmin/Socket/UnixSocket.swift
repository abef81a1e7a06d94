import CLinux
import Glibc
import HearthServer

/// One end of a unix stream socket; closed with its only owner.
///
/// Blocking, with a time limit on every read and write.
struct UnixSocket: ~Copyable {
    /// A line may hold a password, two names and little else.
    static let lineLimit = 1 << 20

    let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    private init() throws(ServiceError) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if descriptor < 0 { throw ServiceError("cannot make a socket", errno: errno) }
    }

    deinit { close(descriptor) }

    /// Binds to a path and listens; a file of that name is replaced.
    ///
    /// Only the caller's own user may connect. The caller holds the directory's lock, so whatever stands there was
    /// left by a process that is gone.
    static func listening(at path: String) throws(ServiceError) -> UnixSocket {
        let made = try UnixSocket()
        unlink(path)
        // Linux gives the file the mode of the socket, less the umask.
        fchmod(made.descriptor, 0o600)
        let status = try withAddress(of: path) { bind(made.descriptor, $0, $1) }
        if status != 0 { throw ServiceError("cannot make \(path)", errno: errno) }
        if listen(made.descriptor, 16) != 0 { throw ServiceError("cannot listen on \(path)", errno: errno) }
        return made
    }

    /// Connects to a path; nil when nobody listens there.
    static func connected(to path: String) throws(ServiceError) -> UnixSocket? {
        let made = try UnixSocket()
        let status = try withAddress(of: path) { connect(made.descriptor, $0, $1) }
        if status == 0 { return made }
        let number = errno
        if number == ENOENT || number == ECONNREFUSED { return nil }
        if number == EACCES {
            throw ServiceError(
                .unreachable,
                "the server at \(path) runs as another user; run this command as that user"
            )
        }
        throw ServiceError("cannot connect to \(path)", errno: number)
    }

    /// The user at the other end.
    var peer: uid_t? {
        var uid: UInt32 = 0
        return hearth_peer_uid(descriptor, &uid) == 0 ? uid : nil
    }

    /// Bounds every later wait.
    func limitWaits(to seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    /// Reads up to a newline; nil when the other end stops before it or the line is too long.
    func readLine() -> [UInt8]? {
        var line: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while line.count <= Self.lineLimit {
            let count = recv(descriptor, &piece, piece.count, 0)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return nil }
            line.append(contentsOf: piece.prefix(count))
            if let end = line.firstIndex(of: 0x0A) { return Array(line[..<end]) }
        }
        return nil
    }

    /// Writes everything; false when the other end is gone or does not read.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                send(
                    descriptor,
                    buffer.baseAddress.map { $0 + offset },
                    buffer.count - offset,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if count > 0 {
                offset += count
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Calls `body` with the address of a path.
    ///
    /// An address holds 107 bytes: a longer path is reached through a handle of its directory.
    private static func withAddress(
        of path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(ServiceError) -> Int32 {
        var short = path
        var directory: Int32 = -1
        defer { if directory >= 0 { close(directory) } }
        if path.utf8.count > 107 {
            let parent = OperatorFiles.parent(of: path)
            directory = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if directory < 0 { throw ServiceError("cannot open \(parent)", errno: errno) }
            short =
                "/proc/self/fd/\(directory)/\(path.utf8.split(separator: 0x2F).last.map { String($0) ?? "" } ?? "")"
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
