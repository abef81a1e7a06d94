import HearthWire

/// Lists what others share with the caller (contract, 5.10).
public struct ListShares: Target {
    /// How it is read.
    public typealias Response = ListPage<ReceivedShare>
    /// Which page.
    public var page: PageRequest

    /// Takes every part as it is.
    public init(page: PageRequest = .everything) {
        self.page = page
    }

    /// `/shares`.
    public var path: String { "/shares" }
    /// The query.
    public var task: TargetTask { .query(page.items) }
}

/// Shares directories with members (contract, 5.11).
public struct ShareDirectories: Target {
    /// Nothing.
    public typealias Response = Void
    /// Directories.
    public var paths: [RemotePath]
    /// Members' numbers.
    public var userIDs: [Int]
    /// They may read.
    public var canRead: Bool
    /// They may create, change and share.
    public var canWrite: Bool
    /// They may delete.
    public var canDelete: Bool
    /// The caller's nickname, which servers of the contract show.
    public var fromUser: String?

    /// Takes every part as it is.
    public init(
        _ paths: [RemotePath],
        userIDs: [Int],
        canRead: Bool = true,
        canWrite: Bool = false,
        canDelete: Bool = false,
        fromUser: String? = nil
    ) {
        self.paths = paths
        self.userIDs = userIDs
        self.canRead = canRead
        self.canWrite = canWrite
        self.canDelete = canDelete
        self.fromUser = fromUser
    }

    /// `/shares`.
    public var path: String { "/shares" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("paths")
            writer.array(paths)
            writer.key("to_users")
            writer.array(userIDs)
            writer.key("read")
            writer.flag(canRead)
            writer.key("write")
            writer.flag(canWrite)
            writer.key("deleted")
            writer.flag(canDelete)
            if let fromUser {
                writer.key("from_user")
                writer.string(fromUser)
            }
            writer.endObject()
        }
    }
    /// The same again changes nothing more.
    public var flags: TargetFlags { .isIdempotent }
}

/// Lists what the caller shares, and what is shared out of folders that he manages.
public struct ListGivenShares: Target {
    /// How it is read.
    public typealias Response = ListPage<GivenShare>
    /// Which page.
    public var page: PageRequest

    /// Takes every part as it is.
    public init(page: PageRequest = .everything) {
        self.page = page
    }

    /// `/shares/given`.
    public var path: String { "/shares/given" }
    /// The query.
    public var task: TargetTask { .query(page.items) }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Changes the rights of a share; what is nil stays.
public struct ChangeShare: Target {
    /// How it is read.
    public typealias Response = GivenShareReply
    /// The share's number.
    public var id: Int
    /// He may read.
    public var canRead: Bool?
    /// He may create, change and share.
    public var canWrite: Bool?
    /// He may delete.
    public var canDelete: Bool?

    /// Takes every part as it is.
    public init(_ id: Int, canRead: Bool? = nil, canWrite: Bool? = nil, canDelete: Bool? = nil) {
        self.id = id
        self.canRead = canRead
        self.canWrite = canWrite
        self.canDelete = canDelete
    }

    /// `/shares/{…}`.
    public var path: String { "/shares/\(id)" }
    /// PATCH.
    public var method: TargetMethod { .patch }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            if let canRead {
                writer.key("read")
                writer.flag(canRead)
            }
            if let canWrite {
                writer.key("write")
                writer.flag(canWrite)
            }
            if let canDelete {
                writer.key("deleted")
                writer.flag(canDelete)
            }
            writer.endObject()
        }
    }
    /// The same again changes nothing more.
    public var flags: TargetFlags { .isIdempotent }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Ends a share; its receiver leaves it by this.
public struct EndShare: Target {
    /// Nothing.
    public typealias Response = Void
    /// The share's number.
    public var id: Int

    /// Takes every part as it is.
    public init(_ id: Int) {
        self.id = id
    }

    /// `/shares/{…}`.
    public var path: String { "/shares/\(id)" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}
