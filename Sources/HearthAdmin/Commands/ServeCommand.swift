import Glibc
import HearthConcurrency
import HearthCrypto
import HearthDrive
import HearthHTTP
import HearthLog
import HearthSQL
import HearthServer
import HearthStorage
import Synchronization

/// `hearth serve`: the server, from its first file to its last.
struct ServeCommand {
    /// A stop that takes so many seconds longer than its grace has failed.
    private static let stopMargin: Int64 = 5

    let data: DataDirectory
    let console: Console
    /// The value of a flag that was given.
    let flag: (ConfigurationKey) -> String?

    /// Runs until a signal ends it.
    ///
    /// - Throws: what keeps the server from starting; ``Complaint`` has the text.
    func run() throws {
        try data.create()
        let lock = try data.lock()
        defer { withExtendedLifetime(lock) {} }
        let configuration = try loadConfiguration()
        umask(configuration.umask)
        let signals = SignalWatch()
        let log = try LogOutput(configuration)
        if ProcessSettings.openFiles < configuration.limits.connections + 64 {
            log.logger.warning(
                "fewer files may be open than the limit of connections needs",
                ["files": .int(Int64(ProcessSettings.openFiles))]
            )
        }
        warnWithoutTLS(configuration, log)
        if !SecretBytes.isHeapLocked {
            log.logger.warning(
                "keys of encrypted folders cannot be locked in memory and may be swapped out; raise the limit of locked memory"
            )
        }

        let pools = ServicePools()
        let options = HearthService.Options(
            data: data,
            http: configuration.http,
            ages: configuration.ages,
            durations: configuration.durations,
            logger: log.logger,
            accessLog: configuration.accessLog ? log.sink : nil
        )
        let (service, admin, ready) = try waitFor(on: pools.connections) { [data] in
            try await Self.start(options, data: data, pools: pools)
        }
        for line in ready { console.print(line) }
        log.logger.info("started", ["version": .string(HearthAPI.version), "data": .string(data.path)])

        var next = signals.next()
        while case .reload = next {
            log.reopen()
            service.reload()
            next = signals.next()
        }
        log.logger.info("stopping")
        let longestStop = Int32((configuration.stopGrace + Self.stopMargin) * 1_000)
        startThread(named: "stop-watch") {
            // A second signal, or requests that do not end: the database survives it, that is what WAL is for.
            while case .reload = signals.next(within: longestStop) {}
            _exit(1)
        }
        let grace = Duration.seconds(configuration.stopGrace)
        try waitFor(on: pools.connections) {
            admin.stop()
            await service.stop(grace: grace)
        }
        log.logger.info("stopped")
    }

    private func loadConfiguration() throws(ServiceError) -> Configuration {
        let bytes = try OperatorFiles.read(data.configuration, limit: 1 << 20)
        if bytes == nil {
            try OperatorFiles.write(Array(Configuration.template.utf8), to: data.configuration, mode: 0o600)
        }
        return try Configuration(
            file: data.configuration,
            bytes: bytes,
            environment: console.environment,
            flags: flag
        )
    }

    private func warnWithoutTLS(_ configuration: Configuration, _ log: LogOutput) {
        if !configuration.certificate.isEmpty || ReachableAddress.isLoopback(configuration.listen.host) {
            return
        }
        let text = "listening beyond this machine without TLS: passwords and files can be read on the way"
        log.logger.warning(text, ["listen": .string(configuration.listen.text)])
        if !configuration.logFile.isEmpty { console.complain("warning: \(text)") }
    }

    private static func listen(_ service: HearthService) throws -> Int {
        do {
            return try service.start()
        } catch let error as HTTPError {
            throw ServiceError(
                .configuration,
                "\(error.message); choose another address or port with --listen"
            )
        }
    }

    /// Opens everything; what was opened is closed again when a later part fails.
    private static func start(
        _ options: HearthService.Options,
        data: DataDirectory,
        pools: ServicePools
    ) async throws -> (HearthService, AdminListener, [String]) {
        let service = try await HearthService(options, pools: pools)
        do {
            let address = AddressBox()
            let desk = AdminDesk(drive: service.drive) { address.text.withLock { $0 } }
            let token =
                try await service.drive.people.hasOwner() ? nil : service.drive.people.makeSetupToken()
            let admin = try AdminListener(path: data.adminSocket, pool: pools.connections) {
                await desk.answer($0, hear: $1)
            }
            do {
                let port = try listen(service)
                let url = ReachableAddress.url(
                    host: options.http.host,
                    port: port,
                    isSecure: options.http.tls != nil
                )
                address.text.withLock { $0 = url }
                var ready = ["Hearth is ready at \(url)"]
                if let token { ready.append("Set up the owner at \(url)setup#\(token)") }
                return (service, admin, ready)
            } catch {
                admin.stop()
                throw error
            }
        } catch {
            await service.stop(grace: .zero)
            throw error
        }
    }
}

/// Where people reach the server: known to commands once it listens.
private final class AddressBox: Sendable {
    let text = Mutex("/")
}
