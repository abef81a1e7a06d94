import HearthSQL
import HearthWire

/// A directory pool: a directory of this machine, usually where a disk is mounted, in which partitions are made.
struct PoolRow: Sendable, Hashable {
    /// Random; also in the file ``PoolMark`` at the pool's top.
    let id: String
    /// What people call it; begins with a letter or digit.
    let name: String
    /// The directory, absolute and without links.
    let path: String

    static let columns = "id, name, path"

    init(id: String, name: String, path: String) {
        self.id = id
        self.name = name
        self.path = path
    }

    init(row: SQLRow) throws {
        id = try row.text(0)
        name = try row.text(1)
        path = try row.text(2)
    }
}

/// A partition of a directory pool: a directory with a limit that Hearth keeps itself.
struct PartitionRow: Sendable, Hashable {
    /// How far a partition is.
    enum State: String, Sendable {
        /// Its directory is not made yet.
        case adding
        /// It can be used.
        case ready
        /// It is going; nothing new is put there.
        case deleting
    }

    /// Random; what `files.partition` holds.
    let id: String
    /// The pool's name.
    let pool: String
    /// What people call it.
    let name: String
    /// The directory's name in the pool; nil until it is made.
    ///
    /// It stays when the partition is renamed.
    let directory: String?
    /// The limit in bytes.
    let capacity: Int64
    /// The limit that a task is about to set; 0 for none.
    let wanted: Int64
    /// Bytes in use when last saved.
    let used: Int64
    /// How far it is.
    let state: State

    static let columns = "id, pool, name, directory, capacity, wanted, used, state"

    init(row: SQLRow) throws {
        id = try row.text(0)
        pool = try row.text(1)
        name = try row.text(2)
        directory = try row.optionalText(3)
        capacity = try row.int(4)
        wanted = try row.int(5)
        used = try row.int(6)
        state = State(rawValue: try row.text(7)) ?? .adding
    }

    /// Its address.
    var key: Partitions.Key { Partitions.Key(pool: pool, name: name) }
    /// What the pool has promised it.
    var promised: Int64 { max(capacity, wanted) }
    /// What tasks about it are about.
    var subject: String { "\(pool)/\(name)" }
}
