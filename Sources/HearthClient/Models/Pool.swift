/// A pool with its partitions (contract, 5.12 and 5.13).
public struct Pool: Codable, Sendable, Hashable {
    /// Its id; may be empty for the embedded pool.
    public var id: String
    /// Its name.
    public var name: String
    /// Bytes.
    public var capacity: Int64
    /// Bytes that its partitions were promised; of the embedded pool, that are in use.
    public var used: Int64
    /// Its partitions.
    public var partitions: [Partition]
    /// What it lies on.
    public var volumes: [PhysicalVolume]
    /// `{topic}_1` while a task is at work on it, `{topic}_0` after it failed, `offline`, or empty.
    public var taskStatus: String
    /// That task; empty without one.
    public var taskID: String

    private enum CodingKeys: String, CodingKey {
        case id, name, capacity
        case used = "use_capacity"
        case partitions = "lv"
        case volumes = "pv"
        case taskStatus = "status"
        case taskID = "task_id"
    }

    /// Takes every field as it is.
    public init(
        id: String = "",
        name: String,
        capacity: Int64 = 0,
        used: Int64 = 0,
        partitions: [Partition] = [],
        volumes: [PhysicalVolume] = [],
        taskStatus: String = "",
        taskID: String = ""
    ) {
        self.id = id
        self.name = name
        self.capacity = capacity
        self.used = used
        self.partitions = partitions
        self.volumes = volumes
        self.taskStatus = taskStatus
        self.taskID = taskID
    }

    /// Whether this is the system's own pool, whatever a server calls it (contract, 16).
    public var isSystem: Bool { ["_default_", "__system__", "__default__"].contains(name) }
}

extension Pool: LenientModel {
    static var required: [String] { ["name"] }
}
