package import HearthClient
import HearthTOML

/// The list of areas in `client.toml`, mode 0600, replaced whole, shared by any number of programs.
package final class TOMLAreaStorage: AreaStorage {
    private let path: String

    /// Takes the file's path; its folder is made when the list is saved.
    package init(path: String) { self.path = path }

    /// Reads the file; an empty list when there is none.
    package func load() async throws(SessionError) -> AreaList {
        try await BlockingWork.run { [path] () throws(SessionError) in try Self.load(path).list }
    }

    /// Replaces the list; what else is in the file stays.
    package func save(_ list: AreaList) async throws(SessionError) {
        try await update { $0 = list }
    }

    /// Reads, changes and replaces the file under a lock that holds between programs.
    package func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout AreaList) throws(SessionError) -> Result
    ) async throws(SessionError) -> Result {
        try await BlockingWork.run { [path] () throws(SessionError) in
            try PrivateFile.makeFolder(Self.folder(of: path))
            return try PrivateFile.locked(path) { () throws(SessionError) in
                var file = try Self.load(path)
                let before = file.list
                let result = try change(&file.list)
                if file.list != before { try PrivateFile.replace(path, with: Array(file.text.utf8)) }
                return result
            }
        }
    }

    private static func load(_ path: String) throws(SessionError) -> AreaFile {
        guard let bytes = try PrivateFile.read(path) else { return AreaFile() }
        do {
            return try AreaFile(bytes)
        } catch {
            throw SessionError(.storage("\(path), line \(error.line): \(error.message)"))
        }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }
}
