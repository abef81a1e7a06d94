import HearthConcurrency
package import HearthDrive
package import HearthHTTP
package import HearthLog
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

        /// Everything but the directory has a default.
        package init(
            data: DataDirectory,
            http: HTTPServerConfiguration = HTTPServerConfiguration(),
            ages: Uploads.Ages = Uploads.Ages(),
            durations: DriveDurations = DriveDurations(),
            logger: Logger = Logger(label: "hearth"),
            accessLog: (any LogSink)? = nil
        ) {
            self.data = data
            self.http = http
            self.ages = ages
            self.durations = durations
            self.logger = logger
            self.accessLog = accessLog
        }
    }

    /// The domain.
    package let drive: Drive
    /// The threads it runs on.
    package let pools: ServicePools

    private let options: Options
    private let database: SQLiteDatabase
    private let server: HTTPServer
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
                    dataPath: options.data.path
                )
            )
            let metrics = MetricsRegistry()
            let api = try HearthAPI(
                drive: drive,
                metrics: metrics,
                logger: logger.labelled("api"),
                options: HearthAPI.Options()
            )
            var http = options.http
            let logTarget = api.logTarget
            http.redactTarget = { logTarget.text(path: $0, query: $1) }
            server = try HTTPServer(
                configuration: http,
                pool: pools.connections,
                respond: { await api.respond(to: $0) },
                onError: { api.failure($0, $1) },
                metrics: metrics,
                logger: logger.labelled("http"),
                accessLog: options.accessLog
            )
        } catch {
            await database.close()
            throw error
        }
    }

    /// Opens the socket and starts the jobs.
    ///
    /// - Returns: the port.
    /// - Throws: `HTTPError` when the address cannot be used.
    package func start() throws -> Int {
        let port = try server.start()
        jobs.withLock { jobs in
            jobs = Task(executorPreference: pools.connections) { [drive, options] in
                await drive.runJobs(ages: options.ages)
            }
        }
        return port
    }

    /// Reads certificate and key again; the old ones stay in force when the new ones are unusable.
    package func reload() {
        guard options.http.tls != nil else { return }
        do {
            try server.reloadTLS()
            options.logger.info("read the certificate and its key again")
        } catch {
            options.logger.error(
                "the certificate could not be read again, the old one stays in use",
                ["error": .string(error.message)]
            )
        }
    }

    /// Lets running requests finish, then closes everything.
    ///
    /// - Parameter grace: requests that take longer are cut off.
    package func stop(grace: Duration = .seconds(10)) async {
        await server.shutdown(grace: grace)
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
