import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire

/// An upload session as its row says: what survives a restart.
struct UploadRow: Sendable {
    enum State: String, Sendable {
        case open
        case done
    }

    var id: String
    var user: Int
    var root: Int
    /// The destination as ``RowSeal`` keeps paths of the root: only with the root's seal it becomes one again.
    var destination: [UInt8]
    /// The old door's whole `hash` string as ``RowSeal`` keeps it; empty for the new door.
    var key: String
    var plan: ChunkPlan
    var state: State
    /// Inode of the temporary file, and of the finished one: a rename keeps it.
    var inode: UInt64
    /// Where the finished file was put, kept like the destination, its size and time: the answer, whatever became of
    /// the file since.
    var final: [UInt8]?
    var finalSize: Int64
    var finalModified: Int64
    var modified: Int64?
    var conflict: ConflictPolicy
    var identification: String

    private static let columns =
        "id, user, root, dest, key, size, total_chunks, state, inode, final, modified, on_conflict, "
        + "identification, final_size, final_modified"

    init(row: SQLRow) throws {
        id = try row.text(0)
        user = Int(try row.int(1))
        root = Int(try row.int(2))
        destination = try row.blob(3)
        key = try row.text(4)
        plan = try ChunkPlan(size: row.optionalInt(5), count: row.optionalInt(6).map(Int.init))
        state = State(rawValue: try row.text(7)) ?? .open
        inode = UInt64(bitPattern: try row.int(8))
        final = try row.optionalBlob(9)
        modified = try row.optionalInt(10)
        conflict = ConflictPolicy(rawValue: try row.text(11)) ?? .rename
        identification = try row.text(12)
        finalSize = try row.optionalInt(13) ?? 0
        finalModified = try row.optionalInt(14) ?? 0
    }

    init(
        id: String,
        user: Int,
        root: Int,
        destination: [UInt8],
        key: String,
        plan: ChunkPlan,
        inode: UInt64,
        modified: Int64?,
        conflict: ConflictPolicy,
        identification: String
    ) {
        self.id = id
        self.user = user
        self.root = root
        self.destination = destination
        self.key = key
        self.plan = plan
        state = .open
        self.inode = inode
        final = nil
        finalSize = 0
        finalModified = 0
        self.modified = modified
        self.conflict = conflict
        self.identification = identification
    }

    func insert(_ session: any SQLSession, created: Int64, touched: Int64) throws {
        try session.run(
            "INSERT INTO uploads (id, user, root, dest, key, size, total_chunks, state, inode, modified, "
                + "on_conflict, identification, created, touched) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            id,
            user,
            root,
            destination,
            key,
            plan.size,
            plan.count,
            state.rawValue,
            inode,
            modified,
            conflict.rawValue,
            identification,
            created,
            touched
        )
    }

    static func find(id: String, user: Int, _ session: any SQLSession) throws -> UploadRow? {
        try session.first("SELECT \(columns) FROM uploads WHERE id = ? AND user = ?", id, user)
            .map { try UploadRow(row: $0) }
    }

    /// The old door's session: the open one, or else the newest that is done.
    static func find(
        user: Int,
        root: Int,
        destination: [UInt8],
        key: String,
        _ session: any SQLSession
    ) throws -> UploadRow? {
        try session.first(
            "SELECT \(columns) FROM uploads WHERE user = ? AND root = ? AND dest = ? AND key = ? "
                + "ORDER BY state = 'done', rowid DESC LIMIT 1",
            user,
            root,
            destination,
            key
        ).map { try UploadRow(row: $0) }
    }

    /// Open sessions of a user with that key below plain roots, at most two: one is an answer, two are none.
    static func open(user: Int, key: String, _ session: any SQLSession) throws -> [UploadRow] {
        try session.query(
            "SELECT \(columns) FROM uploads WHERE user = ? AND key = ? AND state = 'open' "
                + "AND root NOT IN (SELECT id FROM roots WHERE is_encrypt = 1) LIMIT 2",
            user,
            key
        ).map { try UploadRow(row: $0) }
    }

    /// The same below one encrypted root, whose rows keep another key.
    static func open(
        user: Int,
        root: Int,
        key: String,
        _ session: any SQLSession
    ) throws -> [UploadRow] {
        try session.query(
            "SELECT \(columns) FROM uploads WHERE user = ? AND root = ? AND key = ? AND state = 'open' LIMIT 2",
            user,
            root,
            key
        ).map { try UploadRow(row: $0) }
    }

    static func all(where condition: String, _ value: Int64, _ session: any SQLSession) throws -> [UploadRow]
    {
        try session.query("SELECT \(columns) FROM uploads WHERE \(condition)", value)
            .map { try UploadRow(row: $0) }
    }

    static func chunks(of id: String, _ session: any SQLSession) throws -> [Int: Int64] {
        var chunks: [Int: Int64] = [:]
        for row in try session.query("SELECT n, size FROM chunks WHERE upload = ?", id) {
            chunks[Int(try row.int(0))] = try row.int(1)
        }
        return chunks
    }
}
