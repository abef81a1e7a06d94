import Glibc

/// Visits all directories of a tree from the top down, without stack and with few descriptors.
///
/// Links are not followed; what may not be read or vanishes is left out.
struct TreeWalk: ~Copyable {
    private var stack: DirectoryStack
    private var path: [FileName] = []
    private var pending: [[FileName]] = []
    private let crossesMounts: Bool

    /// Starts at a directory opened for reading.
    init(_ top: consuming Descriptor, crossesMounts: Bool) throws(StorageError) {
        stack = try DirectoryStack(top)
        self.crossesMounts = crossesMounts
    }

    /// Calls for every directory on the way down.
    ///
    /// - Parameters:
    ///   - visit: hears the names from the top (none for the top itself) and the open directory, whose entries it must not
    ///     read; returns false to leave out what is in it.
    ///   - entry: hears every entry of a directory.
    /// - Throws: what the closures threw; `.changed` when the tree was moved meanwhile.
    mutating func run(
        visit: ([FileName], Int32) throws(StorageError) -> Bool,
        entry: (DirectoryReader.Entry, EntryType, Int32) throws(StorageError) -> Void
    ) throws(StorageError) {
        pending = [try visit(path, stack.current) ? try subdirectories(entry) : []]
        while !pending.isEmpty {
            if let name = pending[pending.count - 1].popLast() {
                guard try enter(name) else { continue }
                path.append(name)
                pending.append(try visit(path, stack.current) ? try subdirectories(entry) : [])
            } else {
                pending.removeLast()
                guard !pending.isEmpty else { return }
                path.removeLast()
                try stack.pop()
            }
        }
    }

    private mutating func enter(_ name: FileName) throws(StorageError) -> Bool {
        do throws(StorageError) {
            if try stack.push(name).isMountRoot, !crossesMounts {
                try stack.pop()
                return false
            }
            return true
        } catch {
            switch error.code {
            case .notFound, .notADirectory, .escapes, .accessDenied: return false
            default: throw error
            }
        }
    }

    private func subdirectories(
        _ body: (DirectoryReader.Entry, EntryType, Int32) throws(StorageError) -> Void
    ) throws(StorageError) -> [FileName] {
        var names: [FileName] = []
        let directory = stack.current
        try DirectoryReader.forEach(in: directory) { entry throws(StorageError) in
            let type = try entry.resolvedType(in: directory)
            if type == .directory { names.append(entry.fileName) }
            try body(entry, type, directory)
            return true
        }
        return names
    }
}
