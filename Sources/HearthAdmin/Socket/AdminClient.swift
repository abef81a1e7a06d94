import Glibc
package import HearthServer

/// Brings a command to the server that holds a data directory.
package enum AdminClient {
    /// How long a server may take: a password is hashed behind others that wait.
    private static let patience = 60

    /// Sends a request and waits for the reply.
    ///
    /// - Parameters:
    ///   - request: what is asked.
    ///   - path: the server's socket.
    ///   - hear: hears what long work says before the reply, which is then waited for without end.
    /// - Returns: the reply, or nil when nobody listens on the socket.
    /// - Throws: `.unreachable` when the server stops halfway.
    package static func send(
        _ request: AdminRequest,
        to path: String,
        hear: ((VaultReport) -> Void)? = nil
    ) throws(ServiceError) -> AdminReply? {
        guard let socket = try UnixSocket.connected(to: path) else { return nil }
        socket.limitWaits(to: hear == nil ? patience : 0)
        if socket.write(request.line) {
            var lines = VaultLines()
            while let line = lines.next(from: socket) {
                if let reply = AdminReply(line: line) { return reply }
                guard let hear, let report = VaultReport(line: line) else { break }
                hear(report)
            }
        }
        throw ServiceError(.unreachable, "the server did not answer; look at its log, then try again")
    }
}
