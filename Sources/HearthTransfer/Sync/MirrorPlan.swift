/// How a mirror tells whether a file is the same on both sides.
public enum TreeComparison: String, Sendable, Hashable {
    /// Same length and same time to the second.
    case sizeAndTime
    /// Same length.
    case size
    /// Same SHA-256.
    case checksum
}

/// What makes the target of a mirror like its source.
public struct MirrorPlan: Sendable {
    /// Something that goes at the target.
    public struct Deletion: Sendable, Hashable {
        /// What goes; a folder with all that is in it.
        public var entry: TreeEntry
        /// What is in it, a folder before what it holds; empty for files.
        public var contents: [TreeEntry] = []

        /// Files and folders that go.
        public var count: Int { contents.count + 1 }
    }

    /// A folder stands where a file should, or the other way round: what is there goes first.
    public struct Clash: Sendable, Hashable {
        /// What goes.
        public var deletion: Deletion
        /// What comes in its place.
        public var entry: TreeEntry
    }

    /// What cannot be done.
    public struct Obstacle: Sendable, Hashable {
        /// Why.
        public enum Reason: String, Sendable, Hashable {
            /// A folder stands where a file should, and nothing may be deleted.
            case folderInTheWay = "folder_in_the_way"
            /// A file stands where a folder should, and nothing may be deleted.
            case fileInTheWay = "file_in_the_way"
            /// The folder that stands there holds what is left out.
            case holdsOthers = "holds_others"
            /// What stands there could not be read, or is neither file nor folder.
            case unreadable
        }

        /// The source's entry.
        public var entry: TreeEntry
        /// Why.
        public var reason: Reason
    }

    /// Folders that are missing, a folder before what is in it.
    public var folders: [TreeEntry] = []
    /// Files that are missing.
    public var copies: [TreeEntry] = []
    /// Files that differ.
    public var replacements: [TreeEntry] = []
    /// Files of the same length of which the hash must decide; none once ``Mirror/plan()`` has ended.
    public var undecided: [TreeEntry] = []
    /// What must give way, and for what.
    public var clashes: [Clash] = []
    /// Folders below clashes.
    public var laterFolders: [TreeEntry] = []
    /// Files below clashes.
    public var laterCopies: [TreeEntry] = []
    /// What the source does not have.
    public var deletions: [Deletion] = []
    /// What cannot be done.
    public var obstacles: [Obstacle] = []
    /// Files that are the same.
    public var equal = 0
    /// What the source does not have and yet stays, since the source could not be read wholly.
    public var kept = 0
    /// Whether the source holds no file.
    public var isSourceEmpty = false
    /// Whether the target's top is missing.
    public var isTargetMissing = false
    /// What could not be read, on either side.
    public var problems: [TreeListing.Problem] = []
    /// Links and the like, which stay where they are.
    public var leftOut: [TreeListing.Problem] = []

    /// Nothing to do.
    public init() {}

    /// Files and folders that go.
    public var deletionCount: Int {
        deletions.reduce(0) { $0 + $1.count } + clashes.reduce(0) { $0 + $1.deletion.count }
    }

    /// Bytes that are moved.
    public var bytes: Int64 {
        (copies + replacements + laterCopies).reduce(0) { $0 + $1.size }
            + clashes.reduce(0) { $0 + $1.entry.size }
    }

    /// Whether there is nothing to do.
    public var isEmpty: Bool {
        folders.isEmpty && copies.isEmpty && replacements.isEmpty && undecided.isEmpty && clashes.isEmpty
            && deletions.isEmpty
    }
}
