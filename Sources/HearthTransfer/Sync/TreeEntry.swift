/// A file or folder of a tree, here or there.
public struct TreeEntry: Sendable, Hashable {
    /// What lies there.
    public enum Kind: Sendable, Hashable {
        /// A regular file.
        case file
        /// A folder.
        case folder
    }

    /// Below the top, byte for byte, names separated by `/`; never empty.
    public var path: [UInt8]
    /// What lies there.
    public var kind: Kind
    /// Bytes; 0 for folders.
    public var size: Int64
    /// Unix seconds of the last change of the bytes; 0 for folders.
    public var modified: Int64

    /// Takes the parts as they are.
    public init(path: [UInt8], kind: Kind, size: Int64 = 0, modified: Int64 = 0) {
        self.path = path
        self.kind = kind
        self.size = size
        self.modified = modified
    }

    /// The path for people; what is no UTF-8 shows as U+FFFD.
    public var text: String { String(decoding: path, as: UTF8.self) }
}

/// Paths below a top, as bytes.
enum TreePath {
    static let slash = UInt8(ascii: "/")

    static func appending(_ name: [UInt8], to path: [UInt8]) -> [UInt8] {
        path.isEmpty ? name : path + [slash] + name
    }

    /// The names of a path.
    static func names(_ path: [UInt8]) -> [[UInt8]] { path.split(separator: slash).map(Array.init) }

    /// Calls `body` with every folder above a path, the nearest last; ends early when it gives true.
    static func contains(above path: [UInt8], where body: ([UInt8]) -> Bool) -> Bool {
        for (index, byte) in path.enumerated() where byte == slash {
            if body(Array(path[..<index])) { return true }
        }
        return false
    }

    /// How many folders are above it.
    static func depth(_ path: [UInt8]) -> Int { path.reduce(0) { $0 + ($1 == slash ? 1 : 0) } }
}
