/// A partition of a pool (contract, 5.12).
public struct Partition: Codable, Sendable, Hashable {
    /// Its id; empty while it is being made.
    public var id: String
    /// Its name.
    public var name: String
    /// Bytes: its limit, or the size of the file system where it has none.
    public var capacity: Int64
    /// Bytes that lie in it.
    public var used: Int64
    /// `{topic}_1` while a task is at work on it, `{topic}_0` after it failed, `offline`, or empty.
    public var taskStatus: String
    /// That task; empty without one.
    public var taskID: String

    private enum CodingKeys: String, CodingKey {
        case id, name, capacity
        case used = "use_capacity"
        case taskStatus = "status"
        case taskID = "task_id"
    }

    /// Takes every field as it is.
    public init(
        id: String = "",
        name: String,
        capacity: Int64 = 0,
        used: Int64 = 0,
        taskStatus: String = "",
        taskID: String = ""
    ) {
        self.id = id
        self.name = name
        self.capacity = capacity
        self.used = used
        self.taskStatus = taskStatus
        self.taskID = taskID
    }
}

extension Partition: LenientModel {
    static var required: [String] { ["name"] }
}
