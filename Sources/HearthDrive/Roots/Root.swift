import HearthSQL
package import HearthStorage
import HearthWire

/// A first-level folder, or later a directory shared by itself: what `/s/{id}` names.
package struct Root: Sendable, Hashable {
    /// How a root came to be.
    package enum Kind: String, Sendable {
        /// Made at the first visit of "my files".
        case personal
        /// Made by folder management.
        case managed
        /// The household's shared folder.
        case family
        /// A sub-directory shared by a member.
        case direct
    }

    /// The row; below 2^30.
    package let id: Int
    /// How it came to be.
    package let kind: Kind
    /// The member whose personal folder it is.
    package let owner: Int?
    /// Who made it and manages it: of a managed folder its creator, of a direct root whoever shared it first.
    package let creator: Int?
    /// 1 private, 2 shared (wangpan-api, 9.4).
    package let mode: Int
    /// Pool of the partition.
    package let pool: String
    /// Partition that holds it.
    package let partition: String
    /// Where it lies, from the partition's top.
    package private(set) var path: VolumePath
    /// 16 bytes in `user.hearth.id` of the directory.
    package let xattrID: [UInt8]
    /// Inode when last seen.
    package private(set) var inode: UInt64
    /// Birth time in seconds when last seen; 0 where the file system has none.
    package let born: Int64
    /// Whether it is a vault.
    package let isEncrypted: Bool
    /// The label that users see.
    package private(set) var name: String
    /// Unix seconds of the row's making; orders lists.
    package let created: Int64

    static let columns =
        "r.id, r.kind, r.owner, r.mode, r.pool, r.partition, r.rel_path, r.xattr_id, r.inode, r.born, "
        + "r.is_encrypt, r.name, r.creator, r.created"

    init(row: SQLRow) throws {
        id = Int(try row.int(0))
        kind = Kind(rawValue: try row.text(1)) ?? .managed
        owner = try row.optionalInt(2).map(Int.init)
        mode = Int(try row.int(3))
        pool = try row.text(4)
        partition = try row.text(5)
        guard let path = VolumePath(bytes: try row.blob(6)) else { throw DriveError(.internalError) }
        self.path = path
        xattrID = try row.blob(7)
        inode = UInt64(bitPattern: try row.int(8))
        born = try row.int(9)
        isEncrypted = try row.bool(10)
        name = try row.text(11)
        creator = try row.optionalInt(12).map(Int.init)
        created = try row.int(13)
    }

    /// A root without a row, to work rights out for.
    init(id: Int, kind: Kind, mode: Int, partition key: Partitions.Key, path: VolumePath) {
        self.id = id
        self.kind = kind
        self.mode = mode
        self.path = path
        owner = nil
        creator = nil
        pool = key.pool
        partition = key.name
        xattrID = []
        inode = 0
        born = 0
        isEncrypted = false
        name = ""
        created = 0
    }

    /// The partition it lies on, as rows name it.
    package var partitionKey: Partitions.Key { Partitions.Key(pool: pool, name: partition) }

    /// Whether it is no directory shared out of another folder.
    package var isFirstLevel: Bool { kind != .direct }

    /// The same root at the place where its directory was found.
    func at(_ path: VolumePath, inode: UInt64) -> Root {
        var root = self
        root.path = path
        root.inode = inode
        if kind == .direct, let last = path.last { root.name = last.display }
        return root
    }
}

/// A root as one caller may use it, with the handle that the operation itself uses.
package struct RootAccess: Sendable {
    /// The root.
    package let root: Root
    /// What the caller may do.
    package let rights: Rights
    /// The bytes below the root.
    ///
    /// Of an encrypted root this is the volume of plain names and bytes.
    package let volume: any Volume
    /// How rows may tell paths and keys of this root.
    package let seal: RowSeal
}
