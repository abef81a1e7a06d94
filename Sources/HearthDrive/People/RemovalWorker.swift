import HearthSQL
import HearthWire

/// Deletes the folders of a member who left, or passes them on, and then his account (`TaskDelUser_{id}`).
///
/// Begun again after a crash it goes on with the folders that are left.
struct RemovalWorker: TaskWorker {
    let members: Members
    let storage: MemberStorage

    let topics: [TaskTopic] = [.removeUser]

    func run(_ task: TaskRun) async throws -> String {
        guard let id = Int(task.subject) else { throw DriveError(.userNotFound) }
        let keepsFolders = Self.keepsFolders(task.parameters)
        do {
            repeat {
                try task.checkStopped()
                if !keepsFolders { try await deleteFolders(of: id, task) }
                // A folder may have been made meanwhile by a request that began before the account was shut.
            } while try await !members.finish(id, keepsFolders: keepsFolders, storage)
        } catch let error as DriveError where error.code == .internalError {
            throw DriveError(.removingFilesFailed, cause: error)
        }
        return ""
    }

    /// Deletes what is the member's now and what was when the work began: half deleted, a folder is nobody's.
    private func deleteFolders(of id: Int, _ task: TaskRun) async throws {
        let begun = task.checkpoint.split(separator: ",").compactMap { Int($0) }
        let own = try await members.database.read { try Members.ownFolders(of: id, $0) }
        let folders = Set(begun).union(own).sorted()
        try await task.save(checkpoint: folders.map { "\($0)" }.joined(separator: ","))
        for folder in folders {
            try task.checkStopped()
            try await storage.folders.deleteRoot(folder, task)
        }
    }

    /// The order's parameters.
    static func parameters(keepsFolders: Bool) -> String { keepsFolders ? #"{"keep":true}"# : "{}" }

    /// What ``parameters(keepsFolders:)`` says.
    static func keepsFolders(_ parameters: String) -> Bool {
        (try? JSONValue(parsing: Array(parameters.utf8)))?["keep"]?.bool == true
    }
}
