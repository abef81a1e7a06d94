package import HearthStorage

extension VolumePath {
    /// A path written with slashes, for tests.
    package init(_ text: String) throws {
        guard let path = VolumePath(bytes: Array(text.utf8)) else { throw InvalidTestPath(text: text) }
        self = path
    }
}

/// A test used a text that is no path.
package struct InvalidTestPath: Error {
    /// The text.
    package let text: String
}

extension Volume {
    /// Writes a whole file the way an upload does.
    @discardableResult
    package func write(
        _ content: [UInt8],
        to path: VolumePath,
        mode: PublishMode = .failIfExists
    ) throws -> FileInfo {
        let id = "t\(UInt64.random(in: 0...UInt64.max))"
        let file = try stage(id: id, size: Int64(content.count))
        do {
            try content.withUnsafeBytes { bytes in try file.write(bytes, at: 0) }
            try file.sync()
            return try publish(file, at: path, mode: mode)
        } catch {
            try? discardStaged(id: id)
            throw error
        }
    }

    /// The same for text and a path with slashes.
    @discardableResult
    package func write(_ text: String, to path: String, mode: PublishMode = .failIfExists) throws -> FileInfo
    {
        try write(Array(text.utf8), to: VolumePath(path), mode: mode)
    }

    /// A whole file, read in pieces.
    package func content(of path: VolumePath) throws -> [UInt8] {
        let file = try open(path)
        var result: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = try piece.withUnsafeMutableBytes { buffer in
                try file.read(into: buffer, at: Int64(result.count))
            }
            if count == 0 { return result }
            result.append(contentsOf: piece[..<count])
        }
    }

    /// A whole file as text.
    package func text(of path: String) throws -> String {
        String(decoding: try content(of: VolumePath(path)), as: UTF8.self)
    }

    /// The visible names of a directory, sorted by bytes.
    package func names(in path: VolumePath = .root) throws -> [[UInt8]] {
        var names: [[UInt8]] = []
        try forEachEntry(of: path) { entry in
            if entry.kind != .other { names.append(entry.name) }
            return true
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The visible names of a directory as texts, sorted by bytes.
    package func listing(_ path: String = "") throws -> [String] {
        try names(in: VolumePath(path)).map { String(decoding: $0, as: UTF8.self) }
    }
}
