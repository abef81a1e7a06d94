package import HearthConcurrency
package import HearthCrypto
package import HearthLog
package import HearthMedia
package import HearthSQL
package import HearthStorage
import Synchronization

/// The domain, put together: people, roots, files and uploads of one data directory.
package final class Drive: Sendable {
    /// What a drive is made from; all of it is shared, nothing is owned.
    package struct Parts: Sendable {
        /// Metadata.
        package var database: any SQLDatabase
        /// The embedded partition.
        package var partition: Partition
        /// The data directory, which no pool may overlap.
        package var dataPath: String?
        /// At least 32 random bytes that only this server knows.
        package var secret: [UInt8]
        /// Connection tasks and jobs run here.
        package var pool: ThreadPool
        /// Long blocking work runs here.
        package var blocking: ThreadPool
        /// Wall time.
        package var clock: any WallClock
        /// Where the drive reports.
        package var log: Logger
        /// Password hashing; tests use cheap ones.
        package var passwords: Argon2Parameters
        /// How long things last.
        package var durations: DriveDurations
        /// What a password of a new vault costs; tests use cheap ones.
        package var vaultCost: ScryptCost
        /// Makes images of files; without one there are none.
        package var decoder: (any MediaDecoding)?
        /// How images are kept.
        package var thumbnails: ThumbnailConfiguration

        /// All parts are required but the last six.
        package init(
            database: any SQLDatabase,
            partition: Partition,
            secret: [UInt8],
            pool: ThreadPool,
            blocking: ThreadPool,
            clock: any WallClock,
            log: Logger,
            passwords: Argon2Parameters = .standard,
            durations: DriveDurations = DriveDurations(),
            dataPath: String? = nil,
            vaultCost: ScryptCost = .standard,
            decoder: (any MediaDecoding)? = nil,
            thumbnails: ThumbnailConfiguration = ThumbnailConfiguration()
        ) {
            self.database = database
            self.partition = partition
            self.secret = secret
            self.pool = pool
            self.blocking = blocking
            self.clock = clock
            self.log = log
            self.passwords = passwords
            self.durations = durations
            self.dataPath = dataPath
            self.vaultCost = vaultCost
            self.decoder = decoder
            self.thumbnails = thumbnails
        }
    }

    /// Home or company.
    package var area: Area { currentArea.withLock { $0 } }
    /// Accounts and sign-in.
    package let people: People
    /// Members, managed.
    package let members: Members
    /// Links by which people join.
    package let invitations: Invitations
    /// One-time codes for other services.
    package let verificationCodes: VerificationCodes
    /// Programs that get a session without seeing the password.
    package let authorizations: Authorizations
    /// Tokens.
    package let sessions: SessionStore
    /// First-level folders and rights.
    package let roots: RootStore
    /// Which tokens have which encrypted folders unlocked.
    package let vaults: Vaults
    /// Files and directories.
    package let files: Files
    /// Hashes of files, taken when somebody asks.
    package let checksums: Checksums
    /// Images and facts of files.
    package let thumbnails: Thumbnails
    /// What members share with each other.
    package let shares: Shares
    /// Both upload doors.
    package let uploads: Uploads
    /// Several files as one download.
    package let archives: Archives
    /// Long work.
    package let tasks: Tasks
    /// Pools and partitions.
    package let pools: Pools
    /// Folder management.
    package let folders: Folders
    /// How much lies in whose folders.
    package let usage: Usage

    private let database: any SQLDatabase
    private let currentArea: Mutex<Area>
    private let throttle: Throttle
    private let running: RunningClock
    private let durations: DriveDurations
    private let pool: ThreadPool
    private let log: Logger

    /// Opens the drive: settles what a crash left, removes orphans.
    package init(_ parts: Parts) async throws {
        database = parts.database
        pool = parts.pool
        log = parts.log
        running = try await parts.database.read { try RunningClock(session: $0) }
        currentArea = Mutex(try await Area.load(parts.database))
        durations = parts.durations
        throttle = Throttle(database: parts.database, clock: parts.clock, durations: parts.durations)
        sessions = SessionStore(
            database: parts.database,
            clock: parts.clock,
            lifetime: parts.durations.session
        )
        people = People(
            database: parts.database,
            clock: parts.clock,
            gate: PasswordGate(blocking: parts.blocking, parameters: parts.passwords),
            throttle: throttle,
            sessions: sessions
        )
        invitations = Invitations(
            database: parts.database,
            clock: parts.clock,
            people: people,
            sessions: sessions,
            throttle: throttle
        )
        verificationCodes = VerificationCodes(
            database: parts.database,
            clock: parts.clock,
            throttle: throttle
        )
        authorizations = Authorizations(
            database: parts.database,
            clock: parts.clock,
            people: people,
            sessions: sessions,
            throttle: throttle,
            secret: parts.secret
        )
        let partitions = try Partitions(embedded: parts.partition)
        vaults = try Vaults(
            Vaults.Parts(
                database: parts.database,
                pool: parts.pool,
                blocking: parts.blocking,
                clock: parts.clock,
                throttle: throttle,
                lifetime: parts.durations.unlock,
                cost: parts.vaultCost,
                log: parts.log.labelled("vaults")
            )
        )
        roots = RootStore(
            database: parts.database,
            partitions: partitions,
            blocking: parts.blocking,
            secret: parts.secret,
            clock: parts.clock,
            log: parts.log,
            vaults: vaults
        )
        tasks = try Tasks(
            database: parts.database,
            pool: parts.pool,
            clock: parts.clock,
            log: parts.log.labelled("tasks")
        )
        pools = Pools(
            database: parts.database,
            partitions: partitions,
            roots: roots,
            tasks: tasks,
            blocking: parts.blocking,
            clock: parts.clock,
            dataPath: parts.dataPath,
            log: parts.log.labelled("pools")
        )
        try await pools.start()
        shares = Shares(
            roots: roots,
            database: parts.database,
            blocking: parts.blocking,
            clock: parts.clock
        )
        let tags = FileTags(secret: parts.secret)
        files = Files(
            roots: roots,
            database: parts.database,
            pool: parts.pool,
            blocking: parts.blocking,
            index: DirectoryIndex(),
            clock: parts.clock,
            tags: tags
        )
        checksums = Checksums(files: files, running: running, pool: parts.pool)
        thumbnails = Thumbnails(
            files: files,
            checksums: checksums,
            pool: parts.pool,
            decoder: parts.decoder,
            configuration: parts.thumbnails,
            secret: parts.secret,
            log: parts.log.labelled("thumbnails")
        )
        archives = Archives(
            files: files,
            database: parts.database,
            blocking: parts.blocking,
            clock: parts.clock,
            lifetime: parts.durations.archiveLink,
            log: parts.log.labelled("archives")
        )
        uploads = Uploads(
            roots: roots,
            database: parts.database,
            pool: parts.pool,
            blocking: parts.blocking,
            clock: parts.clock,
            running: running,
            tags: tags,
            log: parts.log
        )
        folders = Folders(
            roots: roots,
            uploads: uploads,
            pools: pools,
            tasks: tasks,
            log: parts.log.labelled("folders")
        )
        tasks.register(FolderWork(folders: folders))
        usage = Usage(roots: roots, pool: parts.pool, log: parts.log.labelled("usage"))
        let storage = MemberStorage(roots: roots, uploads: uploads, folders: folders, tasks: tasks)
        members = Members(
            database: parts.database,
            clock: parts.clock,
            people: people,
            sessions: sessions,
            storage: storage
        )
        tasks.register(RemovalWorker(members: members, storage: storage))
        pools.whenClosed.set { [weak uploads, weak vaults] roots in
            uploads?.release(roots: roots)
            vaults?.release(roots: roots)
        }
        sessions.whenEnded.set { [weak vaults] in vaults?.ended($0) }
        files.whenPlaced.set { [weak thumbnails] placed in
            thumbnails?.noticed(placed.resource, placed.caller, hash: placed.hash)
        }
        uploads.whenPlaced.set { [weak thumbnails] placed in
            thumbnails?.noticed(placed.resource, placed.caller)
        }
        vaults.changing.withLock { changing in
            changing.run = { [weak roots] root, change in try await roots?.changing([root], change) }
        }
        vaults.whenClosed.set { [weak uploads, weak roots, index = files.index, pool = parts.pool] ended in
            for scope in ended.scopes { index.forget(scope) }
            for root in ended.roots {
                // Owned by nobody: it ends by itself, once the changes that run below the root have ended. Detached,
                // since whoever locks may hold the gate.
                Task.detached(executorPreference: pool) { [weak uploads, weak roots] in
                    try? await roots?.gate.alone(root) { uploads?.evict(from: [root]) }
                }
            }
        }
        tasks.register(PoolWorker(pools: pools))
        try await Recovery(
            database: parts.database,
            roots: roots,
            partitions: partitions,
            blocking: parts.blocking,
            running: running,
            log: parts.log
        ).run()
        tasks.register(FileTaskWorker(files: files, tasks: tasks))
        try await tasks.recover()
        try await files.removeParked()
    }

    /// Runs the regular jobs and the tasks until the surrounding task is cancelled.
    package func runJobs(ages: Uploads.Ages) async {
        async let tasks: Void = tasks.run()
        async let pools: Void = pools.run()
        async let thumbnails: Void = thumbnails.run()
        await runRegularJobs(ages)
        await tasks
        await pools
        await thumbnails
    }

    private func runRegularJobs(_ ages: Uploads.Ages) async {
        var round = 0
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: .seconds(durations.jobInterval))
            } catch {
                break
            }
            do {
                try await database.write { [running] in try running.store($0) }
                try await pools.check()
                await pools.saveUse()
                await thumbnails.flush()
                try await vaults.clean { [roots] in try await roots.rights(of: $0, on: $1) }
                // Also takes over what another server left; a wake-up more costs one query.
                tasks.wake()
                if round % 10 == 0 {
                    try await uploads.clean(ages)
                    try await archives.clean()
                    try await tasks.clean()
                    try await authorizations.clean()
                }
                if round % 60 == 0 {
                    try await sessions.clean()
                    try await throttle.clean()
                    try await invitations.clean()
                    try await folders.sweep()
                    if round > 0 { pools.scanAll() }
                }
            } catch {
                log.error("a regular job failed", ["error": .string("\(error)")])
            }
            round += 1
        }
    }

    /// Writes down what must not wait for the next minute.
    package func close() async {
        await thumbnails.close()
        await vaults.close()
        await pools.saveUse()
        try? await database.write { [running] in try running.store($0) }
    }

    /// Gives the home another name, shown from now on.
    ///
    /// - Throws: 10004 for an unusable name.
    package func renameArea(to name: String) async throws {
        let area = try await Area.rename(to: name, in: database)
        currentArea.withLock { $0 = area }
    }

    /// What a caller's token has unlocked, with the names of the folders.
    package func unlocks(of caller: Caller) async throws -> [(unlock: Unlock, name: String)] {
        let table = try await roots.table()
        return vaults.list(of: caller).compactMap { unlock in
            table.roots[unlock.root].map { (unlock, $0.name) }
        }
    }

    /// Whether the database answers, for the health route.
    package func isHealthy() async -> Bool {
        (try? await database.read { try $0.first("SELECT 1") != nil }) ?? false
    }
}
