import HearthConcurrency
package import HearthDrive
package import HearthHTTP
package import HearthLog
import HearthMedia
import HearthMetrics
import HearthSQL
import HearthStorage
import Synchronization

/// A running drive: database, partition, domain, API, listener and jobs, put together and taken apart in order.
package final class HearthService: Sendable {
    /// What a service is made from.
    package struct Options: Sendable {
        /// Where everything is; its lock is held by the caller for as long as the service lives.
        package var data: DataDirectory
        /// Where to listen and what to allow.
        package var http: HTTPServerConfiguration
        /// When unfinished uploads go.
        package var ages: Uploads.Ages
        /// How long sessions, waits and the like last.
        package var durations: DriveDurations
        /// Gets what an operator should know.
        package var logger: Logger
        /// Gets one line per request; nil for none.
        package var accessLog: (any LogSink)?
        /// The home's own certificate, used while the configuration names no other; nil never uses it.
        package var certificate: LocalCertificate?
        /// How often the machine's names are compared with those in the certificate.
        package var certificateInterval: Duration
        /// How previews are made and kept.
        package var media: MediaOptions
        /// The web app; nil: a few plain pages stand in for it.
        package var web: WebAssets?
        /// Other web apps that may be given scope tokens, by their origins.
        package var callbackOrigins: [String]

        /// Everything but the directory has a default.
        package init(
            data: DataDirectory,
            http: HTTPServerConfiguration = HTTPServerConfiguration(),
            ages: Uploads.Ages = Uploads.Ages(),
            durations: DriveDurations = DriveDurations(),
            logger: Logger = Logger(label: "hearth"),
            accessLog: (any LogSink)? = nil,
            certificate: LocalCertificate? = nil,
            certificateInterval: Duration = .seconds(30),
            media: MediaOptions = MediaOptions(program: MediaOptions.off),
            web: WebAssets? = nil,
            callbackOrigins: [String] = []
        ) {
            self.data = data
            self.http = http
            self.ages = ages
            self.durations = durations
            self.logger = logger
            self.accessLog = accessLog
            self.certificate = certificate
            self.certificateInterval = certificateInterval
            self.media = media
            self.web = web
            self.callbackOrigins = callbackOrigins
        }
    }

    /// The domain.
    package let drive: Drive
    /// The threads it runs on.
    package let pools: ServicePools

    /// Keeps the home's own certificate; nil where the configuration names another.
    package let certificates: CertificateKeeper?

    private let options: Options
    private let database: SQLiteDatabase
    private let server: HTTPServer
    private let decoder: MediaDecoder?
    /// Owned by this service: cancelled and awaited by ``stop(grace:)``.
    private let jobs = Mutex<Task<Void, Never>?>(nil)

    /// Opens everything but the socket; settles what a crash left behind.
    ///
    /// Blocks its thread for short times, so it is called on one of the pools.
    ///
    /// - Throws: ``ServiceError`` for files and keys; what the layers below throw for the rest.
    package init(_ options: Options, pools: ServicePools) async throws {
        self.options = options
        self.pools = pools
        let logger = options.logger
        try options.data.prepare()
        let secret = try options.data.secret()
        let database = try SQLiteDatabase(
            path: options.data.database,
            migrations: Schema.migrations,
            logger: logger.labelled("sql")
        )
        self.database = database
        let metrics = MetricsRegistry()
        let decoder = options.media.decoder(logger.labelled("media"))
        self.decoder = decoder
        do {
            let partition = try Partition(path: options.data.partition, id: "_default_/_default_")
            drive = try await Drive(
                Drive.Parts(
                    database: database,
                    partition: partition,
                    secret: secret,
                    pool: pools.connections,
                    blocking: pools.blocking,
                    clock: SystemClock(),
                    log: logger.labelled("drive"),
                    durations: options.durations,
                    dataPath: options.data.path,
                    decoder: decoder.map { MeasuredDecoder($0, metrics) },
                    thumbnails: ThumbnailConfiguration(
                        directory: options.data.thumbnails,
                        cacheBytes: options.media.cacheBytes
                    )
                )
            )
            Self.measure(drive.thumbnails, metrics)
            // The listener is made of the API, which shows what the listener uses.
            let keeperBox = KeeperBox()
            let api = try HearthAPI(
                drive: drive,
                metrics: metrics,
                logger: logger.labelled("api"),
                options: HearthAPI.Options(
                    trust: { keeperBox.trust },
                    web: options.web,
                    callbackOrigins: options.callbackOrigins
                )
            )
            var http = options.http
            let logTarget = api.logTarget
            http.redactTarget = { logTarget.text(path: $0, query: $1) }
            let door = PlainDoor(
                respond: { await api.respond(to: $0) },
                servesNeighbours: http.tls == nil
            )
            let server = try HTTPServer(
                configuration: http,
                pool: pools.connections,
                respond: { await api.respond(to: $0) },
                onError: { api.failure($0, $1) },
                respondPlainly: { await door.answer($0, isNeighbour: $1) },
                metrics: metrics,
                logger: logger.labelled("http"),
                accessLog: options.accessLog
            )
            self.server = server
            certificates =
                http.tls == nil
                ? options.certificate.map { local in
                    // Weak: the server's routes hold the keeper.
                    CertificateKeeper(local: local, log: logger.labelled("tls")) {
                        [weak server] files throws(HTTPError) in
                        try server?.useTLS(files)
                    }
                } : nil
            keeperBox.set(certificates)
        } catch {
            await decoder?.stop()
            await database.close()
            throw error
        }
    }

    private static func measure(_ thumbnails: Thumbnails, _ metrics: MetricsRegistry) {
        metrics.gauge(
            "hearth_media_cache_hits",
            "Small pictures answered from what was kept, since the start."
        ) {
            Double(thumbnails.hits)
        }
        metrics.gauge("hearth_media_queue", "Files that wait to be looked at in the background.") {
            Double(thumbnails.waiting)
        }
    }

    /// Opens the socket and starts the jobs.
    ///
    /// - Returns: the port.
    /// - Throws: `HTTPError` when the address cannot be used; ``ServiceError`` when the home's certificate cannot:
    ///   serving without TLS where there was TLS before would hand out passwords.
    package func start() throws -> Int {
        try certificates?.look()
        let port = try server.start()
        jobs.withLock { jobs in
            jobs = Task(executorPreference: pools.connections) { [drive, options, certificates, pools] in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await drive.runJobs(ages: options.ages) }
                    if let certificates {
                        group.addTask {
                            await certificates.run(every: options.certificateInterval, on: pools.blocking)
                        }
                    }
                }
            }
        }
        return port
    }

    /// Reads certificate and key again; the old ones stay in force when the new ones are unusable.
    package func reload() {
        guard usesTLS || certificates != nil else { return }
        do {
            if let certificates {
                try certificates.look(always: true)
                guard usesTLS else { return }
            } else {
                try server.reloadTLS()
            }
            options.logger.info("read the certificate and its key again")
        } catch {
            options.logger.error(
                "the certificate could not be read again, the old one stays in use",
                ["error": .string(Self.text(error))]
            )
        }
    }

    /// Whether the listener has a certificate.
    package var usesTLS: Bool { server.usesTLS }

    private static func text(_ error: any Error) -> String {
        switch error {
        case let error as HTTPError: error.message
        case let error as ServiceError: error.message
        default: "\(error)"
        }
    }

    /// Lets running requests finish, then closes everything.
    ///
    /// - Parameter grace: requests that take longer are cut off.
    package func stop(grace: Duration = .seconds(10)) async {
        await server.shutdown(grace: grace)
        // Before the jobs: none of them waits for a file that is being decoded.
        await decoder?.stop()
        let task = jobs.withLock { jobs in
            defer { jobs = nil }
            return jobs
        }
        task?.cancel()
        await task?.value
        await drive.close()
        await database.close()
    }
}

/// Carries the keeper to the routes that were made before it.
private final class KeeperBox: Sendable {
    private let keeper = Mutex<CertificateKeeper?>(nil)

    var trust: TrustMaterial? { keeper.withLock { $0 }?.trust }

    func set(_ made: CertificateKeeper?) { keeper.withLock { $0 = made } }
}
