/// A share that ended because its directory moved away.
public struct EndedShare: Codable, Sendable, Hashable, Identifiable {
    /// The number of the root that it was.
    public var id: Int
    /// Its name.
    public var name: String

    private enum CodingKeys: String, CodingKey {
        case id, name
    }

    /// Takes every field as it is.
    public init(
        id: Int,
        name: String = ""
    ) {
        self.id = id
        self.name = name
    }
}

extension EndedShare: LenientModel {
    static var required: [String] { ["id"] }
}

/// What a task copied or moved.
public struct TransferredEntry: Codable, Sendable, Hashable {
    /// The new name.
    public var name: String
    /// The new path, `/s/…`.
    public var path: String
    /// The percent-encoded path, where a name is no UTF-8.
    public var href: String?

    private enum CodingKeys: String, CodingKey {
        case name, path, href
    }

    /// Takes every field as it is.
    public init(
        name: String = "",
        path: String = "",
        href: String? = nil
    ) {
        self.name = name
        self.path = path
        self.href = href
    }
}

extension TransferredEntry: LenientModel {
    static var required: [String] { [] }
}

/// What came of copying, moving or deleting.
public struct TransferOutcome: Codable, Sendable, Hashable {
    /// The new entries in the order of the sources; of large tasks the first 1 000.
    public var resources: [TransferredEntry]
    /// How many sources were copied, moved or deleted.
    public var count: Int
    /// Shares that ended, because a directory moved away.
    public var endedShares: [EndedShare]
    /// The task that does it, where the server answered before it was done.
    public var taskID: String

    private enum CodingKeys: String, CodingKey {
        case resources, count
        case endedShares = "ended_shares"
        case taskID = "task_id"
    }

    /// Takes every field as it is.
    public init(
        resources: [TransferredEntry] = [],
        count: Int = 0,
        endedShares: [EndedShare] = [],
        taskID: String = ""
    ) {
        self.resources = resources
        self.count = count
        self.endedShares = endedShares
        self.taskID = taskID
    }

    /// Whether the work goes on in the background.
    public var isRunning: Bool { !taskID.isEmpty }
}

extension TransferOutcome: LenientModel {
    static var required: [String] { [] }
}
