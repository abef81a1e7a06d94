import Glibc
import HearthConcurrency
import HearthDrive
import HearthLog
import HearthServer

/// Brings one request to whoever may answer it: the server that runs over a data directory, or this process when
/// there is none.
struct AdminCall {
    /// How often the lock and the socket are tried before giving up, 50 ms apart: another command may be at work, or
    /// a server on its way up.
    private static let attempts = 100

    let data: DataDirectory

    /// Gets the answer.
    ///
    /// - Parameters:
    ///   - request: what is asked.
    ///   - hear: hears what a server says before its reply, where the work may take long.
    ///   - here: answers in this process; the directory's lock is held meanwhile.
    /// - Returns: the answer of the server, or of `here`.
    /// - Throws: `.inUse` when another command keeps the directory for long.
    func perform(
        _ request: AdminRequest,
        hear: ((VaultReport) -> Void)? = nil,
        here: () throws -> AdminReply
    ) throws -> AdminReply {
        try data.create()
        for _ in 1...Self.attempts {
            if let lock = try lockUnlessInUse() {
                return try withExtendedLifetime(lock) { try here() }
            }
            if let reply = try AdminClient.send(request, to: data.adminSocket, hear: hear) { return reply }
            // A command has nothing else to do, and neither the lock nor a socket on its way up can be waited for.
            usleep(50_000)
        }
        throw ServiceError(.inUse, "another Hearth is using this directory: \(data.path)")
    }

    /// Asks for what needs the whole drive, and shows the outcome.
    ///
    /// - Throws: `.refused` with the drive's own text, or when there is no drive yet.
    func show(_ request: AdminRequest, on console: Console) throws {
        guard data.hasDatabase else {
            throw ServiceError(
                .refused,
                "\(data.path) holds no drive; say which directory with --data DIR, or begin with hearth setup"
            )
        }
        switch try perform(request, here: { try answerOnDrive(request) }) {
        case .refused(let text): throw ServiceError(.refused, text)
        case .told(let text): console.print(text)
        case .done: break
        }
    }

    /// Answers a request that needs the whole drive, its partitions included, in this process.
    func answerOnDrive(_ request: AdminRequest) throws -> AdminReply {
        let pools = ServicePools(connections: 2, blocking: 2)
        defer { pools.stop() }
        return try waitFor(on: pools.connections) { [data] in
            let logger = Logger(label: "hearth", level: .warning)
            let service = try await HearthService(
                HearthService.Options(data: data, logger: logger),
                pools: pools
            )
            let reply = await AdminDesk(drive: service.drive, drains: true).answer(request)
            await service.stop()
            return reply
        }
    }

    private func lockUnlessInUse() throws(ServiceError) -> DirectoryLock? {
        do {
            return try data.lock()
        } catch {
            if error.code == .inUse { return nil }
            throw error
        }
    }
}
