/// What kind of work a task is; the raw value begins its id on the wire (wangpan-api, 9.5).
package enum TaskTopic: String, Sendable, CaseIterable {
    /// A managed folder goes to another partition.
    case moveFolder = "TaskMovingFolder"
    /// A folder with everything in it goes.
    case deleteFolder = "TaskDelFolder"
    /// A partition is made.
    case addPartition = "TaskAddPartition"
    /// A partition grows.
    case updatePartition = "TaskUpdatePartition"
    /// A partition with everything in it goes.
    case deletePartition = "TaskDelPartition"
    /// A pool with everything in it goes.
    case deletePool = "TaskDelPool"
    /// Files and directories are copied (`Prefer: respond-async`).
    case copyFiles = "TaskCopyFiles"
    /// Files and directories are moved (`Prefer: respond-async`).
    case moveFiles = "TaskMoveFiles"
    /// Files and directories are deleted (`Prefer: respond-async`).
    case deleteFiles = "TaskDelFiles"
    /// The folders of a member who left go.
    case removeUser = "TaskDelUser"
    /// Everything of the area goes (wangpan-api, 5.8).
    case dissolve = "TaskDissolve"
}
