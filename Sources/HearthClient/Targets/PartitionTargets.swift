import HearthWire

/// Makes a partition, in a task (contract, 5.17).
public struct CreatePartition: Target {
    /// How it is read.
    public typealias Response = StartedTask
    /// 1 to 50 of `0-9 A-Z a-z + _ . -`, the first a letter or digit.
    public var name: String
    /// The pool.
    public var poolName: String
    /// The limit, in the unit.
    public var capacity: Int64
    /// The unit.
    public var unit: CapacityUnit

    /// Takes every part as it is.
    public init(_ name: String, poolName: String, capacity: Int64, unit: CapacityUnit) {
        self.name = name
        self.poolName = poolName
        self.capacity = capacity
        self.unit = unit
    }

    /// `/partitions`.
    public var path: String { "/partitions" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("name")
            writer.string(name)
            writer.key("pool_name")
            writer.string(poolName)
            writer.key("capacity")
            writer.int(capacity)
            writer.key("unit")
            unit.write(to: &writer)
            writer.endObject()
        }
    }
    /// Reads what there is.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> StartedTask {
        try reply.dataOrBlank(StartedTask.self)
    }
}

/// Renames a partition at once; a larger capacity starts a task (contract, 5.18).
public struct EditPartition: Target {
    /// How it is read.
    public typealias Response = StartedTask
    /// A partition's name.
    public var name: String
    /// The new name, or the old one.
    public var newName: String
    /// The pool.
    public var poolName: String
    /// The limit, in the unit.
    public var capacity: Int64
    /// The unit.
    public var unit: CapacityUnit

    /// Takes every part as it is.
    public init(_ name: String, newName: String, poolName: String, capacity: Int64, unit: CapacityUnit) {
        self.name = name
        self.newName = newName
        self.poolName = poolName
        self.capacity = capacity
        self.unit = unit
    }

    /// `/partitions/{…}`.
    public var path: String { "/partitions/\(PercentEncoding.encode(name))" }
    /// PUT.
    public var method: TargetMethod { .put }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("new_name")
            writer.string(newName)
            writer.key("pool_name")
            writer.string(poolName)
            writer.key("capacity")
            writer.int(capacity)
            writer.key("unit")
            unit.write(to: &writer)
            writer.endObject()
        }
    }
    /// Never twice: the second would miss the old name.
    public var flags: TargetFlags { .isSentOnce }
    /// Reads what there is.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> StartedTask {
        try reply.dataOrBlank(StartedTask.self)
    }
}

/// Deletes a partition with everything in it, in a task (contract, 5.19).
public struct DeletePartition: Target {
    /// How it is read.
    public typealias Response = StartedTask
    /// A partition's name.
    public var name: String
    /// The pool.
    public var poolName: String

    /// Takes every part as it is.
    public init(_ name: String, poolName: String) {
        self.name = name
        self.poolName = poolName
    }

    /// `/partitions/{…}`.
    public var path: String { "/partitions/\(PercentEncoding.encode(name))" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("pool_name")
            writer.string(poolName)
            writer.endObject()
        }
    }
    /// Reads what there is.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> StartedTask {
        try reply.dataOrBlank(StartedTask.self)
    }
}

/// Lists idle disks (contract, 5.20).
public struct ListDisks: Target {
    /// How it is read.
    public typealias Response = ListPage<Disk>

    /// Makes one.
    public init() {}

    /// `/disks`.
    public var path: String { "/disks" }
}

/// Adds an idle disk to a pool (contract, 5.20).
public struct AddDisk: Target {
    /// Nothing.
    public typealias Response = Void
    /// The pool.
    public var poolName: String
    /// An idle disk.
    public var diskName: String

    /// Takes every part as it is.
    public init(poolName: String, diskName: String) {
        self.poolName = poolName
        self.diskName = diskName
    }

    /// `/disks`.
    public var path: String { "/disks" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("pool_name")
            writer.string(poolName)
            writer.key("disk_name")
            writer.string(diskName)
            writer.endObject()
        }
    }
}
