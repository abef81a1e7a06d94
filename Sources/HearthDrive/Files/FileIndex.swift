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

    /// Adds a hash that was taken later; what is known of the file besides stays.
    static func learn(_ file: IndexedFile, _ session: any SQLSession) throws {
        let known = try session.run(
            "UPDATE files SET size = ?, modified = ?, changed = ?, hash = ? WHERE partition = ? AND inode = ?",
            file.info.size,
            stamp(file.info.modified),
            stamp(file.info.changed),
            file.hash.bytes,
            file.partition,
            file.info.inode
        )
        if known == 0 { try store(file, session) }
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
    static func home(
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

    fileprivate static func stamp(_ time: FileTime) -> Int64 {
        time.seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.nanoseconds)
    }
}

/// Rows that go over to another partition, where files have other numbers.
extension FileIndex {
    /// A file below a directory.
    struct Row: Sendable {
        var partition: String
        var inode: UInt64
        /// From the first-level folder, as the row has it.
        var path: [UInt8]
        /// From the directory.
        var below: VolumePath
        var size: Int64
        fileprivate var modified: Int64

        /// Whether a copy that kept its time has the content that the row tells of.
        func isSameContent(_ info: FileInfo) -> Bool {
            info.kind == .file && info.size == size && stamp(info.modified) == modified
        }
    }

    /// The rows below a directory, in the order of their paths.
    static func rows(
        below root: Int,
        _ path: VolumePath,
        after: [UInt8],
        limit: Int,
        _ session: any SQLSession
    ) throws -> [Row] {
        let (root, path) = try home(root, path, session)
        let start = path.bytes + [UInt8(ascii: "/")]
        return try session.query(
            "SELECT partition, inode, path, size, modified FROM files WHERE root = ? AND path > ? AND path < ? "
                + "ORDER BY path LIMIT ?",
            root,
            after.starts(with: start) ? after : start,
            path.bytes + [UInt8(ascii: "0")],
            limit
        ).compactMap { row in
            let bytes = try row.blob(2)
            guard let below = VolumePath(bytes: Array(bytes.dropFirst(start.count))) else { return nil }
            return Row(
                partition: try row.text(0),
                inode: UInt64(bitPattern: try row.int(1)),
                path: bytes,
                below: below,
                size: try row.int(3),
                modified: try row.int(4)
            )
        }
    }

    /// Makes a row tell of the copy.
    static func carry(
        _ row: Row,
        to root: Int,
        _ path: VolumePath,
        _ info: FileInfo,
        partition: String,
        _ session: any SQLSession
    ) throws {
        let (root, path) = try home(root, path, session)
        try session.run(
            "UPDATE OR REPLACE files SET partition = ?, inode = ?, root = ?, path = ?, changed = ? "
                + "WHERE partition = ? AND inode = ?",
            partition,
            info.inode,
            root,
            path.bytes,
            stamp(info.changed),
            row.partition,
            row.inode
        )
    }
}
