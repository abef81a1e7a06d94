import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// Uploads into folders that move to another partition, or go.
extension Uploads {
    /// Ends the open handles of sessions below some roots; the caller keeps their gate closed.
    ///
    /// Requests that hold one write no more and are answered 90007; the next request of the session opens it anew, at
    /// the place where the folder then is.
    func evict(from roots: [Int]) {
        let ids = Set(roots)
        let evicted = live.withLock { live in
            let evicted = live.values.filter { ids.contains($0.row.root) }
            for upload in evicted { live[upload.row.id] = nil }
            return evicted
        }
        for upload in evicted { upload.evict() }
    }

    /// Forgets the sessions below some roots.
    ///
    /// - Returns: the unfinished ones, for ``discardStaged(_:on:)`` after the commit.
    static func remove(from roots: [Int], _ session: any SQLSession) throws -> [String] {
        var open: [String] = []
        for root in roots {
            open += try session.query("SELECT id FROM uploads WHERE root = ? AND state = 'open'", root).map {
                try $0.text(0)
            }
            try session.run("DELETE FROM uploads WHERE root = ?", root)
        }
        return open
    }

    /// Removes temporary files whose rows are gone; what stays goes at the next start.
    func discardStaged(_ ids: [String], on partition: Partition) async {
        if ids.isEmpty { return }
        try? await blocking.run {
            let top = try partition.volume(at: VolumePath())
            for id in ids { try? top.discardStaged(id: id) }
        }
    }

    /// The unfinished sessions below some roots.
    func open(in roots: [Int]) async throws -> [String] {
        try await database.read { session in
            try roots.flatMap { root in
                try session.query("SELECT id FROM uploads WHERE root = ? AND state = 'open'", root).map {
                    try $0.text(0)
                }
            }
        }
    }

    /// What clients said they would upload below some roots, in bytes.
    func declaredBytes(in roots: [Int]) async throws -> Int64 {
        try await database.read { session in
            var sum: Int64 = 0
            for root in roots {
                let row = try session.first(
                    "SELECT coalesce(sum(coalesce(size, total_chunks * \(ChunkPlan.chunkSize), 0)), 0) "
                        + "FROM uploads WHERE root = ? AND state = 'open' AND released = 0",
                    root
                )
                sum += try row?.int(0) ?? 0
            }
            return sum
        }
    }

    /// The access as it is now: the folder may have gone to another partition since the request began.
    ///
    /// - Throws: 10020, and what ``RootStore/access(_:for:)`` throws.
    func current(_ access: RootAccess, _ caller: Caller) async throws -> RootAccess {
        let now = try await roots.access(access.root.id, for: caller)
        guard now.rights.contains(.write) else { throw DriveError(.noWriteRight) }
        return now
    }

    /// A spooled body on the partition where it is to be published.
    func transplant(_ spooled: Spooled, to volume: any Volume) async throws -> any StagedFile {
        if spooled.volume.partitionID == volume.partitionID { return spooled.staged }
        let id = try UploadID.make(prefix: "whole")
        return try await blocking.run {
            try storage {
                let staged = try volume.stage(id: id, size: spooled.size)
                do {
                    try staged.copy(0..<spooled.size, from: spooled.staged)
                    return staged
                } catch {
                    try? volume.discardStaged(id: id)
                    throw error
                }
            }
        }
    }
}

/// Brings the unfinished uploads of a folder to the partition that it moves to.
///
/// Chunks never change once they are recorded, so most of them are copied while the folder is in use; the last ones,
/// and the rows, with its gate closed.
final class UploadCarrier: Sendable {
    /// An upload with the inode of its file on the new partition.
    struct Carried: Sendable {
        var id: String
        var inode: UInt64
    }

    private struct Copy: Sendable {
        var staged: any StagedFile
        var chunks: Set<Int> = []
    }

    private let uploads: Uploads
    private let source: Partition
    private let target: Partition
    private let copies = Mutex<[String: Copy]>([:])

    init(uploads: Uploads, from source: Partition, to target: Partition) {
        self.uploads = uploads
        self.source = source
        self.target = target
    }

    private struct Open: Sendable {
        var id: String
        var size: Int64?
        var chunks: [Int: Int64]
        /// The file holds a header and sealed blocks instead of the bytes themselves.
        var isEncrypted: Bool

        /// Where the file has a chunk of a size.
        func range(of n: Int, _ size: Int64) -> Range<Int64> {
            let start = ChunkPlan.offset(of: n)
            guard isEncrypted else { return start..<(start + size) }
            // Chunks begin with a block.
            let block = start / Int64(VaultFormat.blockSize)
            return VaultFormat.sealedOffset(
                ofBlock: block
            )..<VaultFormat.cipherSize(ofPlainSize: start + size)
        }
    }

    /// Copies what is recorded and not copied yet.
    func copy(_ roots: [Int], _ checkStopped: @escaping @Sendable () throws -> Void) async throws {
        let open = try await uploads.database.read { session in
            try roots.flatMap { root in
                try session.query(
                    "SELECT u.id, CASE released WHEN 0 THEN coalesce(size, total_chunks * \(ChunkPlan.chunkSize)) END, "
                        + "is_encrypt FROM uploads u JOIN roots r ON r.id = u.root "
                        + "WHERE root = ? AND state = 'open'",
                    root
                ).map { row in
                    let id = try row.text(0)
                    let isEncrypted = try row.bool(2)
                    let size = try row.optionalInt(1)
                    return Open(
                        id: id,
                        size: isEncrypted ? size.map { VaultFormat.cipherSize(ofPlainSize: $0) } : size,
                        chunks: try UploadRow.chunks(of: id, session),
                        isEncrypted: isEncrypted
                    )
                }
            }
        }
        try await uploads.blocking.run { [self] in
            let from = try storage { try source.volume(at: VolumePath()) }
            let to = try storage { try target.volume(at: VolumePath()) }
            let known = Set(open.map(\.id))
            for id in copies.withLock({ Array($0.keys) }) where !known.contains(id) {
                // Finished or dropped meanwhile.
                copies.withLock { _ = $0.removeValue(forKey: id) }
                try? to.discardStaged(id: id)
            }
            for upload in open { try copy(upload, from, to, checkStopped) }
        }
    }

    private func copy(
        _ upload: Open,
        _ from: DirectoryVolume,
        _ to: DirectoryVolume,
        _ checkStopped: () throws -> Void
    ) throws {
        let original: any StagedFile
        do {
            original = try from.reopenStaged(id: upload.id)
        } catch {
            guard error.code == .notFound else { throw error }
            return
        }
        var copy: Copy
        if let known = copies.withLock({ $0[upload.id] }) {
            copy = known
        } else {
            // A run that was killed may have left one; which of its chunks are whole is not known.
            try? to.discardStaged(id: upload.id)
            let size = upload.size.flatMap { $0 > 0 ? $0 : nil }
            copy = Copy(staged: try storage { try to.stage(id: upload.id, size: size) })
            copies.withLock { $0[upload.id] = copy }
            // Without its header, which a power cut may have taken, nothing in it counts.
            if upload.isEncrypted, try original.info().size >= Int64(VaultFormat.headerSize) {
                try storage { try copy.staged.copy(0..<Int64(VaultFormat.headerSize), from: original) }
            }
        }
        for (n, size) in upload.chunks where !copy.chunks.contains(n) {
            try checkStopped()
            try storage { try copy.staged.copy(upload.range(of: n, size), from: original) }
            copy.chunks.insert(n)
        }
        try storage { try copy.staged.sync() }
        copies.withLock { $0[upload.id] = copy }
    }

    /// What the rows are to say.
    var carried: [Carried] {
        copies.withLock { $0.map { Carried(id: $0.key, inode: $0.value.staged.inode) } }
    }

    /// The rows are switched: the old files go.
    func finish() async { await uploads.discardStaged(takeIDs(), on: source) }

    /// The move failed: the new files go.
    func drop() async { await uploads.discardStaged(takeIDs(), on: target) }

    private func takeIDs() -> [String] {
        copies.withLock { copies in
            defer { copies.removeAll() }
            return Array(copies.keys)
        }
    }
}
