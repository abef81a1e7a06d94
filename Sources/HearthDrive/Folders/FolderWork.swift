import HearthLog
import HearthSQL
import HearthStorage
import HearthWire

/// The long work of folder management.
struct FolderWork: TaskWorker {
    let folders: Folders

    var topics: [TaskTopic] { [.moveFolder, .deleteFolder, .dissolve] }

    func run(_ task: TaskRun) async throws -> String {
        switch task.topic {
        case .moveFolder: try await FolderMove(folders: folders, task: task).run()
        case .deleteFolder:
            guard let id = Int(task.subject) else { throw DriveError(.folderNotFound) }
            try await folders.deleteRoot(id, task)
        case .dissolve: try await folders.dissolve(task)
        default: throw DriveError(.internalError)
        }
        return ""
    }
}
