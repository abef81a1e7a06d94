import Glibc
import HearthConcurrency
import HearthCrypto
import HearthDrive
import HearthLog
import HearthMedia
import HearthSQL
import HearthStorage
import HearthTesting
import HearthWire

/// A drive on a temporary directory, with an owner and cheap passwords.
final class DriveFixture: Sendable {
    let directory: TemporaryDirectory
    let clock: ManualClock
    let database: SQLiteDatabase
    let partition: Partition
    let drive: Drive
    let owner: Caller
    private let pool: ThreadPool
    private let blocking: ThreadPool
    private let decoder: (any MediaDecoding)?
    private let thumbnails: ThumbnailConfiguration

    static let password = "correct horse"

    private init(
        directory: TemporaryDirectory,
        clock: ManualClock,
        database: SQLiteDatabase,
        partition: Partition,
        drive: Drive,
        owner: Caller,
        pool: ThreadPool,
        blocking: ThreadPool,
        decoder: (any MediaDecoding)?,
        thumbnails: ThumbnailConfiguration
    ) {
        self.decoder = decoder
        self.thumbnails = thumbnails
        self.directory = directory
        self.clock = clock
        self.database = database
        self.partition = partition
        self.drive = drive
        self.owner = owner
        self.pool = pool
        self.blocking = blocking
    }

    static func make() async throws -> DriveFixture {
        try await open(TemporaryDirectory(), ManualClock(now: 1_700_000_000))
    }

    /// One that makes thumbnails, which are kept in `thumbs` of its directory.
    static func make(
        decoder: any MediaDecoding,
        cacheBytes: Int64 = 1 << 30
    ) async throws -> DriveFixture {
        let directory = try TemporaryDirectory()
        return try await open(
            directory,
            ManualClock(now: 1_700_000_000),
            decoder,
            ThumbnailConfiguration(directory: directory.path + "/thumbs", cacheBytes: cacheBytes)
        )
    }

    /// The same data directory in a new process, as far as the drive can tell.
    func restarted() async throws -> DriveFixture {
        await drive.close()
        await database.close()
        return try await Self.open(directory, clock, decoder, thumbnails)
    }

    private static func open(
        _ directory: TemporaryDirectory,
        _ clock: ManualClock,
        _ decoder: (any MediaDecoding)? = nil,
        _ thumbnails: ThumbnailConfiguration = ThumbnailConfiguration()
    ) async throws -> DriveFixture {
        let database = try SQLiteDatabase(
            path: directory.path + "/hearth.sqlite",
            migrations: Schema.migrations,
            logger: Logger(label: "test", sink: MemorySink())
        )
        let place = directory.path + "/partition"
        _ = mkdir(place, 0o700)
        let partition = try Partition(path: place, id: "_default_/_default_")
        let pool = ThreadPool(name: "test-pool", threads: 4)
        let blocking = ThreadPool(name: "test-blocking", threads: 4)
        let drive = try await Drive(
            Drive.Parts(
                database: database,
                partition: partition,
                secret: [UInt8](repeating: 7, count: 32),
                pool: pool,
                blocking: blocking,
                clock: clock,
                log: Logger(label: "test", sink: MemorySink()),
                passwords: Argon2Parameters(memory: 64, passes: 1, lanes: 1),
                vaultCost: ScryptCost(rounds: 2, blockSize: 8),
                decoder: decoder,
                thumbnails: thumbnails
            )
        )
        let issued: IssuedToken
        if try await drive.people.hasOwner() {
            issued = try await drive.people.signIn(
                accountName: "owner",
                password: password,
                client: "test",
                address: "127.0.0.1"
            )
        } else {
            let user = try await drive.people.add(
                accountName: "owner",
                password: password,
                nickname: "Olive",
                isOwner: true
            )
            issued = try await drive.sessions.issue(to: user, kind: .session, client: "test")
        }
        return DriveFixture(
            directory: directory,
            clock: clock,
            database: database,
            partition: partition,
            drive: drive,
            owner: try await drive.sessions.caller(token: issued.token),
            pool: pool,
            blocking: blocking,
            decoder: decoder,
            thumbnails: thumbnails
        )
    }

    /// A second account, signed in.
    func member(_ name: String) async throws -> Caller {
        let user = try await drive.people.add(
            accountName: name,
            password: Self.password,
            nickname: nil,
            isOwner: false
        )
        let token = try await drive.sessions.issue(to: user, kind: .session, client: "test").token
        return try await drive.sessions.caller(token: token)
    }

    /// The owner's personal folder.
    func home(of caller: Caller? = nil) async throws -> Int {
        try await drive.roots.personalRoot(of: (caller ?? owner).user).id
    }

    /// A path below a root.
    func path(_ root: Int, _ text: String = "") throws -> ResourcePath {
        try ResourcePath(text: "/s/\(root)/\(text)")
    }

    /// Uploads a whole small file.
    @discardableResult
    func upload(
        _ bytes: [UInt8],
        to path: ResourcePath,
        as caller: Caller? = nil,
        conflict: ConflictPolicy = .rename,
        modified: Int64? = nil,
        identification: String = ""
    ) async throws -> Resource {
        let caller = caller ?? owner
        let (access, destination) = try await drive.uploads.destination(path, caller, policy: .open)
        return try await drive.uploads.uploadWhole(
            nil,
            to: access,
            destination,
            MemorySource(bytes),
            caller,
            Uploads.Attributes(
                plan: ChunkPlan(size: Int64(bytes.count), count: nil),
                modified: modified,
                conflict: conflict,
                identification: identification
            )
        )
    }

    /// A file's bytes, by the download path.
    func read(_ path: ResourcePath, as caller: Caller? = nil) async throws -> [UInt8] {
        let opened = try await drive.files.open(path, caller ?? owner)
        var bytes = [UInt8](repeating: 0, count: Int(opened.resource.info.size))
        var position = 0
        while position < bytes.count {
            let got = try bytes.withUnsafeMutableBytes { buffer in
                try opened.file.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[position...]),
                    at: Int64(position)
                )
            }
            if got == 0 { break }
            position += got
        }
        return Array(bytes[..<position])
    }

    /// Names in a directory, in list order.
    func names(_ path: ResourcePath, as caller: Caller? = nil) async throws -> [String] {
        let listing = try await drive.files.list(
            path,
            caller ?? owner,
            order: SortOrder(),
            filter: nil,
            offset: 0,
            limit: 0
        )
        return listing.page.items.map { String(decoding: $0.entry.name, as: UTF8.self) }
    }

    /// Temporary files on the partition.
    func staged() throws -> [String] { try partition.volume(at: VolumePath()).stagedIDs() }
}

/// Bytes from memory, in pieces of a given size.
struct MemorySource: ByteSource {
    let bytes: [UInt8]
    let piece: Int
    /// Set to break the connection after so many bytes.
    let failsAfter: Int?

    init(_ bytes: [UInt8], piece: Int = 64 << 10, failsAfter: Int? = nil) {
        self.bytes = bytes
        self.piece = piece
        self.failsAfter = failsAfter
    }

    struct Broken: Error {}

    var length: Int64? { Int64(bytes.count) }

    func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws {
        var position = 0
        let end = failsAfter ?? bytes.count
        while position < end {
            let next = min(end, position + piece)
            try bytes.withUnsafeBytes { try sink(UnsafeRawBufferPointer(rebasing: $0[position..<next])) }
            position = next
        }
        if failsAfter != nil { throw Broken() }
    }
}

/// Runs `body` and returns the code it fails with.
func code(_ body: () async throws -> Void) async -> Int? {
    do {
        try await body()
        return nil
    } catch let error as DriveError {
        return error.code.rawValue
    } catch {
        return -1
    }
}
