import HearthWire

/// Lists all pools (contract, 5.12).
public struct ListPools: Target {
    /// How it is read.
    public typealias Response = ListPage<Pool>
    /// Which page.
    public var page: PageRequest

    /// Takes every part as it is.
    public init(page: PageRequest = .everything) {
        self.page = page
    }

    /// `/pools`.
    public var path: String { "/pools" }
    /// The query.
    public var task: TargetTask { .query(page.items) }
}

/// One pool with its partitions (contract, 5.13).
public struct PoolByName: Target {
    /// How it is read.
    public typealias Response = Pool
    /// A pool's name.
    public var name: String

    /// Takes every part as it is.
    public init(_ name: String) {
        self.name = name
    }

    /// `/pools/{…}`.
    public var path: String { "/pools/\(PercentEncoding.encode(name))" }
}

/// Makes a pool from an idle disk (contract, 5.14).
public struct CreatePool: Target {
    /// Nothing.
    public typealias Response = Void
    /// 1 to 50 of `0-9 A-Z a-z + _ . -`, the first a letter or digit.
    public var name: String
    /// An idle disk.
    public var diskName: String

    /// Takes every part as it is.
    public init(_ name: String, diskName: String) {
        self.name = name
        self.diskName = diskName
    }

    /// `/pools`.
    public var path: String { "/pools" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("name")
            writer.string(name)
            writer.key("disk_name")
            writer.string(diskName)
            writer.endObject()
        }
    }
}

/// Makes a pool of a mounted directory of the server.
public struct AddDirectoryPool: Target {
    /// How it is read.
    public typealias Response = Pool
    /// 1 to 50 of `0-9 A-Z a-z + _ . -`, the first a letter or digit.
    public var name: String
    /// Absolute; the server may write there.
    public var directory: String

    /// Takes every part as it is.
    public init(_ name: String, directory: String) {
        self.name = name
        self.directory = directory
    }

    /// `/pools/directory`.
    public var path: String { "/pools/directory" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("name")
            writer.string(name)
            writer.key("path")
            writer.string(directory)
            writer.endObject()
        }
    }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Gives a pool another name (contract, 5.15).
public struct RenamePool: Target {
    /// Nothing.
    public typealias Response = Void
    /// A pool's name.
    public var name: String
    /// 1 to 50 of `0-9 A-Z a-z + _ . -`, the first a letter or digit.
    public var newName: String

    /// Takes every part as it is.
    public init(_ name: String, newName: String) {
        self.name = name
        self.newName = newName
    }

    /// `/pools/{…}`.
    public var path: String { "/pools/\(PercentEncoding.encode(name))" }
    /// PUT.
    public var method: TargetMethod { .put }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("new_name")
            writer.string(newName)
            writer.endObject()
        }
    }
    /// Never twice: the second would miss the old name.
    public var flags: TargetFlags { .isSentOnce }
}

/// Deletes a pool with everything in it, in a task (contract, 5.16).
public struct DeletePool: Target {
    /// How it is read.
    public typealias Response = StartedTask
    /// A pool's name.
    public var name: String

    /// Takes every part as it is.
    public init(_ name: String) {
        self.name = name
    }

    /// `/pools/{…}`.
    public var path: String { "/pools/\(PercentEncoding.encode(name))" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// Reads what there is.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> StartedTask {
        try reply.dataOrBlank(StartedTask.self)
    }
}
