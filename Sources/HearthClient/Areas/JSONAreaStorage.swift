#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A list of areas in a JSON file of mode 0600, replaced whole, shared by any number of programs.
public final class JSONAreaStorage: AreaStorage {
    private let path: String

    /// Takes the file's path; its folder must exist when the list is saved.
    public init(path: String) { self.path = path }

    /// Reads the file; an empty list when there is none.
    public func load() async throws(SessionError) -> AreaList {
        try await BlockingWork.run { [path] () throws(SessionError) in try Self.load(path) }
    }

    /// Replaces the file.
    public func save(_ list: AreaList) async throws(SessionError) {
        try await BlockingWork.run { [path] () throws(SessionError) in
            try PrivateFile.locked(path) { () throws(SessionError) in try Self.save(list, path) }
        }
    }

    /// Reads, changes and replaces the file under a lock that holds between programs.
    public func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout AreaList) throws(SessionError) -> Result
    ) async throws(SessionError) -> Result {
        try await BlockingWork.run { [path] () throws(SessionError) in
            try PrivateFile.locked(path) { () throws(SessionError) in
                var list = try Self.load(path)
                let before = list
                let result = try change(&list)
                if list != before { try Self.save(list, path) }
                return result
            }
        }
    }

    private static func load(_ path: String) throws(SessionError) -> AreaList {
        guard let bytes = try PrivateFile.read(path) else { return AreaList() }
        do {
            return try JSONDecoder().decode(AreaList.self, from: Data(bytes))
        } catch {
            throw SessionError(.corrupt(path: path))
        }
    }

    private static func save(_ list: AreaList, _ path: String) throws(SessionError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data: Data
        do { data = try encoder.encode(list) } catch {
            throw SessionError(.storage("the areas cannot be written as JSON"))
        }
        try PrivateFile.replace(path, with: Array(data) + [0x0A])
    }
}
