package import HearthStorage
import HearthWire

/// A client's path, split and checked but not yet looked up: `/`, or `/s/{id}/…`.
package enum ResourcePath: Sendable, Hashable {
    /// "My files".
    case virtualRoot
    /// Below a root; an empty path is the root itself.
    case below(root: Int, VolumePath)

    /// Parses the decoded segments of a URL path.
    ///
    /// - Throws: 10005 for `.`, `..`, NUL and components over 255 bytes and paths over 2 048 components (10029); 10018 when it does not begin
    ///   with `/s/{id}`, since the rights of no root can be looked up for it.
    package init(segments: [[UInt8]]) throws {
        guard let first = segments.first else {
            self = .virtualRoot
            return
        }
        // Deeper or longer could be made but not asked for again: a request's head ends at 16 KiB.
        guard segments.count <= Self.deepest, segments.reduce(0, { $0 + $1.count + 1 }) <= Self.longest else {
            throw DriveError(.nameTooLong)
        }
        var names: [FileName] = []
        for segment in segments {
            if segment.count > 255 { throw DriveError(.nameTooLong) }
            guard let name = FileName(segment) else { throw DriveError(.illegalPath) }
            names.append(name)
        }
        guard first == Array("s".utf8), segments.count >= 2, let id = Self.rootID(segments[1]) else {
            throw DriveError(.noAccess)
        }
        self = .below(root: id, VolumePath(Array(names.dropFirst(2))))
    }

    /// Parses a path from a JSON body: split at `/`, nothing decoded.
    ///
    /// - Throws: 10005 for every illegal path, since no right is looked up before it; 10029.
    package init(text: String) throws { try self.init(bytes: Array(text.utf8)) }

    /// The same from bytes, which need not be UTF-8.
    package init(bytes: [UInt8]) throws {
        guard bytes.isEmpty || bytes.first == UInt8(ascii: "/") else { throw DriveError(.illegalPath) }
        let segments = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
        do {
            try self.init(segments: segments.map { Array($0) })
        } catch let error as DriveError where error.code == .noAccess {
            throw DriveError(.illegalPath)
        }
    }

    /// What ``init(bytes:)`` reads.
    package var bytes: [UInt8] {
        guard case .below(let root, let path) = self else { return [UInt8(ascii: "/")] }
        return Array("/s/\(root)".utf8) + (path.isRoot ? [] : [UInt8(ascii: "/")] + path.bytes)
    }

    /// The root and the path below it.
    ///
    /// - Throws: 10005 for the virtual root.
    package func requireRoot() throws -> (root: Int, path: VolumePath) {
        guard case .below(let root, let path) = self else { throw DriveError(.illegalPath) }
        return (root, path)
    }

    /// Components of a path.
    private static let deepest = 2_048
    /// Bytes of a path.
    private static let longest = 15 << 10

    /// `[1-9][0-9]*`, at most Int32.
    private static func rootID(_ digits: [UInt8]) -> Int? {
        guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 10 else { return nil }
        var value = 0
        for digit in digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value <= Int(Int32.max) ? value : nil
    }
}
