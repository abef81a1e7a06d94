import HearthArchive
import HearthConcurrency
import HearthCrypto
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire

/// Several files and directories as one download, written while it is sent.
package final class Archives: Sendable {
    /// An archive that can be fetched for a while by whoever knows its id.
    package struct Ticket: Sendable {
        /// 43 characters of base64url: 256 random bits.
        package let id: String
        /// Unix seconds.
        package let expires: Int64
    }

    /// Up to this many entries are looked at before the first byte, so that the length can be told.
    private static let planned = 1_000
    /// What these may occupy: in deep trees paths are long.
    private static let plannedBytes = 2 << 20
    /// A session's older addresses end when it has more.
    private static let mostTickets = 100

    private let files: Files
    private let database: any SQLDatabase
    private let blocking: ThreadPool
    private let clock: any WallClock
    private let lifetime: Int64
    private let log: Logger

    /// `lifetime` of a ticket is in seconds.
    init(
        files: Files,
        database: any SQLDatabase,
        blocking: ThreadPool,
        clock: any WallClock,
        lifetime: Int64,
        log: Logger
    ) {
        self.files = files
        self.database = database
        self.blocking = blocking
        self.clock = clock
        self.lifetime = lifetime
        self.log = log
    }

    /// Checks everything that was asked for, and gets the archive ready.
    ///
    /// - Throws: for each path, in order, as a download of it: 10005 for `/` and what is no file or directory, 10018, 10019,
    ///   10000, 20009; 10023, 10029 and 90013 when that shows early.
    package func open(_ request: ArchiveRequest, _ caller: Caller) async throws -> ArchiveStream {
        let (tops, name, _) = try await tops(of: request, caller)
        let walk = ArchiveWalk(tops: tops, format: request.format, index: files.index, blocking: blocking)
        var first: [ArchiveWalk.Item] = []
        var isWhole = false
        var bytes = 0
        while first.count <= Self.planned, bytes <= Self.plannedBytes {
            let items = try await walk.next()
            isWhole = items.isEmpty
            if isWhole { break }
            first += items
            bytes += items.reduce(0) { $0 + $1.memory }
        }
        return ArchiveStream(
            name: name,
            contentType: request.format.contentType,
            length: isWhole ? try ArchiveStream.length(of: first, format: request.format) : nil,
            format: request.format,
            first: first,
            walk: walk,
            log: log
        )
    }

    private func tops(
        of request: ArchiveRequest,
        _ caller: Caller
    ) async throws -> ([ArchiveTop], [UInt8], [Int: RootAccess]) {
        var accesses: [Int: RootAccess] = [:]
        var names = ArchiveTopNames(format: request.format)
        var tops: [ArchiveTop] = []
        var parents: Set<ResourcePath> = []
        var parentName = Self.fallbackName
        for resource in request.paths {
            let (root, sent) = try resource.requireRoot()
            var known = accesses[root]
            if known == nil { known = try await files.roots.access(root, for: caller) }
            guard let access = known else { throw DriveError(.noAccess) }
            accesses[root] = access
            let path = try access.stored(sent)
            let volume = access.volume
            let info = try storage { try volume.info(path) }
            guard info.kind != .other else { throw DriveError(.illegalPath) }
            let label = try ArchiveTopNames.fileName(label: access.root.name)
            let name = path.last ?? label
            tops.append(
                ArchiveTop(name: try names.name(for: name), volume: volume, path: path, info: info)
            )
            if request.paths.count == 1 {
                parentName = name.bytes
            } else if let parent = path.parent, parents.insert(.below(root: root, parent)).inserted {
                parentName = parents.count == 1 ? (parent.last ?? label).bytes : Self.fallbackName
            }
        }
        let wanted = request.name.isEmpty ? parentName : Array(request.name.utf8)
        return (tops, Self.withEnding(wanted, request.format), accesses)
    }

    /// For things that lie in different folders.
    private static let fallbackName = Array("Hearth".utf8)

    private static func withEnding(_ name: [UInt8], _ format: ArchiveFormat) -> [UInt8] {
        let ending = Array(".\(format.rawValue)".utf8)
        if name.count > ending.count, name.suffix(ending.count).elementsEqual(ending) { return name }
        var end = min(name.count, FileName.maximumLength - ending.count)
        // Not in the middle of a character.
        while end > 0, end < name.count, name[end] & 0xC0 == 0x80 { end -= 1 }
        return name[..<end] + ending
    }

    // MARK: Tickets

    /// Keeps a request for a plain download without a token; the rights count at the time of the download.
    ///
    /// - Throws: as ``open(_:_:)``.
    package func issue(_ request: ArchiveRequest, _ caller: Caller) async throws -> Ticket {
        let (_, _, accesses) = try await tops(of: request, caller)
        let stored = try ArchiveRow(request, accesses)
        let id = Base64URL.encode(try SecureRandom.bytes(32))
        let digest = try SHA256.hash(Array(id.utf8)).bytes
        let expires = clock.now + lifetime
        let session = caller.sessionID
        _ = try await database.write { database in
            try database.run(
                "INSERT INTO archives (id, session, format, name, paths, expires) VALUES (?, ?, ?, ?, ?, ?)",
                digest,
                session,
                request.format.rawValue,
                stored.name,
                stored.paths,
                expires
            )
            try database.run(
                "DELETE FROM archives WHERE session = ?1 AND rowid NOT IN (SELECT rowid FROM archives "
                    + "WHERE session = ?1 ORDER BY expires DESC, rowid DESC LIMIT ?2)",
                session,
                Self.mostTickets
            )
        }
        return Ticket(id: id, expires: expires)
    }

    /// The archive of a ticket, with the rights that its maker has now, and while his token has unlocked what is
    /// encrypted of it.
    ///
    /// - Throws: 10000 when there is none, it is too old, or its maker's session has ended; as ``open(_:_:)``.
    package func open(ticket id: String) async throws -> ArchiveStream {
        guard id.utf8.count <= 64 else { throw DriveError(.resourceNotFound) }
        let digest = try SHA256.hash(Array(id.utf8)).bytes
        let now = clock.now
        let found = try await database.read { database -> (ArchiveRow, String, Int, Int)? in
            let row = try database.first(
                "SELECT a.format, a.name, a.paths, s.id, s.user FROM archives a JOIN sessions s ON s.id = a.session "
                    + "JOIN users u ON u.id = s.user "
                    + "WHERE a.id = ?1 AND a.expires > ?2 AND s.expires > ?2 AND u.is_disabled = 0",
                digest,
                now
            )
            guard let row else { return nil }
            let stored = ArchiveRow(paths: try row.blob(2), name: try row.text(1))
            return (stored, try row.text(0), Int(try row.int(3)), Int(try row.int(4)))
        }
        guard let (stored, word, session, userID) = found, let format = ArchiveFormat(rawValue: word) else {
            throw DriveError(.resourceNotFound)
        }
        let user = try await database.read { database in
            try database.first("SELECT \(User.columns) FROM users WHERE id = ?", userID).map {
                try User(row: $0)
            }
        }
        guard let user else { throw DriveError(.resourceNotFound) }
        let caller = Caller(user: user, sessionID: session, kind: .scope)
        let request = try await stored.request(format) { [files] in
            try await files.roots.access($0, for: caller)
        }
        return try await open(request, caller)
    }

    /// Forgets tickets that are too old.
    func clean() async throws {
        let now = clock.now
        _ = try await database.write { try $0.run("DELETE FROM archives WHERE expires <= ?", now) }
    }
}
