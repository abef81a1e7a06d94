import HearthSQL
import HearthStorage

/// One change of records on its way to the database; those of one call are written together or not at all.
enum VaultRecordChange: Sendable {
    /// Bytes of a seal: an HMAC-SHA-256.
    static let sealLength = 32

    /// Exactly this seal holds at each place, or none.
    case settle(root: Int, [(VaultPlace, [UInt8]?)])
    /// This seal holds too at each place that has a record; somebody waits for it.
    case prepare(root: Int, [(VaultPlace, [UInt8])], Awaited<Void>)
    /// A directory is gone.
    case remove(VaultRecordCache.Directory)

    /// The places at which it says what holds.
    var settled: [(root: Int, place: VaultPlace)] {
        guard case .settle(let root, let items) = self else { return [] }
        return items.map { (root, $0.0) }
    }

    /// Writes it.
    func apply(_ session: any SQLSession) throws {
        switch self {
        case .settle(let root, let items):
            for (place, seal) in items { try Self.settle(root, place, seal, session) }
        case .prepare(let root, let items, _):
            // The seals that may hold already stay: which of them does is not known after a crash. Without a record
            // whatever lies at a place is taken, so there is nothing to add to. (`substr` of no bytes is NULL.)
            for (place, seal) in items {
                try session.run(
                    "UPDATE vault_records SET next = CAST(ifnull(substr(next, -224), x'') || ? AS BLOB) "
                        + "WHERE root = ? AND directory = ? AND name = ?",
                    seal,
                    root,
                    place.directory,
                    place.name
                )
            }
        case .remove(let directory):
            try session.run(
                "DELETE FROM vault_records WHERE root = ? AND directory = ?",
                directory.root,
                directory.bytes
            )
        }
    }

    private static func settle(
        _ root: Int,
        _ place: VaultPlace,
        _ seal: [UInt8]?,
        _ session: any SQLSession
    ) throws {
        guard let seal else {
            try session.run(
                "DELETE FROM vault_records WHERE root = ? AND directory = ? AND name = ?",
                root,
                place.directory,
                place.name
            )
            return
        }
        // The folder may be gone by now: then there is nothing to keep.
        try session.run(
            "INSERT INTO vault_records (root, directory, name, seal) "
                + "SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM roots WHERE id = ?1) "
                + "ON CONFLICT (root, directory, name) DO UPDATE SET seal = ?4, next = x''",
            root,
            place.directory,
            place.name,
            seal
        )
    }
}

/// Records as the table keeps them.
enum VaultRecordRows {
    /// More places than these of one directory are not read at once.
    static let largestRead = 4_096

    /// Every place of a directory that has a record, if there are not too many.
    ///
    /// - Returns: the seals by the place's name; not complete when there are more than ``largestRead``.
    static func all(
        of directory: VaultRecordCache.Directory,
        _ session: any SQLSession
    ) throws -> (rows: [[UInt8]: [[UInt8]]], isComplete: Bool) {
        let rows = try session.query(
            "SELECT name, seal, next FROM vault_records WHERE root = ? AND directory = ? LIMIT ?",
            directory.root,
            directory.bytes,
            largestRead + 1
        )
        if rows.count > largestRead { return ([:], false) }
        return (try Dictionary(uniqueKeysWithValues: rows.map { (try $0.blob(0), try seals($0)) }), true)
    }

    /// The seals of one place.
    static func one(
        _ directory: VaultRecordCache.Directory,
        _ name: [UInt8],
        _ session: any SQLSession
    ) throws -> [[UInt8]] {
        try session.first(
            "SELECT name, seal, next FROM vault_records WHERE root = ? AND directory = ? AND name = ?",
            directory.root,
            directory.bytes,
            name
        ).map(seals) ?? []
    }

    private static func seals(_ row: SQLRow) throws -> [[UInt8]] {
        let next = try row.blob(2)
        return try [row.blob(1)]
            + stride(from: 0, to: next.count, by: VaultRecordChange.sealLength).map {
                Array(next[$0..<min(next.count, $0 + VaultRecordChange.sealLength)])
            }
    }
}
