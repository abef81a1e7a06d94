/// The task that does what was asked for.
public struct StartedTask: Codable, Sendable, Hashable {
    /// Empty where there is nothing left to do.
    public var taskID: String

    private enum CodingKeys: String, CodingKey {
        case taskID = "task_id"
    }

    /// Takes every field as it is.
    public init(
        taskID: String = ""
    ) {
        self.taskID = taskID
    }

    /// Whether the work goes on in the background.
    public var isRunning: Bool { !taskID.isEmpty }
}

extension StartedTask: LenientModel {
    static var required: [String] { [] }
}
