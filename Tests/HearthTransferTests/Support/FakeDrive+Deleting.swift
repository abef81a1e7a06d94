import HearthClient
import HearthWire
import Synchronization

extension FakeDrive {
    /// Puts a file there with the folders above it, below `/s/1`.
    func place(_ path: String, _ bytes: [UInt8], modified: Int64 = 1_600_000_000) {
        state.withLock { state in
            state.version += 1
            let full = "/s/1/" + path
            state.files[full] = File(bytes: bytes, version: state.version, modified: modified)
            var directory = full
            while let cut = directory.lastIndex(of: "/"), directory[..<cut].utf8.count > "/s/1".utf8.count {
                directory = String(directory[..<cut])
                state.directories.insert(directory)
            }
        }
    }

    /// Removes paths with all below them.
    func delete(_ body: [UInt8]) -> TransportResponse {
        guard let json = try? JSONValue(parsing: body, maximumDepth: 8), let paths = json["paths"]?.array
        else {
            return Self.refusal(.badRequest, 400)
        }
        for path in paths.compactMap(\.string).map(Self.decode) { remove(path) }
        return Self.reply("{\"status\":0}")
    }

    private func remove(_ path: String) {
        state.withLock { state in
            state.files = state.files.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
            state.directories = state.directories.filter { $0 != path && !$0.hasPrefix(path + "/") }
        }
    }
}
