package import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire

/// The older bases' way: an image by the hash of the file (wangpan-api, 4.12).
extension Thumbnails {
    /// Rows of one hash that are looked at, and files of them that are opened.
    private static let (rowsAtOnce, mostOpened) = (256, 32)

    /// The older bases' image of a content.
    ///
    /// - Parameters:
    ///   - hash: SHA-256 of the file.
    ///   - caller: may read at least one file that has it, or there is none for him.
    /// - Returns: nil when there is none for this caller, whatever the reason.
    /// - Throws: 90007 when too much waits to be made.
    package func classic(hash: SHA256Digest, _ caller: Caller) async throws -> ThumbnailImage? {
        let table = try await files.roots.table()
        var opened = 0
        var after: (partition: String, inode: Int64) = ("", .min)
        while opened < Self.mostOpened {
            let from = after
            let rows = try await files.database.read { session in
                try session.query(
                    "SELECT root, path, partition, inode FROM files WHERE hash = ? AND (partition, inode) > (?, ?) "
                        + "ORDER BY partition, inode LIMIT ?",
                    hash.bytes,
                    from.partition,
                    from.inode,
                    Self.rowsAtOnce
                ).map { row in
                    (
                        root: Int(try row.int(0)), path: try row.blob(1),
                        partition: try row.text(2), inode: try row.int(3)
                    )
                }
            }
            for row in rows {
                guard opened < Self.mostOpened, let path = VolumePath(bytes: row.path),
                    let name = path.last?.bytes, MediaExtensions.isContractKind(name),
                    let place = Self.readable(row.root, path, table, caller)
                else { continue }
                opened += 1
                // Gone, locked or another content: the next may do.
                guard let file = try? await files.open(place, caller), file.hash == hash else { continue }
                return try await image(of: file, caller, .classic)
            }
            guard rows.count == Self.rowsAtOnce, let last = rows.last else { break }
            after = (last.partition, last.inode)
        }
        return nil
    }

    /// A path by which the caller may read what lies below a folder: by the folder itself, or by a directory of it that
    /// was shared with him.
    private static func readable(
        _ root: Int,
        _ path: VolumePath,
        _ table: RightsTable,
        _ caller: Caller
    ) -> ResourcePath? {
        guard let place = table.place(root, path) else { return nil }
        for id in table.chain(at: place) {
            guard let top = table.roots[id],
                table.rights(of: caller.user.id, on: id)?.contains(.read) == true
            else { continue }
            return .below(
                root: id,
                VolumePath(Array(place.path.names.dropFirst(top.place.path.names.count)))
            )
        }
        return nil
    }
}
