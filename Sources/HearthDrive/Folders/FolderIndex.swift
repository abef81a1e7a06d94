import HearthConcurrency
import HearthSQL
import HearthStorage
import HearthWire

/// What the database knows of single files in a folder, brought from the old tree to its copy.
///
/// Files have other inodes and change times there; what hash and backup identity they have stays true, since the
/// copies were compared byte by byte.
struct FolderIndex: Sendable {
    private struct Entry: Sendable {
        var partition: String
        var inode: Int64
        /// Nil when the file is not what the row says any more.
        var copy: FileInfo?
    }

    private struct Answer: Sendable {
        var upload: String
        var inode: UInt64
    }

    private var entries: [Entry] = []
    private var answers: [Answer] = []

    /// Looks up every indexed file of some roots in the copy.
    ///
    /// - Parameters:
    ///   - ids: the folder and the directories shared out of it.
    ///   - folders: whose database it is.
    ///   - root: the folder as it was.
    ///   - volume: the copy.
    /// - Returns: what ``store(partition:_:)`` writes.
    /// - Throws: what the database throws.
    static func collect(
        _ ids: [Int],
        in folders: Folders,
        from root: Root,
        to volume: any Volume
    ) async throws -> FolderIndex {
        var index = FolderIndex()
        for id in ids {
            let rows = try await folders.database.read { session in
                let place = try session.first("SELECT rel_path FROM roots WHERE id = ?", id)
                let files = try session.query(
                    "SELECT partition, inode, path, size, modified FROM files WHERE root = ?",
                    id
                )
                let answers = try session.query(
                    "SELECT id, final, final_size, final_modified FROM uploads WHERE root = ? AND state = 'done' AND final IS NOT NULL",
                    id
                )
                return (place: place, files: files, answers: answers)
            }
            guard let place = try rows.place.flatMap({ VolumePath(bytes: try $0.blob(0)) }) else { continue }
            let below = VolumePath(Array(place.names.dropFirst(root.path.names.count)))
            let found = try await folders.blocking.run {
                try look(up: rows.files, rows.answers, below, volume)
            }
            index.entries += found.entries
            index.answers += found.answers
        }
        return index
    }

    private static func look(
        up files: [SQLRow],
        _ answers: [SQLRow],
        _ below: VolumePath,
        _ volume: any Volume
    ) throws -> FolderIndex {
        var index = FolderIndex()
        for row in files {
            var entry = Entry(partition: try row.text(0), inode: try row.int(1), copy: nil)
            if let path = VolumePath(bytes: try row.blob(2)),
                let info = try? volume.entryInfo(VolumePath(below.names + path.names)),
                info.size == (try row.int(3)), info.modified.totalNanoseconds == (try row.int(4))
            {
                entry.copy = info
            }
            index.entries.append(entry)
        }
        for row in answers {
            if let path = VolumePath(bytes: try row.blob(1)),
                let info = try? volume.entryInfo(VolumePath(below.names + path.names)),
                info.size == (try row.optionalInt(2)), info.modified.seconds == (try row.optionalInt(3))
            {
                index.answers.append(Answer(upload: try row.text(0), inode: info.inode))
            }
        }
        return index
    }

    /// Writes the rows, in the transaction that switches the folder.
    func store(partition: String, _ session: any SQLSession) throws {
        for entry in entries {
            if let copy = entry.copy {
                try session.run(
                    "UPDATE OR REPLACE files SET partition = ?, inode = ?, changed = ? "
                        + "WHERE partition = ? AND inode = ?",
                    partition,
                    copy.inode,
                    copy.changed.totalNanoseconds,
                    entry.partition,
                    entry.inode
                )
            } else {
                try session.run(
                    "DELETE FROM files WHERE partition = ? AND inode = ?",
                    entry.partition,
                    entry.inode
                )
            }
        }
        for answer in answers {
            try session.run("UPDATE uploads SET inode = ? WHERE id = ?", answer.inode, answer.upload)
        }
    }
}
