import Glibc
package import HearthServer

/// Brings a command to the server that holds a data directory.
package enum AdminClient {
    /// How long a server may take: a password is hashed behind others that wait.
    private static let patience = 60

    /// Sends a request and waits for the reply.
    ///
    /// - Returns: the reply, or nil when nobody listens on the socket.
    /// - Throws: `.unreachable` when the server stops halfway.
    package static func send(_ request: AdminRequest, to path: String) throws(ServiceError) -> AdminReply? {
        guard let socket = try UnixSocket.connected(to: path) else { return nil }
        socket.limitWaits(to: patience)
        guard socket.write(request.line), let line = socket.readLine(), let reply = AdminReply(line: line)
        else {
            throw ServiceError(
                .unreachable,
                "the server did not answer; look at its log, then try again"
            )
        }
        return reply
    }
}
