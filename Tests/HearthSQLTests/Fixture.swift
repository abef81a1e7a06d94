import Glibc
import HearthLog
import HearthTesting

@testable import HearthSQL

/// A database in a folder of its own.
struct Fixture {
    static let schema = [
        Migration(
            1,
            "items",
            ["CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, body BLOB)"]
        )
    ]

    let folder: TemporaryDirectory
    let database: SQLiteDatabase
    let log = MemorySink()

    var path: String { folder.appending("hearth.sqlite") }

    init(
        _ migrations: [Migration] = Fixture.schema,
        readers: Int = 4,
        bootID: String = "first",
        busyTimeoutMs: Int = 5000,
        in folder: TemporaryDirectory? = nil
    ) throws {
        self.folder = try folder ?? TemporaryDirectory()
        try Self.write(Array(bootID.utf8), to: self.folder.appending("boot_id"))
        database = try SQLiteDatabase(
            path: self.folder.appending("hearth.sqlite"),
            migrations: migrations,
            readers: readers,
            busyTimeoutMs: busyTimeoutMs,
            bootIDPath: self.folder.appending("boot_id"),
            logger: Logger(label: "test", sink: log)
        )
    }

    func insert(_ name: String) async throws {
        try await database.write { try $0.run("INSERT INTO items (name) VALUES (?)", name) }
    }

    func count() async throws -> Int64 {
        try await database.read { try $0.first("SELECT count(*) FROM items")?.int(0) ?? -1 }
    }

    static func write(_ bytes: [UInt8], to path: String, at offset: Int = 0) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        guard pwrite(descriptor, bytes, bytes.count, offset) == bytes.count else { throw WriteFailed() }
    }

    static func information(_ path: String) -> stat? {
        var result = stat()
        return stat(path, &result) == 0 ? result : nil
    }

    struct WriteFailed: Error {}
    struct Refusal: Error {}
}
