import HearthCrypto
import HearthSQL
import HearthStorage

/// What the database remembers of a file: its hash, and what backup it belongs to.
///
/// The file system is the truth: a row counts only while (inode, size, mtime, ctime) are what they were when the
/// hash was taken.
struct IndexedFile: Sendable {
    var partition: String
    var root: Int
    var path: VolumePath
    var info: FileInfo
    var hash: SHA256Digest
    var identification: String
    var creator: Int
}

enum FileIndex {
    static func store(_ file: IndexedFile, _ session: any SQLSession) throws {
        let (root, path) = try home(file.root, file.path, session)
        try session.run(
            "INSERT OR REPLACE INTO files (partition, inode, root, path, size, modified, changed, hash, "
                + "identification, creator) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            file.partition,
            file.info.inode,
            root,
            path.bytes,
            file.info.size,
            stamp(file.info.modified),
            stamp(file.info.changed),
            file.hash.bytes,
            file.identification,
            file.creator
        )
    }

    /// The hash of the file as it is now, if it is known.
    static func hash(of info: FileInfo, partition: String, _ session: any SQLSession) throws -> SHA256Digest?
    {
        let row = try session.first(
            "SELECT hash FROM files WHERE partition = ? AND inode = ? AND size = ? AND modified = ? AND changed = ?",
            partition,
            info.inode,
            info.size,
            stamp(info.modified),
            stamp(info.changed)
        )
        return try row.flatMap { SHA256Digest(bytes: try $0.blob(0)) }
    }

    /// Follows a rename or a move of a file or a whole tree.
    ///
    /// A rename changes the ctime of the moved entry itself; its row is brought up to `info` so that the hash
    /// stays known.
    static func move(
        from root: Int,
        _ path: VolumePath,
        to target: Int,
        _ destination: VolumePath,
        info: FileInfo,
        partition: String,
        _ session: any SQLSession
    ) throws {
        let (root, path) = try home(root, path, session)
        let (target, destination) = try home(target, destination, session)
        try session.run(
            "UPDATE files SET root = ?, path = ? WHERE root = ? AND path = ?",
            target,
            destination.bytes,
            root,
            path.bytes
        )
        try session.run(
            "UPDATE files SET changed = ? WHERE partition = ? AND inode = ? AND size = ? AND modified = ?",
            stamp(info.changed),
            partition,
            info.inode,
            info.size,
            stamp(info.modified)
        )
        guard info.kind == .directory else { return }
        // Everything below: from `path/` up to, but not including, `path0`, the byte after the slash.
        try session.run(
            "UPDATE files SET root = ?, path = CAST(? || substr(path, ?) AS BLOB) "
                + "WHERE root = ? AND path >= ? AND path < ?",
            target,
            destination.bytes,
            path.bytes.count + 1,
            root,
            path.bytes + [UInt8(ascii: "/")],
            path.bytes + [UInt8(ascii: "0")]
        )
    }

    static func remove(root: Int, _ path: VolumePath, _ session: any SQLSession) throws {
        let (root, path) = try home(root, path, session)
        try session.run("DELETE FROM files WHERE root = ? AND path = ?", root, path.bytes)
        try session.run(
            "DELETE FROM files WHERE root = ? AND path >= ? AND path < ?",
            root,
            path.bytes + [UInt8(ascii: "/")],
            path.bytes + [UInt8(ascii: "0")]
        )
    }

    /// Rows name the first-level folder, by whatever shared directory a file was reached: so they outlive the share.
    private static func home(
        _ root: Int,
        _ path: VolumePath,
        _ session: any SQLSession
    ) throws -> (root: Int, path: VolumePath) {
        let row = try session.first("SELECT kind FROM roots WHERE id = ?", root)
        guard try row?.text(0) == Root.Kind.direct.rawValue,
            let place = try RootRows.place(of: root, path, session),
            let home = try RootRows.folder(around: place, session)
        else { return (root, path) }
        return home
    }

    private static func stamp(_ time: FileTime) -> Int64 {
        time.seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.nanoseconds)
    }
}
