import HearthWire

/// Lists the folders of folder management (contract, 5.1).
public struct ListFolders: Target {
    /// How it is read.
    public typealias Response = ListPage<Folder>
    /// Which page.
    public var page: PageRequest

    /// Takes every part as it is.
    public init(page: PageRequest = .everything) {
        self.page = page
    }

    /// `/folders`.
    public var path: String { "/folders" }
    /// The query.
    public var task: TargetTask { .query(page.items) }
}

/// Makes a managed folder (contract, 5.2).
public struct CreateFolder: Target {
    /// How it is read.
    public typealias Response = CreatedFolder
    /// At most 100 characters; unique on its partition.
    public var name: String
    /// Private with exactly one member, or shared.
    public var mode: FolderMode
    /// A pool.
    public var poolName: String
    /// A partition of it.
    public var partitionName: String
    /// The members with their rights.
    public var members: [FolderMember]
    /// Makes an encrypted folder of a private one: at least 6 of `0-9 A-Z a-z @ # & !`.
    public var password: String?

    /// Takes every part as it is.
    public init(
        name: String,
        mode: FolderMode,
        poolName: String,
        partitionName: String,
        members: [FolderMember],
        password: String? = nil
    ) {
        self.name = name
        self.mode = mode
        self.poolName = poolName
        self.partitionName = partitionName
        self.members = members
        self.password = password
    }

    /// `/folders`.
    public var path: String { "/folders" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            if let password {
                writer.key("is_encrypt")
                writer.int(1)
                writer.key("pwd")
                writer.string(password)
                writer.key("confirm_pwd")
                writer.string(password)
            }
            writer.key("name")
            writer.string(name)
            writer.key("mode")
            writer.int(mode.rawValue)
            writer.key("pool_name")
            writer.string(poolName)
            writer.key("partition_name")
            writer.string(partitionName)
            writer.key("auth")
            writer.array(members)
            writer.endObject()
        }
    }
    /// Reads what there is.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> CreatedFolder {
        try reply.dataOrBlank(CreatedFolder.self)
    }
}

/// One managed folder with its members (contract, 5.3).
public struct FolderByID: Target {
    /// How it is read.
    public typealias Response = FolderDetail
    /// The folder's number.
    public var id: Int

    /// Takes every part as it is.
    public init(_ id: Int) {
        self.id = id
    }

    /// `/folders/{…}`.
    public var path: String { "/folders/\(id)" }
}

/// Changes a managed folder; another place starts a task (contract, 5.4).
public struct EditFolder: Target {
    /// How it is read.
    public typealias Response = StartedTask
    /// The folder's number.
    public var id: Int
    /// At most 100 characters; unique on its partition.
    public var name: String
    /// Private with exactly one member, or shared.
    public var mode: FolderMode
    /// A pool.
    public var poolName: String
    /// A partition of it.
    public var partitionName: String
    /// The members with their rights.
    public var members: [FolderMember]

    /// Takes every part as it is.
    public init(
        _ id: Int,
        name: String,
        mode: FolderMode,
        poolName: String,
        partitionName: String,
        members: [FolderMember]
    ) {
        self.id = id
        self.name = name
        self.mode = mode
        self.poolName = poolName
        self.partitionName = partitionName
        self.members = members
    }

    /// `/folders/{…}`.
    public var path: String { "/folders/\(id)" }
    /// PUT.
    public var method: TargetMethod { .put }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("name")
            writer.string(name)
            writer.key("mode")
            writer.int(mode.rawValue)
            writer.key("pool_name")
            writer.string(poolName)
            writer.key("partition_name")
            writer.string(partitionName)
            writer.key("auth")
            writer.array(members)
            writer.endObject()
        }
    }
    /// Reads what there is.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> StartedTask {
        try reply.dataOrBlank(StartedTask.self)
    }
}

/// Deletes a managed folder with everything in it, in a task (contract, 5.5).
public struct DeleteFolder: Target {
    /// How it is read.
    public typealias Response = StartedTask
    /// The folder's number.
    public var id: Int

    /// Takes every part as it is.
    public init(_ id: Int) {
        self.id = id
    }

    /// `/folders/{…}`.
    public var path: String { "/folders/\(id)" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// Reads what there is.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> StartedTask {
        try reply.dataOrBlank(StartedTask.self)
    }
}

/// Ends the home's data; ask again to learn how far it is (contract, 5.8).
public struct Dissolve: Target {
    /// How it is read.
    public typealias Response = Dissolution
    /// Deletes all files; otherwise they are kept aside.
    public var deletesFiles: Bool

    /// Takes every part as it is.
    public init(deletesFiles: Bool) {
        self.deletesFiles = deletesFiles
    }

    /// `/folders`.
    public var path: String { "/folders" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("is_del_cloud_disk")
            writer.bool(deletesFiles)
            writer.endObject()
        }
    }
    /// Never by itself.
    public var flags: TargetFlags { .isSentOnce }
}
