/// A first-level folder in the list of folder management (contract, 5.1).
public struct Folder: Codable, Sendable, Hashable, Identifiable {
    /// The root's number.
    public var id: Int
    /// Its display name.
    public var name: String
    /// Whether it is encrypted.
    public var isEncrypted: Bool
    /// Private or shared.
    public var mode: FolderMode
    /// `/{pool}/{partition}/{directory}`; no resource path.
    public var storagePath: String
    /// Names of its members, joined with `、`.
    public var persons: String
    /// `{pool}-{partition}`, for display.
    public var placeName: String
    /// `{topic}_1` while a task is at work on it, `{topic}_0` after it failed, `offline`, or empty.
    public var taskStatus: String
    /// That task; empty without one.
    public var taskID: String

    private enum CodingKeys: String, CodingKey {
        case id, name, mode, persons
        case isEncrypted = "is_encrypt"
        case storagePath = "path"
        case placeName = "pool_name"
        case taskStatus = "status"
        case taskID = "task_id"
    }

    /// Takes every field as it is.
    public init(
        id: Int,
        name: String = "",
        isEncrypted: Bool = false,
        mode: FolderMode = .private,
        storagePath: String = "",
        persons: String = "",
        placeName: String = "",
        taskStatus: String = "",
        taskID: String = ""
    ) {
        self.id = id
        self.name = name
        self.isEncrypted = isEncrypted
        self.mode = mode
        self.storagePath = storagePath
        self.persons = persons
        self.placeName = placeName
        self.taskStatus = taskStatus
        self.taskID = taskID
    }
}

extension Folder: LenientModel {
    static var required: [String] { ["id"] }
}
