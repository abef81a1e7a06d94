/// Lists long work: what is queued, running or failed, and what was done within the last hour.
public struct ListTasks: Target {
    /// How it is read.
    public typealias Response = ListPage<DriveTask>

    /// Makes one.
    public init() {}

    /// `/tasks`.
    public var path: String { "/tasks" }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// One piece of long work.
public struct TaskByID: Target {
    /// How it is read.
    public typealias Response = DriveTask
    /// The task's id.
    public var id: String

    /// Takes every part as it is.
    public init(_ id: String) {
        self.id = id
    }

    /// `/tasks/{…}`.
    public var path: String { "/tasks/\(PercentEncoding.encode(id))" }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Queues a failed task again (contract, 5.21).
public struct RetryTask: Target {
    /// Nothing.
    public typealias Response = Void
    /// The task's id.
    public var id: String

    /// Takes every part as it is.
    public init(_ id: String) {
        self.id = id
    }

    /// `/tasks/{…}`.
    public var path: String { "/tasks/\(PercentEncoding.encode(id))" }
    /// PUT.
    public var method: TargetMethod { .put }
}

/// Forgets a failed task, or cancels one that has not begun (contract, 5.21).
public struct DismissTask: Target {
    /// Nothing.
    public typealias Response = Void
    /// The task's id.
    public var id: String

    /// Takes every part as it is.
    public init(_ id: String) {
        self.id = id
    }

    /// `/tasks/{…}`.
    public var path: String { "/tasks/\(PercentEncoding.encode(id))" }
    /// DELETE.
    public var method: TargetMethod { .delete }
}
