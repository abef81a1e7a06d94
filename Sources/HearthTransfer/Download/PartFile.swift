/// The temporary file of a download: `NAME.hearth-part` beside the final one.
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
        for part in names(for: row) {
            let path = directory.appending(part)
            let made = try await context.work.run { () throws(TransferError) in try LocalFile.create(path) }
            guard let made else { continue }
            row.part = part
            // Files of one request end before anybody could resume them.
            if (row.size ?? .max) > BlockSet.blockSize { try await context.save(row) }
            return Opened(file: made, row: row, isResumed: false)
        }
        throw TransferError(.localExists, row.local.description)
    }

    /// Whether the blocks on record can be relied on: this run of the system wrote them, or they were fsynced, or the
    /// hash at the end tells.
    private static func counts(_ row: TransferRow) -> Bool {
        guard row.source != nil, row.size != nil, row.blocks != nil else { return false }
        return row.hash != nil || row.flags.contains(.isSynced) || row.boot == ProcessIdentity.currentBoot()
    }

    /// Names to try, each at most 255 bytes.
    private static func names(for row: TransferRow) -> [[UInt8]] {
        let name = row.local.name
        return (0..<8).map { number in
            let tail = Array((number == 0 ? "" : ".\(row.id)-\(number)").utf8) + Array(suffix.utf8)
            return Array(name.prefix(255 - tail.count)) + tail
        }
    }
}
