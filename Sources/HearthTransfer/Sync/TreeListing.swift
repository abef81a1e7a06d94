/// What a tree holds, as far as it is meant and could be read.
///
/// Names are bytes: two that look alike, composed and decomposed, are two entries.
public struct TreeListing: Sendable {
    /// Something that is not among the entries although a person may expect it there.
    public struct Problem: Sendable {
        /// Below the top; empty for the top itself.
        public var path: [UInt8]
        /// Why.
        public var error: TransferError

        /// The path for people.
        public var text: String { String(decoding: path, as: UTF8.self) }
    }

    /// Files and folders by their paths.
    public var entries: [[UInt8]: TreeEntry] = [:]
    /// Paths of which is not known what lies at and below them: folders that could not be read, links, sockets.
    public private(set) var closed: Set<[UInt8]> = []
    /// Folders with something in them that is not among the entries: it was left out, or is closed.
    public private(set) var held: Set<[UInt8]> = []
    /// What could not be read.
    public private(set) var problems: [Problem] = []
    /// What is neither file nor folder and is left alone: links, sockets, devices.
    public private(set) var leftOut: [Problem] = []
    /// Whether nothing lies at the top.
    public var isMissing = false

    /// An empty tree.
    public init() {}

    /// The entries, a folder before what is in it.
    public var sorted: [TreeEntry] {
        entries.values.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }

    /// How many files there are.
    public var files: Int { entries.values.reduce(0) { $0 + ($1.kind == .file ? 1 : 0) } }

    /// Adds an entry.
    public mutating func add(_ entry: TreeEntry) { entries[entry.path] = entry }

    /// Notes that something lies there that is not meant.
    public mutating func leave(_ path: [UInt8]) { hold(above: path) }

    /// Notes that nothing is known of what lies at and below a path.
    ///
    /// - Parameters:
    ///   - path: below the top.
    ///   - error: why; what is neither file nor folder is no failure.
    public mutating func close(_ path: [UInt8], _ error: TransferError) {
        closed.insert(path)
        held.insert(path)
        hold(above: path)
        let problem = Problem(path: path, error: error)
        if [.symbolicLink, .notRegular].contains(error.code) {
            leftOut.append(problem)
        } else {
            problems.append(problem)
        }
    }

    private mutating func hold(above path: [UInt8]) {
        _ = TreePath.contains(above: path) { folder in
            held.insert(folder)
            return false
        }
    }

    /// Whether nothing is known of a path: it or a folder above it is closed.
    func isClosed(_ path: [UInt8]) -> Bool {
        guard !closed.isEmpty else { return false }
        return closed.contains(path) || closed.contains([])
            || TreePath.contains(above: path) { closed.contains($0) }
    }

    /// Folders that have something closed in them.
    var foldersAboveClosed: Set<[UInt8]> {
        var folders: Set<[UInt8]> = []
        for path in closed {
            _ = TreePath.contains(above: path) { folder in
                folders.insert(folder)
                return false
            }
        }
        return folders
    }

    /// Takes out folders without a file below them: they do not count where files are chosen.
    mutating func dropFoldersWithoutFiles() {
        var used: Set<[UInt8]> = []
        for entry in entries.values where entry.kind == .file {
            _ = TreePath.contains(above: entry.path) { folder in
                used.insert(folder)
                return false
            }
        }
        entries = entries.filter { $0.value.kind == .file || used.contains($0.key) }
    }
}

/// Which paths of a tree are meant, on both sides alike.
public struct TreeSelection: Sendable {
    /// Whether a path below the top is meant; of folders, whether anything in them may be.
    public var isIncluded: @Sendable (_ path: [UInt8], _ isFolder: Bool) -> Bool
    /// Whether folders without a file that is meant count.
    public var keepsEmptyFolders: Bool

    /// Everything.
    public static let all = TreeSelection(keepsEmptyFolders: true) { _, _ in true }

    /// Takes both as they are.
    public init(
        keepsEmptyFolders: Bool,
        isIncluded: @escaping @Sendable (_ path: [UInt8], _ isFolder: Bool) -> Bool
    ) {
        self.isIncluded = isIncluded
        self.keepsEmptyFolders = keepsEmptyFolders
    }
}
