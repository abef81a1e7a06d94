import CLinux
import Glibc
package import HearthConcurrency
package import HearthServer
import Synchronization

/// Takes commands for a running server on `<data>/admin.sock`: one line of JSON each way.
///
/// Accepting and reading block, on a thread of their own; the work runs on the pool.
package final class AdminListener: Sendable {
    /// Does what is asked.
    ///
    /// What long work says meanwhile goes to the second parameter; false when nobody listens any more.
    package typealias Handler =
        @Sendable (AdminRequest, @escaping @Sendable (VaultReport) -> Bool) async -> AdminReply

    private let path: String
    private let socket: UnixSocket
    private let pool: ThreadPool
    private let handler: Handler
    private let isStopped = Atomic<Bool>(false)

    /// Replaces what stands at the path and begins to accept.
    ///
    /// - Parameters:
    ///   - path: the caller holds the lock of its directory.
    ///   - pool: runs the handler.
    ///   - handler: is called for each well-formed request.
    /// - Throws: `.files` when the socket cannot be made.
    package init(path: String, pool: ThreadPool, handler: @escaping Handler) throws(ServiceError) {
        self.path = path
        self.pool = pool
        self.handler = handler
        socket = try UnixSocket.listening(at: path)
        guard startThread(named: "admin", { [self] in accept() }) else {
            throw ServiceError(.files, "cannot start another thread")
        }
    }

    /// Accepts no more and removes the socket.
    package func stop() {
        guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
        unlink(path)
        shutdown(socket.descriptor, Int32(SHUT_RDWR))
    }

    private func accept() {
        while !isStopped.load(ordering: .sequentiallyConsistent) {
            let descriptor = Glibc.accept(socket.descriptor, nil, nil)
            if descriptor >= 0 {
                hearth_fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                serve(UnixSocket(descriptor: descriptor))
            } else if errno == EMFILE || errno == ENFILE || errno == ENOMEM {
                // The server is out of descriptors: trying again at once would only take its processor.
                usleep(100_000)
            } else if errno != EINTR && errno != ECONNABORTED {
                return
            }
        }
    }

    private func serve(_ client: consuming UnixSocket) {
        client.limitWaits(to: 10)
        guard client.peer == geteuid() else {
            client.write(AdminReply.refused("only the user that runs the server may do this").line)
            return
        }
        guard let line = client.readLine() else { return }
        guard let request = AdminRequest(line: line) else {
            client.write(
                AdminReply.refused("the server does not know this command; are the versions the same?").line
            )
            return
        }
        let box = ClientBox(client)
        // Owned by the client: it ends with the one reply.
        Task(executorPreference: pool) { [handler] in
            let reply = await handler(request) { box.client.write($0.line) }
            box.client.write(reply.line)
        }
    }
}

/// Carries the one owner of a descriptor into a task.
private final class ClientBox: Sendable {
    let client: UnixSocket
    init(_ client: consuming UnixSocket) { self.client = client }
}
