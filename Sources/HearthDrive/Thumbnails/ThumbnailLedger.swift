import HearthSQL
import Synchronization

/// The rows of what is kept: how much there is, and what was used last.
///
/// Rows are hints. A file without one is found all the same and gets its row when it is used or at the next sweep; a row
/// without a file goes when its turn comes. So nothing here has to happen together with a write of a file.
final class ThumbnailLedger: Sendable {
    /// One thing that is kept.
    struct Item: Hashable, Sendable {
        var key: ContentKey
        var slot: ThumbnailSlot
    }

    /// A row to be written.
    struct Entry: Sendable {
        var item: Item
        /// Bytes that it occupies.
        var size: Int64
        /// Of a plain content's record.
        var record: [UInt8]?
    }

    private struct Use {
        /// Nil for one that is only marked where its row is there.
        var size: Int64?
        var number: Int64
    }

    private struct State {
        /// Nil until it was added up.
        var total: Int64?
        var last: Int64 = 0
        var used: [Item: Use] = [:]
    }

    private let database: any SQLDatabase
    private let state = Mutex(State())
    private let adding = AsyncLock()
    /// Uses that wait to be written down.
    private static let waiting = 512

    init(database: any SQLDatabase) { self.database = database }

    /// Bytes that everything occupies.
    ///
    /// - Throws: what the database throws.
    func total() async throws -> Int64 {
        if let known = state.withLock({ $0.total }) { return known }
        return try await adding.withLock {
            if let known = state.withLock({ $0.total }) { return known }
            return try await addUp()
        }
    }

    /// Adds everything up anew.
    @discardableResult
    func addUp() async throws -> Int64 {
        // As a write, so that it counts what others add before or after, and never in between.
        try await database.write { [self] session in
            let row = try session.first(
                "SELECT coalesce(sum(size), 0), coalesce(max(used), 0) FROM thumbnails"
            )
            let (sum, last) = (try row?.int(0) ?? 0, try row?.int(1) ?? 0)
            state.withLock { state in
                state.total = sum
                state.last = max(state.last, last)
            }
            return sum
        }
    }

    /// Marks things as just used; written down later.
    ///
    /// - Parameter entries: with their sizes where a row is to be made if there is none.
    func touch(_ entries: [(item: Item, size: Int64?)]) async {
        // The numbers go on where the rows end.
        guard (try? await total()) != nil else { return }
        let isFull = state.withLock { state in
            for (item, size) in entries {
                state.last += 1
                state.used[item] = Use(size: size ?? state.used[item]?.size, number: state.last)
            }
            return state.used.count >= Self.waiting
        }
        if isFull { await flush() }
    }

    /// Writes the uses down.
    func flush() async {
        let used = state.withLock { state in
            defer { state.used = [:] }
            return state.used
        }
        if used.isEmpty { return }
        try? await database.write { [self] session in
            var added: Int64 = 0
            for (item, use) in used {
                let (key, slot) = (item.key, Int(item.slot.number))
                let known = try session.run(
                    "UPDATE thumbnails SET used = ? WHERE root = ? AND key = ? AND variant = ?",
                    use.number,
                    key.root,
                    key.bytes,
                    slot
                )
                guard known == 0, let size = use.size else { continue }
                try session.run(
                    "INSERT INTO thumbnails (root, key, variant, size, used) VALUES (?, ?, ?, ?, ?)",
                    key.root,
                    key.bytes,
                    slot,
                    size,
                    use.number
                )
                added += size
            }
            adjust(by: added)
        }
    }

    /// Called inside the write that changes the rows, so that it stands before or after a sum and never in between.
    private func adjust(by bytes: Int64) { state.withLock { $0.total? += bytes } }

    /// Writes rows of what has just been made.
    ///
    /// - Throws: what the database throws; then nothing is written.
    func keep(_ entries: [Entry]) async throws {
        _ = try await total()
        let first = state.withLock { state in
            defer { state.last += Int64(entries.count) }
            return state.last + 1
        }
        try await database.write { [self] session in
            var added: Int64 = 0
            for (index, entry) in entries.enumerated() {
                let (key, slot) = (entry.item.key, Int(entry.item.slot.number))
                let row = try session.first(
                    "SELECT size FROM thumbnails WHERE root = ? AND key = ? AND variant = ?",
                    key.root,
                    key.bytes,
                    slot
                )
                added += entry.size - (try row?.int(0) ?? 0)
                try session.run(
                    "INSERT OR REPLACE INTO thumbnails (root, key, variant, size, used, record) "
                        + "VALUES (?, ?, ?, ?, ?, ?)",
                    key.root,
                    key.bytes,
                    slot,
                    entry.size,
                    first + Int64(index),
                    entry.record
                )
            }
            adjust(by: added)
        }
    }

    /// The record of a plain content.
    ///
    /// - Throws: what the database throws.
    func record(of key: ContentKey) async throws -> MediaRecord? {
        try await database.read { try Self.record(of: key, $0) }
    }

    static func record(of key: ContentKey, _ session: any SQLSession) throws -> MediaRecord? {
        let row = try session.first(
            "SELECT record FROM thumbnails WHERE root = ? AND key = ? AND variant = 0",
            key.root,
            key.bytes
        )
        return try row.flatMap { try $0.optionalBlob(0) }.flatMap { MediaRecord($0) }
    }

    // MARK: Forgetting

    /// What was not used for longest.
    ///
    /// - Throws: what the database throws.
    func oldest(_ count: Int) async throws -> [Entry] {
        try await database.read { session in
            try session.query(
                "SELECT root, key, variant, size, record IS NOT NULL FROM thumbnails ORDER BY used LIMIT ?",
                count
            ).compactMap { row in try Self.entry(row) }
        }
    }

    /// Deletes rows.
    ///
    /// - Throws: what the database throws.
    func forget(_ items: [Item]) async throws {
        try await database.write { [self] session in
            var freed: Int64 = 0
            for item in items {
                let (key, slot) = (item.key, Int(item.slot.number))
                let row = try session.first(
                    "DELETE FROM thumbnails WHERE root = ? AND key = ? AND variant = ? RETURNING size",
                    key.root,
                    key.bytes,
                    slot
                )
                freed += try row?.int(0) ?? 0
            }
            adjust(by: -freed)
        }
        state.withLock { state in
            for item in items { state.used[item] = nil }
        }
    }

    // MARK: Sweeping

    /// The rows about files whose names begin with a byte.
    ///
    /// - Throws: what the database throws.
    func files(of root: Int, beginningWith byte: UInt8) async throws -> [Item: Int64] {
        let rows = try await database.read { session in
            try session.query(
                "SELECT root, key, variant, size, 0 FROM thumbnails WHERE root = ? AND key >= ? AND key < ? "
                    + "AND record IS NULL",
                root,
                [byte],
                byte == .max ? [byte] + [UInt8](repeating: .max, count: 40) : [byte + 1]
            ).compactMap { row in try Self.entry(row) }
        }
        return Dictionary(rows.map { ($0.item, $0.size) }) { first, _ in first }
    }

    /// Gives files that have none their rows; they are the first to go.
    ///
    /// - Throws: what the database throws.
    func adopt(_ found: [(item: Item, size: Int64)]) async throws {
        if found.isEmpty { return }
        _ = try await total()
        try await database.write { [self] session in
            var added: Int64 = 0
            for (item, size) in found {
                let isNew = try session.run(
                    "INSERT OR IGNORE INTO thumbnails (root, key, variant, size, used) VALUES (?, ?, ?, ?, 0)",
                    item.key.root,
                    item.key.bytes,
                    Int(item.slot.number),
                    size
                )
                if isNew > 0 { added += size }
            }
            adjust(by: added)
        }
    }

    /// Deletes the rows of encrypted roots that are gone; their files went with them.
    ///
    /// - Throws: what the database throws.
    func forgetGoneRoots() async throws {
        let gone = try await database.read { session in
            try session.query(
                "SELECT DISTINCT root FROM thumbnails WHERE root <> 0 AND root NOT IN (SELECT id FROM roots)"
            ).map { Int(try $0.int(0)) }
        }
        if gone.isEmpty { return }
        try await database.write { session in
            for root in gone { try session.run("DELETE FROM thumbnails WHERE root = ?", root) }
        }
        try await addUp()
    }

    private static func entry(_ row: SQLRow) throws -> Entry? {
        guard let key = ContentKey(root: Int(try row.int(0)), bytes: try row.blob(1)),
            let slot = UInt8(exactly: try row.int(2)).flatMap({ ThumbnailSlot(number: $0) })
        else { return nil }
        return Entry(
            item: Item(key: key, slot: slot),
            size: try row.int(3),
            record: try row.bool(4) ? [] : nil
        )
    }
}
