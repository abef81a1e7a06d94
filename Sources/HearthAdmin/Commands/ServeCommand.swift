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
    /// Whether it listens on every address, with a certificate.
    var isLAN = false
    /// Whether the link for the owner's set-up is shown as a QR code.
    var showsCode = false
    /// Whether the data directory comes from a variable's name of before.
    var usesOldDataVariable = false
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
        let old = (usesOldDataVariable ? ["HEARTH_DATA"] : []) + configuration.oldVariables
        if !old.isEmpty {
            log.logger.warning(
                "variables of the server begin with HEARTH_SERVER_ now; the old names still work",
                ["variables": .string(old.joined(separator: " "))]
            )
        }
        let certificate = LocalCertificate(data: data)
        var http = configuration.http
        if isLAN {
            http.host = MachineNames.hasIPv6 ? "::" : "0.0.0.0"
            if http.tls == nil { _ = try certificate.make() }
        }
        if http.tls == nil, !certificate.exists { warnWithoutTLS(configuration, log) }
        if !SecretBytes.isHeapLocked {
            log.logger.warning(
                "keys of encrypted folders cannot be locked in memory and may be swapped out; raise the limit of locked memory"
            )
        }

        let pools = ServicePools()
        let options = HearthService.Options(
            data: data,
            http: http,
            ages: configuration.ages,
            durations: configuration.durations,
            logger: log.logger,
            accessLog: configuration.accessLog ? log.sink : nil,
            certificate: certificate,
            media: configuration.media,
            web: WebDirectory.find(configured: configuration.web),
            callbackOrigins: configuration.callbackOrigins
        )
        if options.web == nil {
            log.logger.warning(
                "there is no web app: its files are missing",
                ["directory": .string(configuration.web)]
            )
        }
        let (service, admin, ready) = try waitFor(on: pools.connections) { [data] in
            try await Self.start(options, data: data, pools: pools)
        }
        for line in ready.lines { console.print(line) }
        if isLAN { showNetwork(ready, service) }
        if showsCode, let link = ready.link, let code = TerminalCode(link) {
            for line in code.lines(isColoured: console.isTerminal) { console.print(line) }
        }
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
        if ReachableAddress.isLoopback(configuration.listen.host) { return }
        let text = "listening beyond this machine without TLS: passwords and files can be read on the way"
        log.logger.warning(text, ["listen": .string(configuration.listen.text)])
        if !configuration.logFile.isEmpty { console.complain("warning: \(text)") }
    }

    /// What other devices need to know.
    private func showNetwork(_ ready: Ready, _ service: HearthService) {
        for url in ready.urls.dropFirst() { console.print("Also at \(url)") }
        guard let trust = service.certificates?.trust, let url = ready.urls.first else { return }
        console.print("Devices trust it after a visit to http\(url.drop { $0 != ":" })trust; its key is")
        console.print(trust.keyFingerprint)
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
    ) async throws -> (HearthService, AdminListener, Ready) {
        let service = try await HearthService(options, pools: pools)
        do {
            let bound = Mutex<Int?>(nil)
            let urls: @Sendable () -> [String] = {
                guard let port = bound.withLock({ $0 }) else { return ["/"] }
                // Asked each time: a certificate may come while the server runs.
                return ReachableAddress.urls(
                    host: options.http.host,
                    port: port,
                    isSecure: service.usesTLS
                )
            }
            let desk = AdminDesk(drive: service.drive, address: { urls()[0] }) { names, force in
                try await pools.blocking.run {
                    if let certificates = service.certificates {
                        return try certificates.make(names: names, force: force).change
                    }
                    return try LocalCertificate(data: data).make(names: names, force: force).change
                }
            }
            let token =
                try await service.drive.people.hasOwner() ? nil : service.drive.people.makeSetupToken()
            let admin = try AdminListener(path: data.adminSocket, pool: pools.connections) {
                await desk.answer($0, hear: $1)
            }
            do {
                let port = try listen(service)
                bound.withLock { $0 = port }
                let all = urls()
                return (service, admin, Ready(urls: all, link: token.map { "\(all[0])setup#\($0)" }))
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

/// What a server says once it can be reached.
private struct Ready: Sendable {
    /// Where; not empty.
    var urls: [String]
    /// Where the owner is created, while there is none.
    var link: String?

    var lines: [String] {
        ["Hearth is ready at \(urls[0])"] + (link.map { ["Set up the owner at \($0)"] } ?? [])
    }
}
