/// The temporary file of a download: `NAME.QUEUE-ORDER.hearth-part` beside the final one.
///
/// The name follows from the order. So a process that was killed leaves nothing that the next one cannot find, also
/// of the many small files whose temporary names are never written into the queue.
enum PartFile {
    /// What was opened.
    struct Opened: Sendable {
        /// Open for reading and writing.
        var file: LocalFile
        /// The record, which now names the file.
        var row: TransferRow
        /// Whether what the record says of its blocks counts.
        var isResumed: Bool
    }

    private static let suffix = ".hearth-part"

    /// Opens the temporary file of a record, or makes one.
    ///
    /// - Throws: ``TransferError`` of the file system.
    static func open(for row: TransferRow, _ context: TransferContext) async throws(TransferError) -> Opened {
        var row = row
        if let part = row.part {
            let path = row.local.parent.appending(part)
            let known = try await context.work.run { () throws(TransferError) in try LocalFile.resume(path) }
            if let known { return Opened(file: known, row: row, isResumed: counts(row)) }
        }
        let directory = row.local.parent
        if row.pid != nil {
            try await context.work.run { () throws(TransferError) in try LocalTree.makeDirectories(directory)
            }
        }
        let part = name(for: row, in: context.store.queueID)
        let path = directory.appending(part)
        let file = try await context.work.run { () throws(TransferError) -> LocalFile in
            let file = try LocalFile.claim(path)
            guard try file.facts().kind == .regular else {
                throw TransferError(.localExists, path.description)
            }
            return file
        }
        row.part = part
        // Files of one request end before anybody could resume them.
        if (row.size ?? .max) > BlockSet.blockSize { try await context.save(row) }
        return Opened(file: file, row: row, isResumed: false)
    }

    /// Whether the blocks on record can be relied on: this run of the system wrote them, or they were fsynced, or the
    /// hash at the end tells.
    private static func counts(_ row: TransferRow) -> Bool {
        guard row.source != nil, row.size != nil, row.blocks != nil else { return false }
        return row.hash != nil || row.flags.contains(.isSynced) || row.boot == ProcessIdentity.currentBoot()
    }

    /// The name of a record's temporary file, at most 255 bytes.
    ///
    /// It follows from the queue, from what was ordered and from the file's own name: a child that is listed anew, with
    /// another number, finds what its former self left.
    static func name(for row: TransferRow, in queue: String) -> [UInt8] {
        let name = row.local.name
        let tail = Array(".\(queue)-\(row.root)\(suffix)".utf8)
        if name.count + tail.count <= 255 { return name + tail }
        // Long names that begin alike are told apart by a sum of all their bytes (FNV-1a).
        let sum = name.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let mark = Array(("." + String(sum, radix: 36)).utf8)
        return Array(name.prefix(255 - tail.count - mark.count)) + mark + tail
    }
}
