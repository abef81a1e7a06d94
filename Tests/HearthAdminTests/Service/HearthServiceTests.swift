import Glibc
import HearthAdmin
import HearthConcurrency
import HearthDrive
import HearthHTTP
import HearthLog
import HearthServer
import HearthTesting
import Testing

@Suite("The service", .timeLimit(.minutes(10)))
struct HearthServiceTests {
    /// Runs a service for the time of `body`, as `hearth serve` does.
    private func serving<T: Sendable>(
        _ data: DataDirectory,
        _ body: @escaping @Sendable (HearthService, Int) async throws -> T
    ) async throws -> T {
        let lock = try data.lock()
        let pools = ServicePools(connections: 2, blocking: 2)
        defer { pools.stop() }
        let options = HearthService.Options(
            data: data,
            http: HTTPServerConfiguration(host: "127.0.0.1", port: 0),
            logger: Logger(label: "test", sink: MemorySink())
        )
        let task = Task(executorPreference: pools.connections) {
            let service = try await HearthService(options, pools: pools)
            let desk = AdminDesk(drive: service.drive)
            let admin = try AdminListener(path: data.adminSocket, pool: pools.connections) {
                await desk.answer($0, hear: $1)
            }
            let result: Result<T, any Error>
            do {
                result = .success(try await body(service, try service.start()))
            } catch {
                result = .failure(error)
            }
            admin.stop()
            await service.stop(grace: .seconds(5))
            return try result.get()
        }
        defer { withExtendedLifetime(lock) {} }
        return try await task.value
    }

    private func health(_ port: Int) async throws -> Int {
        try await HTTPProbe.run {
            let probe = try HTTPProbe(port: port)
            try probe.send("GET /api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n")
            return try probe.answer().status
        }
    }

    @Test("answers, stops, and starts again over the same data")
    func restart() async throws {
        let temporary = try TemporaryDirectory()
        let data = DataDirectory(path: temporary.path)
        for _ in 0..<2 {
            let status = try await serving(data) { _, port in try await health(port) }
            #expect(status == 200)
            #expect(access(data.adminSocket, F_OK) != 0)
        }
    }

    @Test("a command beside it goes through the socket and is seen at once")
    func command() async throws {
        let temporary = try TemporaryDirectory()
        let data = DataDirectory(path: temporary.appending("data"))
        try data.create()
        let password = temporary.appending("password")
        try OperatorFiles.write(Array("secret word\n".utf8), to: password, mode: 0o600)
        let commands = ThreadPool(name: "commands", threads: 1)
        defer { commands.stop() }
        try await serving(data) { service, _ in
            #expect(service.drive.area.name == "Home")
            let console = Console(print: { _ in }, complain: { Issue.record("\($0)") })
            let code = try await commands.run {
                HearthCommand.run(
                    [
                        "setup", "--data", data.path, "--owner", "olivia", "--password-file", password,
                        "--area", "Zu Hause",
                    ],
                    console: console
                )
            }
            #expect(code == 0)
            #expect(service.drive.area.name == "Zu Hause")
            let token = try await service.drive.people.signIn(
                accountName: "olivia",
                password: "secret word",
                client: "test",
                address: "127.0.0.1"
            )
            #expect(try await service.drive.sessions.caller(token: token.token).user.isOwner)
            let changed = try await commands.run {
                HearthCommand.run(
                    ["user", "passwd", "olivia", "--data", data.path, "--password-file", password],
                    console: console
                )
            }
            #expect(changed == 0)
            await #expect(throws: DriveError.self) {
                try await service.drive.sessions.caller(token: token.token)
            }
        }
    }

    @Test("an address in use is an error, and the directory is free afterwards")
    func addressInUse() async throws {
        let temporary = try TemporaryDirectory()
        let first = DataDirectory(path: temporary.appending("first"))
        let second = DataDirectory(path: temporary.appending("second"))
        try first.create()
        try second.create()
        try await serving(first) { _, port in
            let pools = ServicePools(connections: 1, blocking: 1)
            defer { pools.stop() }
            let options = HearthService.Options(
                data: second,
                http: HTTPServerConfiguration(host: "127.0.0.1", port: port),
                logger: Logger(label: "test", sink: MemorySink())
            )
            let service = try await HearthService(options, pools: pools)
            let error = #expect(throws: HTTPError.self) { try service.start() }
            #expect(error?.message.contains("\(port)") == true, "\(error?.message ?? "")")
            await service.stop(grace: .zero)
        }
    }
}
